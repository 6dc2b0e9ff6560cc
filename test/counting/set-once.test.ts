/** Tests that the first iteration decides, by setting a variable to a constant. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

async function sentenceOf(loop: string): Promise<string | undefined> {
  const source = `int get(int);
int f(int n, int k, int done, int *p) { int i, once; ${loop} return n; }`;
  const { loops } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, assertions: false, climb: 'never' },
    { now: () => performance.now(), cancelled: () => false },
  );
  return loops[0]?.count.sentence;
}

describe('what the first iteration sets', () => {
  test.each([
    ['for (once = 1; once; once = 0) n += get(n);', '1 iteration'],
    ['for (once = 1; once; once = 0) if (get(n)) return 3;', 'at most 1 iteration'],
    ['for (once = 1, i = 0; once; once = 0) for (; i < k; i++) if (get(i)) return 3;', 'at most 1 iteration'],
    ['done = 0; while (!done) { get(n); done = 1; }', '1 iteration'],
    ['while (!done) { get(n); done = 1; }', 'at most 1 iteration'],
    ['while (k < 10) { if (get(n)) k = 12; get(k); k = 12; }', 'at most 1 iteration'],
    ['do { get(n); done = 1; } while (!done);', '1 iteration'],
    // the test is passed before it is set
    ['do { if (done) break; get(n); done = 1; } while (1);', 'at most 2 iterations'],
    // not in every iteration, or to something that goes on
    ['while (k < 10) { if (get(n)) continue; k = 10; }', 'until k >= 10'],
    ['while (k < 10) { get(n); k = 9; }', 'until k >= 10'],
    ['while (k < 10) { k = 12; if (get(n)) k = 3; }', 'until k >= 10'],
    ['while (k < 10) { get(n); k = n; }', 'until k >= 10'],
    // somebody else may set it
    ['p = &done; while (!done) { done = 1; *p = get(n); }', 'until done != 0'],
  ])('%s', async (loop, sentence) => expect(await sentenceOf(loop)).toBe(sentence));
});
