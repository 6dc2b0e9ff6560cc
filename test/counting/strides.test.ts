/** Steps that are no numbers but stay the same, and limits that are chosen: `i += k`, `n / 2`, `min(a, b)`. */
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/index.ts';

const BEFORE = `
#define MIN(a, b) ((a) < (b) ? (a) : (b))
void use(int);
int some(void);
void g(int n, int m, int k, unsigned u, unsigned v, unsigned long a, unsigned long b, char *p, char *end) { `;

const count = async (loop: string): Promise<string | undefined> => {
  const { loops } = await analyze(
    `${BEFORE}${loop} }`,
    { ...DEFAULT_OPTIONS, climb: 'never' },
    { now: () => 0, cancelled: () => false },
  );
  return loops[0]?.count.sentence;
};

test.each([
  ['for (int i = 0; i < n; i += k) use(i);', '(k + n - 1) / k iterations, if k >= 1'],
  ['k = 3; for (int i = 0; i < n; i += k) use(i);', '(n + 2) / 3 iterations'],
  ['k = 3; for (int i = 0; i < n; i += k) k = some();', 'until i >= n'],
  ['for (int i = k; i < n; i += k) use(i);', '(n - 1) / k iterations, if k >= 1'],
  ['for (int i = n; i > 0; i -= k) use(i);', '(k + n - 1) / k iterations, if k >= 1'],
  ['if (k <= 0) return; for (int i = 0; i < n; i += k) use(i);', '(k + n - 1) / k iterations'],
  ['while (n >= k) n -= k;', 'n / k iterations, if k >= 1'],
  ['do n -= k; while (n > k);', 'max(1, (n - 1) / k) iterations, if k >= 1'],
  ['for (int i = 0; i < m * k; i += k) use(i);', 'm iterations, if k >= 1'],
  ['for (int i = k; i < m * k; i += k) use(i);', '(k * m - 1) / k iterations, if k >= 1'],
  ['for (unsigned i = 0; i < u; i += v) use(1);', "(u + v - 1) / v iterations, if i doesn't wrap around and v >= 1"],
  ['for (unsigned long i = 0; i < a * b; i += b) use(1);', "a iterations, if i and a * b don't wrap around and b >= 1"],
  // these cut off bits
  ['for (int i = 0; i < (n & 15); i += k) use(i);', '(k + (n & 15) - 1) / k iterations, if k >= 1'],
  ['for (int i = 0; i < (unsigned char)n; i += k) use(i);', '(k + (unsigned char)n - 1) / k iterations, if k >= 1'],
  ['for (; p < end; p += k) *p = 0;', '(end + k - p - 1) / k iterations, if k >= 1'],
  // products and parts
  ['for (int i = 0; i < n; i += m * k) use(i);', '(k * m + n - 1) / (k * m) iterations, if k * m >= 1'],
  ['for (int i = 0; i < n; i += 3 * k) use(i);', '(3 * k + n - 1) / (3 * k) iterations, if k >= 1'],
  ['while (n > 0) n -= k / 50;', '(n + k / 50 - 1) / (k / 50) iterations, if k >= 50'],
  [
    'for (; p < end; p += (m * k + 7) / 8) *p = 0;',
    '(end + (k * m + 7) / 8 - p - 1) / ((k * m + 7) / 8) iterations, if k * m >= 1',
  ],
  ['for (int i = 0; i < n; i += k % 8) use(i);', 'until i >= n'],
  ['for (int i = 0; i < n; i += k) if (some()) break;', 'at most (k + n - 1) / k iterations, if k >= 1'],
  // the step isn't the same each time, or isn't made each time
  ['for (int i = 0; i < n; i += k) k = some();', 'until i >= n'],
  ['for (int i = 0; i < n;) if (some()) i += k;', 'until i >= n'],
  ['for (int i = 0; i < n; i += k) if (some()) i += m;', 'until i >= n'],
])('a step: %s', async (loop, sentence) => {
  expect(await count(loop)).toBe(sentence);
});

test.each([
  ['for (int i = 0; i < n / 2; i++) use(i);', 'n / 2 iterations'],
  ['for (int i = 1; i <= n / 10; i++) use(i);', 'n / 10 iterations'],
  ['for (int i = 0; i < (n + 3) / 4; i++) use(i);', '(n + 3) / 4 iterations'],
  ['for (int i = 0; i < n / 4 * 4; i += 4) use(i);', 'n / 4 iterations'],
  ['for (int i = 0; i < n % 10; i++) use(i);', 'n % 10 iterations'],
  ['for (int i = 0; i < (n < m ? n : m); i++) use(i);', 'min(n, m) iterations'],
  ['for (int i = 0; i < MIN(n, 100); i++) use(i);', 'min(100, n) iterations'],
  ['for (int i = 0; i < (n > 0 ? n : 7); i++) use(i);', '(n > 0 ? n : 7) iterations'],
  ['for (int i = 0; i != n / 2; i++) use(i);', 'n / 2 iterations'],
  ['for (int i = 1; i <= n / 10; i *= 10) use(i);', 'at most 9 iterations'],
  ['for (unsigned i = 1; i <= u / 10; i *= 10) use(1);', 'at most 9 iterations'],
  ['for (unsigned i = 1; i < u; i *= 10) use(1);', "at most 10 iterations, if i doesn't wrap around"],
  // what the condition says isn't said again by the number
  ['for (int i = n; ; i++) { if (i == m) break; if (use(i)) return; }', 'at most m - n + 1 iterations, if m >= n'],
  // 3 * 54 is no signed char
  ['for (signed char i = 2; i < 77; i *= 3) use(1);', "at most 4 iterations, if i doesn't wrap around"],
  ['for (signed char i = 2; i < 60; i *= 2) use(1);', '5 iterations'],
  ['for (short i = 2; i < 9000; i *= 3) use(1);', '8 iterations'],
])('a limit: %s', async (loop, sentence) => {
  expect(await count(loop)).toBe(sentence);
});

/** Numbers of iterations are those of the compiled C. */
test.each([
  ['if (a % 16) return; while (a > 0) { use(1); a -= 16; }', 'a / 16 iterations'],
  ['if ((u & 7) != 0) return; for (; u; u -= 8) use(1);', 'u / 8 iterations'],
  ['if (a % 32 != 0) return; while (a != 0) { a -= 16; if (some()) break; }', 'at most a / 16 iterations'],
  ['if (u % 8) return; while (u > 7) u -= 8;', 'u / 8 iterations'],
  // it isn't a multiple of the steps; they differ; it is another number by then
  ['if (u % 8) return; while (u) u -= 16;', 'no bound known'],
  ['if (u % 8) return; while (u) if (some()) u -= 8; else u -= 16;', 'until u == 0'],
  ['if (u % 8) return; u += 4; while (u) u -= 8;', 'no bound known'],
  ['if (a % 8) return; while (a) a = (unsigned char)(a - 8);', 'no bound known'],
])('steps that meet zero: %s', async (loop, sentence) => {
  expect(await count(loop)).toBe(sentence);
});
