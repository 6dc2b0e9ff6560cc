/** Counters that each way round at least doubles or halves: down a heap in an array, in what is left to be searched. */
import { describe } from 'vitest';
import { toldIn } from './sentences.ts';

const HEAP = 'if (c + 1 < n && a[c + 1] > a[c]) c++; if (a[i] >= a[c]) break; a[i] = a[c]; i = c;';

describe('a signed index', () => {
  toldIn((loop) => `int get(int);\nvoid f(int *a, int n, int i) { int c; ${loop} }`)([
    // 0, 1, 3, ... 2^30 - 1: twice that and one is below 2^31
    [`i = 0; while ((c = 2 * i + 1) < n) { ${HEAP} }`, 'at most 30 iterations'],
    [`i = 1; while ((c = 2 * i) <= n) { ${HEAP} }`, 'at most 30 iterations'],
    [`while ((c = 2 * i + 1) < n) { ${HEAP} }`, 'at most 30 iterations, if i >= 0'],
    [`while ((c = 2 * i) <= n) { ${HEAP} }`, 'at most 30 iterations, if i >= 1'],
    [`for (i = 0; ;) { c = 2 * i + 1; if (c >= n) break; ${HEAP} }`, 'at most 31 iterations'],
    // the index itself is tested: 2, 4, ...
    ['for (i = 2; i <= 100; i *= 2) if (get(i)) i++;', 'at most 6 iterations'],
    // one way leaves it as it is
    ['for (i = 2; i <= 100;) { c = 2 * i; if (get(i)) i = c; }', 'until i > 100'],
    // and one takes it back
    ['for (i = 2; i <= 100;) { c = 2 * i; if (get(i)) c--; i = c; }', 'until i > 100'],
  ]);
});

describe('an unsigned index', () => {
  toldIn((loop) => `void f(unsigned *a, unsigned n, unsigned i) { unsigned c; ${loop} }`)([
    [`i = 0; while ((c = 2 * i + 1) < n) { ${HEAP} }`, "at most 31 iterations, if 2 * i + 1 doesn't wrap around"],
    [`i = 1; while ((c = 2 * i) <= 100) { ${HEAP} }`, "at most 6 iterations, if 2 * i doesn't wrap around"],
    // what is tested can't
    [`i = 1; while (i <= 100) { c = 2 * i; ${HEAP} }`, 'at most 7 iterations'],
  ]);
});

describe('what is left of a range', () => {
  toldIn((loop) => `int cmp(int);\nvoid f(int n, unsigned u, int from) { ${loop} }`)([
    // 2^31 - 1 is halved 31 times
    ['while (n > 1) { int half = n / 2; if (cmp(from + half)) from += half; n -= half; }', 'at most 31 iterations'],
    [
      'while (n > 0) { int s = n / 2; if (cmp(s)) { from += s + 1; n -= s + 1; } else n = s; }',
      'at most 31 iterations',
    ],
    [
      'while (u > 0) { int s = u / 2; if (cmp(s)) { from += s + 1; u -= s + 1; } else u = s; }',
      'at most 32 iterations',
    ],
    ['for (; u != 0; u >>= 1) if (cmp(u)) u--;', 'at most 32 iterations'],
    // -2^31 is above 10 then, and comes to 0 in 32 steps
    ['while ((unsigned)n > 10) n /= 2;', 'at most 32 iterations'],
    // one is left of one
    ['while (n > 0) { int half = n / 2; if (cmp(half)) from += half; n -= half; }', 'until n <= 0'],
    // two may be taken off one
    ['for (; u != 0; u >>= 1) if (cmp(u)) u -= 2;', 'until u == 0'],
  ]);
});
