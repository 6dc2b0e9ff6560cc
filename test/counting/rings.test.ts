/** Indices that go round until they meet another. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const inFunction = (loop: string): string => `int get(void);
struct ring { unsigned head, tail; int items[64]; };
int f(struct ring *r, unsigned a, unsigned b, unsigned char c, unsigned char d, int s) { unsigned i; ${loop} return s; }`;

const ROUND = '((r->tail - r->head) & 63) iterations, if r->head <= 63 and r->tail <= 63';

const inRing = (loop: string): string => `int get(void);
struct ring { unsigned head, tail, size; };
void f(struct ring *r, unsigned a, unsigned b, unsigned n, int s, int k, int m, int *p) { ${loop} }`;

describe('an index goes round', () => {
  test.each([
    ['for (i = r->head; i != r->tail; i = (i + 1) % 64) s += r->items[i];', ROUND],
    ['while (r->head != r->tail) { s += r->items[r->head]; r->head = (r->head + 1) & 63; }', ROUND],
    [
      'for (i = r->tail; r->head != i; i = (i - 1) % 64) r->items[i] = s;',
      '((r->tail - r->head) & 63) iterations, if r->tail <= 63 and r->head <= 63',
    ],
    ['for (; a != b; a = (a + 1) & 15) if (get()) break;', 'at most ((b - a) & 15) iterations, if a <= 15 and b <= 15'],
    ['for (a &= 7, b &= 7; a != b; a = (a + 1) & 7) get();', '((b - a) & 7) iterations'],
    // a plain counter comes round with its type
    ['while (c != d) c++;', '(unsigned char)(d - c) iterations'],
  ])('%s', async (loop, sentence) => expect(await sentencesIn(inFunction(loop))).toEqual([sentence]));

  test.each([
    // by two it may pass the other
    ['while (a != b) a = (a + 2) & 15;', 'no bound known'],
    // not in every iteration
    ['while (a != b) if (get()) a = (a + 1) & 15;', 'until a == b'],
  ])('not so: %s', async (loop, sentence) => expect(await sentencesIn(inFunction(loop))).toEqual([sentence]));
});

describe('a ring of any size', () => {
  const up = '(b >= a ? b - a : b + n - a) iterations, if n > a and n > b';
  const signed = '(k >= s ? k - s : k + m - s) iterations, if s >= 0 and m > s and k >= 0 and m > k';
  test.each([
    ['while (a != b) a = (a + 1) % n;', up],
    ['while (a != b) if (++a == n) a = 0;', up],
    ['while (b != a) { a++; if (a >= n) a = 0; }', up],
    ['while (a != b) a = a + 1 < n ? a + 1 : 0;', up],
    ['while (a != b) { if (a == 0) a = n; a--; }', '(a >= b ? a - b : a + n - b) iterations, if n > a and n > b'],
    ['while (s != k) if (++s == m) s = 0;', signed],
    [
      'while (s != k) if (--s < 0) s = m - 1;',
      signed.replace('k >= s ? k - s : k + m - s', 's >= k ? s - k : m + s - k'),
    ],
    [
      'while (s != k) s = s == 63 ? 0 : s + 1;',
      '((k - s) & 63) iterations, if s >= 0 and s <= 63 and k >= 0 and k <= 63',
    ],
    [
      'while (r->head != r->tail) { if (++r->head == r->size) r->head = 0; *p = 0; }',
      "(r->tail >= r->head ? r->tail - r->head : r->size + r->tail - r->head) iterations, if r->size > r->head and r->size > r->tail and the store in line 3 doesn't change r->head, r->tail or r->size",
    ],
  ])('%s', async (loop, sentence) => expect(await sentencesIn(inRing(loop))).toEqual([sentence]));

  test.each([
    // below zero an unsigned index is at its type's end
    'while (a != b) if (--a < 0) a = n - 1;',
    // it turns, or not
    'while (a != b) if (++a == n && get()) a = 0;',
    // not to the first value
    'while (a != b) if (++a == n) a = 1;',
    // in steps of two
    'while (a != b) { a += 2; if (a >= n) a = 0; }',
    // the size changes
    'while (a != b) { if (++a == n) a = 0; n = get(); }',
  ])('not so: %s', async (loop) => {
    const [sentence] = await sentencesIn(inRing(loop));
    expect(sentence).toMatch(/^(no bound known|until )/);
  });
});
