/** What the editor shows of a loop: a hover that fits on a screen, and the detail that doesn't leave anything out. */
import type { CaseReport, LoopReport, OutcomeReport, PathReport } from '../report/index.ts';
import { headline, shorten } from './headline.ts';
import { codeSpan, escapeMarkdown, fence, table } from './markdown.ts';
import { VARIABLES_UNCHANGED, pathsNotation, postText, summaryNotation } from './notation.ts';
import { distinctReasons } from '../source/index.ts';
import { reasonMarkdown } from './reason-text.ts';

/** A hover shows at most so many rows of anything; the detail shows all. */
const HOVER_ROWS = 8;
/** And formulas of so many characters. */
const HOVER_FORMULA = 140;

/** Bound and verdict in the first line; then cases (those with the same outcome as one), traces, paths, termination, assumptions, reasons. */
export function hoverMarkdown(loop: LoopReport): string {
  const shownCases = loop.outcomes ?? loop.cases.filter((case_) => !case_.single);
  return sections([
    headlineMarkdown(loop),
    effects(loop),
    unknown(loop),
    initialised(loop),
    casesTable(shownCases.slice(0, HOVER_ROWS), loop, HOVER_FORMULA),
    more(shownCases.length, 'cases'),
    loop.cases.length > 0 && shownCases.length === 0 ? `${loop.cases.length} single runs (open the detail)` : '',
    traces(loop.cases.filter((case_) => !case_.single).slice(0, HOVER_ROWS)),
    loop.paths.length > 0 ? fence('looplens', pathsNotation(loop.paths.slice(0, HOVER_ROWS).map(shortPath))) : '',
    more(loop.paths.length, 'paths'),
    invariants(loop, HOVER_ROWS),
    termination(loop),
    assumptions(loop),
    reasons(loop, HOVER_ROWS),
  ]);
}

/** Everything that is known of a loop, as a document of its own. */
export function loopDetailMarkdown(loop: LoopReport): string {
  const { line } = loop.range.start;
  return sections([
    `# Loop at line ${line}: \`${loop.kind}\` in ${codeSpan(loop.function)}`,
    headlineMarkdown(loop),
    facts(loop),
    effects(loop),
    unknown(loop),
    loop.cases.length > 0 ? '## Cases' : '',
    initialised(loop),
    casesTable(loop.cases, loop),
    loop.paths.length > 0 ? '## Paths' : '',
    pathsTable(loop.paths),
    loop.paths.length + loop.cases.length > 0 ? '## Summary' : '',
    loop.paths.length + loop.cases.length > 0 ? fence('looplens', summaryNotation(loop)) : '',
    (loop.invariants ?? []).length > 0 ? '## Invariants' : '',
    (loop.invariants ?? []).map((invariant) => `- ${codeSpan(invariant)}`).join('\n'),
    loop.assumptions.length > 0 ? '## Assumptions' : '',
    loop.assumptions.map((assumption) => `- ${escapeMarkdown(assumption)}`).join('\n'),
    loop.reasons.length > 0 ? '## Reasons' : '',
    distinctReasons(loop.reasons)
      .map((reason) => `- ${reasonMarkdown(reason)}`)
      .join('\n'),
  ]);
}

function headlineMarkdown(loop: LoopReport): string {
  return headline(loop, codeSpan, escapeMarkdown, HOVER_FORMULA)
    .map((part, index) => (index === 0 ? `**${part}**` : part))
    .join(' · ');
}

/** What it does to arrays and lists, in words and as a formula. */
function effects(loop: LoopReport): string {
  return (loop.effects ?? [])
    .map(({ words, formula, assuming }) => {
      const takes = assuming.length === 0 ? '' : ` (if ${assuming.map(escapeMarkdown).join(' and ')})`;
      return `- ${words.charAt(0).toUpperCase()}${words.slice(1)}: ${codeSpan(shorten(formula, HOVER_FORMULA))}${takes}`;
    })
    .join('\n');
}

/** What it may change and nothing more is said of. */
function unknown(loop: LoopReport): string {
  return (loop.unknown ?? [])
    .map((u) => `- May change ${escapeMarkdown(u.variable)}: ${escapeMarkdown(u.because)}`)
    .join('\n');
}

/** Which values the cases speak of. */
function initialised(loop: LoopReport): string {
  return loop.initialised
    ? `Conditions, cases and paths: ${loop.initialised.map(codeSpan).join(', ')} as the loop's head sets it.`
    : '';
}

function facts(loop: LoopReport): string {
  const rows: string[][] = [];
  if (loop.type !== null) rows.push(['type', `Type ${loop.type}${loop.pattern ? `, ${loop.pattern}` : ''}`]);
  if (loop.bound)
    rows.push(['bound', `${codeSpan(loop.bound.text)} (${loop.bound.kind}${loop.bound.upper ? ', upper' : ''})`]);
  rows.push(['summary', loop.exactness], ['ends', endsPhrase(loop)], ['nesting depth', String(loop.nested)]);
  rows.push(['solver queries', String(loop.solverQueries)], ['time', `${loop.ms.toFixed(1)} ms`]);
  return table(['', ''], rows);
}

function casesTable(cases: readonly OutcomeReport[], loop: LoopReport, limit = Number.POSITIVE_INFINITY): string {
  if (cases.length === 0) return '';
  const formula = (text: string): string => codeSpan(shorten(text, limit));
  return table(
    ['when', 'iterations', 'afterwards'],
    cases.map((case_) => [
      condition(case_, formula),
      case_.iterations === '∞' ? '∞' : formula(case_.iterations === '' ? '?' : case_.iterations),
      afterwards(case_, loop, formula),
    ]),
  );
}

/** A condition that another case shares doesn't decide: `perhaps, when n > 0`. */
function condition({ guard, perhaps }: OutcomeReport, formula: (text: string) => string): string {
  if (guard === '' || guard === 'true') return perhaps ? 'perhaps' : 'always';
  return perhaps ? `perhaps, when ${formula(guard)}` : formula(guard);
}

function afterwards(case_: OutcomeReport, loop: LoopReport, formula: (text: string) => string): string {
  const post = postText(case_, loop);
  const label = case_.exactness === 'over' ? ' (over-approximated)' : '';
  if (post === 'never') return 'never ends';
  if (post === 'unchanged' || post === VARIABLES_UNCHANGED) return post + label;
  return post === '?' ? 'unknown' : formula(post) + label;
}

/** The traces, one case a line: `i < n: π1^(n - i) exit`. */
function traces(cases: readonly CaseReport[]): string {
  const lines = cases
    .filter((case_) => case_.trace !== '')
    .map((case_) => `trace ${shorten(case_.trace, HOVER_FORMULA)}`);
  return lines.length > 0 ? fence('looplens', lines.join('\n')) : '';
}

function shortPath(path: PathReport): PathReport {
  return { ...path, guard: shorten(path.guard, HOVER_FORMULA), update: shorten(path.update, HOVER_FORMULA) };
}

function pathsTable(paths: readonly PathReport[]): string {
  if (paths.length === 0) return '';
  return table(
    ['path', 'when', 'does', 'at most'],
    paths.map((path) => [
      `${codeSpan(path.id)}${path.kind === 'exit' ? ' (exit)' : ''}`,
      path.guard === '' ? 'always' : codeSpan(path.guard),
      path.update === '' ? 'nothing' : codeSpan(path.update),
      path.bound === null ? '?' : codeSpan(path.bound),
    ]),
  );
}

/** What was proven to hold whenever the head is passed. */
function invariants(loop: LoopReport, limit: number): string {
  const all = loop.invariants ?? [];
  const rest = all.length > limit ? ` and ${all.length - limit} more` : '';
  return all.length === 0
    ? ''
    : `*Invariant:* ${all
        .slice(0, limit)
        .map((text) => codeSpan(shorten(text, HOVER_FORMULA)))
        .join(', ')}${rest}`;
}

function termination(loop: LoopReport): string {
  if (loop.termination !== 'conditional') return '';
  return loop.terminationCondition === undefined
    ? 'Does not end from every state.'
    : `Never ends when ${codeSpan(loop.terminationCondition)}.`;
}

function endsPhrase(loop: LoopReport): string {
  switch (loop.termination) {
    case 'always':
      return 'always';
    case 'never':
      return 'never';
    case 'conditional':
      return loop.terminationCondition === undefined ? 'not always' : `not when ${codeSpan(loop.terminationCondition)}`;
    case 'unknown':
      return 'unknown';
    default:
      return loop.termination satisfies never;
  }
}

function assumptions(loop: LoopReport): string {
  return loop.assumptions.length > 0 ? `*Assuming:* ${loop.assumptions.map(escapeMarkdown).join('; ')}` : '';
}

function reasons(loop: LoopReport, limit: number): string {
  const all = distinctReasons(loop.reasons);
  const lines = all.slice(0, limit).map((reason) => `- ${reasonMarkdown(reason)}`);
  if (all.length > limit) lines.push(`- and ${all.length - limit} more`);
  return lines.length > 0 ? `*Why not more:*\n\n${lines.join('\n')}` : '';
}

function more(total: number, what: string): string {
  return total > HOVER_ROWS ? `and ${total - HOVER_ROWS} more ${what} (open the detail)` : '';
}

function sections(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
