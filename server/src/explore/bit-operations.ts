/**
 * C's operators on bits as terms. A constant mask with few runs of ones is arithmetic: `x & 12` is
 * `4 * (x / 4 mod 4)`. What else there is keeps a function symbol.
 */
import { implies } from '../decide/index.ts';
import type { Formula, Term } from '../logic/index.ts';
import {
  BIT_AND,
  BIT_OR,
  BIT_XOR,
  LOWEST_BITS_CLEARED,
  SHIFT_LEFT,
  app,
  eq,
  ge0,
  int,
  intervalOf,
  isConst,
  maskBits,
  plus,
  pow,
  scale,
  sub,
} from '../logic/index.ts';
import type { KnownHere } from './value-facts.ts';

/** A mask with more runs of bits than this stays a mask: as a sum of quotients it would be unreadable. */
const MAX_RUNS = 4;

/** Runs of ones in the binary form, of zeros where the number is negative. */
const runsOf = (m: bigint): number =>
  (m < 0n ? -m - 1n : m)
    .toString(2)
    .split(/0+/)
    .filter((run) => run !== '').length;

export function bitwise(op: 'and' | 'or' | 'xor', first: Term, second: Term, known: KnownHere): Term {
  const cleared = op === 'and' ? (lowestCleared(first, second, known) ?? lowestCleared(second, first, known)) : null;
  if (cleared !== null) return cleared;
  if (first === second) return op === 'xor' ? int(0) : first;
  const [x, m] = isConst(first) ? [second, first] : [first, second];
  if (isConst(m) && runsOf(m.value) <= MAX_RUNS) {
    const masked = maskBits(x, m.value);
    if (op === 'and') return masked;
    return op === 'or' ? sub(plus(x, m.value), masked) : sub(plus(x, m.value), scale(2n, masked));
  }
  const args = first.key < second.key ? [first, second] : [second, first];
  return app(op === 'and' ? BIT_AND : op === 'or' ? BIT_OR : BIT_XOR, args);
}

/**
 * `x & (x - 1)` for an x that is not negative and no wider than 64 bits; null for all else. 0 - 1 is the type's
 * greatest value where it wraps around.
 */
function lowestCleared(x: Term, less: Term, known: KnownHere): Term | null {
  const isWrapped = less.kind === 'mod';
  const apart = sub(x, isWrapped ? less.arg : less);
  const { hi } = intervalOf(x, known.range);
  if (!isConst(apart) || hi === null || hi >= 1n << 64n || (isWrapped && hi >= less.by)) return null;
  const holds = (f: Formula): boolean => implies(known.facts(), f, known.range);
  const isOne = apart.value === 1n || (isWrapped && (apart.value - 1n) % less.by === 0n);
  const isRight = isOne ? holds(ge0(x)) : apart.value < -1n && holds(eq(x, int(0)));
  return isRight ? app(LOWEST_BITS_CLEARED, [x, int(1)]) : null;
}

/** `a * 2^amount` */
export function shiftedLeft(a: Term, amount: Term): Term {
  if (isConst(amount)) return scale(1n << amount.value, a);
  return isConst(a) ? scale(a.value, pow(2n, amount)) : app(SHIFT_LEFT, [a, amount]);
}
