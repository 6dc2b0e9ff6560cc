/**
 * Literals about values that rise to a top and fall from there on: `100 - k^2 >= 0`, `n - 2^k >= 0`. Source: our own;
 * eventual monotony as in LoAT.
 */
import { implies, provenSign } from '../../decide/index.ts';
import type { Formula, Part, Term } from '../../logic/index.ts';
import {
  FLOOR_QUOTIENT,
  TRUE,
  add,
  and,
  ge0,
  int,
  isConst,
  mentions,
  mul,
  neg,
  not,
  partsOf,
  plus,
  scale,
  sub,
  sym,
} from '../../logic/index.ts';
import type { Behaviour } from './acceleration.ts';
import { COUNTER } from './closed-forms.ts';
import { atCounter } from './moving-literal.ts';
import type { MovingLiteral } from './moving-literal.ts';

/**
 * t(k) >= 0 where t rises to a top and falls from there on: it holds throughout where it holds at both ends. Such are
 * polynomials whose second difference is never positive, `10 + 5 k - k^2`. So is `A + B b^k`, which rises for ever
 * where B >= 0.
 */
export function eventualDecrease(literal: MovingLiteral): Behaviour | null {
  if (literal.literal.kind !== 'ge') return null;
  const falls = fallingCondition(literal);
  if (falls === null) return null;
  const { term } = literal;
  const count = literal.newCount();
  const n = sym(count);
  // the form holds from the prefix on
  const stop = and(ge0(plus(n, -(literal.prefix + 1))), not(ge0(atCounter(term, n))));
  return {
    through: (k) => ge0(atCounter(term, plus(k, -1))),
    fails: [
      {
        count: n,
        condition: and(falls, stop, ge0(atCounter(term, plus(n, -1)))),
        least: { symbol: count, stop },
      },
    ],
    forever: not(falls),
  };
}

/** When t falls below zero some day; null where t isn't known to stay there. */
function fallingCondition({ term: moving, polynomial, facts, range }: MovingLiteral): Formula | null {
  if (polynomial !== null) {
    // c0 + c1 k + c2 k^2 + ...: from the square on no coefficient is positive, the last is negative
    const bent = polynomial.slice(2);
    const top = bent[bent.length - 1];
    if (!top || provenSign(top, facts, range) !== -1) return null;
    // in the basis of powers a negative k^3 doesn't make the second difference of k^2 positive: 6k >= 0
    return bent.every((c) => (isConst(c) ? c.value <= 0n : implies(facts, ge0(neg(c)), range))) ? TRUE : null;
  }
  const growing = partsOf(moving).parts.filter((p) => mentions(p.mono, COUNTER));
  const [only] = growing;
  if (growing.length === 1 && only?.mono.kind === 'app' && only.mono.fn === FLOOR_QUOTIENT && only.coef > 0n) {
    // floor(x / c^k) falls to zero where x is not negative
    const [x, power] = only.mono.args;
    const rest = sub(moving, scale(only.coef, only.mono));
    const shrinks = x && power?.kind === 'pow' && power.exponent === sym(COUNTER) && implies(facts, ge0(x), range);
    return shrinks && implies(facts, ge0(plus(neg(rest), -1)), range) ? TRUE : null;
  }
  const factor = powerFactor(growing);
  return factor === null ? null : ge0(plus(neg(factor), -1));
}

/** B, where these parts are `B b^k` for some b >= 2; null where they aren't. */
export function powerFactor(growing: readonly Part[]): Term | null {
  let factor: Term = int(0);
  let base: bigint | null = null;
  for (const part of growing) {
    const factors = part.mono.kind === 'prod' ? part.mono.factors : [part.mono];
    const power = factors.find((f) => f.kind === 'pow' && f.exponent === sym(COUNTER));
    const rest = factors.filter((f) => f !== power);
    if (power?.kind !== 'pow' || power.base < 2n || rest.some((f) => mentions(f, COUNTER))) return null;
    if (base !== null && base !== power.base) return null;
    base = power.base;
    factor = add(
      factor,
      rest.reduce<Term>((acc, f) => mul(acc, f), int(part.coef)),
    );
  }
  return base === null ? null : factor;
}
