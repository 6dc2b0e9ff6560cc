/**
 * What is said of functions that everybody knows: lens and hover of each loop beside what an expert would write
 * (`ideal`), and the detail in a file of its own. `npm run golden` writes the files anew; read each sentence against
 * the source before they are committed.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { lensTitle } from '../../server/src/render/headline.ts';
import { hoverMarkdown, loopDetailMarkdown } from '../../server/src/render/hover-text.ts';
import type { LoopReport } from '../../server/src/report/report.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');
// work alone decides, whatever else the machine does
const host = { now: () => 0, cancelled: () => false };
const programs = readdirSync(PROGRAMS).filter((name) => name.endsWith('.c'));

/** Without what depends on the machine. */
const settled = (loop: LoopReport): LoopReport => ({ ...loop, ms: 0, solverQueries: 0 });

/** The comment before a function, by the function's name. */
function idealsOf(source: string): ReadonlyMap<string, string> {
  const all = source.matchAll(/\/\* ideal: ([^]*?) \*\/\n[^(;{]*?(\w+)\(/g);
  return new Map([...all].map(([, ideal = '', name = '']) => [name, ideal]));
}

const headOf = (source: string, { range }: LoopReport): string =>
  (source.split('\n')[range.start.line - 1] ?? '').trim();

function told(source: string, loops: readonly LoopReport[]): string {
  const ideals = idealsOf(source);
  const sections = [...ideals].map(([name, ideal]) => {
    const own = loops.filter((l) => l.function === name);
    const each = own.map((l) => `\`${headOf(source, l)}\`\n\nlens: ${lensTitle(l)}\n\n${hoverMarkdown(l).trim()}\n`);
    return `# ${name}\n\nideal: ${ideal}\n\n${each.join('\n')}`;
  });
  return sections.join('\n');
}

test.each(programs)(
  '%s',
  async (name) => {
    const source = readFileSync(join(PROGRAMS, name), 'utf8');
    const { loops } = await analyze(source, { ...DEFAULT_OPTIONS, assertions: false }, host);
    const known = loops.map(settled);
    const stem = name.replace(/\.c$/, '');
    await expect(told(source, known)).toMatchFileSnapshot(`golden/${stem}.md`);
    await expect(known.map(loopDetailMarkdown).join('\n')).toMatchFileSnapshot(`golden/${stem}-details.md`);
  },
  120_000,
);
