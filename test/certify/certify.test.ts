import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis.ts';
import type { LoopReport } from '../../server/src/report.ts';
import type { SummaryClaim } from '../../server/src/certify/certificate.ts';
import { certify } from '../../server/src/certify/check.ts';
import { emptyScore, judge } from './campaign.ts';
import { SUBJECTS, claims } from './subjects.ts';

async function loop(source: string): Promise<LoopReport> {
  const report = await analyze(source, { ...DEFAULT_OPTIONS, assertions: false }, { now: () => 0, cancelled: () => false });
  const [first] = report.loops;
  if (!first) throw new Error('no loop');
  return first;
}

const COVERAGE_TESTED = ['state machine', 'oscillation, table', 'doubling', 'three x and one'];

describe('certificates', () => {
  it('name the duties and how each was met', async () => {
    const { cases, coverage } = await loop('void f(int i, int n) { while (i < n) i++; }');
    expect(cases.map((c) => c.certificate?.strength)).toEqual(['proven', 'proven']);
    expect(cases[0]?.certificate?.obligations).toContainEqual({ duty: 'guard', about: 'π1', discharge: 'identity', rule: 'falls' });
    expect(coverage?.strength).toBe('proven');
  });

  it('say so where something was only tested', async () => {
    const { exactness, coverage } = await loop('int __VERIFIER_nondet_int(void); void f(int i, int n) { while (i < n && __VERIFIER_nondet_int()) i++; }');
    expect({ exactness, coverage: coverage?.strength }).toEqual({ exactness: 'exact', coverage: 'tested' });
  });
});

describe('the checker', () => {
  let all: ReadonlyMap<string, SummaryClaim>;
  beforeAll(async () => {
    all = await claims();
  });

  it('has summaries of every engine to check', () => {
    expect(all.size).toBeGreaterThanOrEqual(Object.keys(SUBJECTS).length);
  });

  it('proves them; that all states are covered is only tested for some', () => {
    const weak = [...all].filter(([name, claim]) => {
      const { cases, whole } = certify(claim, { wanted: () => true, coverage: true });
      return cases.some((c) => c.strength !== 'proven') || whole.strength === 'open' || (whole.strength === 'tested' && !COVERAGE_TESTED.includes(name));
    });
    expect(weak.map(([name]) => name)).toEqual([]);
  });

  it.each(['plain, up', 'triangular sum', 'to equality', 'two bounds', 'two phases', 'chase', 'modular stride', 'wrap-around', 'doubling', 'halving', 'square below', 'diverging', 'two exits', 'unsigned accumulator', 'narrow type'])(
    'rejects wrong summaries: %s', (name) => {
      const claim = all.get(name);
      if (!claim) throw new Error(`${name} is not exact`);
      const score = emptyScore();
      judge(name, claim, score, 25);
      expect(score.missed.map(({ kind, state }) => ({ kind, state }))).toEqual([]);
      expect(score.rejected).toBeGreaterThan(score.mutants / 2);
    }, 60_000);
});
