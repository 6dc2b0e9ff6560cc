/** What counting alone says of loops, for tests. */
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
