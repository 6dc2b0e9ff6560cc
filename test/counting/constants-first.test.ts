/** Tests that have the constant first: told as everybody else writes them. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const inFunction = (loop: string): string => `int get(void); enum { END = -1 };
void f(char *p, int *v, int n) { int r; ${loop} }`;

describe('a constant before what is compared with it', () => {
  test.each([
    ['while (0 < get()) ;', 'until get() returns at most 0'],
    ['while (0 < (r = get())) n = r;', 'until get() returns at most 0'],
    ['while (END != get()) ;', 'until get() returns END'],
    ['while (2 >= get()) ;', 'until get() returns more than 2'],
    ["while ('\\0' != *p && 'x' != *p) p += get();", "until *p == '\\0' || *p == 'x'"],
    ['while (10 <= *v) v += get();', 'until *v < 10'],
    // neither is one
    ['while (n > *v) v += get();', 'until n <= *v'],
    ['while (*v < n) v += get();', 'until *v >= n'],
  ])('%s', async (loop, sentence) => expect(await sentencesIn(inFunction(loop))).toEqual([sentence]));
});
