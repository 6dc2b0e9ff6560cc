/**
 * What an editor waits for: processor time of the analysis thread from opening a file, or an edit of it, to the counts
 * of all its loops. A worker that has done what a server's worker does before its first file.
 *   npm run bench -- --editor FILE.c... [--edits N]
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/index.ts';
import type { DocumentMemory } from '../../server/src/analysis/index.ts';
import { compilationOf, processorTime } from '../../server/src/workspace/index.ts';
import { createWarmUp } from '../../server/src/workspace/warm-up.ts';

const { values, positionals } = parseArgs({
  options: { editor: { type: 'boolean' }, edits: { type: 'string', default: '5' } },
  allowPositionals: true,
});

/** Milliseconds to the first results, and how many loops they tell of; the rest of the analysis is called off. */
async function untilCounted(path: string, text: string, memory: DocumentMemory): Promise<readonly [number, number]> {
  const spent = processorTime();
  const begun = spent();
  const told: (readonly [number, number])[] = [];
  await analyze(text, DEFAULT_OPTIONS, {
    now: () => performance.now(),
    spent,
    cancelled: () => told.length > 0,
    memory,
    compilation: (_, options) => compilationOf(path, options),
    partial: (known) => told.push([structuredClone(known()).loops.length, spent() - begun]),
  });
  const [loops, ms] = told[0] ?? [0, spent() - begun];
  return [ms, loops];
}

/** The text with one more comment behind a statement, each time another one. */
function edited(text: string, round: number): string {
  const lines = text.split('\n');
  const statements = lines.flatMap((line, i) => (/^\s+\w.*;$/.test(line) ? [i] : []));
  const at = statements[Math.floor((statements.length * (round + 1)) / 20)] ?? 0;
  return lines.map((line, i) => (i === at ? `${line} /* ${round} */ ;` : line)).join('\n');
}

async function main(): Promise<void> {
  await createWarmUp(analyze)(() => false);
  for (const path of positionals) {
    const text = readFileSync(path, 'utf8');
    const memory: DocumentMemory = {};
    const [opened, loops] = await untilCounted(path, text, memory);
    const edits: string[] = [];
    for (let round = 0; round < Number(values.edits); round++) {
      const [ms] = await untilCounted(path, edited(text, round), memory);
      edits.push(ms.toFixed(0));
    }
    console.log(`${basename(path)}: ${loops} loops, opened ${opened.toFixed(0)} ms, edits ${edits.join(' ')} ms`);
  }
}

void main();
