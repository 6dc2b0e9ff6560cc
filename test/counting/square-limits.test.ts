/** Squares of counters: i * i <= n leaves i at most the root of the largest n. */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

async function sentenceOf(loop: string): Promise<string | undefined> {
  const source = `int get(int);\nint f(int n, int i, unsigned char c, unsigned u) { ${loop} return i; }`;
  return (await loopsIn(source, 'c')).at(-1)?.count.sentence;
}

describe('a test of a square', () => {
  test.each([
    // 46340 * 46340 <= 2^31 - 1 < 46341 * 46341
    ['for (i = 2; i * i <= n; i++) get(i);', 'at most 46339 iterations'],
    ['for (i = 1; i * i < n; i += 2) get(i);', 'at most 23170 iterations'],
    ['for (i = 0; i * i <= c; i++) get(i);', 'at most 16 iterations'],
    // (i + 1) * (i + 1) <= 255 up to i == 14
    ['for (i = 0; (i + 1) * (i + 1) <= c % 256; i++) get(i);', 'at most 15 iterations'],
    ['for (i = 0; 3 * i * i + i < 100; i++) get(i);', '6 iterations'],
    // a way round that leaves the counter as it is
    ['for (i = 2; i * i <= n;) if (n % i) i++; else n = get(i);', 'until i * i > n'],
    // 65536 * 65536 is 0 again
    ['for (u = n; u * u <= 99; u++) get(i);', 'until u * u > 99'],
  ])('%s', async (loop, sentence) => expect(await sentenceOf(loop)).toBe(sentence));
});

describe('a test of a square, in other words', () => {
  test.each([
    ['for (i = 2; i <= n / i; i++) get(i);', 'at most 46339 iterations'],
    // 65535 * 65535 < 2^32
    ['for (u = 3; u <= n / u; u += 2) get(i);', 'at most 32767 iterations'],
    ['for (u = 3; u * u <= (unsigned)n; u += 2) get(i);', "at most 32767 iterations, if u * u doesn't wrap around"],
    // 65537 * 65537 is far below 2^64
    ['for (unsigned long w = 3; w * w <= u; w += 2) get(i);', 'at most 32767 iterations'],
    ['for (u = 0; (u + 1) * (u + 1) <= c; u++) get(i);', 'at most 15 iterations'],
    [
      'for (u = 0; (u + 1) * (u + 1) <= (unsigned)n; u++) get(i);',
      "at most 65535 iterations, if (u + 1) * (u + 1) doesn't wrap around",
    ],
    [
      'for (u = 0; u * u + u < (unsigned)n; u += 2) get(i);',
      "at most 32768 iterations, if u * u + u doesn't wrap around",
    ],
    // n gets smaller meanwhile
    ['for (i = 2; i * i <= n; i++) if (n % i == 0) n /= i;', 'at most 46339 iterations'],
    // of another one
    ['for (i = 2; i <= n / c; i++) get(i);', 'n / c - 1 iterations'],
  ])('%s', async (loop, sentence) => expect(await sentenceOf(loop)).toBe(sentence));
});
