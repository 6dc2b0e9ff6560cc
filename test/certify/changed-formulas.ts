/** Small changes to terms and literals, each by name. */
import type { Formula, Term } from '../../server/src/logic/expression.ts';
import { and, eq0, ge0, isLiteral, ne0, not } from '../../server/src/logic/formula.ts';
import { add, div, mod, partsOf, plus, scale, sumOf } from '../../server/src/logic/term.ts';

export const TERM_CHANGES: readonly (readonly [string, (t: Term) => Term | null])[] = [
  ['plus one', (t) => plus(t, 1)],
  ['minus one', (t) => plus(t, -1)],
  ['doubled', (t) => scale(2n, t)],
  ['negated', (t) => scale(-1n, t)],
  [
    'coefficient',
    (t) =>
      partsOf(t).parts.length === 0
        ? null
        : sumOf(
            partsOf(t).constant,
            partsOf(t).parts.map((p, i) => (i === 0 ? { ...p, coef: p.coef + 1n } : p)),
          ),
  ],
  ['part dropped', (t) => (partsOf(t).parts.length < 2 ? null : sumOf(partsOf(t).constant, partsOf(t).parts.slice(1)))],
  ['modulus', (t) => inside(t, (x) => (x.kind === 'mod' ? mod(x.arg, x.by + 1n) : null))],
  ['divisor', (t) => inside(t, (x) => (x.kind === 'div' ? div(x.arg, x.by + 1n) : null))],
  ['constant doubled', (t) => (partsOf(t).constant === 0n ? null : plus(t, partsOf(t).constant))],
  ['first letter twice', (t) => (partsOf(t).parts.length < 2 ? null : add(t, sumOf(0n, partsOf(t).parts.slice(0, 1))))],
  ['rounding', (t) => inside(t, (x) => (x.kind === 'div' ? div(plus(x.arg, 1), x.by) : null))],
];

/** The term with its first changeable atom changed. */
function inside(t: Term, change: (x: Term) => Term | null): Term | null {
  const { constant, parts } = partsOf(t);
  for (const [i, p] of parts.entries()) {
    const changed = change(p.mono);
    if (changed && changed !== p.mono)
      return add(
        sumOf(
          constant,
          parts.filter((_, j) => j !== i),
        ),
        scale(p.coef, changed),
      );
  }
  return null;
}

export const LITERAL_CHANGES: readonly (readonly [string, (f: Formula) => Formula | null])[] = [
  ['weaker by one', (f) => (isLiteral(f) && f.kind === 'ge' ? ge0(plus(f.term, 1)) : null)],
  ['stronger by one', (f) => (isLiteral(f) && f.kind === 'ge' ? ge0(plus(f.term, -1)) : null)],
  ['equal', (f) => (isLiteral(f) && f.kind === 'ge' ? eq0(f.term) : null)],
  ['turned round', (f) => not(f)],
  [
    'shifted',
    (f) =>
      isLiteral(f) && f.kind === 'eq'
        ? eq0(plus(f.term, 1))
        : isLiteral(f) && f.kind === 'ne'
          ? ne0(plus(f.term, 1))
          : null,
  ],
  [
    'with another coefficient',
    (f) => {
      const { constant, parts } = isLiteral(f) ? partsOf(f.term) : { constant: 0n, parts: [] };
      const changed = sumOf(
        constant,
        parts.map((p, i) => (i === 0 ? { ...p, coef: p.coef + (p.coef > 0n ? 1n : -1n) } : p)),
      );
      return !isLiteral(f) || parts.length === 0
        ? null
        : f.kind === 'ge'
          ? ge0(changed)
          : f.kind === 'eq'
            ? eq0(changed)
            : ne0(changed);
    },
  ],
  ['dropped', () => and()],
];
