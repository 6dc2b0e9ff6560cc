/** Enumerations, typedefs, structs and unions at the head of a program. */
import type { Draft } from './draft.ts';
import { emit, fresh, made } from './draft.ts';
import type { CType, Field, IntegerType, RecordType } from './types.ts';
import { BOOL, CHAR, INT, UNSIGNED, UNSIGNED_CHAR, arrayOf, declare, hasPointers, pointerTo } from './types.ts';

export function defineTypes(d: Draft): void {
  if (d.r.chance(0.5)) enumeration(d);
  if (d.r.chance(0.5)) integerTypedef(d);
  for (let k = d.r.int(0, 1 + d.size); k > 0; k--) record(d, d.r.chance(0.25));
}

function enumeration(d: Draft): void {
  const name = fresh(d, 'e');
  const negative = d.r.chance(0.4);
  const constants = Array.from({ length: d.r.int(2, 4) }, () => fresh(d, 'E'));
  const texts = constants.map((c, k) =>
    k === 0 && negative ? `${c} = -${d.r.int(1, 5)}` : d.r.chance(0.3) ? `${c} = ${10 * k + d.r.int(1, 9)}` : c,
  );
  const packed = d.r.chance(0.15);
  emit(d, `enum ${packed ? '__attribute__((packed)) ' : ''}${name} { ${texts.join(', ')} };`);
  made(d, packed ? 'attribute: packed enum' : 'type: enum', 0);
  d.fileNames.push(name, ...constants);
  d.enumerators.push(...constants);
  const type: IntegerType = packed
    ? { ...(negative ? CHAR : UNSIGNED_CHAR), name: `enum ${name}` }
    : { ...(negative ? INT : UNSIGNED), name: `enum ${name}` };
  d.integers.push(type);
}

function integerTypedef(d: Draft): void {
  const name = fresh(d, 't');
  d.fileNames.push(name);
  const mode = d.r.chance(0.2)
    ? d.r.pick([
        ['QI', 8, 1],
        ['HI', 16, 2],
        ['DI', 64, 4],
      ] as const)
    : null;
  if (mode) {
    const signed = d.r.chance(0.5);
    emit(d, `typedef ${signed ? 'int' : 'unsigned'} ${name} __attribute__((mode(${mode[0]})));`);
    d.integers.push(made(d, 'attribute: mode', { kind: 'integer', name, bits: mode[1], signed, rank: mode[2] }));
    return;
  }
  const base = d.r.pick(d.integers);
  emit(d, `typedef ${base.name} ${name};`);
  d.integers.push(made(d, 'type: typedef', { ...base, name }));
}

const plain = (d: Draft): IntegerType => d.r.pick(d.integers);
/** Integers of which every representation is a value. */
const full = (d: Draft): IntegerType => d.r.pick(d.integers.filter((t) => !t.bool));

function fieldOf(d: Draft, union: boolean): CType {
  const kind = d.r.int(0, 9);
  if (kind < 5) return union ? full(d) : plain(d);
  if (kind < 7) return made(d, 'type: array member', arrayOf(union ? full(d) : plain(d), d.r.int(2, 4)));
  if (kind < 8 && !union) return made(d, 'type: pointer member', pointerTo(d.r.chance(0.7) ? INT : plain(d)));
  const inner = d.r.pick([...d.records.filter((t) => !union || !t.pointers), null]);
  return inner ? made(d, 'type: nested record', inner) : INT;
}

function record(d: Draft, union: boolean): void {
  const tag = fresh(d, union ? 'u' : 's');
  const keyword = union ? 'union' : 'struct';
  const alias = d.r.chance(0.3) ? fresh(d, 't') : null;
  d.fileNames.push(tag, ...(alias === null ? [] : [alias]));
  const fields: Field[] = [];
  for (let k = d.r.int(2, 4); k > 0; k--) fields.push(member(d, union, alias === null ? `${keyword} ${tag}` : null));
  // initialisers of a union give its first member, which has to be all of it
  if (union) fields.sort((a, b) => size(b.type) - size(a.type));
  const packed = !union && d.r.chance(0.12);
  const aligned = d.r.chance(0.06);
  if (packed) made(d, 'attribute: packed', 0);
  if (aligned) made(d, 'attribute: aligned', 0);
  const attributes = `${packed ? '__attribute__((packed)) ' : ''}${aligned ? '__attribute__((aligned(16))) ' : ''}`;
  const head = `${alias === null ? '' : 'typedef '}${keyword} ${attributes}${tag}`;
  emit(d, `${head} { ${fields.map(fieldText).join(' ')} }${alias === null ? '' : ` ${alias}`};`);
  made(d, alias === null ? `type: ${keyword}` : `type: typedef of a ${keyword}`, 0);
  const type: RecordType = {
    kind: 'record',
    union,
    name: alias ?? `${keyword} ${tag}`,
    fields,
    pointers: fields.some((f) => hasPointers(f.type)),
  };
  // a pointer to its own kind leads to the finished type
  for (const f of fields)
    if (f.type.kind === 'pointer' && f.type.to.kind === 'record' && f.type.to.name === `${keyword} ${tag}`)
      Object.assign(f.type, { to: type });
  d.records.push(type);
}

/** `own`: the record's name, where it has one before it is complete. */
function member(d: Draft, union: boolean, own: string | null): Field {
  const name = fresh(d, 'm');
  const form = d.r.int(0, 11);
  if (form === 0) {
    const field =
      !union && d.r.chance(0.2)
        ? { name, type: BOOL, width: 1 }
        : { name, type: d.r.pick([INT, UNSIGNED, UNSIGNED_CHAR]), width: d.r.int(2, 8) };
    return made(d, 'type: bit-field', field);
  }
  if (form === 1) return anonymous(d);
  if (form === 2 && !union && own !== null) {
    const type = pointerTo({ kind: 'record', union, name: own, fields: [], pointers: true });
    return made(d, 'type: pointer to its own kind', { name, type });
  }
  return { name, type: fieldOf(d, union) };
}

function anonymous(d: Draft): Field {
  const union = d.r.chance(0.6);
  const types = union
    ? [d.r.pick([INT, UNSIGNED]), d.r.chance(0.5) ? arrayOf(UNSIGNED_CHAR, 4) : CHAR]
    : [full(d), full(d)];
  const fields = types.map((type): Field => ({ name: fresh(d, 'm'), type }));
  return made(d, `type: anonymous ${union ? 'union' : 'struct'}`, {
    name: null,
    type: { kind: 'record', union, name: '', fields, pointers: false },
  });
}

function fieldText(f: Field): string {
  if (f.name !== null) return `${declare(f.type, f.name)}${f.width === undefined ? '' : ` : ${f.width}`};`;
  const inner = f.type as RecordType;
  return `${inner.union ? 'union' : 'struct'} { ${inner.fields.map(fieldText).join(' ')} };`;
}

/** Bytes, without padding. */
function size(t: CType): number {
  switch (t.kind) {
    case 'integer':
      return t.bits / 8;
    case 'pointer':
    case 'function':
      return 8;
    case 'array':
      return t.length * size(t.of);
    case 'record':
      return t.union
        ? Math.max(...t.fields.map((f) => size(f.type)))
        : t.fields.reduce((a, f) => a + size(f.type), 0) + 8;
    default:
      return t satisfies never;
  }
}
