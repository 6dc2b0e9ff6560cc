/** Bounds that are passed some day: what makes the least number with a property exist. */
import type { Formula, Symbol, Term } from '../logic/index.ts';
import {
  FLOOR_QUOTIENT,
  add,
  and,
  collect,
  conjuncts,
  derived,
  ge0,
  greatestOf,
  int,
  isLiteral,
  mentions,
  mul,
  partsOf,
  plus,
  rewriteFormula,
  sequenceOf,
  sub,
  substitute,
  substituteFormula,
  sumOf,
  sym,
  valueModulo,
} from '../logic/index.ts';
import { withoutConditions } from './canonical-form.ts';
import { repetitionOf } from './repetition-of-tables.ts';
import type { Prover } from './prover.ts';

/** For all great values of the symbol the condition holds. */
export function comesTrue(stop: Formula, count: Symbol, context: Formula, prover: Prover): boolean {
  return conjuncts(stop).every((f) => {
    if (f.kind !== 'ge') return false;
    const proves = (g: Formula): boolean => prover.proves(context, g) !== null;
    return (
      proves(f) ||
      byLeadingTerm(f.term, count, proves) ||
      byFading(f.term, count, proves) ||
      byRepetition(f.term, count, context, prover)
    );
  });
}

/** The condition holds at least where a value that goes round is greatest. */
export function isReached(stop: Formula, count: Symbol, context: Formula, prover: Prover): boolean {
  return conjuncts(stop).some(
    (formula) =>
      isLiteral(formula) &&
      partsOf(formula.term).parts.some((p) => {
        const sequence = p.mono.kind === 'mod' ? sequenceOf(p.mono, count) : null;
        const top = sequence && greatestOf(sequence);
        if (top === null) return false;
        const valued = rewriteFormula(stop, (t) => {
          const own = t.kind === 'mod' ? sequenceOf(t, count) : null;
          return own && int(valueModulo(own, top.at, own.width));
        });
        return prover.proves(context, substituteFormula(valued, new Map([[count, int(top.at)]]))) !== null;
      }),
  );
}

/** The fastest growing part, a power of n or b^n, has a positive coefficient. */
function byLeadingTerm(term: Term, count: Symbol, proves: (f: Formula) => boolean): boolean {
  const polynomial = collect(term, count);
  if (polynomial) return polynomial.length > 1 && proves(ge0(plus(polynomial[polynomial.length - 1] as Term, -1)));
  let base = 0n;
  let coefficient: Term = int(0);
  for (const p of partsOf(term).parts) {
    if (collect(p.mono, count) !== null) continue;
    const factors = p.mono.kind === 'prod' ? p.mono.factors : [p.mono];
    const power = factors.find((f) => f.kind === 'pow' && f.exponent === sym(count));
    const rest = factors.filter((f) => f !== power);
    if (power?.kind !== 'pow' || power.base < 2n || rest.some((f) => mentions(f, count))) return false;
    const own = rest.reduce<Term>((acc, f) => mul(acc, f), int(p.coef));
    if (power.base > base) coefficient = own;
    else if (power.base === base) coefficient = add(coefficient, own);
    if (power.base > base) base = power.base;
  }
  return proves(ge0(plus(coefficient, -1)));
}

/** `rest - c floor(x / b^n)` is `rest` some day, for x >= 0. */
function byFading(term: Term, count: Symbol, proves: (f: Formula) => boolean): boolean {
  const { constant, parts } = partsOf(term);
  const fading = parts.filter((p) => mentions(p.mono, count));
  const rest = sumOf(
    constant,
    parts.filter((p) => !fading.includes(p)),
  );
  return (
    proves(ge0(rest)) &&
    fading.every(({ mono }) => {
      const [x, power] = mono.kind === 'app' && mono.fn === FLOOR_QUOTIENT ? mono.args : [];
      return (
        x !== undefined &&
        !mentions(x, count) &&
        power?.kind === 'pow' &&
        power.base >= 2n &&
        power.exponent === sym(count) &&
        proves(ge0(x))
      );
    })
  );
}

/** From one round of the tables to the next the term rises. */
function byRepetition(term: Term, count: Symbol, context: Formula, prover: Prover): boolean {
  const shape = repetitionOf([term], count);
  if (shape === null) return false;
  const q = sym(derived(count, "'"));
  const at = (round: Term): Term =>
    substitute(term, new Map([[count, plus(mul(int(shape.period), round), shape.tail)]]));
  const given = and(context, ge0(q));
  const resolve = (x: Term): Term => withoutConditions(x, (f) => prover.proves(given, f) !== null);
  const d = sub(resolve(at(plus(q, 1))), resolve(at(q)));
  return prover.proves(given, ge0(plus(d, -1))) !== null;
}
