/**
 * The functions that terms are applied with where no normal form of `term.ts` has them. One table has all that is
 * known of each. Who adds one fills in its row; the compiler names whatever else has to know of it.
 */
import { firstWithin, floorDiv, gcd, sumOfResidues } from '../arithmetic/index.ts';
import { UNBOUNDED, greatest } from './interval.ts';
import type { Interval } from './interval.ts';
import { termCache } from './term-caches.ts';
import type { SummedResidues } from '../arithmetic/index.ts';

export type FunctionKind =
  | 'bit-and'
  | 'bit-or'
  | 'bit-xor'
  | 'shift-left'
  | 'shift-right'
  | 'truncated-quotient'
  | 'truncated-remainder'
  | 'floor-quotient'
  | 'bits-set'
  | 'lowest-bits-cleared'
  | 'first-within'
  | 'look-up'
  | 'classification'
  | 'residue-sum'
  | 'element'
  | 'member'
  | 'membership'
  | 'element-sum'
  | 'string-length'
  | 'zero-terminated-length'
  | 'list-size';

/** Symbols are equal where they are the same object. */
export interface FunctionSymbol {
  readonly kind: FunctionKind;
  /**
   * Text that no other function has. It stands in the keys of terms, and names a function that has no notation of its
   * own.
   */
  readonly key: string;
  /** Of a look-up: what is at the indices 0, 1, ... */
  readonly values: readonly bigint[];
  /** Of a sum of residues: what it adds up; null for all others. */
  readonly summed: SummedResidues | null;
}

const named = (kind: FunctionKind, key: string): FunctionSymbol => ({ kind, key, values: [], summed: null });

/** Bit by bit, on integers of any size in two's complement. */
export const BIT_AND = named('bit-and', 'band');
export const BIT_OR = named('bit-or', 'bor');
export const BIT_XOR = named('bit-xor', 'bxor');
/** `a 2^b` and `floor(a / 2^b)`, for b >= 0. */
export const SHIFT_LEFT = named('shift-left', 'shl');
export const SHIFT_RIGHT = named('shift-right', 'shr');
/** C's division, which rounds towards zero: -7 / 2 is -3, and -7 % 2 is -1. The divisor is not 0. */
export const TRUNCATED_QUOTIENT = named('truncated-quotient', 'tdiv');
export const TRUNCATED_REMAINDER = named('truncated-remainder', 'trem');
/** `floor(a / b)` for b > 0: floor(-7 / 2) is -4. */
export const FLOOR_QUOTIENT = named('floor-quotient', 'fdiv');
/** `popcount(a)`: how many bits are set in a >= 0; popcount(22) is 3. */
export const BITS_SET = named('bits-set', 'popcount');
/**
 * `cleared(a, k)`: a >= 0 without the lowest k >= 0 of the bits that are set: `a & (a - 1)` is cleared(a, 1), and
 * cleared(22, 2) is 16.
 */
export const LOWEST_BITS_CLEARED = named('lowest-bits-cleared', 'cleared');
/**
 * `first(a, b, m, lo, hi)` is the least k >= 0 with `(a + b k) mod m` in [lo, hi]. So first(0, 3, 10, 1, 2) is 4, since
 * 12 mod 10 is 2.
 */
export const FIRST_WITHIN = named('first-within', 'first');
/** `read a(i)`: the element of the array at an index, as it was at the start. */
export const READ = named('element', 'read');
/** `follow next(p)`: the member of what is at a position. */
export const FOLLOW = named('member', 'follow');
/**
 * `among(x, p)`: not 0 where x is one of the elements from p on before the first zero; it belongs to the array that it
 * is `of`.
 */
export const AMONG = named('membership', 'among');
/** `elements(from, count)`: the sum of so many elements of the array that it is `of`, from an index on. */
export const ELEMENT_SUM = named('element-sum', 'elements');

/** `strlen(p)`: how many characters come before the first zero, from p on. */
export const STRING_LENGTH = named('string-length', 'strlen');
/** `entries(p)`: the same of elements that are no characters. */
export const ZERO_TERMINATED_LENGTH = named('zero-terminated-length', 'entries');
/** `length(p)`: how many nodes come before the null pointer, from p on. */
export const LIST_SIZE = named('list-size', 'length');

const made = termCache<string, FunctionSymbol>();

function once(symbol: FunctionSymbol): FunctionSymbol {
  const known = made.get(symbol.key);
  if (known !== undefined) return known;
  made.set(symbol.key, symbol);
  return symbol;
}

/** The element of a list of constants at an index; 0 outside of it. */
export const lookUpOf = (values: readonly bigint[]): FunctionSymbol =>
  once({ ...named('look-up', `table:${values.join()}`), values });

/** What a function such as `isspace` says of a character. */
export const classifiedBy = (name: string): FunctionSymbol => once(named('classification', name));

/**
 * `sum(n, c0, c1, c2, ...)` is the sum of `floor((c0 + c1 k + c2 k^2 + ...) / D) mod M` over 0 <= k < n. It is nothing
 * where n is not positive.
 */
export const residueSumOf = (summed: SummedResidues): FunctionSymbol =>
  once({ ...named('residue-sum', `sum:${summed.denominator}:${summed.modulus}`), summed });

/** How an application reads for people (docs/notation.md). */
export type Notation =
  | { readonly style: 'operator'; readonly symbol: string }
  | { readonly style: 'call' | 'cleared-bits' | 'floor' | 'look-up' | 'summation' | 'element' | 'member' };

/** How an application is written in C; `none`: C has no such expression. */
export type CForm =
  /** `loose`: in parentheses beside every other operator. */
  | { readonly style: 'operator'; readonly symbol: string; readonly loose: boolean }
  | { readonly style: 'call'; readonly name: string }
  | {
      readonly style:
        | 'cleared-bits'
        | 'floor-quotient'
        | 'times-power-of-two'
        | 'over-power-of-two'
        | 'look-up'
        | 'element'
        | 'none';
    };

/** What the solver is told; `opaque`: equal applications are equal, and within their interval. */
export type SmtForm = 'floor-quotient' | 'truncated-quotient' | 'truncated-remainder' | 'look-up' | 'opaque';

interface Meaning {
  /** The value for constant arguments; null: there is none, or it isn't worked out. */
  value(args: readonly bigint[], f: FunctionSymbol): bigint | null;
  /**
   * Contains all values for arguments within intervals. `of`: that of the elements of the array that the application is
   * of.
   */
  interval(args: readonly Interval[], f: FunctionSymbol, of: Interval): Interval;
  readonly notation: Notation;
  readonly c: CForm;
  readonly smt: SmtForm;
}

const SHIFT_LIMIT = 4096n;
/** Shifts by more than this have no bounds. */
const BOUNDED_SHIFT = 256n;

/** From a function of two arguments. */
const binary =
  (value: (a: bigint, b: bigint) => bigint | null): Meaning['value'] =>
  ([a, b]) =>
    a === undefined || b === undefined ? null : value(a, b);
const interval =
  (bounds: (a: Interval, b: Interval) => Interval): Meaning['interval'] =>
  ([a, b]) =>
    a === undefined || b === undefined ? UNBOUNDED : bounds(a, b);
const unknownValue: Meaning['value'] = () => null;
const unbounded: Meaning['interval'] = () => UNBOUNDED;
const operator = (symbol: string): Notation => ({ style: 'operator', symbol });
const loose = (symbol: string): CForm => ({ style: 'operator', symbol, loose: true });

const isNotNegative = (i: Interval): boolean => i.lo !== null && i.lo >= 0n;

/** Nothing is known of its values, and C has no expression for it: it is the same for the same arguments. */
const UNINTERPRETED: Meaning = {
  value: unknownValue,
  interval: unbounded,
  notation: { style: 'call' },
  c: { style: 'none' },
  smt: 'opaque',
};

/** Neither more bits than the longer of two numbers that are not negative. */
const withinBits = interval((a, b) => {
  if (!isNotNegative(a) || !isNotNegative(b) || a.hi === null || b.hi === null) return UNBOUNDED;
  const top = a.hi > b.hi ? a.hi : b.hi;
  let power = 1n;
  while (power <= top) power <<= 1n;
  return { lo: 0n, hi: power - 1n };
});

function bitsSet(a: bigint): bigint {
  let count = 0n;
  for (let rest = a; rest > 0n; rest &= rest - 1n) count++;
  return count;
}

function withoutLowest(a: bigint, k: bigint): bigint {
  let rest = a;
  for (let left = k; left > 0n && rest > 0n; left--) rest &= rest - 1n;
  return rest;
}

export const MEANINGS: Readonly<Record<FunctionKind, Meaning>> = {
  'bit-and': {
    value: binary((a, b) => a & b),
    interval: interval((a, b) =>
      isNotNegative(a) ? { lo: 0n, hi: a.hi } : isNotNegative(b) ? { lo: 0n, hi: b.hi } : UNBOUNDED,
    ),
    notation: operator('&'),
    c: loose('&'),
    smt: 'opaque',
  },
  'bit-or': {
    value: binary((a, b) => a | b),
    interval: withinBits,
    notation: operator('|'),
    c: loose('|'),
    smt: 'opaque',
  },
  'bit-xor': {
    value: binary((a, b) => a ^ b),
    interval: withinBits,
    notation: operator('xor'),
    c: loose('^'),
    smt: 'opaque',
  },
  'shift-left': {
    value: binary((a, b) => (b < 0n || b > SHIFT_LIMIT ? null : a << b)),
    interval: interval((a, b) =>
      a.lo !== null && a.lo >= 0n && b.lo !== null && b.lo >= 0n && b.hi !== null && b.hi <= BOUNDED_SHIFT
        ? { lo: a.lo << b.lo, hi: a.hi === null ? null : a.hi << b.hi }
        : UNBOUNDED,
    ),
    notation: operator('<<'),
    c: { style: 'times-power-of-two' },
    smt: 'opaque',
  },
  'shift-right': {
    value: binary((a, b) => (b < 0n ? null : a >> b)),
    interval: interval((a) => (isNotNegative(a) ? { lo: 0n, hi: a.hi } : UNBOUNDED)),
    notation: operator('>>'),
    c: { style: 'over-power-of-two' },
    smt: 'opaque',
  },
  'truncated-quotient': {
    value: binary((a, b) => (b === 0n ? null : a / b)),
    interval: interval((a, b) => {
      if (isNotNegative(a) && isNotNegative(b)) return { lo: 0n, hi: a.hi };
      const size = a.lo === null || a.hi === null ? null : greatest(a.hi, -a.lo);
      if (size === null) return UNBOUNDED;
      return size < 0n ? { lo: size, hi: -size } : { lo: -size, hi: size };
    }),
    notation: operator('/'),
    c: { style: 'operator', symbol: '/', loose: false },
    smt: 'truncated-quotient',
  },
  'truncated-remainder': {
    value: binary((a, b) => (b === 0n ? null : a % b)),
    interval: interval((a, b) => {
      const size = b.lo === null || b.hi === null ? null : greatest(b.hi, -b.lo);
      if (size === null || size <= 0n) return { lo: isNotNegative(a) ? 0n : null, hi: null };
      return { lo: isNotNegative(a) ? 0n : -(size - 1n), hi: a.hi !== null && a.hi <= 0n ? 0n : size - 1n };
    }),
    notation: operator('%'),
    c: { style: 'operator', symbol: '%', loose: false },
    smt: 'truncated-remainder',
  },
  'floor-quotient': {
    value: binary((a, b) => (b <= 0n ? null : floorDiv(a, b))),
    interval: unbounded,
    notation: { style: 'floor' },
    c: { style: 'floor-quotient' },
    smt: 'floor-quotient',
  },
  'bits-set': {
    value: ([a]) => (a === undefined || a < 0n ? null : bitsSet(a)),
    interval: ([a]) => ({
      lo: a?.lo != null && a.lo > 0n ? 1n : 0n,
      hi: a?.hi == null || a.hi < 0n ? null : BigInt(a.hi.toString(2).length),
    }),
    notation: { style: 'call' },
    c: { style: 'call', name: '__builtin_popcountll' },
    smt: 'opaque',
  },
  'lowest-bits-cleared': {
    value: binary((a, k) => (a < 0n || k < 0n ? null : withoutLowest(a, k))),
    interval: ([a]) => ({ lo: 0n, hi: a?.hi ?? null }),
    notation: { style: 'cleared-bits' },
    c: { style: 'cleared-bits' },
    smt: 'opaque',
  },
  'first-within': {
    value: ([start, step, modulus, lo, hi]) =>
      start === undefined ||
      step === undefined ||
      modulus === undefined ||
      lo === undefined ||
      hi === undefined ||
      lo < 0n ||
      hi < lo ||
      hi >= modulus
        ? null
        : firstWithin(start, step, modulus, lo, hi),
    // after m / gcd(b, m) steps all values have come
    interval: ([, b, m]) => ({
      lo: 0n,
      hi: b?.lo != null && b.lo === b.hi && m?.lo != null && m.lo === m.hi ? m.lo / gcd(b.lo, m.lo) - 1n : null,
    }),
    notation: { style: 'call' },
    c: { style: 'none' },
    smt: 'opaque',
  },
  'look-up': {
    value: ([index], { values }) =>
      index === undefined
        ? null
        : index >= 0n && index < BigInt(values.length)
          ? (values[Number(index)] as bigint)
          : 0n,
    interval: (_, { values }) => ({
      lo: values.reduce((x, y) => (x < y ? x : y), 0n),
      hi: values.reduce((x, y) => (x > y ? x : y), 0n),
    }),
    notation: { style: 'look-up' },
    c: { style: 'look-up' },
    smt: 'look-up',
  },
  'residue-sum': {
    value: ([n, ...coefficients], { summed }) =>
      n === undefined || coefficients.length === 0 || summed === null ? null : sumOfResidues(summed, n, coefficients),
    interval: ([n], { summed }) => ({
      lo: 0n,
      hi: n?.hi == null || summed === null ? null : n.hi > 0n ? n.hi * (summed.modulus - 1n) : 0n,
    }),
    notation: { style: 'summation' },
    c: { style: 'none' },
    smt: 'opaque',
  },
  element: {
    value: unknownValue,
    interval: (_, __, of) => of,
    notation: { style: 'element' },
    c: { style: 'element' },
    smt: 'opaque',
  },
  member: {
    value: unknownValue,
    interval: unbounded,
    notation: { style: 'member' },
    c: { style: 'none' },
    smt: 'opaque',
  },
  classification: UNINTERPRETED,
  membership: UNINTERPRETED,
  'string-length': UNINTERPRETED,
  'zero-terminated-length': UNINTERPRETED,
  'list-size': UNINTERPRETED,
  'element-sum': UNINTERPRETED,
};

/** The value of a function for constant arguments; null where it has none. */
export const applyFunction = (f: FunctionSymbol, args: readonly bigint[]): bigint | null =>
  MEANINGS[f.kind].value(args, f);
