/**
 * What a count assumes of variables has to say all that it needs: runs in which no variable wraps around have just that
 * count.
 */
import { describe, expect, test } from 'vitest';
import { countedLoopsIn, loopsIn } from '../termination/loops.ts';

const assumedIn = async (parameters: string, loop: string): Promise<readonly string[] | undefined> =>
  (await loopsIn(`void f(${parameters}) { ${loop} }`, 'c')).at(-1)?.count.assuming;

/** Numbers of iterations are those of the compiled C. */
describe('counters of narrow signed types', () => {
  test.each([
    ['short m', 'for (short i = 0; i < m; i++) ;', 'm iterations'],
    ['short m', 'for (short i = 30000; i > m; i--) ;', '30000 - m iterations'],
    [
      'signed char m',
      'for (signed char i = 0; i <= m && i < 100; i += 3) ;',
      'min(34, max(0, (m + 3) / 3)) iterations',
    ],
    ['short m', 'for (short i = 0; i < m; i += 6) ;', '(m + 5) / 6 iterations, or at most 65536 if i wraps around'],
    ['int m', 'for (short i = 0; i < m; i++) ;', 'm iterations, endless if i wraps around'],
    ['signed char i', 'do ++i; while (17 >= i);', 'max(1, 18 - i) iterations, or at most 256 if i wraps around'],
  ])('%s: %s', async (parameters, loop, sentence) => {
    expect((await countedLoopsIn(`void f(${parameters}) { ${loop} }`)).at(-1)?.count.sentence).toBe(sentence);
  });
});

describe('a variable that may wrap around', () => {
  test('is told where the test is of that variable', async () => {
    expect(await assumedIn('unsigned a, unsigned n', 'for (; a < n; a += 3) ;')).toEqual(["a doesn't wrap around"]);
  });

  // of an unsigned a that grows by 3 there are 2^32 values, and it comes back to where it was only after all of them
  test.each([
    ['unsigned a, unsigned n', 'for (; a < n; a += 3) ;', 'n <= 4294967293 ? max(0, (n - a + 2) / 3) : 4294967296'],
    [
      'unsigned a, unsigned n',
      'do a -= 3; while (a > n);',
      'max(0, a >= 3 && n >= 2 ? max(1, (a - n + 2) / 3) : 4294967296)',
    ],
  ])('has a count that is true without that (%s: %s)', async (parameters, loop, text) => {
    const count = (await loopsIn(`void f(${parameters}) { ${loop} }`, 'c')).at(-1)?.count;
    expect(count).toMatchObject({ relation: 'at-most', text });
  });

  test('has none of a type that has more values than `long` can count', async () => {
    const [loop] = await loopsIn('void f(unsigned long a, unsigned long n) { for (; a < n; a += 3) ; }', 'c');
    expect(loop?.count.text).toBe('');
  });

  test('has none that would be the type alone', async () => {
    const [loop] = await loopsIn('void f(unsigned a) { while (a > 2) a -= 7; }', 'c');
    expect(loop?.count).toMatchObject({ text: '', assuming: ["a doesn't wrap around"] });
  });

  // a break may come at any time, also where a goes round for ever
  test('has none where the loop may be left otherwise', async () => {
    const [loop] = await loopsIn(
      'int g(void); void f(unsigned a, unsigned n) { for (; a < n; a += 3) if (g()) break; }',
      'c',
    );
    expect(loop?.count.text).toBe('');
  });

  // a = 1ul << 32, n = 10: four iterations, though 64 bits hold every value of a
  test.each([
    ['a wider variable is cut off', 'unsigned long a, unsigned n', 'for (; (unsigned)a < n; a += 3) ;'],
    ['it falls', 'unsigned long a, unsigned n', 'for (; (unsigned)a > n; a -= 3) ;'],
    ['it is cut off in the step', 'long a, unsigned n', 'while (a < n) a = (unsigned)a + 3;'],
  ])('does not say enough where %s', async (_, parameters, loop) => {
    expect((await assumedIn(parameters, loop)) ?? []).toEqual([]);
  });

  // a = b = 1u << 31, n = 10: four iterations
  test('does not matter where a sum is reduced', async () =>
    expect(await assumedIn('unsigned a, unsigned b, unsigned n', 'for (; a + b < n; a += 3) ;')).toEqual([
      'n <= 4294967293',
    ]));
});

test.each([
  [
    'unsigned i, j; for (i = 0, j = m; (size)i + j < n; i++, j++) use(i);',
    "(n - m + 1) / 2 iterations, if j and i don't wrap around",
  ],
  [
    'for (unsigned i = 0; i < k * m; i += m) { if (get()) break; }',
    "at most k iterations, if i and k * m don't wrap around and m >= 1",
  ],
  // what is taken anew each time is no counter
  [
    'while (n < w) { size r = get(); if (r == 0) break; n += r; }',
    "at most w - n iterations, if n doesn't wrap around",
  ],
])('several wraps are said together: %s', async (loop, sentence) => {
  const source = `typedef unsigned long size; void use(int); size get(void);\nvoid f(size n, size w, unsigned k, unsigned m) { ${loop} }`;
  const [only] = await loopsIn(source, 'c');
  expect(only?.count.sentence).toBe(sentence);
});
