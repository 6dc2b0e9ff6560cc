/** What the editor shows of a loop: a hover that fits on a screen, and the detail that doesn't leave anything out. */
import type { LoopReport, OutcomeReport, PathReport } from '../report/index.ts';
import { accessNames, toldAccesses } from './access-text.ts';
import { fitted, wrapped } from './fitted-lines.ts';
import { headline } from './headline.ts';
import { codeSpan, escapeMarkdown, fence, sentenceMarkdown, table } from './markdown.ts';
import { VARIABLES_UNCHANGED, postText, summaryNotation } from './notation.ts';
import type { ToldPart } from './told-loop.ts';
import { countMarkup, cutSentence, toldParts } from './told-loop.ts';
import { distinctReasons, withoutCapital } from '../source/index.ts';
import { reasonMarkdown } from './reason-text.ts';

/** A hover fits into so many lines of so many characters. */
const HOVER_LINES = 12;
const HOVER_WIDTH = 100;

/** The count as a sentence; effects, the loop as C, facts, what isn't known and why. `link`: a paragraph more. */
export function hoverMarkdown(loop: LoopReport, link = ''): string {
  const parts = toldParts(loop);
  const shown = fitted(
    parts.map((part) => ({ rank: part.rank, lines: (most: number) => hoverLines(part, most) })),
    HOVER_LINES - (link === '' ? 0 : 2),
  );
  const blocks = shown.map((lines, i) =>
    parts[i]?.kind === 'c' && lines.length > 0 ? fence('c', lines.join('\n')) : lines.join('\n'),
  );
  const told = `${blocks.filter((block) => block !== '').join('\n')}\n`;
  return link === '' ? told : `${told}\n${link}\n`;
}

/** The lines of one part, at most so many of them; none where a part of it says nothing. */
function hoverLines({ kind, text, most }: ToldPart, left: number): readonly string[] {
  switch (kind) {
    case 'count':
      return cutToFit(text, most, (cut) => `**${countMarkup(cut, codeSpan, escapeMarkdown)}**`);
    case 'c':
      return text.split('\n');
    case 'sentence':
      return cutToFit(text, Math.min(most, left), (cut) => `- ${sentenceMarkdown(cut)}`);
    default:
      return kind satisfies never;
  }
}

/** Such a name alone would fill a line. */
const LONG_NAME = /[\w$]{80,}/g;

/** Without its last words where it takes more lines than there are. */
function cutToFit(text: string, most: number, markup: (text: string) => string): readonly string[] {
  const readable = text.replace(LONG_NAME, (name) => `${name.slice(0, 50)}…`);
  for (let limit = readable.length; ; limit -= 8) {
    const lines = wrapped(markup(cutSentence(readable, limit)), HOVER_WIDTH, '  ');
    if (lines.length <= most || limit <= 8) return lines;
  }
}

/** Everything that is known of a loop, as a document of its own. */
export function loopDetailMarkdown(loop: LoopReport): string {
  const { line } = loop.range.start;
  return sections([
    `# Loop at line ${line}: \`${loop.kind}\` in ${codeSpan(loop.function)}`,
    headlineMarkdown(loop),
    afterwardsTold(loop),
    facts(loop),
    effects(loop),
    (loop.requires ?? []).map(({ sentence }) => `- ${sentenceMarkdown(sentence)}`).join('\n'),
    unknown(loop),
    loop.outcomes ? '## Outcomes' : '',
    casesTable(loop.outcomes ?? [], loop),
    loop.cases.length > 0 ? '## Cases' : '',
    initialised(loop),
    casesTable(loop.cases, loop),
    loop.paths.length > 0 ? '## Paths' : '',
    pathsTable(loop.paths),
    loop.paths.length + loop.cases.length > 0 ? '## Summary' : '',
    loop.paths.length + loop.cases.length > 0 ? fence('looplens', summaryNotation(loop)) : '',
    (loop.accesses ?? []).length > 0 ? '## Arrays' : '',
    toldAccesses(loop)
      .map(({ answer, accesses }) => `- ${sentenceMarkdown(`${accessNames(accesses)}: ${answer}`)}`)
      .join('\n'),
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
  const [count = '', ...rest] = headline(loop);
  return [`**${countMarkup(count, codeSpan, escapeMarkdown)}**`, ...rest].join(' · ');
}

/** The loop as C, and what holds behind it. */
function afterwardsTold({ afterwards: told, facts: all = [] }: LoopReport): string {
  const c = told && told.c !== '' ? `## Afterwards${told.complete ? '' : ' (in part)'}\n\n${fence('c', told.c)}` : '';
  return sections([c, all.map((fact) => `- ${codeSpan(fact)}`).join('\n')]).trim();
}

/** What it does to arrays and lists, in words and as a formula. */
function effects(loop: LoopReport): string {
  return (loop.effects ?? [])
    .map(({ sentence, words, formula, assuming }) => {
      const takes = assuming.length === 0 ? '' : ` (if ${assuming.map(sentenceMarkdown).join(' and ')})`;
      const said = sentence ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
      return `- ${sentenceMarkdown(said)}${formula === '' ? '' : `: ${codeSpan(formula)}`}${takes}`;
    })
    .join('\n');
}

/** What it may change and nothing more is said of. */
function unknown(loop: LoopReport): string {
  return (loop.unknown ?? [])
    .map((u) => `- May change ${sentenceMarkdown(u.variable)}: ${sentenceMarkdown(withoutCapital(u.because))}`)
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
  if (loop.bound) {
    const { text, kind, upper, first } = loop.bound;
    const set = first ? `, ${first.join(', ')} as the head sets it` : '';
    rows.push(['bound', `${codeSpan(text)} (${kind}${upper ? ', upper' : ''}${set})`]);
  }
  rows.push(['summary', loop.exactness], ['ends', endsPhrase(loop)], ['nesting depth', String(loop.nested)]);
  rows.push(['solver queries', String(loop.solverQueries)], ['time', `${loop.ms.toFixed(1)} ms`]);
  return table(['', ''], rows);
}

function casesTable(cases: readonly OutcomeReport[], loop: LoopReport): string {
  if (cases.length === 0) return '';
  return table(
    ['when', 'iterations', 'afterwards'],
    cases.map((case_) => [
      condition(case_),
      case_.iterations === '∞' ? '∞' : codeSpan(case_.iterations === '' ? '?' : case_.iterations),
      afterwards(case_, loop),
    ]),
  );
}

/** A condition that another case shares doesn't decide: `perhaps, when n > 0`. */
function condition({ guard, perhaps }: OutcomeReport): string {
  if (guard === '' || guard === 'true') return perhaps ? 'perhaps' : 'always';
  return perhaps ? `perhaps, when ${codeSpan(guard)}` : codeSpan(guard);
}

function afterwards(case_: OutcomeReport, loop: LoopReport): string {
  const post = postText(case_, loop);
  const label = case_.exactness === 'over' ? ' (over-approximated)' : '';
  if (post === 'never') return 'never ends';
  if (post === 'unchanged' || post === VARIABLES_UNCHANGED) return post + label;
  return post === '?' ? 'unknown' : codeSpan(post) + label;
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

function sections(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
