import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../../server/src/analysis/analyze-file.ts';
import { firstWithin } from '../../../server/src/arithmetic/integers.ts';
import type { LoopReport } from '../../../server/src/report/report.ts';

async function summarize(source: string): Promise<LoopReport> {
  const report = await analyze(
    source,
    { ...DEFAULT_OPTIONS, assertions: false },
    { now: () => 0, cancelled: () => false },
  );
  const [loop] = report.loops;
  if (!loop) throw new Error('no loop');
  return loop;
}

describe('the first visit of an interval', () => {
  it('is the least number there is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: -90, max: 90 }),
        fc.integer({ min: -90, max: 90 }),
        fc.nat(59),
        fc.nat(59),
        (m, a, b, x, y) => {
          const [lo, hi] = [Math.min(x, y) % m, Math.max(x, y) % m].sort((p, q) => p - q) as [number, number];
          let least: bigint | null = null;
          for (let k = m; k >= 0; k--) {
            const at = (((a + b * k) % m) + m) % m;
            if (at >= lo && at <= hi) least = BigInt(k);
          }
          expect(firstWithin(BigInt(a), BigInt(b), BigInt(m), BigInt(lo), BigInt(hi))).toBe(least);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('takes no longer where the numbers are great', () => {
    const k = firstWithin(3n, 6_364_136_223_846_793_005n, 1n << 64n, 5n, 9n) as bigint;
    expect((3n + 6_364_136_223_846_793_005n * k) % (1n << 64n)).toBeLessThanOrEqual(9n);
  });
});

describe('counters that go round', () => {
  it('leave at the first value beyond the limit, after however many laps', async () => {
    const loop = await summarize('void f(unsigned i, unsigned n) { while (i < n) i += 6; }');
    expect(loop).toMatchObject({ exactness: 'exact', termination: 'conditional' });
    const round = loop.cases.find((c) => c.iterations === 'k');
    expect(round?.guard).toContain('k = first(i, 6, 2^32, n, 2^32 - 1)');
    // which C has no expression for; without a lap it has
    expect(loop.bound).toMatchObject({
      text: 'max(0, (n - i + 5) / 6)',
      kind: 'exact',
      assuming: ["i doesn't wrap around"],
    });
  });

  it('go round beside an oscillation', async () => {
    const loop = await summarize(
      `
        void f(unsigned char i, unsigned char m) {
          int x = 0;
          for (; i >= m; i -= 2) {
            if (x >= 5) x -= 3;
            else x += 2;
          }
        }`,
    );
    expect(loop).toMatchObject({ exactness: 'exact', pattern: 'periodic' });
  });
});

describe('values that go round in other ways', () => {
  it('leave at the least count at which they are beyond the limit', async () => {
    for (const body of [
      'unsigned i = 2; for (; i * i <= n; ++i) ;',
      'unsigned u = 1, t = 1; while (t <= n) { u += 2; t += u; }',
      'unsigned x = 1; while (x > 0 && x < n) x = 3 * x;',
    ]) {
      expect(await summarize(`void f(unsigned n) { ${body} }`)).toMatchObject({
        exactness: 'exact',
        termination: 'conditional',
      });
    }
  });

  it('or at the first of two limits', async () => {
    const loop = await summarize(
      'void f(unsigned u, unsigned n, unsigned m) { while (u <= m) { if (u == n) break; u += 3; } }',
    );
    expect(loop.exactness).toBe('exact');
  });

  it('and are multiplied by an even number', async () => {
    const loop = await summarize('void f(int n, unsigned long x) { while (n > 0) { x = x * 2 + 6; n--; } }');
    expect(loop.exactness).toBe('exact');
  });
});

describe('oscillation', () => {
  it('from any value, over a form with a remainder of either sign', async () => {
    const loop = await summarize('void f(int x, int i) { while (i < 89) { x = (x + 1) % 2; i++; } }');
    expect(loop.exactness).toBe('exact');
  });

  it('of values that are multiplied until they vanish', async () => {
    const loop = await summarize(
      'unsigned f(unsigned n) { unsigned x = 1; while (x > 0 && x < n) x = x * 2; return x; }',
    );
    expect(loop.exactness).toBe('exact');
  });

  it('of values that explode is given up', async () => {
    const loop = await summarize('void f(void) { int x = 2; for (int i = 0; i < 2000; i++) x = x * x - i; }');
    expect(loop.cases.length).toBeGreaterThan(0);
  });

  it('of a sum in a ring over a sum in another', async () => {
    const loop = await summarize(
      'void f(long i, long m) { unsigned long s = 7; int q = 0; for (; i > m; i--) { s -= i; q += s; } }',
    );
    expect(loop.exactness).toBe('exact');
  });
});
