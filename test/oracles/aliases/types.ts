/** Structs with structs, arrays, tables and unions in them, and what lies inside of them. */
import type { CType } from '../../differential/ctypes.ts';
import { INT, TYPES } from '../../differential/ctypes.ts';
import type { Random } from '../../differential/random.ts';

export interface StructType {
  readonly name: string;
  readonly members: readonly Member[];
}

export type Type = CType | StructType;

export interface Member {
  readonly name: string;
  /** What stands before its name. */
  readonly declared: string;
  /** Of its dimensions; none: it is no array. */
  readonly lengths: readonly number[];
  /** What is used of it, or of each of its elements: all, or a member of its own; null: nothing is. */
  readonly part: { readonly path: string; readonly type: Type } | null;
}

/** An lvalue, or what makes one behind the name of an object. */
export interface Place {
  readonly text: string;
  readonly type: Type;
}

export const isStruct = (type: Type): type is StructType => 'members' in type;

/** Of members and of what pointers lead to. */
export const INTEGERS = ['int', 'int', 'int', 'short', 'unsigned int', 'signed char', 'long'].map(
  (name) => TYPES.find((type) => type.name === name) ?? INT,
);
/** More than are looked at one by one. */
const VERY_MANY = 70;

const simple = (name: string, type: Type, lengths: readonly number[] = []): Member => ({
  name,
  declared: type.name,
  lengths,
  part: { path: '', type },
});

/** Its last member but for very many is an `int n`. */
export function drawStruct(name: string, inner: readonly StructType[], r: Random): StructType {
  const members = Array.from({ length: r.int(2, 4) }, (_, k) => drawMember(`f${k}`, inner, r));
  members.push(simple('n', INT));
  if (r.chance(0.06)) members.push(...Array.from({ length: VERY_MANY }, (_, k) => simple(`g${k}`, INT)));
  return { name, members };
}

function drawMember(name: string, inner: readonly StructType[], r: Random): Member {
  const kind = r.int(0, 99);
  if (kind < 45) return simple(name, r.pick(INTEGERS));
  if (kind < 65) return simple(name, r.pick(INTEGERS), [r.pick([2, 3, 20])]);
  if (kind < 72) return simple(name, r.pick(INTEGERS), [2, 3]);
  if (kind < 90 && inner.length > 0) return simple(name, r.pick(inner), r.chance(0.3) ? [2] : []);
  if (kind < 95)
    return { name, declared: 'union { int a; short b[2]; }', lengths: [], part: { path: '.a', type: INT } };
  return { name, declared: 'float', lengths: [], part: null };
}

export function declarationOf({ name, members }: StructType): string {
  const lines = members.map((m) => `  ${m.declared} ${m.name}${m.lengths.map((l) => `[${l}]`).join('')};`);
  return `typedef struct ${name} {\n${lines.join('\n')}\n} ${name};`;
}

/** What lies inside, however deep, one element of each array: `subscript` says which. */
export function insideOf(struct: StructType, subscript: (length: number) => string): readonly Place[] {
  return struct.members.flatMap(({ name, lengths, part }) => {
    if (part === null) return [];
    const text = `${name}${lengths.map((l) => `[${subscript(l)}]`).join('')}${part.path}`;
    const inner = isStruct(part.type) ? insideOf(part.type, subscript) : [];
    return [{ text, type: part.type }, ...inner.map((p) => ({ text: `${text}.${p.text}`, type: p.type }))];
  });
}

/** C: a function NAME that gives all integers of a struct a value, which `value` is the C of. */
export function fillerOf(struct: StructType, filler: (of: StructType) => string, value: string): string {
  const lines = struct.members.flatMap(({ name, lengths, part }) => {
    if (part === null) return [];
    const counters = lengths.map((_, k) => `k${k}`);
    const heads = lengths.map((l, k) => `for (int k${k} = 0; k${k} < ${l}; k${k}++) `);
    const place = `a->${name}${counters.map((k) => `[${k}]`).join('')}${part.path}`;
    return [`  ${heads.join('')}${isStruct(part.type) ? `${filler(part.type)}(&${place});` : `${place} = ${value};`}`];
  });
  return `static void ${filler(struct)}(${struct.name} *a) {\n${lines.join('\n')}\n}`;
}
