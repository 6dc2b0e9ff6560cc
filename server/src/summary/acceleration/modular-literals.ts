/**
 * Literals about values that wrap around: `(a + b k) mod m` in iteration k. The first k at which such a value is zero
 * is found by an inverse of the stride. The first at which it enters an interval is `first(a, b, m, lo, hi)`, found by
 * a descent as in Euclid's algorithm. Neither counts laps one by one. Source: Euclid's algorithm on lattice points.
 */
import { floorMod, gcd } from '../../arithmetic/index.ts';
import {
  FALSE,
  FIRST_WITHIN,
  TRUE,
  and,
  app,
  boundsOfSequence,
  collect,
  div,
  eq0,
  ge0,
  greatestOf,
  int,
  intervalOf,
  isConst,
  mentions,
  mod,
  neg,
  not,
  or,
  partsOf,
  plus,
  risesUntil,
  scale,
  sequenceOf,
  sub,
  substitute,
  sumOf,
  sym,
} from '../../logic/index.ts';
import type { Formula, RangeOf, Term } from '../../logic/index.ts';
import type { Behaviour } from './acceleration.ts';
import { COUNTER } from './closed-forms.ts';
import type { MovingLiteral } from './moving-literal.ts';
import { ALWAYS } from './acceleration.ts';

/** `(a mod m) - r = 0` is `(a - r) mod m = 0` where r is a residue itself, which is then the condition. */
function joinedModulus(term: Term, range: RangeOf): { readonly term: Term; readonly condition: Formula } {
  const none = { term: term, condition: TRUE };
  const { constant, parts } = partsOf(term);
  const moduli = parts.filter((p) => p.mono.kind === 'mod' && mentions(p.mono, COUNTER));
  const modulus = moduli[0];
  if (moduli.length !== 1 || !modulus || modulus.mono.kind !== 'mod' || (modulus.coef !== 1n && modulus.coef !== -1n))
    return none;
  const rest = sumOf(
    constant,
    parts.filter((p) => p !== modulus),
  );
  if (mentions(rest, COUNTER)) return none;
  const residue = modulus.coef === 1n ? neg(rest) : rest;
  const interval = intervalOf(residue, range);
  const { arg, by } = modulus.mono;
  const isIn = interval.lo !== null && interval.hi !== null && interval.lo >= 0n && interval.hi < by;
  return {
    term: mod(sub(arg, residue), by),
    condition: isIn ? TRUE : and(ge0(residue), ge0(sub(int(by - 1n), residue))),
  };
}

/** `(a + b k) mod m` compared with zero. */
export function divisibility({ literal, term: given, prefix, range }: MovingLiteral): Behaviour | null {
  const { term, condition } = joinedModulus(given, range);
  if (literal.kind === 'ge' || term.kind !== 'mod') return null;
  const polynomial = collect(term.arg, COUNTER);
  if (polynomial?.length !== 2) return null;
  const modulus = term.by;
  const [start, step] = polynomial as [Term, Term];
  if (!isConst(step)) return null;
  if (literal.kind === 'eq') {
    if (condition.kind !== 'true') return null;
    // holds at prefix, and the stride is no multiple of m: fails at once
    return {
      through: (n) => ge0(sub(int(prefix + 1), n)),
      fails: [{ count: int(prefix + 1), condition: TRUE }],
      forever: FALSE,
    };
  }
  const divisor = gcd(step.value, modulus);
  const order = modulus / divisor;
  const inverse = modInverse(step.value / divisor, order);
  if (inverse === null) return null;
  const hits = and(condition, divisor === 1n ? TRUE : eq0(mod(start, divisor)));
  // least k >= prefix + 1 with a + b k = 0 (mod m)
  const from = BigInt(prefix + 1);
  const residue = mod(plus(scale(-inverse, div(start, divisor)), -from), order);
  const count = plus(residue, from);
  return {
    through: (n) => or(not(hits), ge0(sub(count, n))),
    fails: [{ count, condition: hits }],
    forever: not(hits),
  };
}

function modInverse(a: bigint, m: bigint): bigint | null {
  let [r0, r1] = [m, floorMod(a, m)];
  let [t0, t1] = [0n, 1n];
  while (r1 !== 0n) {
    const q = r0 / r1;
    [r0, r1] = [r1, r0 - q * r1];
    [t0, t1] = [t1, t0 - q * t1];
  }
  return r0 === 1n ? floorMod(t0, m) : m === 1n ? 0n : null;
}

/** The residue of the least size. */
const nearest = (b: bigint, m: bigint): bigint => (2n * floorMod(b, m) > m ? floorMod(b, m) - m : floorMod(b, m));

/**
 * `c ((a + b k) mod m) + r >= 0` with a constant stride b. It fails where the residue is in an interval at one end of 0
 * to m - 1. The residue enters the interval for the first time at `first`, or never, where gcd(b, m) keeps it out:
 * `(2 k) mod 8` is never 3.
 */
export function laps({ literal, term, prefix, range }: MovingLiteral): Behaviour | null {
  if (literal.kind !== 'ge') return null;
  const moving = partsOf(term).parts.filter((p) => mentions(p.mono, COUNTER));
  const [only] = moving;
  if (moving.length !== 1 || only?.mono.kind !== 'mod') return null;
  const { arg, by: modulus } = only.mono;
  const linear = collect(arg, COUNTER);
  if (linear?.length !== 2) return null;
  const [start, step] = linear as [Term, Term];
  if (!isConst(step)) return null;
  const rest = sub(term, scale(only.coef, only.mono));
  const size = only.coef < 0n ? -only.coef : only.coef;
  // the residues at which the literal fails; that it holds at the prefix keeps their other end within 0 ... m - 1
  const [lo, hi] =
    only.coef > 0n ? [int(0), div(plus(neg(rest), -1), size)] : [div(plus(rest, size), size), int(modulus - 1n)];
  const divisor = gcd(step.value, modulus);
  const residue = mod(start, divisor);
  const room = only.coef > 0n ? sub(hi, residue) : sub(plus(residue, modulus - divisor), lo);
  const { lo: least, hi: most } = intervalOf(room, range);
  const hits = least !== null && least >= 0n ? TRUE : most !== null && most < 0n ? FALSE : ge0(room);
  if (hits.kind === 'false') return ALWAYS;
  // what `first` means at the iterations in question is stated too, for who doesn't know the function
  const at = (k: Term): Formula => ge0(substitute(term, new Map([[COUNTER, k]])));
  const count = plus(
    app(FIRST_WITHIN, [
      plus(start, step.value * BigInt(prefix)),
      int(nearest(step.value, modulus)),
      int(modulus),
      lo,
      hi,
    ]),
    prefix,
  );
  return {
    through: (n) => and(or(not(hits), ge0(sub(count, n))), at(plus(n, -1))),
    fails: [{ count, condition: and(hits, not(at(count))) }],
    forever: not(hits),
  };
}

/**
 * `c (p(k) mod 2^w) + r >= 0` for a constant polynomial p, or powers of an odd number. All values of `p(k) mod 2^w`
 * occur again and again. The literal never fails where none of them makes it fail. Otherwise it fails some day. When
 * that is for the first time has no formula: the count is a new symbol.
 */
export function goingRound({ literal, term, prefix, range, newCount }: MovingLiteral): Behaviour | null {
  if (literal.kind !== 'ge') return null;
  const [only, ...others] = partsOf(term).parts.filter((p) => mentions(p.mono, COUNTER));
  if (only?.mono.kind !== 'mod' || others.length > 0) return null;
  const sequence = sequenceOf(only.mono, COUNTER);
  if (sequence === null) return null;
  const rest = sub(term, scale(only.coef, only.mono));
  const { least, greatest } = boundsOfSequence(sequence);
  const worst = intervalOf(plus(rest, only.coef * (only.coef > 0n ? least : greatest)), range);
  if (worst.lo !== null && worst.lo >= 0n) return ALWAYS;
  const top = only.coef < 0n ? greatestOf(sequence) : null;
  if (top === null) return null;
  const symbol = newCount();
  const n = sym(symbol);
  const at = (k: Term): Formula => ge0(substitute(term, new Map([[COUNTER, k]])));
  const stop = and(ge0(plus(n, -(prefix + 1))), not(at(n)));
  const holdsAtTop = ge0(plus(rest, only.coef * top.value));
  return {
    through: () => null,
    fails: [
      {
        count: n,
        condition: and(not(holdsAtTop), stop, at(plus(n, -1))),
        least: { symbol, stop, rises: risesUntil(sequence) },
      },
    ],
    forever: holdsAtTop,
  };
}
