/** Counters that nothing is left of: tests that fail there end the loop, whatever they ask. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const counted = (loop: string): Promise<readonly (string | undefined)[]> =>
  sentencesIn(`void use(int); int get(void); void f(int n, int r, unsigned u, unsigned m, unsigned long w, short h,
    unsigned char b) { int c = 0; ${loop} use(c); }`);

describe('shifted to the right', () => {
  test.each([
    // 32 bits, two at a time
    ['while ((u & 3) == 3) { u >>= 2; c++; }', 'at most 16 iterations'],
    ['while ((w & 0xe) != 0) { c++; w >>= 3; }', 'at most 21 iterations'],
    ['do { u >>= 1; c++; } while (u & 0xf0);', 'at most 28 iterations'],
    ['while ((w & (1ul << (n & 63))) != 0) { w >>= 1; c++; }', 'at most 64 iterations'],
    ['while (u & m) u >>= 1;', 'at most 32 iterations'],
    ['while (u % 10 != 0) u /= 10;', 'at most 10 iterations'],
    ['for (;;) { use(c); u >>= 1; if ((u & 6) == 0) break; }', 'at most 31 iterations'],
    ['while (r < n) { c--; n >>= 1; }', 'at most 31 iterations, if r >= 0'],
    ['if (r < 1) return; while (r < n) { c--; n >>= 1; }', 'at most 31 iterations'],
    // -1 & 3 is 3 for ever
    ['while ((n & 3) == 3) { n >>= 2; c++; }', 'at most 16 iterations, if n >= 0'],
    ['if (n < 0) return; while ((n & 3) == 3) n >>= 2;', 'at most 16 iterations'],
    // it goes on at zero
    ['while ((u & 3) != 3) { u >>= 2; c++; }', 'no bound known'],
    ['while ((u & m) == m) { u >>= 1; c++; }', 'no bound known'],
    ['if (m == 0) return; while ((u & m) == m) { u >>= 1; c++; }', 'at most 32 iterations'],
    // the limit moves too
    ['while (r < n) { r--; n >>= 1; }', 'no bound known'],
    ['while ((u & m) != 0) { u >>= 1; m = get(); }', 'until (u & m) == 0'],
    ['while ((u & 3) == 3) { if (get()) u >>= 2; }', 'until (u & 3) != 3'],
    ['while ((u & 3) == 3) { u >>= 2; if (get()) u += 7; }', 'until (u & 3) != 3'],
  ])('%s', async (loop, sentence) => expect(await counted(loop)).toEqual([sentence]));
});

describe('shifted to the left', () => {
  test.each([
    ['while (u & 0x80000000) { u <<= 1; c++; }', 'at most 32 iterations'],
    ['while (b & 0x80) b <<= 1;', 'at most 8 iterations'],
    ['while (u & m) u <<= 3;', 'at most 11 iterations'],
    ['while (!(u & 0x80000000)) { u <<= 1; c++; }', 'at most 31 iterations, endless if u == 0'],
    ['while (!(b & 0x80)) b <<= 1;', 'at most 7 iterations, endless if b == 0'],
    ['if (u == 0) return; while (!(u & 0x80000000)) u <<= 1;', 'at most 31 iterations'],
    ['while (!(w & 0xff00000000000000)) w <<= 8;', 'at most 7 iterations, endless if w == 0'],
    ['while (!(w & 0xff00000000000000)) w <<= 5;', 'at most 12 iterations, endless if w == 0'],
    ['while (!(u & 0xf0000000)) u <<= 5;', 'no bound known'],
    // bits above that one don't come back
    ['while (!(u & 0x4000)) { u <<= 1; c++; }', 'at most 14 iterations, endless if (u & 0x7FFF) == 0'],
    ['while (!(u & 0xf00)) u <<= 4;', 'at most 2 iterations, endless if (u & 0xFFF) == 0'],
    ['if (u & 0xff) while (!(u & 0x4000)) u <<= 1;', 'at most 14 iterations'],
    ['while (!(w & 0x4000)) { w <<= 1; if (get()) break; }', 'at most 14 iterations, if (w & 0x7FFF) != 0'],
    ['while (!(u & 0xf00)) u <<= 5;', 'no bound known'],
    // of an `unsigned char` none gets there
    ['while (!(b & 0x400)) b <<= 1;', 'no bound known'],
    ['while (!(b & 0x180)) b <<= 1;', 'no bound known'],
    ['while (!(u & 0x80000000)) { u <<= 2; c++; }', 'no bound known'],
  ])('%s', async (loop, sentence) => expect(await counted(loop)).toEqual([sentence]));
});

describe('divided by what divides it', () => {
  test.each([
    // 3^19 is below 2^31, 3^20 below 2^32
    ['while (n % 3 == 0) n /= 3;', 'at most 19 iterations, endless if n == 0'],
    ['while (u % 3 == 0) { u /= 3; c++; }', 'at most 20 iterations, endless if u == 0'],
    ['while (!(n % 4)) n /= 2;', 'at most 31 iterations, endless if n == 0'],
    ['if (n != 0) while (n % 10 == 0) n /= 10;', 'at most 9 iterations'],
    ['while (n % r == 0) n /= r;', 'at most 31 iterations, if r >= 2 and n != 0'],
    ['if (r > 1 && n > 0) while (n % r == 0) n /= r;', 'at most 31 iterations'],
    // a remainder is left, which may be zero in the end
    ['while (n % 2 == 0) n /= 4;', 'no bound known'],
    ['while (n % r == 0) n /= c;', 'no bound known'],
    ['while (n % r == 0) { n /= r; r++; }', 'no bound known'],
    ['do n /= 3; while (n % 3 == 0);', 'no bound known'],
  ])('%s', async (loop, sentence) => expect(await counted(loop)).toEqual([sentence]));
});

describe('divided by what is no number', () => {
  test.each([
    ['while (u) u /= m;', 'at most 32 iterations, if m >= 2'],
    ['do { use(n % r); n /= r; } while (n);', 'at most 32 iterations, if r >= 2'],
    ['if (r < 2 || r > 36) return; do { use(n % r); n /= r; } while (n > 0);', 'at most 31 iterations'],
    ['while (u) { u /= m; m = get(); }', 'until u == 0'],
    ['r = 1; while (n) n /= r;', 'no bound known'],
  ])('%s', async (loop, sentence) => expect(await counted(loop)).toEqual([sentence]));
});

describe('bits that a do-loop passes before its test', () => {
  test.each([
    ['do u >>= 1; while (!(u & 1));', 'at most 31 iterations, endless if u <= 1'],
    ['do u >>= 1; while (!(u & 3));', 'at most 30 iterations, endless if u <= 1'],
    ['do u >>= 2; while (!(u & 3));', 'at most 15 iterations, endless if u <= 3'],
    ['if (u < 2) return; do u >>= 1; while (!(u & 1));', 'at most 31 iterations'],
    ['do { u >>= 1; if (get()) break; } while (!(u & 1));', 'at most 31 iterations, if u > 1'],
    ['do n >>= 1; while (!(n & 1));', 'no bound known'],
  ])('%s', async (loop, sentence) => expect(await counted(loop)).toEqual([sentence]));
});

describe('of what is 0 or 1 & says what && does', () => {
  test.each([
    ['for (n = 0; (n < r) & (u > 0); n++) use(n);', 'at most r iterations'],
    ['for (n = 0; n < r & n < 9; n++) use(n);', 'min(9, max(0, r)) iterations'],
    ['for (n = 0; (get() == 3) & (n < r); n++) use(n);', 'at most r iterations'],
    ['while ((get() >= 7) & (w > 0)) { if (get()) w--; }', 'until get() < 7 || w == 0'],
    ['while ((n > 3) | (r > 4)) { n = get(); r--; }', 'until n <= 3 && r <= 4'],
    // 2 & 1 is 0
    ['for (n = 0; (r & 2) & (n < 9); n++) use(n);', 'until ((r & 2) & (n < 9)) == 0'],
  ])('%s', async (loop, sentence) => expect(await counted(loop)).toEqual([sentence]));
});
