/**
 * The examples of docs/engines/: behind each fence of C stands one with what is found out about it. `c loops` shows the
 * loops, `c certificates` with what the checker has shown, `c verdicts` the assertions, each with the engine that
 * decided it, `c findings` what is said beside them, `c reach` whether the line with `HERE` can be reached.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { analyze } from '../../server/src/analysis/analyze-file.ts';
import { reach } from '../../server/src/analysis/reach-in-file.ts';
import { DEFAULT_OPTIONS } from '../../server/src/report/options.ts';
import type { AssertionReport } from '../../server/src/report/report.ts';
import { reachText } from '../../server/src/render/reach-text.ts';
import { assertionText, findingText, loopText, palette } from '../../server/src/render/terminal-text.ts';

const FOLDER = 'docs/engines';
const FILE = 'example.c';
const PLAIN = palette(false);

export const enginePages = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(FOLDER, name));

const withEngine = (assertion: AssertionReport): string =>
  assertionText(FILE, assertion, PLAIN).replace(/\n/, `\n    engine: ${assertion.engine}\n`);

const host = { now: () => 0, cancelled: () => false };

async function reachOf(source: string): Promise<string> {
  const line = source.slice(0, source.indexOf('HERE')).split('\n').length;
  const report = await reach(source, { line, options: DEFAULT_OPTIONS }, host);
  if ('missing' in report) throw new Error(report.missing);
  return reachText({ file: FILE, line }, report, PLAIN);
}

async function outputOf(source: string, what: string): Promise<string> {
  if (what === 'reach') return reachOf(source);
  const loops = what === 'loops' || what === 'certificates';
  const report = await analyze(
    source,
    { ...DEFAULT_OPTIONS, loops, assertions: !loops, secondLook: what === 'certificates' },
    host,
  );
  switch (what) {
    case 'loops':
      return report.loops.map((loop) => loopText(FILE, loop, { colours: PLAIN, width: 100, detail: true })).join('');
    case 'certificates':
      return report.loops.map((loop) => loopText(FILE, loop, { colours: PLAIN, width: 100, certify: true })).join('');
    case 'verdicts':
      return report.assertions.map(withEngine).join('');
    case 'findings':
      return (report.findings ?? []).map((finding) => findingText(FILE, finding, PLAIN)).join('');
    default:
      throw new Error(`c ${what}`);
  }
}

/** The page with the outputs that its examples have now. */
export async function withOutputs(page: string): Promise<string> {
  const parts = readFileSync(page, 'utf8').split(/(```c \w+\n[\s\S]*?\n```\n\n```text\n[\s\S]*?```)/);
  const out: string[] = [];
  for (const part of parts) {
    const [, what, source] = /^```c (\w+)\n([\s\S]*?\n)```/.exec(part) ?? [];
    out.push(
      what === undefined || source === undefined
        ? part
        : `\`\`\`c ${what}\n${source}\`\`\`\n\n\`\`\`text\n${await outputOf(source, what)}\`\`\``,
    );
  }
  return out.join('');
}
