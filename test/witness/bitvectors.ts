/**
 * C's integers as bit-vector terms (SMT-LIB text): types, conversions, operators, and what makes an operation
 * undefined.
 */

export interface CType {
  readonly bits: number;
  readonly signed: boolean;
  /** Values are 0 and 1. */
  readonly bool?: true;
}

export interface Value {
  readonly text: string;
  readonly type: CType;
}

/** C that isn't followed; the message says which. */
export class Unsupported extends Error {}

export const INT: CType = { bits: 32, signed: true };
export const LONG: CType = { bits: 64, signed: true };

const BASE: Readonly<Record<string, CType>> = {
  _Bool: { bits: 8, signed: false, bool: true },
  bool: { bits: 8, signed: false, bool: true },
  char: { bits: 8, signed: true },
  short: { bits: 16, signed: true },
  int: INT,
  long: LONG,
  __int128: { bits: 128, signed: true },
  int8_t: { bits: 8, signed: true },
  int16_t: { bits: 16, signed: true },
  int32_t: INT,
  int64_t: LONG,
  uint8_t: { bits: 8, signed: false },
  uint16_t: { bits: 16, signed: false },
  uint32_t: { bits: 32, signed: false },
  uint64_t: { bits: 64, signed: false },
  size_t: { bits: 64, signed: false },
};

/** The type that these specifiers name (LP64); null: none that is followed. */
export function typeOf(specifiers: string): CType | null {
  const words = specifiers
    .split(/\s+/)
    .filter((w) => w !== '' && !['const', 'static', 'register', 'signed', 'extern', 'inline'].includes(w));
  const signed = !words.includes('unsigned');
  const rest = words.filter((w) => w !== 'unsigned');
  const name = rest.find((w) => w === 'char' || w === 'short' || w === 'long') ?? rest[0] ?? 'int';
  const base = BASE[name];
  return base ? (signed ? base : { bits: base.bits, signed: false }) : null;
}

export const sort = (type: CType): string => `(_ BitVec ${type.bits})`;
export const constant = (value: bigint, type: CType): Value => ({
  text: `(_ bv${BigInt.asUintN(type.bits, value)} ${type.bits})`,
  type,
});
export const and = (...parts: readonly string[]): string => joined('and', 'true', 'false', parts);
export const or = (...parts: readonly string[]): string => joined('or', 'false', 'true', parts);
export const not = (p: string): string => (p === 'true' ? 'false' : p === 'false' ? 'true' : `(not ${p})`);

function joined(op: string, neutral: string, absorbing: string, parts: readonly string[]): string {
  const own = [...new Set(parts)].filter((p) => p !== neutral);
  return own.includes(absorbing)
    ? absorbing
    : own.length === 0
      ? neutral
      : own.length === 1
        ? (own[0] as string)
        : `(${op} ${own.join(' ')})`;
}

export const truth = (v: Value): string => `(distinct ${v.text} (_ bv0 ${v.type.bits}))`;
export const fromTruth = (p: string): Value => ({ text: `(ite ${p} (_ bv1 32) (_ bv0 32))`, type: INT });

export function convert(v: Value, to: CType): Value {
  if (to.bool) return { text: `(ite ${truth(v)} (_ bv1 ${to.bits}) (_ bv0 ${to.bits}))`, type: to };
  const more = to.bits - v.type.bits;
  const text =
    more === 0
      ? v.text
      : more < 0
        ? `((_ extract ${to.bits - 1} 0) ${v.text})`
        : `((_ ${v.type.signed ? 'sign' : 'zero'}_extend ${more}) ${v.text})`;
  return { text, type: to };
}

export const promoted = (t: CType): CType => (t.bits < INT.bits ? INT : t);

/** The usual arithmetic conversions: the wider one, the unsigned one of two that are as wide. */
function common(a: CType, b: CType): CType {
  const [x, y] = [promoted(a), promoted(b)];
  return x.bits > y.bits ? x : y.bits > x.bits ? y : x.signed ? y : x;
}

const COMPARE: Readonly<Record<string, readonly [string, string]>> = {
  '<': ['bvslt', 'bvult'],
  '<=': ['bvsle', 'bvule'],
  '>': ['bvsgt', 'bvugt'],
  '>=': ['bvsge', 'bvuge'],
};
const BITWISE: Readonly<Record<string, string>> = { '&': 'bvand', '|': 'bvor', '^': 'bvxor' };
const LINEAR: Readonly<Record<string, string>> = { '+': 'bvadd', '-': 'bvsub', '*': 'bvmul' };

/** The result of an operator, and the condition under which it is defined. */
export function operate(op: string, left: Value, right: Value): { readonly value: Value; readonly defined: string } {
  if (op === '<<' || op === '>>') return shift(op, left, right);
  const type = common(left.type, right.type);
  const [a, b] = [convert(left, type).text, convert(right, type).text];
  const always = (value: Value): { value: Value; defined: string } => ({ value, defined: 'true' });
  if (op === '==') return always(fromTruth(`(= ${a} ${b})`));
  if (op === '!=') return always(fromTruth(`(distinct ${a} ${b})`));
  const compare = COMPARE[op];
  if (compare) return always(fromTruth(`(${compare[type.signed ? 0 : 1]} ${a} ${b})`));
  const bitwise = BITWISE[op];
  if (bitwise) return always({ text: `(${bitwise} ${a} ${b})`, type });
  const linear = LINEAR[op];
  if (linear)
    return { value: { text: `(${linear} ${a} ${b})`, type }, defined: type.signed ? fits(op, linear, a, b) : 'true' };
  if (op === '/' || op === '%') {
    const name = `bv${type.signed ? 's' : 'u'}${op === '/' ? 'div' : 'rem'}`;
    const least = `(_ bv${1n << BigInt(type.bits - 1)} ${type.bits})`;
    const minus = `(_ bv${(1n << BigInt(type.bits)) - 1n} ${type.bits})`;
    const overflow = type.signed ? not(and(`(= ${a} ${least})`, `(= ${b} ${minus})`)) : 'true';
    return {
      value: { text: `(${name} ${a} ${b})`, type },
      defined: and(`(distinct ${b} (_ bv0 ${type.bits}))`, overflow),
    };
  }
  throw new Unsupported(`the operator ${op}`);
}

/** That a signed result is what the integers give. */
function fits(op: string, name: string, a: string, b: string): string {
  if (op === '*') return and(`(bvsmul_noovfl ${a} ${b})`, `(bvsmul_noudfl ${a} ${b})`);
  const wide = (t: string): string => `((_ sign_extend 1) ${t})`;
  return `(= ${wide(`(${name} ${a} ${b})`)} (${name} ${wide(a)} ${wide(b)}))`;
}

function shift(op: string, left: Value, right: Value): { readonly value: Value; readonly defined: string } {
  const type = promoted(left.type);
  const a = convert(left, type).text;
  const by = convert(right, { bits: type.bits, signed: right.type.signed }).text;
  const within = `(bvult ${by} (_ bv${type.bits} ${type.bits}))`;
  if (op === '>>')
    return { value: { text: `(${type.signed ? 'bvashr' : 'bvlshr'} ${a} ${by})`, type }, defined: within };
  const text = `(bvshl ${a} ${by})`;
  const kept = type.signed ? and(`(bvsge ${a} (_ bv0 ${type.bits}))`, `(= (bvashr ${text} ${by}) ${a})`) : 'true';
  return { value: { text, type }, defined: and(within, kept) };
}
