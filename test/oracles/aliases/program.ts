/**
 * Functions with a loop that get pointers to structs and integers, and derive others from them: what one of them stores
 * may be what another one counts to.
 */
import type { Random } from '../../differential/random.ts';
import type { Pointer, Scope } from './scope.ts';
import { SET, copierOf, globalOf, integer, setterOf } from './scope.ts';
import { store } from './stores.ts';
import { INTEGERS, declarationOf, drawStruct, insideOf, isStruct } from './types.ts';
import type { StructType, Type } from './types.ts';

export interface AliasProgram {
  readonly name: string;
  readonly structs: readonly StructType[];
  /** What the function is called with, before an `int v`. */
  readonly params: readonly Pointer[];
  /** Those and what is derived from them. */
  readonly pointers: readonly Pointer[];
  /** With marks `@E@`, `@B@`, `@X@` where the loop is about to begin, its body is begun, and it has been left. */
  readonly marked: string;
}

export const plainText = (marked: string): string => marked.replace(/^ *@[EX]@\n/gm, '').replaceAll(' @B@', '');

/** The same for the same stream. */
export function drawAliases(name: string, r: Random, made: (what: string) => void): AliasProgram {
  const structs: StructType[] = [];
  for (let k = r.int(1, 3); k > 0; k--) structs.push(drawStruct(`${name}_s${structs.length}`, structs, r));
  const params = drawParams(structs, r);
  const derived = drawDerived(params, r);
  const scope = { r, name, structs, pointers: [...params, ...derived.map((d) => d.pointer)] };
  const body = Array.from({ length: r.int(1, 2) }, () => store(scope, made));
  if (r.chance(0.25)) body[0] = `if (${integer(scope).text} == v) { ${body[0]} }`;
  const { head, step } = drawHead(scope, made);
  const lines = [
    ...derived.map((d) => d.declared),
    '@E@',
    `${head} { @B@`,
    ...[...body, ...step].map((line) => `  ${line}`),
    '}',
    '@X@',
  ];
  const declared = params.map((p) => `${p.to.name} *${p.name}`).join(', ');
  return {
    name,
    structs,
    params,
    pointers: scope.pointers,
    marked: `${fileOf(scope)}void ${name}(${declared}, int v) {\n${lines.map((l) => `  ${l}`).join('\n')}\n}\n`,
  };
}

/** One of them points to a struct. */
function drawParams(structs: readonly StructType[], r: Random): readonly Pointer[] {
  const params = Array.from({ length: r.int(2, 3) }, (_, k) => ({
    name: `p${k}`,
    to: r.pick<Type>(r.chance(0.6) ? structs : INTEGERS),
  }));
  return params.some((p) => isStruct(p.to)) ? params : [{ name: 'p0', to: r.pick(structs) }, ...params.slice(1)];
}

interface Derived {
  readonly pointer: Pointer;
  readonly declared: string;
}

/** Pointers to what lies inside of what others point to. */
function drawDerived(params: readonly Pointer[], r: Random): readonly Derived[] {
  const derived: Derived[] = [];
  for (let k = r.int(0, 2); k > 0; k--) {
    const { name, to } = r.pick([...params, ...derived.map((d) => d.pointer)].filter((p) => isStruct(p.to)));
    if (!isStruct(to)) continue;
    const { text, type } = r.pick(insideOf(to, (length) => `${r.int(0, length - 1)}`));
    const pointer = { name: `q${derived.length}`, to: type };
    derived.push({ pointer, declared: `${type.name} *${pointer.name} = &${name}->${text};` });
  }
  return derived;
}

/** What the loop counts to, and what its body has to do for that. */
function drawHead(s: Scope, made: (what: string) => void): { readonly head: string; readonly step: readonly string[] } {
  const limit = integer(s).text;
  const kind = s.r.int(0, 99);
  if (kind < 65) {
    made('loop: up to a place');
    return { head: `for (int i = 0; i < ${limit}; i++)`, step: [] };
  }
  if (kind < 85) {
    made('loop: a place counts down');
    return { head: `for (int i = 0; ${limit} > 0; i++)`, step: [`${limit}--;`] };
  }
  made('loop: a place counts up');
  return { head: `for (int i = 0; ${limit} < v; i++)`, step: [`${limit}++;`] };
}

/** Types, a variable of each, and functions that store through pointers. */
function fileOf(scope: Scope): string {
  const lines = scope.structs.flatMap((s) => [
    declarationOf(s),
    `${s.name} ${globalOf(s)};`,
    `static void ${copierOf(s)}(${s.name} *a, ${s.name} *b) { *a = *b; }`,
  ]);
  for (const [type, value] of SET)
    lines.push(`static void ${setterOf(type, scope)}(${type.name} *a) { *a = ${value}; }`);
  return `${lines.join('\n')}\n`;
}
