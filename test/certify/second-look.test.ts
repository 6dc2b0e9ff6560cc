/** The second look finds nothing against right summaries, and what is wrong with wrong ones. */
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { CaseClaim, SummaryClaim } from '../../server/src/certify/certificate.ts';
import type { SecondLook } from '../../server/src/certify/second-look.ts';
import { lookAgain } from '../../server/src/certify/second-look.ts';
import { TRUE, and, ge0 } from '../../server/src/logic/formula.ts';
import { int, plus } from '../../server/src/logic/term.ts';
import type { Solver } from '../../server/src/decide/solver.ts';
import { openSolver } from '../../server/src/decide/solver.ts';
import { SUBJECTS, claims } from './subjects.ts';
import { term } from '../logic/named.ts';

let solver: Solver;
let chase: SummaryClaim;
beforeAll(async () => {
  solver = openSolver();
  chase = (await claims(['chase'])).get('chase') as SummaryClaim;
});

const look = (claim: SummaryClaim): SecondLook => lookAgain(claim, () => true, true, solver);
/** The first of chase's cases with iterations, changed. */
function changed(change: (c: CaseClaim) => Partial<CaseClaim>): SummaryClaim {
  const at = chase.cases.findIndex((c) => c.steps !== null && c.steps.length > 0);
  return { ...chase, cases: chase.cases.map((c, i) => (i === at ? { ...c, ...change(c) } : c)) };
}

describe('a second look', () => {
  it.each(Object.keys(SUBJECTS).filter((_, i) => i % 3 === 0))('has nothing against %s', async (name) => {
    const claim = (await claims([name])).get(name);
    if (!claim) throw new Error('not exact');
    expect(look(claim).contradictions).toEqual([]);
  });

  it('compares all pairs of cases, and tries each', () => {
    const { obligations } = look(chase);
    expect(obligations.filter((o) => o.discharge === 'assumed' || o.discharge === 'open')).toEqual([]);
    expect(obligations.map((o) => o.duty)).toEqual(expect.arrayContaining(['disjoint', 'covered', 'values']));
  });

  it('sees other values, other counts and another way out', () => {
    expect(
      look(changed((c) => ({ post: new Map([...c.post].map(([x, t]) => [x, plus(t, 1)])) }))).contradictions[0],
    ).toContain('is not what a run from');
    expect(
      look(changed((c) => ({ counts: new Map([...c.counts].map(([p, n]) => [p, plus(n, 1)])) }))).contradictions.length,
    ).toBeGreaterThan(0);
    expect(look(changed(() => ({ exit: 0 }))).contradictions.length).toBeGreaterThan(0);
  });

  it('sees what no case has', () => {
    expect(look({ ...chase, cases: chase.cases.slice(1) }).contradictions[0]).toContain('no case has');
    expect(
      look(changed((c) => ({ guard: and(c.guard, ge0(plus(term('n'), -1000))) }))).contradictions.length,
    ).toBeGreaterThan(0);
  });

  it('sees that two cases say different things', () => {
    expect(look(changed(() => ({ guard: TRUE, iterations: int(0) }))).contradictions.join('\n')).toContain(
      'say different things of',
    );
  });

  it('is part of what is printed, and of nothing else', async () => {
    const source = 'void f(int i, int n) { while (i < n) i++; }';
    const host = { now: () => 0, cancelled: () => false };
    const [plain] = (await analyze(source, DEFAULT_OPTIONS, host)).loops;
    const [again] = (await analyze(source, { ...DEFAULT_OPTIONS, secondLook: true }, host)).loops;
    expect(plain?.coverage?.obligations.some((o) => o.about.includes('pair'))).toBe(false);
    expect(again?.coverage?.obligations).toContainEqual({
      duty: 'disjoint',
      about: '1 pair of cases',
      discharge: 'identity',
    });
    expect({ ...again, coverage: null }).toEqual({ ...plain, coverage: null });
  });
});
