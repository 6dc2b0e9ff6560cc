import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { AnalysisOptions } from '../../server/src/analysis/analyze-file.ts';
import type { LoopReport } from '../../server/src/report/report.ts';

/** The first loop of a C source. */
async function summarize(source: string, options: Partial<AnalysisOptions> = {}): Promise<LoopReport> {
  const report = await analyze(
    source,
    { ...DEFAULT_OPTIONS, assertions: false, ...options },
    { now: () => 0, cancelled: () => false },
  );
  const [loop] = report.loops;
  if (!loop) throw new Error('no loop');
  return loop;
}

/** Cases as `condition: trace, iterations, values`. */
const cases = (loop: LoopReport): string[] =>
  loop.cases.map(
    (c) =>
      `${c.guard}: ${c.trace}; ${c.iterations}; ${Object.entries(c.post)
        .map(([v, t]) => `${v}' = ${t}`)
        .join(', ')}`,
  );

describe('loops of the papers', () => {
  it('two variables that chase each other below a limit (Proteus, figure 1a)', async () => {
    const loop = await summarize('void f(int x, int z, int n) { while (x < n) { if (z > x) x++; else z++; } }');
    expect(loop).toMatchObject({ type: 1, pattern: 'periodic', exactness: 'exact', termination: 'always' });
    expect(cases(loop)).toEqual([
      "x < n ∧ n ≤ z: π1^(n - x) exit; n - x; x' = n",
      "x < z ∧ z < n: π1^(z - x) (π2 π1)^(n - z) exit; 2*n - x - z; x' = n, z' = n",
      "z ≤ x ∧ x < n: π2^(x - z + 1) π1 (π2 π1)^(n - x - 1) exit; 2*n - x - z; x' = n, z' = n",
      'n ≤ x: exit; 0; ',
    ]);
  });

  it('an inner counter that is reset, with early exits (Proteus, figure 6a)', async () => {
    const loop = await summarize(`int any(void); int __VERIFIER_nondet_int(void);
      void f(int n, int m) { if (!(0 < m && m < n)) return; int i = 0, j = 0;
        while (i < n && __VERIFIER_nondet_int()) { if (j < m) j++; else { j = 0; i++; } } }`);
    expect(loop.bound).toEqual({ text: 'max(0, n * (m + 1))', kind: 'upper' });
  });

  it('steps of two (Proteus 5.2): the ceiling of half, and the zero case', async () => {
    const loop = await summarize('void f(int i, int n) { while (i < n) i += 2; }');
    expect(loop.bound).toEqual({ text: 'max(0, (n - i + 1) / 2)', kind: 'exact' });
    expect(cases(loop)).toEqual([
      "i < n: π1^(⌊(n - i + 1) / 2⌋) exit; ⌊(n - i + 1) / 2⌋; i' = i + 2*⌊(n - i + 1) / 2⌋",
      'n ≤ i: exit; 0; ',
    ]);
  });

  it('a terminal state (Proteus 3.1)', async () => {
    const loop = await summarize('void f(int i) { while (i < 10) i = 0; }');
    expect(loop).toMatchObject({ termination: 'conditional', terminationCondition: 'i ≤ 9', exactness: 'exact' });
    expect(await summarize('void f(void) { int i = 3; while (i < 10) i = 0; }')).toMatchObject({
      termination: 'never',
      bound: null,
    });
  });

  it('branches one after the other (LoopSCC, figure 1a) and in a simple cycle (1b)', async () => {
    const a = await summarize(
      `
        void f(int i, int x) {
          while (i < 100) {
            if (x > 1) {
              x += 1;
              i += 3;
            } else if (x < -1) {
              x += 1;
              i += 5;
            } else {
              x += 1;
              i += 7;
            }
          }
        }`,
    );
    expect(a).toMatchObject({ type: 1, pattern: 'sequential', exactness: 'exact', termination: 'always' });
    const b = await summarize(
      `
        void f(int i, int x) {
          while (i < 100) {
            if (x > 1) {
              x -= 1;
              i += 3;
            } else if (x < -1) {
              x += 1;
              i += 5;
            } else {
              x += 1;
              i += 7;
            }
          }
        }`,
    );
    expect(b).toMatchObject({ type: 1, pattern: 'periodic', exactness: 'exact', termination: 'always' });
  });

  it('the inductiveness trap (LoopSCC, figure 1c) and connected cycles (1d) are exact', async () => {
    const c = await summarize(
      `
        void f(int i, int x) {
          while (i < 100) {
            if (x >= 50) {
              x -= 2;
              i += 3;
            } else {
              x += 11;
              i += 7;
            }
          }
        }`,
    );
    expect(c).toMatchObject({ exactness: 'exact', pattern: 'periodic', termination: 'always' });
    const d = await summarize(
      `
        void f(int i, int x) {
          while (i < 100) {
            if (x > 1) {
              x -= 5;
              i += 3;
            } else if (x < -1) {
              x += 1;
              i += 5;
            } else {
              x += 9;
              i += 7;
            }
          }
        }`,
    );
    expect(d).toMatchObject({ exactness: 'exact', termination: 'always' });
  });
});

describe('machine integers', () => {
  it('unsigned wrap-around ends a loop that only counts up', async () => {
    const loop = await summarize('void f(void) { unsigned x = 10; while (x >= 10) x += 2; }');
    expect(loop).toMatchObject({
      exactness: 'exact',
      termination: 'always',
      bound: { kind: 'exact', value: '2147483643' },
    });
    expect(loop.cases.map((c) => c.post)).toEqual([{ x: '0' }]);
  });

  it('a stride that steps over zero comes round to it', async () => {
    const loop = await summarize('void f(unsigned char i) { for (; i != 0; i -= 3) ; }');
    expect(loop).toMatchObject({ exactness: 'exact', termination: 'always' });
    expect(loop.cases.map((c) => c.post['i'] ?? '')).toEqual(['0', '']);
  });

  it('the same loop over unbounded integers may never end', async () => {
    const loop = await summarize('void f(unsigned char i) { for (; i != 0; i -= 3) ; }', { integers: 'mathematical' });
    expect(loop.termination).toBe('conditional');
  });

  it('signed overflow is no way out', async () => {
    expect((await summarize('void f(int i) { while (i > 0) i++; }')).assumptions).toContain('no signed overflow');
  });
});

describe('what is not exact says why', () => {
  it.each([
    ['an unknown condition', 'int any(void); void f(int n) { int i = 0; while (i < n && any()) i++; }', 'unknown-call'],
    [
      'products of changing variables',
      'void f(int n) { int x = 2; for (int i = 0; i < n; i++) x = x * x - i; }',
      'no-closed-form',
    ],
    ['a floating-point condition', 'void f(double d) { while (d < 1.0) d = d * 2; }', 'float'],
  ])('%s', async (_, source, code) => {
    const loop = await summarize(source);
    expect(loop.exactness).not.toBe('exact');
    expect(loop.reasons.map((r) => r.code)).toContain(code);
  });
});
