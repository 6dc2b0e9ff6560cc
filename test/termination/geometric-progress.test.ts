/** Loops that divide what they count down: their bounds are those of the type's bits or digits. */
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

describe('bounds by division', () => {
  it.each([
    ['int f(unsigned x) { int r = 0; while (x) { x >>= 1; r++; } return r; }', '32'],
    ['int f(unsigned n) { int d = 0; while (n > 0) { n /= 10; d++; } return d; }', '10'],
    [
      `
        int f(const int *a, int n, int key) {
          int lo = 0, hi = n;
          while (lo < hi) {
            int mid = lo + (hi - lo) / 2;
            if (a[mid] < key) lo = mid + 1;
            else hi = mid;
          }
          return lo;
        }`,
      '31',
    ],
    [
      `
        unsigned f(unsigned char e, unsigned b) {
          unsigned r = 1;
          while (e) {
            if (e & 1) r *= b;
            b *= b;
            e >>= 1;
          }
          return r;
        }`,
      '8',
    ],
    ['int f(int n) { int s = 0; while (n) { s += n % 10; n /= 10; } return s; }', '10'],
    ['int f(int a, int b) { int r = 0; while (b > 0) { if (b & 1) r += a; b >>= 1; } return r; }', '31'],
    [
      `
        int f(const int *a, int m) {
          int x = 1, k = 0;
          while (x < m) {
            if (a[k]) x = 3 * x;
            else x = 2 * x;
            k++;
          }
          return k;
        }`,
      '30',
    ],
    // a 63rd iteration overflows: 2 to the power of 62 has been reached
    ['void f(long x, long m) { while (x > 0 && x < m) x = x * 2; }', '62'],
    // 1, 2, 4, ... wrap around to 0
    [
      `
        unsigned f(unsigned long x, unsigned long m, unsigned k) {
          while (x > 0 && x < m) {
            x = x * 2;
            k += 5;
          }
          return k;
        }`,
      '64',
    ],
  ])('%s', async (source, value) => {
    expect((await loopOf(source)).bound).toMatchObject({ value });
  });

  it('show that a loop ends', async () => {
    expect(
      (await loopOf('int f(int n) { int s = 0; while (n) { s += n % 10; n /= 10; } return s; }')).termination,
    ).toBe('always');
  });

  it.each([
    // answers b, b, b + 1, b + 2, ... keep these going, each answer being a value of its own
    [
      'the limit follows what was answered',
      'int get(void); int f(int b) { int r; while ((r = get()) >= b) b = r + 1; return b; }',
    ],
    [
      'the difference of an answer and the state is halved',
      `
        int get(void);
        int f(int b) {
          int r;
          while ((r = get()) - b > 0) b = b + (r - b) / 2 + 1;
          return b;
        }`,
    ],
  ])('are none where an answer is taken for the state: %s', async (_, source) => {
    const value = (await loopOf(source)).bound?.value;
    expect(value === undefined || BigInt(value) > 1_000n).toBe(true);
  });

  it('rest on that what is doubled, and grows by more, does not wrap around', async () => {
    const { count } = await loopOf(
      'unsigned f(unsigned x, unsigned m) { while (x > 0 && x < m) x = 2 * x + 4; return x; }',
    );
    expect(count.sentence).toBe("at most 32 iterations, if x >= 1 and x doesn't wrap around");
  });

  it('are none where an iteration may leave the value as it is', async () => {
    const { bound } = await loopOf(
      'int f(unsigned x, int a) { int r = 0; while (x) { if (a < r) x >>= 1; r++; } return r; }',
    );
    expect(bound?.value).not.toBe('32');
  });
});
