/** At most how often a body is begun, by what each way through it brings nearer. Each ends as the compiled C does. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

async function sentenceOf(loop: string): Promise<string | undefined> {
  const { loops } = await analyze(
    `void f(int x, int z, int n, unsigned u, unsigned v, unsigned w) { ${loop} }`,
    { ...DEFAULT_OPTIONS, assertions: false },
    { now: () => 0, cancelled: () => false },
  );
  return loops.find((l) => l.nested === 0)?.count.sentence;
}

describe('where ways take turns', () => {
  test.each([
    // z is below x, and so below n, wherever it grows
    [
      'while (x < n) { if (z >= x) x += 5; else z += 4; }',
      'at most max(0, (n - z + 2) / 4) + max(0, (n - x + 4) / 5) iterations',
    ],
    // w is no such number: u - 1 takes the first one further off
    ['while (u > 0 && v > 0) { if (w & u) { u++; v--; } else { u--; v++; } }', 'no bound known'],
    // z may wrap around
    ['while (u < w) { if (v > u) u++; else v += 5; }', 'no bound known'],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});
