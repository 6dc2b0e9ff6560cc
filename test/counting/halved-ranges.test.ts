/**
 * Searches that halve what is between two ends. For every pair of ends from -20 to 70 no run of such a loop in C has
 * more iterations than `q + 1` has bits.
 */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

async function sentenceOf(loop: string): Promise<string | undefined> {
  const source = `int cmp(int);\nint f(const int *a, int lo, int hi, int n, int k) { int mid; ${loop} return lo; }`;
  return (await loopsIn(source, 'c')).at(-1)?.count.sentence;
}

const UP_OR_DOWN = 'if (a[mid] < k) lo = mid + 1; else hi = mid;';

describe('a search by halves', () => {
  test.each([
    [
      'lo = 0; hi = n - 1; while (lo <= hi) { mid = (lo + hi) / 2; if (a[mid] < k) lo = mid + 1; else hi = mid - 1; }',
      'at most 32 iterations',
    ],
    [`for (lo = 0, hi = n; lo < hi;) { mid = (lo + hi) / 2; ${UP_OR_DOWN} }`, 'at most 31 iterations'],
    [`while (lo < hi) { mid = lo + (hi - lo) / 2; ${UP_OR_DOWN} }`, 'at most 32 iterations'],
    [`while (lo < hi) { mid = (lo + hi) >> 1; ${UP_OR_DOWN} }`, 'at most 32 iterations'],
    ['while (hi - lo > 1) { mid = (lo + hi) / 2; if (a[mid] < k) lo = mid; else hi = mid; }', 'at most 32 iterations'],
    // tested behind the body: from lo > hi it doesn't get to lo <= hi
    [
      'lo = 1; hi = n; do { mid = (lo + hi) >> 1; if (cmp(mid)) lo = mid + 1; else hi = mid - 1; } while (lo <= hi);',
      'at most 31 iterations',
    ],
    [
      'do { mid = (lo + hi) / 2; if (cmp(mid)) lo = mid + 1; else hi = mid - 1; } while (lo <= hi);',
      'at most 33 iterations',
    ],
    [
      'do { mid = (lo + hi) >> 1; if (cmp(mid)) { lo = mid + 1; hi++; } else hi = mid - 1; } while (lo <= hi);',
      'until lo > hi',
    ],
    // unsigned ends whose distance never is below zero
    [
      'unsigned l = 0, h = n; while (l + 1 < h) { unsigned m = l + (h - l) / 2; if (cmp(m)) l = m; else h = m; }',
      'at most 32 iterations',
    ],
    [
      'unsigned l = 0, h = n; while (h - l > 1) { unsigned m = l + (h - l) / 2; if (cmp(m)) l = m; else h = m; }',
      'at most 32 iterations',
    ],
    [
      'unsigned l = k, h = n; while (h - l > 1) { unsigned m = l + (h - l) / 2; if (cmp(m)) l = m; else h = m; }',
      'at most 32 iterations, if h >= l',
    ],
    [
      'unsigned l = 0, h = n; while (h - l > 1) { unsigned m = l + (h - l) / 2; if (cmp(m)) l = m; else h = m - 2; }',
      'until h - l <= 1',
    ],
    // another way out
    [
      `
        while (lo <= hi) { mid = (lo + hi) / 2; k = cmp(mid); if (k < 0) hi = mid - 1; else { if (k == 0) break;
          lo = mid + 1; } }`,
      'at most 33 iterations',
    ],
    // from -1 to 0 the middle is 0, rounded towards zero: this need not end
    [`while (lo < hi) { mid = (lo + hi) / 2; ${UP_OR_DOWN} }`, 'at most 32 iterations, if lo >= 0'],
    [`while (lo < hi) { mid = (lo + hi) / 2; lo = 0; ${UP_OR_DOWN} }`, 'until lo >= hi'],
    // nothing is reduced while l < h
    [
      `
        unsigned long l = 0, h = n; while (l < h) { unsigned long m = l + (h - l) / 2; if (a[m] < k) l = m + 1;
          else h = m; }`,
      'at most 64 iterations',
    ],
    // l + h may wrap around
    [
      `
        unsigned long l = 0, h = n; while (l < h) { unsigned long m = (l + h) / 2; if (a[m] < k) l = m + 1; else h = m;
          }`,
      "at most 64 iterations, if h + l doesn't wrap around",
    ],
    [
      `
        if (n <= 0) return 0; unsigned long l = 0, h = n; while (l < h) { unsigned long m = (l + h) / 2;
          if (a[m] < k) l = m + 1; else h = m; }`,
      'at most 64 iterations',
    ],
    // 0 - 1 is the greatest of all
    [
      `
        unsigned l = 0, h = n; while (l <= h) { unsigned m = (l + h) / 2; if (a[m] < k) l = m + 1; else h = m - 1; }`,
      'until l > h',
    ],
    // the middle of 3 and 4 is 3
    ['while (lo < hi) { mid = (lo + hi) / 2; if (a[mid] < k) lo = mid; else hi = mid; }', 'until lo >= hi'],
    // a way that leaves both as they are
    [
      'while (lo <= hi) { mid = (lo + hi) / 2; if (a[mid] < k) lo = mid + 1; else if (a[mid] > k) hi = mid - 1; }',
      'until lo > hi',
    ],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});

describe('unsigned ends', () => {
  test.each([
    [
      'while (h - l > 1) { m = (l + h) / 2; if (cmp(m)) l = m; else h = m; }',
      "at most 32 iterations, if h >= l and h + l doesn't wrap around",
    ],
    [
      'while (l + 1 < h) { m = (l + h) / 2; if (cmp(m)) l = m; else h = m; }',
      "at most 32 iterations, if h + l doesn't wrap around",
    ],
    [
      'while (l + 1 < h) { m = l + (h - l) / 2; if (cmp(m)) l = m; else h = m; }',
      "at most 32 iterations, if l + 1 doesn't wrap around",
    ],
  ])('%s', async (loop, sentence) => expect(await sentenceOf(`unsigned l = lo, h = hi, m; ${loop}`)).toBe(sentence));
});

describe('ends that meet', () => {
  test.each([
    [
      'while (lo != hi) { mid = (lo + hi) >> 1; if (cmp(mid)) lo = mid + 1; else hi = mid; }',
      'at most 32 iterations, if hi >= lo',
    ],
    [
      'lo = 0; hi = 100; while (hi != lo) { mid = (lo + hi) / 2; if (cmp(mid)) lo = mid + 1; else hi = mid; }',
      'at most 7 iterations',
    ],
    // they may pass each other
    [
      'lo = 0; hi = 100; while (hi != lo) { mid = (lo + hi) / 2; if (cmp(mid)) lo = mid + 1; else hi = mid - 1; }',
      'until hi == lo',
    ],
  ])('%s', async (loop, sentence) => expect(await sentenceOf(loop)).toBe(sentence));
});
