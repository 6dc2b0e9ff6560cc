/** What an inner loop moves that goes round equally often each time it is entered: as if it were one step. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const outer = async (loop: string): Promise<string | undefined> => {
  const all = await sentencesIn(`void use(int);\nint f(int n, int m, const int *p, const int *end, int c) {
    int k = 0, i, j; ${loop} return k; }`);
  return all[0];
};

describe('by a number', () => {
  test.each([
    ['while (n > 0) { for (i = 0; i < 8; i++) n--; }', '(n + 7) / 8 iterations'],
    ['while (n > 0) { i = 0; do n -= 2; while (++i < 3); }', '(n + 5) / 6 iterations'],
    ['while (p < end) for (i = 0; i < 16; i++) use(*p++);', '(end - p + 15) / 16 iterations'],
    ['while (k < n) { i = 0; while (k++, i < 5) i++; }', '(n + 5) / 6 iterations'],
    ['while (k < n) { i = 0; for (;;) { k++; if (i >= 3) break; i++; k += 2; } }', '(n + 9) / 10 iterations'],
    ['while (k < n) { i = 0; do { k++; i++; if (i == 5) break; k++; } while (1); }', '(n + 8) / 9 iterations'],
    [
      'for (k = 0; k < n; k++) for (i = 0; i < 3; i++) { k++; for (j = 6; j; j -= 2) k++; }',
      '(n + 12) / 13 iterations',
    ],
    ['for (k = 0; k < 64; k++) for (i = 0; i < 7; i++) k++;', '8 iterations'],
    ['k = 64; while (k) for (i = 0; i < 8; i++) --k;', '8 iterations'],
  ])('%s', async (loop, sentence) => expect(await outer(loop)).toBe(sentence));
});

describe('by what differs', () => {
  test.each([
    ['while (n > 0) { if (c > k) for (i = 0; i < 3; i++) n--; else n -= 5; k++; }', 'at most (n + 2) / 3 iterations'],
    ['while (n > 0) for (i = 0; i < 3 && n > 0; i++) n--;', 'at most n iterations'],
    ['while (k < n) for (i = 0; i < 4; i++) { if (i & 1) continue; k++; }', 'at most n iterations'],
    ['while (k < n) for (i = 0; i < 4; i++) { k++; if (k == 7) return 1; }', 'at most n iterations'],
    ['while (k < n) { for (i = 0; i < c; i++) k++; }', undefined],
  ])('%s', async (loop, sentence) => expect(await outer(loop)).toBe(sentence ?? 'no bound known'));
});
