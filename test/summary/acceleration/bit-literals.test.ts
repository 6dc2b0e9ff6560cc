/** Loops that clear the lowest set bit in each iteration: as many iterations as bits are set. */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../../server/src/analysis/analyze-file.ts';
import { DEFAULT_OPTIONS } from '../../../server/src/report/options.ts';

const loopsOf = async (source: string) =>
  (await analyze(source, DEFAULT_OPTIONS, { now: () => 0, cancelled: () => false })).loops;

describe('bits cleared one by one', () => {
  it.each([
    [
      'unsigned',
      'int f(unsigned x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }',
      '__builtin_popcountll(x)',
    ],
    [
      'the other way round',
      'int f(unsigned short x) { int n = 0; for (; x != 0; x = (x - 1) & x) n += 2; return n; }',
      '__builtin_popcountll(x)',
    ],
    [
      'of a positive int',
      'int f(int x) { int n = 0; if (x < 0) return 0; while (x > 0) { x = x & (x - 1); n++; } return n; }',
      '__builtin_popcountll(x)',
    ],
  ])('%s', async (_, source, bound) => {
    const [loop] = await loopsOf(source);
    expect(loop).toMatchObject({ exactness: 'exact', termination: 'always', bound: { text: bound, kind: 'exact' } });
  });

  it('says nothing exact of an int that may be negative: what is left of it never is 0', async () => {
    const [loop] = await loopsOf('int f(int x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }');
    expect(loop?.bound?.kind).not.toBe('exact');
  });
});
