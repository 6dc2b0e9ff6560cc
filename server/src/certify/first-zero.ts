/** Disequalities of residues: before its first zero a residue is not zero. */
import type { Formula, Term } from '../logic/index.ts';
import {
  add,
  and,
  collect,
  div,
  eq0,
  ge0,
  int,
  intervalOf,
  isConst,
  mentions,
  mod,
  mul,
  ne0,
  neg,
  or,
  partsOf,
  plus,
  scale,
  sub,
  sumOf,
} from '../logic/index.ts';
import { floorMod, gcd } from '../arithmetic/index.ts';
import type { Discharge } from './certificate.ts';
import { weaker } from './certificate.ts';
import type { Held, Question } from './every-iteration.ts';
import { INDEX } from './every-iteration.ts';
import type { Prover } from './prover.ts';

/**
 * `(a + b k) mod m` is not zero before `count`. It is zero at `count`, and zeros are m / gcd(b, m) apart: `(2 + 4 k)
 * mod 10` is zero at 2, 7, 12, ... None is within that distance but perhaps at the first index, where the literal
 * holds. Or it never is zero, as gcd(b, m) doesn't divide a.
 */
export function firstZero({ term, from, count, first, given, prover }: Question): Held | null {
  const residue = residueOf(joinedModulus(term, given, prover));
  if (residue === null) return null;
  const { a, b: step, m: modulus } = residue;
  const divisor = gcd(step, modulus);
  const never = divisor === 1n ? null : prover.proves(given, ne0(mod(a, divisor)));
  if (never) return { discharge: never, rule: 'never a multiple' };
  if (count === null) return null;
  const apart = modulus / divisor;
  const zero =
    prover.proves(given, eq0(mod(add(a, mul(int(step), count)), modulus))) ??
    solvedModulo(residue, count, given, prover);
  const near = prover.proves(given, ge0(sub(int(apart + from), count)));
  const start = prover.proves(given, first);
  if (zero && near && start) return { discharge: near === 'identity' ? zero : near, rule: 'first multiple' };
  // the least index behind the first at which it is zero, if it ever is
  const inverse = inverseModulo(step / divisor, apart);
  if (!start || inverse === null) return null;
  const next = plus(mod(plus(scale(-inverse, div(a, divisor)), -from - 1n), apart), from + 1n);
  const before = prover.proves(given, or(divisor === 1n ? or() : ne0(mod(a, divisor)), ge0(sub(next, count))));
  return before && { discharge: weaker(start, before), rule: 'before the first multiple' };
}

/** `(a + b k) mod m`. */
interface Residue {
  readonly a: Term;
  readonly b: bigint;
  readonly m: bigint;
}

/** The residue that a term is, up to a factor. */
function residueOf(term: Term): Residue | null {
  const { constant, parts } = partsOf(term);
  const only = constant === 0n && parts.length === 1 ? parts[0]?.mono : undefined;
  if (only?.kind !== 'mod') return null;
  const [a, slope, ...more] = collect(only.arg, INDEX) ?? [];
  return a && slope && more.length === 0 && isConst(slope) ? { a, b: slope.value, m: only.by } : null;
}

/** The number that makes 1 of b, modulo m; null where there is none. */
function inverseModulo(b: bigint, m: bigint): bigint | null {
  let [r, next] = [floorMod(b, m), m];
  let [x, y] = [1n, 0n];
  while (next !== 0n) {
    const q = r / next;
    [r, next] = [next, r - q * next];
    [x, y] = [y, x - q * y];
  }
  return floorMod(x * b, m) === floorMod(1n, m) ? floorMod(x, m) : null;
}

/** a + b n = 0 (mod m) for n = e + c (u mod d): where m divides b c d, the reduction of u can be left away. */
function solvedModulo({ a, b, m }: Residue, count: Term, given: Formula, prover: Prover): Discharge | null {
  const { constant, parts } = partsOf(count);
  const [only] = parts;
  if (parts.length !== 1 || only?.mono.kind !== 'mod' || (b * only.coef * only.mono.by) % m !== 0n) return null;
  return prover.proves(given, eq0(mod(add(a, int(b * constant), mul(int(b * only.coef), only.mono.arg)), m)));
}

/** `(u mod m) - r = 0` is `(u - r) mod m = 0` for residues r. */
function joinedModulus(term: Term, given: Formula, prover: Prover): Term {
  const { constant, parts } = partsOf(term);
  const own = parts.filter((p) => p.mono.kind === 'mod' && mentions(p.mono, INDEX));
  const reduction = own[0];
  if (own.length !== 1 || reduction?.mono.kind !== 'mod' || (reduction.coef !== 1n && reduction.coef !== -1n))
    return term;
  const rest = sumOf(
    constant,
    parts.filter((p) => p !== reduction),
  );
  if (mentions(rest, INDEX)) return term;
  const residue = reduction.coef === 1n ? neg(rest) : rest;
  const interval = intervalOf(residue, prover.range);
  const isIn =
    (interval.lo !== null && interval.hi !== null && interval.lo >= 0n && interval.hi < reduction.mono.by) ||
    prover.proves(given, and(ge0(residue), ge0(sub(int(reduction.mono.by - 1n), residue)))) !== null;
  return isIn ? mod(sub(reduction.mono.arg, residue), reduction.mono.by) : term;
}
