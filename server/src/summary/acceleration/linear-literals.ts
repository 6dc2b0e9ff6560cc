/**
 * Literals about `a + b k` in iteration k: `i < n` with `i++`, `n != 0` with `n -= 4`. Source: Proteus, section 3.2.
 */
import { abs } from '../../arithmetic/index.ts';
import { implies, provenSign } from '../../decide/index.ts';
import type { Formula, RangeOf, Term } from '../../logic/index.ts';
import {
  FALSE,
  FLOOR_QUOTIENT,
  TRUE,
  add,
  and,
  app,
  div,
  eq0,
  ge0,
  int,
  isConst,
  mod,
  mul,
  neg,
  not,
  or,
  plus,
  sub,
} from '../../logic/index.ts';
import type { Behaviour } from './acceleration.ts';
import { ALWAYS } from './acceleration.ts';
import type { MovingLiteral } from './moving-literal.ts';

interface LinearTerm {
  readonly start: Term;
  readonly stride: Term;
  /** Null: not known. */
  readonly sign: -1 | 0 | 1 | null;
}

function linearTerm({ polynomial, facts, range }: MovingLiteral): LinearTerm | null {
  if (polynomial?.length !== 2) return null;
  const [start, stride] = polynomial as readonly [Term, Term];
  return { start, stride, sign: provenSign(stride, facts, range) };
}

/** The term in iteration k. */
const valueIn = ({ start, stride }: LinearTerm, k: Term): Term => add(start, mul(stride, k));

/**
 * `a + b k >= 0`: for ever where b >= 0; else up to k = floor(a / -b), so that `i < 10` from i = 0 fails after 10
 * iterations.
 */
export function monotonicInequality(literal: MovingLiteral): Behaviour | null {
  if (literal.literal.kind !== 'ge') return null;
  const linear = linearTerm(literal);
  if (linear === null) return null;
  const { start, stride, sign } = linear;
  if (sign === 0 || sign === 1) return ALWAYS;
  const count = leavesAtOnce(linear, literal.prefix, literal.facts, literal.range)
    ? int(1)
    : plus(floorQuotient(start, neg(stride)), 1);
  const falling = sign === -1 ? TRUE : ge0(plus(neg(stride), -1));
  return {
    through: (n) => ge0(valueIn(linear, plus(n, -1))),
    fails: [{ count, condition: falling }],
    forever: not(falling),
  };
}

/**
 * A constant stride over the whole range of the value: no quotient is needed to say that the literal fails after one
 * iteration.
 */
function leavesAtOnce(linear: LinearTerm, prefix: number, facts: Formula, range: RangeOf): boolean {
  const { stride } = linear;
  if (!isConst(stride) || stride.value >= -1n || prefix !== 0) return false;
  return implies(facts, ge0(plus(neg(valueIn(linear, int(1))), -1)), range);
}

/** `a + b k = 0` with b other than zero: what holds in one iteration fails in the next. */
export function linearEquality(literal: MovingLiteral): Behaviour | null {
  if (literal.literal.kind !== 'eq') return null;
  const linear = linearTerm(literal);
  if (linear === null || linear.sign === null) return null;
  if (linear.sign === 0) return ALWAYS;
  const end = int(literal.prefix + 1);
  return {
    through: (n) => eq0(valueIn(linear, plus(n, -1))),
    fails: [{ count: end, condition: TRUE }],
    forever: FALSE,
  };
}

/** `a + b k != 0`: fails at k = -a / b, if that is a whole number behind the prefix; else it holds for ever. */
export function linearDisequality(literal: MovingLiteral): Behaviour | null {
  if (literal.literal.kind !== 'ne') return null;
  const linear = linearTerm(literal);
  if (linear === null) return null;
  const { start, stride, sign } = linear;
  if (sign === 0) return ALWAYS;
  if (sign === null || !isConst(stride)) return null;
  const step = abs(stride.value);
  const distance = stride.value > 0n ? neg(start) : start;
  const whole = eq0(mod(distance, step));
  const count = div(distance, step);
  const behind = ge0(plus(count, -(literal.prefix + 1)));
  return {
    through: (n) => or(not(whole), not(behind), ge0(sub(count, n))),
    fails: [{ count, condition: and(whole, behind) }],
    forever: or(not(whole), not(behind)),
  };
}

function floorQuotient(a: Term, by: Term): Term {
  return isConst(by) ? div(a, by.value) : app(FLOOR_QUOTIENT, [a, by]);
}
