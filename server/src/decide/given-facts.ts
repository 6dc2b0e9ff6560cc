/**
 * Formulas and terms where facts are known to hold: without the parts that these decide, and without what can't wrap
 * around.
 */
import type { Formula, RangeOf, Term } from '../logic/index.ts';
import {
  and,
  ge0,
  intervalOf,
  isLiteral,
  ite,
  nearZero,
  neg,
  not,
  or,
  partsOf,
  plus,
  rewrite,
  rewriteFormula,
  sub,
  withoutModuli,
} from '../logic/index.ts';
import { implies } from './conjunctions.ts';

/** What is left of a formula where the facts hold: `k < 0 || k >= n` is `k >= n` given `k >= 0`. */
export function decidedBy(facts: Formula, formula: Formula, range: RangeOf): Formula {
  if (formula.kind === 'and') return and(...formula.parts.map((part) => decidedBy(facts, part, range)));
  if (formula.kind === 'or') return or(...formula.parts.map((part) => decidedBy(facts, part, range)));
  if (implies(facts, formula, range)) return and();
  return implies(facts, not(formula), range) ? or() : formula;
}

/**
 * The term without remainders and choices, where the facts allow it: `(unsigned)(n - 1) >= n ? 0 : (unsigned)(n - 1) +
 * 1` is `n` for an unsigned n, and max(1, n) is `n` behind `if (n == 0) return;`.
 */
export function plainly(term: Term, facts: Formula, range: RangeOf): Term {
  return withoutModuli(rewrite(term, choosing(facts, range)), (f) => implies(facts, f, range));
}

const choosing =
  (facts: Formula, range: RangeOf) =>
  (t: Term): Term | null =>
    t.kind === 'ite' ? chosen(t, facts, range) : null;

function chosen(term: Term & { readonly kind: 'ite' }, facts: Formula, range: RangeOf): Term | null {
  const cond = unwound(rewriteFormula(term.cond, choosing(facts, range)), range);
  const [first, second] = [and(facts, cond), and(facts, not(cond))];
  const [a, b] = [plainly(term.then, first, range), plainly(term.else, second, range)];
  const same = and(ge0(sub(a, b)), ge0(sub(b, a)));
  // what is never looked at is the same as anything
  if (implies(first, same, range)) return b;
  if (implies(second, same, range)) return a;
  return unwound(term.cond, range) === term.cond ? null : ite(cond, a, b);
}

/**
 * `(n - 1) mod 2^32 >= n` is `n - 1 < 0` for an unsigned n. It holds where what is reduced is negative, and nowhere
 * else, or the other way round.
 */
function unwound(formula: Formula, range: RangeOf): Formula {
  if (formula.kind === 'and') return and(...formula.parts.map((part) => unwound(part, range)));
  if (formula.kind === 'or') return or(...formula.parts.map((part) => unwound(part, range)));
  if (!isLiteral(formula)) return formula;
  const [only, ...others] = partsOf(formula.term).parts.flatMap(({ mono }) => (mono.kind === 'mod' ? [mono] : []));
  if (only === undefined || others.length > 0) return formula;
  const arg = nearZero(only.arg, only.by);
  const { lo, hi } = intervalOf(arg, range);
  if (lo === null || hi === null || lo < -only.by || lo >= 0n || hi < 0n || hi >= only.by) return formula;
  const isNegative = ge0(plus(neg(arg), -1n));
  const whenIt = (is: Formula, round: bigint): Formula =>
    decidedBy(
      is,
      rewriteFormula(formula, (t) => (t === only ? plus(arg, round) : null)),
      range,
    );
  const [below, above] = [whenIt(isNegative, only.by), whenIt(not(isNegative), 0n)];
  if (below.kind === 'true' && above.kind === 'false') return isNegative;
  return below.kind === 'false' && above.kind === 'true' ? not(isNegative) : formula;
}
