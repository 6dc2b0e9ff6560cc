/** The detail tells where a loop leads: ways with the same outcome are one row. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { loopDetailMarkdown } from '../../server/src/render/hover-text.ts';
import type { LoopReport } from '../../server/src/report/report.ts';

async function loopOf(source: string): Promise<LoopReport> {
  const { loops } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, assertions: false },
    { now: () => performance.now(), cancelled: () => false },
  );
  return loops[0] as LoopReport;
}

describe('outcomes', () => {
  it('join cases that differ in their traces alone', async () => {
    const loop = await loopOf(
      `
        void f(int slow, int fast, int limit) {
          while (slow < limit) {
            if (slow < fast) slow++;
            else fast++;
          }
        }`,
    );
    expect(loop.cases).toHaveLength(4);
    expect(loop.outcomes).toHaveLength(3);
    expect(loop.outcomes?.filter((o) => o.iterations === '2*limit - fast - slow').map((o) => o.guard)).toEqual([
      'slow < limit ∧ fast < limit',
    ]);
    const [outcomes = ''] = loopDetailMarkdown(loop).split('## Outcomes')[1]?.split('##') ?? [];
    expect(outcomes.match(/2\*limit - fast - slow/g)?.length).toBe(1);
  });

  it('are not given where they are the cases', async () => {
    expect((await loopOf('int f(int i, int n) { while (i < n) i++; return i; }')).outcomes).toBeUndefined();
  });
});
