/** What division by a symbolic divisor is: b q <= a < b q + b for q = floor(a / b), where b is positive. */
import type { Formula } from '../ir/formula.ts';
import { and, ge0, isLiteral } from '../ir/formula.ts';
import type { Term } from '../ir/term.ts';
import { int, mul, neg, partsOf, plus, sub } from '../ir/term.ts';

/** The formula with what defines the quotients in it, as far as their divisors are proven to be positive. */
export function withQuotients(formula: Formula, proves: (f: Formula) => boolean): Formula {
  const quotients = new Map<string, Term & { kind: 'app' }>();
  collectFormula(formula, quotients);
  const definitions: Formula[] = [];
  for (const q of quotients.values()) {
    const [a, b] = q.args;
    if (!a || !b || !proves(ge0(plus(b, -1)))) continue;
    const rest = sub(a, mul(b, q));
    definitions.push(ge0(rest), ge0(sub(plus(b, -1), rest)));
    if (proves(ge0(a))) definitions.push(ge0(q));
    else if (proves(ge0(plus(neg(a), -1)))) definitions.push(ge0(sub(int(-1), q)));
    // a quotient of less than the divisor is nothing
    if (proves(ge0(sub(plus(b, -1), a))) && proves(ge0(a))) definitions.push(ge0(neg(q)));
    if (proves(ge0(sub(a, b)))) definitions.push(ge0(plus(q, -1)));
  }
  return definitions.length === 0 ? formula : and(formula, ...definitions);
}

function collectFormula(f: Formula, into: Map<string, Term & { kind: 'app' }>): void {
  if (f.kind === 'and' || f.kind === 'or') for (const p of f.parts) collectFormula(p, into);
  else if (isLiteral(f)) collectTerm(f.term, into);
}

function collectTerm(t: Term, into: Map<string, Term & { kind: 'app' }>): void {
  switch (t.kind) {
    case 'sum': for (const p of partsOf(t).parts) collectTerm(p.mono, into); break;
    case 'prod': for (const f of t.factors) collectTerm(f, into); break;
    case 'div': case 'mod': collectTerm(t.arg, into); break;
    case 'app':
      if (t.fn === 'fdiv') into.set(t.key, t);
      for (const a of t.args) collectTerm(a, into);
      break;
    default:
  }
}
