/** Summaries in LoopLens' own notation (docs/notation.md), which syntaxes/looplens-summary.tmLanguage.json colours. */
import { listed, literally } from '../source/index.ts';
import type { CaseReport, LoopReport, OutcomeReport, PathReport } from '../report/index.ts';

/** Paths and cases of a loop, one thing a line. */
export function summaryNotation(loop: LoopReport): string {
  return [pathsNotation(loop.paths), casesNotation(loop)].filter((part) => part !== '').join('\n\n');
}

/** `path π1  when i < n  do i += 1`, ids aligned. */
export function pathsNotation(paths: readonly PathReport[]): string {
  const width = Math.max(0, ...paths.map((path) => Array.from(path.id).length));
  return paths
    .map((path) => {
      const words = [`path ${path.id.padEnd(width)}`, `when ${orTrue(path.guard)}`];
      if (path.update !== '') words.push(`do ${oneLine(path.update)}`);
      if (path.kind === 'exit') words.push('exit');
      return words.join('  ');
    })
    .join('\n');
}

/** Each case with its trace, the counts that the trace does not show, and the values afterwards. */
function casesNotation(loop: LoopReport): string {
  return loop.cases.map((case_) => caseNotation(case_, loop)).join('\n');
}

function caseNotation(case_: CaseReport, loop: LoopReport): string {
  const lines = [`case ${case_.perhaps ? 'perhaps ' : ''}${orTrue(case_.guard)}`];
  if (case_.trace !== '') lines.push(`  trace ${oneLine(case_.trace)}`);
  const counts = countsText(case_);
  if (counts !== '') lines.push(`  count ${counts}`);
  lines.push(`  post  ${postText(case_, loop)}`);
  return lines.join('\n');
}

/** `π1: z - x, π2: n - z`; empty where at most one path is counted, the total says it then. */
export function countsText(case_: CaseReport): string {
  const counts = Object.entries(case_.counts).filter(([, count]) => count !== '0');
  return counts.length < 2 ? '' : counts.map(([id, count]) => `${id}: ${oneLine(count)}`).join(', ');
}

/** Where the loop may change memory that no variable stands for. */
export const VARIABLES_UNCHANGED = 'variables unchanged';

/** `x' = n, z' = n, not known: y`, `unchanged`, `never`, or `?` where nothing is known. */
export function postText(case_: OutcomeReport, { effects, unknown }: Pick<LoopReport, 'effects' | 'unknown'>): string {
  if (case_.iterations === '∞') return 'never';
  const changed = Object.entries(case_.post).filter(([name, value]) => value !== name);
  if (changed.length > 0) {
    const isOpen = ([name, value]: readonly [string, string]): boolean =>
      value === '?' || (value === `any ${name}` && !speaksOf(case_, name));
    const known = changed.filter((entry) => !isOpen(entry)).map(([name, value]) => `${name}' = ${oneLine(value)}`);
    const open = changed.filter(isOpen).map(([name]) => name);
    return [...known, ...(open.length > 0 ? [`not known: ${listed(open, 'and', MOST_OPEN)}`] : [])].join(', ');
  }
  if (case_.exactness === 'unknown') return '?';
  return effects === undefined && unknown === undefined ? 'unchanged' : VARIABLES_UNCHANGED;
}

/** Something else is said by means of the value that is not known. */
function speaksOf({ guard, iterations, post }: OutcomeReport, name: string): boolean {
  const mention = new RegExp(`\\bany ${literally(name)}(?![\\w.[>@-])`);
  const others = Object.entries(post).flatMap(([other, value]) => (other === name ? [] : [value]));
  return [guard, iterations, ...others].some((text) => mention.test(text));
}

/** Of which nothing is known are named at most. */
const MOST_OPEN = 5;

function orTrue(guard: string): string {
  return guard === '' ? 'true' : oneLine(guard);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
