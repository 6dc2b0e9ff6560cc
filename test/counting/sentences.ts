/** What counting alone says of loops, for tests. */
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

/** Of all loops of the source, in order. */
export async function sentencesIn(source: string): Promise<readonly string[]> {
  const { loops } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, assertions: false, climb: 'never' },
    { now: () => performance.now(), cancelled: () => false },
  );
  return loops.map(({ count }) => count.sentence);
}

/** One test a row: a loop, and what is said of it where it stands in such a function. */
export const toldIn =
  (inFunction: (loop: string) => string) =>
  (rows: readonly (readonly [string, string])[]): void =>
    test.each(rows)('%s', async (loop, sentence) => expect(await sentencesIn(inFunction(loop))).toEqual([sentence]));
