/** Conditions for the absence of undefined behaviour while a path is repeated. */
import type { PathLike } from './acceleration.ts';
import type { ClosedForms } from './closed-forms.ts';
import type { ConstTerm, Formula, Literal, Symbol, RangeOf, Term } from '../../logic/index.ts';
import {
  FALSE,
  TRUE,
  and,
  collect,
  ge0,
  isConst,
  mentions,
  partsOf,
  plus,
  substituteFormula,
  symbolsOf,
} from '../../logic/index.ts';
import { valuesAfterSteps } from './closed-forms.ts';
import { atCounter, termAt } from './moving-literal.ts';
import { COUNTER } from '../../certify/index.ts';
import { powerFactor } from './concave-literals.ts';
import { provenSign } from '../../decide/index.ts';

/** The conditions over a run: linear bounds hold throughout where they hold at both ends. */
export function definednessAlong(
  path: PathLike,
  closed: ClosedForms,
  prefix: number,
  range: RangeOf,
): { through: (n: Term) => Formula | null; forever: Formula | null } {
  if (path.defined.kind === 'true') return { through: () => TRUE, forever: TRUE };
  const parts = path.defined.kind === 'and' ? path.defined.parts : [path.defined];
  const small = (n: Term): boolean => isConst(n) && n.value <= BigInt(prefix + 2);
  const few = (n: Term): Formula | null => (small(n) ? unrolled(path, Number((n as ConstTerm).value)) : null);
  // what is right only where nothing is undefined says nothing of that
  if ([...closed.forms.values()].some((f) => f.whereDefined)) return { through: few, forever: null };
  const rules: DefinednessRule[] = [];
  for (const f of parts) {
    const rule = definednessRule(f, path, closed, range);
    if (rule === null) return { through: few, forever: null };
    rules.push(rule);
  }
  const all = (n: Term | null): Formula | null => {
    const fs = rules.map((r) => r(n));
    return fs.every((f) => f !== null) ? and(...(fs as Formula[])) : null;
  };
  return { through: (n) => few(n) ?? all(n), forever: all(null) };
}

const unrolled = (path: PathLike, n: number): Formula =>
  and(...Array.from({ length: n }, (_, k) => substituteFormula(path.defined, valuesAfterSteps(path.update, k))));

/** That the condition holds in the first n iterations, or in all of them where n is null; null: not known. */
type DefinednessRule = (n: Term | null) => Formula | null;

/** Null where nothing is known of the condition. */
function definednessRule(
  formula: Formula,
  path: PathLike,
  closed: ClosedForms,
  range: RangeOf,
): DefinednessRule | null {
  if (formula.kind !== 'ge' && formula.kind !== 'eq' && formula.kind !== 'ne') {
    const changed = [...path.update.keys()].some((x) => mentionsFormula(formula, x));
    return changed ? null : () => formula;
  }
  const symbols = symbolsOf(formula.term);
  if (![...symbols].some((x) => path.update.has(x)))
    return [...symbols].some((x) => path.fresh.has(x)) ? null : () => formula;
  if (formula.kind !== 'ge' || [...symbols].some((x) => closed.open.has(x) || path.fresh.has(x))) return null;
  return inequalityRule(formula, symbols, path, closed, range);
}

/**
 * Where t(k) >= 0 holds throughout if it holds at both ends. Then t only rises, only falls, or rises to a top and falls
 * from there on.
 */
function inequalityRule(
  literal: Literal,
  symbols: ReadonlySet<Symbol>,
  path: PathLike,
  closed: ClosedForms,
  range: RangeOf,
): DefinednessRule | null {
  const { term } = termAt(literal.term, closed);
  const prefix = Math.max(0, ...[...closed.forms].filter(([x]) => symbols.has(x)).map(([, v]) => v.prefix));
  const early = and(
    ...Array.from({ length: prefix + 1 }, (_, k) => substituteFormula(literal, valuesAfterSteps(path.update, k))),
  );
  const polynomial = collect(term, COUNTER);
  if (!mentions(term, COUNTER)) return () => early;
  const atEnd = (n: Term): Formula => ge0(atCounter(term, plus(n, -1)));
  if (polynomial === null) {
    // A + B b^k only rises or only falls
    if (powerFactor(partsOf(term).parts.filter((p) => mentions(p.mono, COUNTER))) === null) return null;
    return (n) => (n === null ? null : and(early, atEnd(n)));
  }
  const sign = provenSign(polynomial[polynomial.length - 1] as Term, and(...path.guard), range);
  if (polynomial.length === 3) {
    if (sign !== -1 && sign !== 0) return null;
    return (n) => (n === null ? (sign === -1 ? FALSE : null) : and(early, atEnd(n)));
  }
  if (polynomial.length !== 2) return null;
  // where it only rises or falls at one end, or with each loop around it there would be twice as many
  return (n) => {
    if (n === null) return sign === 1 ? early : sign === -1 ? FALSE : null;
    if (sign === 1 || sign === 0) return early;
    return sign === -1 && prefix === 0 ? atEnd(n) : and(early, atEnd(n));
  };
}

function mentionsFormula(formula: Formula, symbol: Symbol): boolean {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return false;
    case 'ge':
    case 'eq':
    case 'ne':
      return mentions(formula.term, symbol);
    case 'and':
    case 'or':
      return formula.parts.some((p) => mentionsFormula(p, symbol));
  }
}
