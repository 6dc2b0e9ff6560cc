/** Values that are shifted to the right till a bit, or nothing, is left, and by how much they are. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const counted = (loop: string): Promise<readonly (string | undefined)[]> =>
  sentencesIn(`void use(int); int get(void); void f(int n, unsigned u, unsigned long w, short h, int *p) {
    int c = 0; ${loop} use(c); }`);

describe('what is below zero stays there', () => {
  test.each([
    ['while (n) { n >>= 1; c++; }', 'at most 31 iterations, endless if n < 0'],
    ['while (h) { h >>= 4; c++; }', 'at most 4 iterations, endless if h < 0'],
    ['do { n >>= 2; c++; } while (n != 0);', 'at most 16 iterations, endless if n < 0'],
    ['while (n) { if (get()) break; n >>= 1; }', 'at most 31 iterations, if n >= 0'],
    ['if (n < 0) return; while (n) { n >>= 1; c++; }', 'at most 31 iterations'],
    // it is rounded to zero
    ['while (n) { n /= 2; c++; }', 'at most 32 iterations'],
    ['while (n) { if (get()) n >>= 1; else n /= 2; }', 'until n == 0'],
    ['while (n) { if (get()) n >>= 1; }', 'until n == 0'],
    ['while (u) { u >>= 1; c++; }', 'at most 32 iterations'],
  ])('%s', async (loop, sentence) => expect(await counted(loop)).toEqual([sentence]));
});

describe('zeros at the end', () => {
  test.each([
    ['while (!(u & 1)) { u >>= 1; c++; }', 'at most 31 iterations, endless if u == 0'],
    ['for (; (n & 1) == 0; n >>= 1) c++;', 'at most 31 iterations, endless if n == 0'],
    ['while (w % 2 == 0) { w /= 2; c++; }', 'at most 63 iterations, endless if w == 0'],
    ['while ((u & 3) == 0) { u >>= 2; c++; }', 'at most 15 iterations, endless if u == 0'],
    ['while ((u & 15) == 0) { u >>= 1; c++; }', 'at most 28 iterations, endless if u == 0'],
    ['if (u == 0) return; while (!(u & 1)) u >>= 1;', 'at most 31 iterations'],
    ['while (!(u & 1)) { if (get()) break; u >>= 1; }', 'at most 31 iterations, if u != 0'],
    ['while (u && !(u & 1)) u >>= 1;', 'at most 32 iterations'],
    ['u = 0; while (!(u & 1)) { u >>= 1; use(c); }', 'until u & 1'],
    ['u = 12; while (!(u & 1)) { u >>= 1; use(c); }', 'at most 3 iterations'],
    // other bits than zeros are shifted out
    ['while (!(u & 1)) { u >>= 2; c++; }', 'no bound known'],
    ['while (!(u & 1)) { if (get()) u >>= 1; }', 'until u & 1'],
  ])('%s', async (loop, sentence) => expect(await counted(loop)).toEqual([sentence]));
});

describe('no value is shifted by more bits than it has', () => {
  test.each([
    ['unsigned s; for (s = 0; (u >> (31 - s)) == 0; ++s) ;', 'at most 32 iterations'],
    ['unsigned s = 0; while (!((w >> (63 - s)) & 1)) s++;', 'at most 64 iterations'],
    ['unsigned s = 0; while ((u >> s) > 9) s += 3;', 'at most 11 iterations'],
    ['unsigned s = n; while ((u >> (100 - s)) & 1) s++;', 'at most 101 - s iterations'],
    // it comes round
    ['unsigned s = n; while ((u >> (s & 31)) & 1) s++;', 'no bound known'],
  ])('%s', async (loop, sentence) => expect(await counted(loop)).toEqual([sentence]));
});
