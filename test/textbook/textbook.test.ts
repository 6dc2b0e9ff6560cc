/**
 * What is said of functions that everybody knows: lens and hover of each loop beside what an expert would write
 * (`ideal`), and the detail in a file of its own. `npm run golden` writes the files anew; read each sentence against
 * the source before they are committed.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { loopDetailMarkdown } from '../../server/src/render/hover-text.ts';
import type { LoopReport } from '../../server/src/report/report.ts';
import { PROGRAMS, told } from './told-loops.ts';

// work alone decides, whatever else the machine does
const host = { now: () => 0, cancelled: () => false };
const programs = readdirSync(PROGRAMS).filter((name) => name.endsWith('.c'));

/** Without what depends on the machine. */
const settled = (loop: LoopReport): LoopReport => ({ ...loop, ms: 0, solverQueries: 0 });

test.each(programs)(
  '%s',
  async (name) => {
    const source = readFileSync(join(PROGRAMS, name), 'utf8');
    const { loops } = await analyze(source, { ...DEFAULT_OPTIONS, assertions: false, limits: true }, host);
    const known = loops.map(settled);
    const stem = name.replace(/\.c$/, '');
    await expect(told(source, known)).toMatchFileSnapshot(`golden/${stem}.md`);
    await expect(known.map(loopDetailMarkdown).join('\n')).toMatchFileSnapshot(`golden/${stem}-details.md`);
  },
  120_000,
);
