/** The notation's page shows what is printed of its loop. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { loopDetailMarkdown } from '../../server/src/render/hover-text.ts';

const fenceIn = (text: string): string | undefined => /```looplens\n([^]*?)```/.exec(text)?.[1]?.trim();

it('docs/notation.md', async () => {
  const page = readFileSync('docs/notation.md', 'utf8');
  const loop = /^Of `(while .*)`:$/m.exec(page)?.[1];
  const source = `void f(int x, int z, int n) { ${loop} }`;
  const { loops } = await analyze(source, DEFAULT_OPTIONS, { now: () => 0, cancelled: () => false });
  const [told] = loops;
  expect(told && fenceIn(loopDetailMarkdown(told))).toBe(fenceIn(page));
});
