/**
 * Counters that are shifted out at the top, and lists that are walked by a copy of the pointer. Numbers of iterations
 * are those of the compiled C.
 */
import { describe, expect, test } from 'vitest';
import { countedLoopsIn, loopsIn } from '../termination/loops.ts';

const HEAD = `
struct list { struct list *next; int value; };
void use(void *);
`;

const inside = (body: string): string => {
  const parameters = 'unsigned w, unsigned char byte, int n, struct list *p, struct list *q';
  return `${HEAD}int f(${parameters}) { int c = 0; ${body} return c; }`;
};

const sentenceOf = async (body: string): Promise<string | undefined> =>
  (await loopsIn(inside(body), 'c')).at(-1)?.count.sentence;

describe('shifted until nothing is left', () => {
  test.each([
    ['for (unsigned long x = 1; x; x <<= 1) c++;', '64 iterations'],
    // 12 is 1100: 30 shifts clear its third bit
    ['for (unsigned x = 12; x; x <<= 1) c++;', '30 iterations'],
    ['for (; w; w <<= 3) c++;', 'at most 11 iterations'],
    ['while (byte) { c++; byte <<= 1; }', 'at most 8 iterations'],
    ['while (w) { c++; if (c & 1) w *= 2; else w *= 8; }', 'at most 32 iterations'],
    // a limit that moves as well is at least 0
    ['unsigned m = 63; do { c++; w >>= 6; m >>= 1; } while (w > m);', 'at most 6 iterations'],
    ['do { byte >>= 1; n--; c++; } while (byte > n);', 'no bound known'],
    // 10, 100, ... 1,000,000,000 are no more than an int's greatest value
    ['for (long r = 1; (r *= 10) <= n; ) c++;', 'at most 9 iterations'],
    // 3 * 2^29 is less than that
    ['for (long r = 1; 3 * r < n; r *= 2) c++;', 'at most 30 iterations'],
    // odd factors, ways that keep it, overflow of a signed counter
    ['while (w) { c++; if (c & 1) w *= 2; }', 'no bound known'],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(body)).toBe(sentence);
  });
});

describe('one bit less each time', () => {
  test.each([
    ['while (w) { c++; w &= w - 1; }', 'at most 32 iterations'],
    ['do { c++; w &= w - 1; } while (w);', 'at most 32 iterations'],
    ['do { c++; n &= n - 1; } while (n > 0);', 'at most 31 iterations'],
    ['while (n > 0) { n = n & (n - 1); c++; }', 'at most 31 iterations'],
    // what is negative may lose bits without end
    ['while (n) { n = n & (n - 1); c++; }', 'no bound known'],
    ['while (n > 0) { n = n & (n - 2); c++; }', 'no bound known'],
  ])('%s', async (body, sentence) => {
    expect((await countedLoopsIn(inside(body))).at(-1)?.count.sentence).toBe(sentence);
  });
});

describe('multiplied up to a limit', () => {
  test.each([
    ['for (w = 1; w < 1000; w *= 2) c++;', '10 iterations'],
    ['for (w = 3; w < 1000; w *= 4) { if (n) c++; }', '5 iterations'],
    // 2^24 * 16 * 16 is 0 in 32 bits, and 64 * 2 * 2 in 8
    ['for (w = 1; w <= 0x7000000; w *= 16) { w *= 16; if (n) use(p); }', 'never ends'],
    ['byte = 1; while (byte < 100) { byte <<= 1; if (n) use(p); byte <<= 1; }', 'never ends'],
    // 1 * 3 * 3 * 3 is 27, and 27 * 27 * 27 more than 1000; no more than 999 * 27 is made
    ['for (long r = 1; r < 1000; ) { for (int k = 0; k < 3; k++) r *= 3; c++; }', '3 iterations'],
    // from 200 on it is 144, 32, 64, 128 and 0 in 8 bits
    ['byte = n ? 200 : 3; do { byte *= 2; c++; } while (byte < 200);', 'no bound known'],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(body)).toBe(sentence);
  });
});

describe('a buffer that grows', () => {
  test.each([
    // 16 * 2^28 is 2^32, and 0 never grows
    ['unsigned cap = 16; while (cap < w) cap *= 2;', 'at most 28 iterations, endless if cap wraps around'],
    ['while (w < byte) w *= 2;', 'at most 8 iterations, if w >= 1'],
    [
      'unsigned cap = w; while (cap < n) { if (cap > 0x7fffffffu) return 0; cap <<= 1; }',
      'at most 32 iterations, if cap >= 1',
    ],
    [
      'unsigned cap = w; while (cap < n) { if (cap > 0x80000000u) return 0; cap <<= 1; }',
      "at most 32 iterations, if cap >= 1 and cap doesn't wrap around",
    ],
    // an int doesn't wrap around
    ['int cap = n; while (cap < byte) cap += cap;', 'at most 8 iterations, if cap >= 1'],
    ['int cap = 0; while (cap < n) cap *= 2;', 'no bound known'],
  ])('%s', async (body, sentence) => {
    expect((await countedLoopsIn(inside(body))).at(-1)?.count.sentence).toBe(sentence);
  });
});

describe('a walk by a copy of the pointer', () => {
  test.each([
    ['q = p->next; p->next = 0; while ((p = q) != 0) { q = p->next; c++; }', 'length(q) iterations'],
    ['for (q = p; p; p = q->next) { q = p; c++; }', 'length(p) iterations'],
    ['for (; p; p = q) { q = p->next; use(p); }', "length(p) iterations, if use() doesn't relink the list at p"],
    [
      'use(&p); for (; p; p = p->next) use(0);',
      "length(p) iterations, if use() doesn't relink the list at p or change p",
    ],
    // the first step is to where q leads, whatever that is
    ['while (p) { p = q->next; q = p; }', 'at most length(q) iterations'],
    ['for (q = p; p; q = p) p = q->next;', 'at most length(p) iterations'],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(body)).toBe(sentence);
  });
});
