import { expect, test } from 'vitest';
import { eq0, ge0, ne0 } from '../../server/src/logic/formula.ts';
import { formulaHolds } from '../../server/src/logic/evaluate-terms.ts';
import type { Term } from '../../server/src/logic/expression.ts';
import { add, int, mul, scale } from '../../server/src/logic/term.ts';
import { complement, nonNegativeRuns } from '../../server/src/arithmetic/univariate-polynomials.ts';
import type { Run } from '../../server/src/arithmetic/univariate-polynomials.ts';
import { term } from '../logic/named.ts';

const contains = (runs: readonly Run[], x: bigint): boolean =>
  runs.some((r) => (r.lo === null || r.lo <= x) && (r.hi === null || x <= r.hi));
const valueAt = (c: readonly bigint[], x: bigint): bigint => c.reduceRight((sum, a) => sum * x + a, 0n);

/** Products of linear factors (roots where runs begin and end) and arbitrary coefficients, from a fixed sequence. */
function polynomials(): bigint[][] {
  let seed = 12345;
  const next = (bound: number): bigint => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return BigInt(Math.floor((seed / 2147483648) * (2 * bound + 1)) - bound);
  };
  const out: bigint[][] = [[], [0n], [-1n], [5n]];
  for (let i = 0; i < 300; i++) out.push(Array.from({ length: 1 + (i % 6) }, () => next(20)));
  for (let i = 0; i < 300; i++) {
    let p = [next(3)];
    for (let k = 0; k <= i % 5; k++) {
      const [a, b] = [next(3), next(30)];
      p = [...p, 0n].map((c, j) => c * b + (p[j - 1] ?? 0n) * a);
    }
    p[0] = (p[0] as bigint) + next(1);
    out.push(p);
  }
  return out;
}

test('runs are where the polynomial is not negative, and maximal', () => {
  for (const c of polynomials()) {
    const runs = nonNegativeRuns(c);
    for (let x = -120n; x <= 120n; x++) {
      expect(contains(runs, x), `${c} at ${x}`).toBe(valueAt(c, x) >= 0n);
      expect(contains(complement(runs), x), `complement of ${c} at ${x}`).toBe(valueAt(c, x) < 0n);
    }
    for (const [i, r] of runs.entries())
      if (i > 0) expect((r.lo as bigint) - (runs[i - 1]?.hi as bigint)).toBeGreaterThan(1n);
  }
});

test('far roots are found by bisection', () => {
  const root = 10n ** 30n;
  expect(nonNegativeRuns([-(root * root), 0n, 1n])).toEqual([
    { lo: null, hi: -root },
    { lo: root, hi: null },
  ]);
});

test('polynomial literals of one symbol become bounds', () => {
  const x = term('x');
  for (const c of polynomials()) {
    const t = c.reduceRight<Term>((sum, a) => add(int(a), mul(sum, x)), int(0));
    for (const [make, holds] of [
      [ge0, (v: bigint) => v >= 0n],
      [eq0, (v: bigint) => v === 0n],
      [ne0, (v: bigint) => v !== 0n],
    ] as const) {
      const f = make(t);
      if (c.length > 2 && f.kind === 'ge')
        expect(f.term).toBe(
          add(
            scale(f.term.kind === 'sum' ? (f.term.parts[0]?.coef ?? 1n) : 1n, x),
            int(f.term.kind === 'sum' ? f.term.constant : 0n),
          ),
        );
      for (let v = -40n; v <= 40n; v++)
        expect(
          formulaHolds(f, () => v),
          `${make.name} ${c} at ${v}`,
        ).toBe(holds(valueAt(c, v)));
    }
  }
});
