/** The types of generated programs and how C declares something of them. */

/** `rank` orders the standard integer types for the usual arithmetic conversions. */
export interface IntegerType {
  readonly kind: 'integer';
  /** As it is written in the program: a keyword, an enum or a typedef name. */
  readonly name: string;
  readonly bits: number;
  readonly signed: boolean;
  readonly rank: number;
  readonly bool?: true;
}

export interface PointerType {
  readonly kind: 'pointer';
  readonly to: CType;
  /** What is pointed at must not be written through it. */
  readonly readonly: boolean;
}

export interface ArrayType {
  readonly kind: 'array';
  readonly of: CType;
  readonly length: number;
}

export interface Field {
  /** Null: an anonymous member, whose own members count as those of the record around it. */
  readonly name: string | null;
  readonly type: CType;
  /** Width of a bit-field. */
  readonly width?: number;
}

export interface RecordType {
  readonly kind: 'record';
  readonly union: boolean;
  /** `struct s0`, or a typedef name. */
  readonly name: string;
  readonly fields: readonly Field[];
  /** Members of it, or of members of it, are pointers. */
  readonly pointers: boolean;
}

export interface FunctionType {
  readonly kind: 'function';
  readonly returns: CType | null;
  readonly params: readonly CType[];
}

export type CType = IntegerType | PointerType | ArrayType | RecordType | FunctionType;

const integer = (name: string, bits: number, signed: boolean, rank: number): IntegerType => ({
  kind: 'integer',
  name,
  bits,
  signed,
  rank,
});

export const INT = integer('int', 32, true, 3);
export const UNSIGNED = integer('unsigned', 32, false, 3);
export const LONG = integer('long', 64, true, 4);
export const UNSIGNED_LONG = integer('unsigned long', 64, false, 4);
export const CHAR = integer('char', 8, true, 1);
export const UNSIGNED_CHAR = integer('unsigned char', 8, false, 1);
export const BOOL: IntegerType = { kind: 'integer', name: '_Bool', bits: 8, signed: false, rank: 0, bool: true };

export const STANDARD: readonly IntegerType[] = [
  BOOL,
  CHAR,
  integer('signed char', 8, true, 1),
  UNSIGNED_CHAR,
  integer('short', 16, true, 2),
  integer('unsigned short', 16, false, 2),
  INT,
  UNSIGNED,
  LONG,
  UNSIGNED_LONG,
  integer('long long', 64, true, 5),
  integer('unsigned long long', 64, false, 5),
];

/** Integer promotion: what is narrower than `int` becomes `int`. */
export const promoted = (t: IntegerType): IntegerType => (t.bits < 32 ? INT : t);

/** The type in which two operands meet (C11, 6.3.1.8). */
export function common(a: IntegerType, b: IntegerType): IntegerType {
  const [x, y] = [promoted(a), promoted(b)];
  if (x.rank === y.rank) return x.signed ? y : x;
  const [low, high] = x.rank < y.rank ? [x, y] : [y, x];
  if (high.signed && !low.signed && high.bits === low.bits) return UNSIGNED_LONG;
  return high;
}

export const pointerTo = (to: CType, readonly = false): PointerType => ({ kind: 'pointer', to, readonly });
export const arrayOf = (of: CType, length: number): ArrayType => ({ kind: 'array', of, length });

/** A declaration of `name`, or a type name where that is empty; `qualifiers` go in front of all. */
export function declare(type: CType | null, name: string, qualifiers = ''): string {
  const spaced = (base: string): string => `${qualifiers}${base}${name === '' ? '' : ' '}${name}`;
  if (type === null) return spaced('void');
  switch (type.kind) {
    case 'integer':
      return spaced(type.name);
    case 'record':
      return spaced(type.name);
    case 'pointer': {
      const inner = type.to.kind === 'array' || type.to.kind === 'function' ? `(*${name})` : `*${name}`;
      return declare(type.to, inner, type.readonly ? `${qualifiers}const ` : qualifiers);
    }
    case 'array':
      return declare(type.of, `${name}[${type.length}]`, qualifiers);
    case 'function':
      return declare(
        type.returns,
        `${name}(${type.params.map((p) => declare(p, '')).join(', ') || 'void'})`,
        qualifiers,
      );
    default:
      return type satisfies never;
  }
}

/** Equal as far as an assignment between them needs. */
export function same(a: CType | null, b: CType | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.kind === 'integer' || b.kind === 'integer')
    return a.kind === 'integer' && b.kind === 'integer' && a.name === b.name;
  if (a.kind === 'record' || b.kind === 'record')
    return a.kind === 'record' && b.kind === 'record' && a.name === b.name;
  if (a.kind === 'pointer') return b.kind === 'pointer' && a.readonly === b.readonly && same(a.to, b.to);
  if (a.kind === 'array') return b.kind === 'array' && a.length === b.length && same(a.of, b.of);
  return (
    b.kind === 'function' &&
    same(a.returns, b.returns) &&
    a.params.length === b.params.length &&
    a.params.every((p, k) => same(p, b.params[k] ?? null))
  );
}

export const hasPointers = (t: CType): boolean =>
  t.kind === 'pointer' || (t.kind === 'record' && t.pointers) || (t.kind === 'array' && hasPointers(t.of));

/** The member of the name, also where it is one of an anonymous member. */
function memberOf(type: RecordType, name: string): CType | null {
  for (const f of type.fields) {
    if (f.name === name) return f.type;
    const inner = f.name === null && f.type.kind === 'record' ? memberOf(f.type, name) : null;
    if (inner) return inner;
  }
  return null;
}

/** What a way of members and subscripts, as `.a[2].b`, leads to from something of the type; null: nowhere. */
export function typeAt(root: CType, way: string): CType | null {
  let at: CType | null = root;
  for (const [step, member] of way.matchAll(/\.(\w+)|\[\d+\]/g)) {
    if (at?.kind === 'record') at = member === undefined ? null : memberOf(at, member);
    else at = at?.kind === 'array' && step.startsWith('[') ? at.of : null;
  }
  return at;
}
