/** An assignment has the type of what is assigned to, also where it isn't evaluated: the sizes are those of gcc. */
import { expect, test } from 'vitest';
import { sentencesIn } from '../counting/sentences.ts';

test.each([
  ['c = 5L', 1],
  ['++c', 1],
  ['c++', 1],
  ['s += 3', 2],
  ['l = s = 1', 8],
  ['*p = 70000L', 2],
  ['q.m = 1L', 1],
  ['(c = 5L) + 0L', 8],
  ['c, s = 1L', 2],
])('sizeof(%s)', async (expression, size) => {
  const source = `void use(int);
    void f(char c, short s, long l, short *p) {
      struct { char m; } q;
      for (unsigned i = 0; i < sizeof(${expression}); i++) use(i);
    }`;
  expect(await sentencesIn(source)).toEqual([`${size} iteration${size === 1 ? '' : 's'}`]);
});
