/**
 * Identities between quotients that follow each other: `floor((x + 1) / b)` is `floor(x / b)`, or one more where x
 * leaves b - 1. Both cases are polynomial identities, so that a sum of quotients can be checked step by step.
 */
import type { Formula, Symbol, Term } from '../logic/index.ts';
import {
  FLOOR_QUOTIENT,
  add,
  collect,
  int,
  isConst,
  mentions,
  mul,
  partsOf,
  plus,
  rewrite,
  rewriteFormula,
  scale,
  sub,
  substitute,
  sym,
  symbol,
  symbolsOf,
} from '../logic/index.ts';
import { canonical } from './canonical-form.ts';

/** Two quotients by the same divisor, of dividends that differ by a constant from 1 on. */
export interface Neighbours {
  readonly low: Quotient;
  readonly high: Quotient;
  readonly apart: bigint;
}

export interface Quotient {
  readonly term: Term;
  readonly dividend: Term;
  readonly divisor: Term;
}

const MAX_APART = 8n;
const MAX_PAIRS = 4;

/** The term is 0 wherever its quotients have a value, which takes positive divisors. */
export function vanishes(term: Term, pairs = MAX_PAIRS): boolean {
  const difference = canonical(term);
  if (isConst(difference)) return difference.value === 0n;
  const found = pairs > 0 ? neighboursIn(difference) : null;
  if (found === null) return false;
  const { low, high, apart } = found;
  const quotient = sym(symbol('auxiliary', '#q', pairs));
  const within = (ofHigh: Term): Term =>
    rewrite(difference, (x) => (x === high.term ? ofHigh : x === low.term ? quotient : null));
  // the same quotient for both: nothing is used of what is left over
  if (!vanishes(within(quotient), pairs - 1)) return false;
  const next = within(plus(quotient, 1));
  for (let left = 1n; left <= apart; left++) {
    // low's dividend = b q + b - left
    const solved = solvedFor(sub(low.dividend, add(mul(low.divisor, quotient), plus(low.divisor, -left))), low, next);
    if (solved === null || !vanishes(substitute(next, solved), pairs - 1)) return false;
  }
  return true;
}

/** The equation `t = 0` solved for a symbol with coefficient 1 or -1 that is in no other quotient. */
function solvedFor(term: Term, { divisor }: Quotient, of: Term): ReadonlyMap<Symbol, Term> | null {
  for (const { coef, mono } of partsOf(term).parts) {
    if (
      mono.kind !== 'sym' ||
      mono.symbol.kind === 'auxiliary' ||
      (coef !== 1n && coef !== -1n) ||
      mentions(divisor, mono.symbol)
    )
      continue;
    if (quotientsIn(of).some((q) => mentions(q.term, mono.symbol)) || collect(term, mono.symbol)?.length !== 2)
      continue;
    return new Map([[mono.symbol, scale(-coef, sub(term, scale(coef, mono)))]]);
  }
  return null;
}

const neighboursIn = (t: Term): Neighbours | null => neighbours(quotientsIn(t));

/** Neighbours among the quotients in a formula. */
export function neighboursOf(formula: Formula): Neighbours | null {
  const found = collected((visit) => rewriteFormula(formula, visit));
  return found.length < 2 ? null : neighbours(found);
}

function neighbours(all: readonly Quotient[]): Neighbours | null {
  for (const low of all)
    for (const high of all) {
      if (low.divisor !== high.divisor) continue;
      const apart = sub(high.dividend, low.dividend);
      if (!isConst(apart) || apart.value < 1n || apart.value > MAX_APART) continue;
      // two dividends that are less than a divisor apart have quotients at most one apart
      const narrow = apart.value === 1n || (isConst(low.divisor) && apart.value <= low.divisor.value);
      if (narrow && symbolsOf(low.dividend).size > 0) return { low, high, apart: apart.value };
    }
  return null;
}

const quotientsIn = (t: Term): readonly Quotient[] => collected((visit) => rewrite(t, visit));

/** The quotients among the terms that are gone through. */
function collected(goThrough: (visit: (term: Term) => null) => unknown): readonly Quotient[] {
  const found = new Map<string, Quotient>();
  goThrough((term) => {
    if (term.kind === 'div') found.set(term.key, { term, dividend: term.arg, divisor: int(term.by) });
    else if (term.kind === 'app' && term.fn === FLOOR_QUOTIENT)
      found.set(term.key, { term, dividend: term.args[0] as Term, divisor: term.args[1] as Term });
    return null;
  });
  return [...found.values()];
}
