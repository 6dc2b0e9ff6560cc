import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { LoopReport } from '../../server/src/report/report.ts';

async function loopOf(source: string): Promise<LoopReport> {
  const { loops } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, assertions: false },
    { now: () => performance.now(), cancelled: () => false },
  );
  return loops[0] as LoopReport;
}
const times = (k: number, line: (i: number) => string): string =>
  Array.from({ length: k }, (_, i) => line(i)).join('\n');
const codes = (loop: LoopReport): readonly string[] => loop.reasons.map((r) => r.code);

describe('loops that are too much', () => {
  it('200 ways through an iteration', async () => {
    const loop = await loopOf(
      `int f(int n, int s) { int i = 0, y = 0; while (i < n) { ${times(200, (i) => `if (s == ${i}) y += ${i + 1}; else`)} y--; i++; } return y; }`,
    );
    expect(loop.exactness).not.toBe('exact');
    expect(codes(loop).some((c) => c === 'not-followed' || c === 'too-many-paths')).toBe(true);
  });

  it('20 flags that are set at times of their own', async () => {
    const loop = await loopOf(
      `int f(int n${times(20, (i) => `, int t${i}`)}) { int i = 0${times(20, (i) => `, a${i} = 0`)}; while (i < n) { ${times(20, (i) => `if (i == t${i}) a${i} = 1;`)} i++; } return i${times(20, (i) => ` + a${i}`)}; }`,
    );
    expect(loop.exactness).not.toBe('exact');
    expect(codes(loop)).toContain('not-followed');
  });

  it('40 variables, each the sum of two others', async () => {
    const loop = await loopOf(
      `unsigned f(int n, unsigned x0, unsigned x1) { unsigned ${times(38, (i) => `x${i + 2} = 0${i < 37 ? ',' : ';'}`)} while (n > 0) { ${times(40, (i) => `x${i} = x${(i + 1) % 40} + x${(i + 7) % 40};`)} n--; } return x0; }`,
    );
    expect(loop.bound).not.toBeNull();
    if (loop.exactness !== 'exact') expect(codes(loop)).not.toEqual([]);
  });

  it.each([
    [
      'from the least value on',
      'long f(long x) { while (x > -9223372036854775807) x -= 9223372036854775807; return x; }',
    ],
    [
      'up to the greatest value',
      `
        unsigned long f(unsigned long x) {
          while (x < 18446744073709551615u) x += 9223372036854775807u;
          return x;
        }`,
    ],
    ['steps of nearly 2^63', 'long f(long n) { long x = 0; while (x < n) x += 9223372036854775806; return x; }'],
  ])('constants near 2^63: %s', async (_, source) => {
    const loop = await loopOf(source);
    if (loop.exactness !== 'exact') expect(codes(loop)).not.toEqual([]);
  });

  it.each([
    ['squares', 'int f(int n, int x) { while (n > 0) { x = 3 * x * x + 1; n--; } return x; }'],
    ['products of two', 'int f(int n, int x, int y) { while (n > 0) { x = x * y; y = y * x; n--; } return x; }'],
    ['in the guard', 'int f(int x) { while (x < 1000000) x = 3 * x * x; return x; }'],
  ])('values that explode: %s', async (_, source) => {
    const loop = await loopOf(source);
    expect(loop.exactness).not.toBe('exact');
    expect(codes(loop)).not.toEqual([]);
  });
});
