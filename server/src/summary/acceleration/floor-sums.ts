/**
 * Sums of quotients and remainders over the iterations of a loop: `floor((A + a k) / b)` for 0 <= k < n, where what is
 * divided moves on by the same constant at every iteration. Let F(m) be the sum of floor(i / b) below m, which is q (2m
 * - b q - b) / 2 for q = floor(m / b). A step of 1 gives F(A + n) - F(A). Other steps are reduced to it, or summed by
 * residues of k. Source: Euclid's algorithm on lattice points.
 */
import { COUNTER } from '../../certify/index.ts';
import { floorDiv, gcd } from '../../arithmetic/index.ts';
import type { Term } from '../../logic/index.ts';
import {
  FLOOR_QUOTIENT,
  add,
  app,
  collect,
  div,
  int,
  isConst,
  mentions,
  mul,
  plus,
  scale,
  sub,
  sym,
} from '../../logic/index.ts';
import { residueSum } from './sums-of-residues.ts';
import type { Rational } from './rational-sum.ts';

const ITERATIONS = sym(COUNTER);
/** Divisors up to this are summed by residues where no other way is known. */
const MAX_RESIDUES = 8n;
const MOST_WRITTEN = 64n;

/**
 * Sum over 0 <= k < n of a monomial with one quotient or remainder in it that changes with k. Null where there is no
 * closed form.
 */
export function floorSum(mono: Term): Rational | null {
  const factors = mono.kind === 'prod' ? mono.factors : [mono];
  const moving = factors.filter((f) => mentions(f, COUNTER));
  const [only] = moving;
  if (moving.length !== 1 || !only) return null;
  const weight = factors.filter((f) => f !== only).reduce<Term>((product, f) => mul(product, f), int(1));
  // with a large modulus the formula is longer than the sum
  const sum =
    only.kind === 'mod' && only.by > MOST_WRITTEN
      ? (residueSum(only) ?? sumOfOne(only))
      : (sumOfOne(only) ?? residueSum(only));
  return sum && { numerator: mul(weight, sum.numerator), denominator: sum.denominator };
}

function sumOfOne(term: Term): Rational | null {
  if (term.kind === 'div') return quotients(term.arg, int(term.by));
  if (term.kind === 'app' && term.fn === FLOOR_QUOTIENT) return quotients(term.args[0] as Term, term.args[1] as Term);
  if (term.kind !== 'mod') return null;
  // x mod b = x - b floor(x / b)
  const whole = quotients(term.arg, int(term.by));
  const linear = collect(term.arg, COUNTER);
  if (whole === null || linear?.length !== 2) return null;
  const d = whole.denominator;
  const [a0, a1] = linear as [Term, Term];
  // twice the sum of a0 + a1 k is n (2 a0 + a1 (n - 1))
  const twice = mul(ITERATIONS, add(scale(2n, a0), mul(a1, plus(ITERATIONS, -1))));
  return { numerator: sub(scale(d, twice), scale(2n * term.by, whole.numerator)), denominator: 2n * d };
}

/** Sum of floor(x / by) for x = A + a k. */
function quotients(x: Term, by: Term): Rational | null {
  const linear = collect(x, COUNTER);
  if (linear?.length !== 2 || mentions(by, COUNTER)) return null;
  const [start, step] = linear as [Term, Term];
  if (!isConst(step)) return null;
  if (step.value === 1n || step.value === -1n) return unitSteps(start, step.value, by);
  if (!isConst(by)) return null;
  // floor((A + a k) / b) = floor((floor(A / g) + (a / g) k) / (b / g))
  const divisor = gcd(step.value, by.value);
  if (divisor !== 1n)
    return quotients(add(div(start, divisor), scale(step.value / divisor, ITERATIONS)), int(by.value / divisor));
  const b = by.value;
  if (b === 1n) return withLinear({ numerator: int(0), denominator: 1n }, start, step.value);
  const whole = floorDiv(step.value, b);
  if (whole !== 0n) {
    const rest = quotients(add(start, scale(step.value - whole * b, ITERATIONS)), by);
    return rest && withLinear(rest, int(0), whole);
  }
  // (b - 1) k = b k - k
  if (step.value === b - 1n) return withLinear(unitSteps(start, -1n, by), int(0), 1n);
  return b <= MAX_RESIDUES ? byResidues(start, step.value, b) : null;
}

/** F(A + n) - F(A), or F(A + 1) - F(A - n + 1) where it goes down. */
function unitSteps(start: Term, step: 1n | -1n, by: Term): Rational {
  const [high, low] = step === 1n ? [add(start, ITERATIONS), start] : [plus(start, 1), plus(sub(start, ITERATIONS), 1)];
  return { numerator: sub(twiceBelow(high, by), twiceBelow(low, by)), denominator: 2n };
}

/** Twice the sum of floor(i / b) over i < m (minus that over m <= i < 0). */
function twiceBelow(m: Term, by: Term): Term {
  const q = isConst(by) ? div(m, by.value) : app(FLOOR_QUOTIENT, [m, by]);
  return mul(q, sub(sub(scale(2n, m), mul(by, q)), by));
}

/** Plus the sum of A + a k. */
function withLinear(r: Rational, start: Term, step: bigint): Rational {
  const twice = mul(ITERATIONS, add(scale(2n, start), scale(step, plus(ITERATIONS, -1))));
  return { numerator: add(scale(2n, r.numerator), scale(r.denominator, twice)), denominator: 2n * r.denominator };
}

/**
 * Let k = b j + r. For each r there are floor((n - r + b - 1) / b) values of j, and floor((A + a k) / b) = floor((A + a
 * r) / b) + a j.
 */
function byResidues(start: Term, step: bigint, b: bigint): Rational {
  let twice: Term = int(0);
  for (let r = 0n; r < b; r++) {
    const count = div(plus(ITERATIONS, b - 1n - r), b);
    const first = div(plus(start, step * r), b);
    twice = add(twice, mul(count, add(scale(2n, first), scale(step, plus(count, -1)))));
  }
  return { numerator: twice, denominator: 2n };
}
