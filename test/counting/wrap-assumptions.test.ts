/** What a count assumes of variables has to say all that it needs: runs in which no variable wraps around have just that count. */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

const assumedIn = async (parameters: string, loop: string): Promise<readonly string[] | undefined> =>
  (await loopsIn(`void f(${parameters}) { ${loop} }`, 'c')).at(-1)?.count.assuming;

describe('a variable that may wrap around', () => {
  test('is told where the test is of that variable', async () => {
    expect(await assumedIn('unsigned a, unsigned n', 'for (; a < n; a += 3) ;')).toEqual(["a doesn't wrap around"]);
  });

  // a = 1ul << 32, n = 10: four iterations, though 64 bits hold every value of a; a = b = 1u << 31, n = 10: four iterations, too
  test.each([
    ['a wider variable is cut off', 'unsigned long a, unsigned n', 'for (; (unsigned)a < n; a += 3) ;'],
    ['it falls', 'unsigned long a, unsigned n', 'for (; (unsigned)a > n; a -= 3) ;'],
    ['it is cut off in the step', 'long a, unsigned n', 'while (a < n) a = (unsigned)a + 3;'],
    ['a sum is reduced', 'unsigned a, unsigned b, unsigned n', 'for (; a + b < n; a += 3) ;'],
  ])('does not say enough where %s', async (_, parameters, loop) => {
    expect((await assumedIn(parameters, loop)) ?? []).toEqual([]);
  });
});
