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
