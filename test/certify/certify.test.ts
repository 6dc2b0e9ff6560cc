import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { LoopReport } from '../../server/src/report/report.ts';
import type { SummaryClaim } from '../../server/src/certify/certificate.ts';
import { certify } from '../../server/src/certify/check-certificate.ts';
import { loopText, palette } from '../../server/src/render/terminal-text.ts';
import { openSolver } from '../../server/src/decide/solver.ts';
import { emptyScore, judge } from './campaign.ts';
import { SUBJECTS, claims } from './subjects.ts';

async function loop(source: string): Promise<LoopReport> {
  const report = await analyze(
    source,
    { ...DEFAULT_OPTIONS, assertions: false },
    { now: () => 0, cancelled: () => false },
  );
  const [first] = report.loops;
  if (!first) throw new Error('no loop');
  return first;
}

describe('certificates', () => {
  it('name the duties and how each was met', async () => {
    const { cases, coverage } = await loop('void f(int i, int n) { while (i < n) i++; }');
    expect(cases.map((c) => c.certificate?.strength)).toEqual(['proven', 'proven']);
    expect(cases[0]?.certificate?.obligations).toContainEqual({
      duty: 'guard',
      about: 'π1',
      discharge: 'identity',
      rule: 'falls',
    });
    expect(coverage?.strength).toBe('proven');
  });

  it('are printed where they are asked for', async () => {
    const report = await loop('void f(int i, int n) { while (i < n) i++; }');
    const certificates = (certify_: boolean): string[] =>
      loopText('a.c', report, { colours: palette(false), width: 100, certify: certify_ })
        .split('\n')
        .filter((line) => /certificate:|^ +\([iv]+\)/.test(line))
        .map((line) => line.trim());
    expect(certificates(false)).toEqual([]);
    expect(certificates(true)).toEqual([
      'certificate: proven',
      '(i)   start: π1 [identity]',
      '(ii)  closed form: π1 [identity]',
      '(iii) guard: π1, falls [identity]',
      '(iv)  exit: π2 [identity]; values: π2 [identity]; counts: iterations [identity]',
      '(vii) defined: conditions [identity]',
      'certificate: proven',
      '(iv)  exit: π2 [identity]; values: π2 [identity]; counts: iterations [identity]',
      '(vii) defined: conditions [identity]',
      'certificate: proven',
      '(vi)  covered: entry [identity]; disjoint: paths [identity]',
    ]);
  });

  it('cover every run where the environment decides', async () => {
    const { exactness, coverage } = await loop(
      `
        int __VERIFIER_nondet_int(void);
        void f(int i, int n) {
          while (i < n && __VERIFIER_nondet_int()) i++;
        }`,
    );
    expect({ exactness, coverage: coverage?.obligations }).toEqual({
      exactness: 'exact',
      coverage: [{ duty: 'covered', about: 'every run', discharge: 'decided' }],
    });
  });

  it('need no case for what is undefined for certain', async () => {
    const { cases, coverage } = await loop(
      `
        void f(unsigned long n) {
          unsigned long i = 0;
          int x = 51;
          while (i < n) {
            if (i == 15) break;
            x = x + 2;
            i += 6;
          }
        }`,
    );
    expect({ cases: cases.length, coverage: coverage?.strength }).toEqual({ cases: 2, coverage: 'proven' });
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

  it('proves them, and that nothing is missing', () => {
    const weak = [...all].filter(([, claim]) => {
      const { cases, whole } = certify(claim, { wanted: () => true, coverage: true });
      return cases.some((c) => c.strength !== 'proven') || whole.strength !== 'proven';
    });
    expect(weak.map(([name]) => name)).toEqual([]);
  });

  it.each(Object.keys(SUBJECTS).filter((_, i) => i % 4 === 0))(
    'rejects wrong summaries: %s',
    async (name) => {
      const claim = all.get(name);
      if (!claim) throw new Error(`${name} is not exact`);
      const score = emptyScore();
      judge(name, claim, score, 8, openSolver());
      expect(score.missed.map(({ kind, state }) => ({ kind, state }))).toEqual([]);
      expect(score.undecided.map(({ kind }) => kind)).toEqual([]);
      expect(score.rejected).toBeGreaterThan(score.mutants / 3);
    },
    60_000,
  );
});
