/** Types of expressions that aren't evaluated: the sizes are those of gcc. */
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
  ['f * d', 8],
  ['d * f', 8],
  ['f * l', 4],
  ['&use', 8],
  ['c ? use : &use', 8],
  ['c ? s : l', 8],
  ['c << l', 4],
])('sizeof(%s)', async (expression, size) => {
  const source = `void use(int);
    void g(char c, short s, long l, short *p, float f, double d) {
      struct { char m; } q;
      for (unsigned i = 0; i < sizeof(${expression}); i++) use(i);
    }`;
  expect(await sentencesIn(source)).toEqual([`${size} iteration${size === 1 ? '' : 's'}`]);
});

test('the name of the function is no pointer', async () => {
  const source = 'void use(int); void f(void) { for (unsigned i = 0; i < sizeof(__func__); i++) use(i); }';
  expect(await sentencesIn(source)).toEqual(['until i >= sizeof(__func__)']);
});

test('the type of an unknown call with an array of the function', async () => {
  const source = 'void f(void) { char rows[2][4], *at[3]; while (UNKNOWN(rows)) ; while (UNKNOWN(at)) ; }';
  expect(await sentencesIn(source)).toEqual(['until UNKNOWN() returns 0', 'until UNKNOWN() returns 0']);
});
