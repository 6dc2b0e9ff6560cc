/** Euclid's algorithm. Of all pairs of numbers below 2^w, neighbours in Fibonacci's sequence take longest. */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

async function sentenceOf(type: string, loop: string): Promise<string | undefined> {
  const source = `int f(${type} a, ${type} b) { ${type} t; int n = 0; ${loop} return a + n; }`;
  return (await loopsIn(source, 'c')).at(-1)?.count.sentence;
}

/** Iterations of `while (b) { t = a % b; a = b; b = t; }` for the best pair with b at most so large. */
function longest(most: number): number {
  let best = 0;
  for (let a = 0; a <= most; a++)
    for (let b = 0; b <= most; b++) {
      let n = 0;
      for (let [x, y] = [a, b]; y !== 0; [x, y] = [y, x % y]) n++;
      best = Math.max(best, n);
    }
  return best;
}

describe('the greatest common divisor', () => {
  test.each([
    ['unsigned', 'while (b) { t = a % b; a = b; b = t; }', 'at most 46 iterations'],
    ['int', 'while (b != 0) { t = b; b = a % b; a = t; }', 'at most 45 iterations'],
    ['long', 'for (; b > 0; n++) { t = a % b; a = b; b = t; }', 'at most 91 iterations'],
    ['unsigned char', 'while (b) { t = a % b; a = b; b = t; }', `at most ${longest(255)} iterations`],
    // a remainder below zero becomes a large divisor: from -998 it takes 6
    ['int', 'unsigned char c = 5; while (c) { t = a % c; a = c; c = t; }', 'no bound known'],
    // the other one isn't the last divisor: all that is known is that b gets less
    ['unsigned', 'while (b) { b = a % b; a++; }', 'at most b iterations'],
  ])('%s: %s', async (type, loop, sentence) => expect(await sentenceOf(type, loop)).toBe(sentence));
});
