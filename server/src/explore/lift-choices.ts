/** Conditional terms are taken out of literals: conditions are split on, terms are not. */
import type { Formula, Term } from '../logic/index.ts';
import { add, and, eq0, ge0, isLiteral, ne0, not, or, scale, sub } from '../logic/index.ts';

/** `(c ? a : b) >= 0` becomes `c && a >= 0 || !c && b >= 0`; other formulas stay, and choices that are `kept`. */
export function liftChoices(formula: Formula, kept: (choice: Term) => boolean = () => false): Formula {
  if (!isLiteral(formula)) return formula;
  const parts = formula.term.kind === 'sum' ? formula.term.parts : [{ coef: 1n, mono: formula.term }];
  const part = parts.find((p) => p.mono.kind === 'ite' && !kept(p.mono));
  if (part?.mono.kind !== 'ite') return formula;
  const { cond, then, else: other } = part.mono;
  const withBranch = (branch: Term): Formula => {
    const t = add(sub(formula.term, scale(part.coef, part.mono)), scale(part.coef, branch));
    return liftChoices(formula.kind === 'ge' ? ge0(t) : formula.kind === 'eq' ? eq0(t) : ne0(t), kept);
  };
  return or(and(cond, withBranch(then)), and(not(cond), withBranch(other)));
}
