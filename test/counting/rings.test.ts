/** Indices that go round until they meet another. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const inFunction = (loop: string): string => `int get(void);
struct ring { unsigned head, tail; int items[64]; };
int f(struct ring *r, unsigned a, unsigned b, unsigned char c, unsigned char d, int s) { unsigned i; ${loop} return s; }`;

const ROUND = '((r->tail - r->head) & 63) iterations, if r->head <= 63 and r->tail <= 63';

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
