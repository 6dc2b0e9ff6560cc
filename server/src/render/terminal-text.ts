/** Reports for the terminal: for people, with colours where the reader can see them. */
import type {
  AssertionReport,
  CaseReport,
  CertificateReport,
  EffectReport,
  FileReport,
  Finding,
  LoopReport,
  Requirement,
} from '../report/index.ts';
import { accessNames, toldAccesses } from './access-text.ts';
import { iterationPhrase, nondetText } from './assertion-text.ts';
import { wrapped } from './fitted-lines.ts';
import { headline, shorten } from './headline.ts';
import { countsText, pathsNotation, postText } from './notation.ts';
import { distinctReasons, placeKey } from '../source/index.ts';
import type { Totals } from './totals.ts';
import { showFinding } from './finding-kinds.ts';
import { toldParts, whySentence } from './told-loop.ts';

/** Colours as functions on text; without colours each is the identity. */
export interface Palette {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

export function palette(colours: boolean): Palette {
  const style =
    (open: number, close: number) =>
    (text: string): string =>
      colours ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    green: style(32, 39),
    red: style(31, 39),
    yellow: style(33, 39),
    cyan: style(36, 39),
  };
}

/** How a loop is printed. */
export interface LoopStyle {
  readonly colours: Palette;
  /** Characters of a line. */
  readonly width: number;
  /** With cases, paths and reasons. */
  readonly detail?: boolean;
  /** And with what the checker made of the cases. */
  readonly certify?: boolean;
}

/** A loop as `summarize` prints it: what a hover tells, and the rest where that is wanted. */
export function loopText(file: string, loop: LoopReport, style: LoopStyle): string {
  const { colours, width: columns, detail = false, certify = false } = style;
  const told = toldParts(loop)
    .filter(({ kind }) => kind !== 'count')
    .flatMap(({ kind, text }) =>
      kind === 'c' ? text.split('\n').map((line) => colours.cyan(line)) : wrapped(text, columns - 4, '  '),
    );
  const lines = [loopLine(file, loop, colours), ...told.map((line) => `    ${line}`)];
  if (detail || certify) lines.push(...detailLines(loop, colours, certify));
  return `${lines.join('\n')}\n`;
}

/** Type, cases with their traces, paths, effects as formulas, all reasons. */
function detailLines(loop: LoopReport, colours: Palette, certify: boolean): readonly string[] {
  const lines = [`    ${[...headline(loop).slice(1), ...(loop.pattern ? [loop.pattern] : [])].join(' · ')}`];
  lines.push(...caseLines(loop, colours, certify));
  if (certify && loop.coverage) lines.push(...certificateLines(loop.coverage, true, colours, '    '));
  if (certify) lines.push(`    solver queries: ${loop.solverQueries}`);
  lines.push(...indented(pathsNotation(loop.paths), (line) => colours.dim(line)));
  lines.push(`    ${endsText(loop)}`);
  for (const e of loop.effects ?? [])
    lines.push(`    ${effectText(e)}${e.assuming.length > 0 ? colours.dim(`  if ${e.assuming.join(' and ')}`) : ''}`);
  for (const { answer, accesses } of toldAccesses(loop)) lines.push(`    ${accessNames(accesses)}: ${answer}`);
  for (const u of loop.unknown ?? []) lines.push(`    may change ${u.variable}: ${u.because}`);
  if (loop.assumptions.length > 0) lines.push(`    assuming: ${loop.assumptions.join('; ')}`);
  lines.push(...reasonLines(loop, colours));
  return lines.filter((line) => line.trim() !== '');
}

/** The cases as a table of conditions and outcomes, each with its trace below; those of a few steps only counted. */
function caseLines(loop: LoopReport, colours: Palette, certify: boolean): string[] {
  const told = loop.cases
    .filter((case_) => !case_.single)
    .map((case_) => ({
      when: `${case_.perhaps ? 'perhaps ' : ''}when ${case_.guard === '' ? 'true' : case_.guard}`,
      case_,
    }));
  const whenWidth = Math.min(MOST_WIDTH, Math.max(0, ...told.map(({ when }) => width(when))));
  const lines = told.flatMap(({ when, case_ }) => [
    `    ${pad(when, whenWidth)}  ${outcomeText(case_, loop, colours)}`,
    ...traceLines(case_, colours),
    ...(certify && case_.certificate
      ? certificateLines(case_.certificate, case_.exactness !== 'over', colours, '        ')
      : []),
  ]);
  if (loop.initialised)
    lines.unshift(`    conditions, cases and paths: ${loop.initialised.join(', ')} as the loop's head sets it`);
  const single = loop.cases.length - told.length;
  return single > 0 ? [...lines, `    and ${single} single runs of a few steps`] : lines;
}

/** Conditions that are longer stand out of the table. */
const MOST_WIDTH = 48;

/** The number of iterations and the values afterwards. */
function outcomeText(case_: CaseReport, loop: LoopReport, colours: Palette): string {
  const { iterations } = case_;
  const count =
    iterations === '∞'
      ? 'never ends'
      : `${iterations === '' ? '?' : iterations} iteration${iterations === '1' ? '' : 's'}`;
  const post = postText(case_, loop);
  const values = post === 'never' ? '' : `  ${post === '?' ? 'values unknown' : post}`;
  return `${colours.bold(count)}${values}${case_.exactness === 'over' ? ' (over-approximated)' : ''}`;
}

function traceLines(case_: CaseReport, colours: Palette): string[] {
  if (case_.trace === '') return [];
  const counts = countsText(case_);
  return [`        ${colours.cyan(`trace ${case_.trace}`)}${counts === '' ? '' : colours.dim(`   ${counts}`)}`];
}

/** The obligations by which a case is exact, with what they are called in `docs/notation.md`. */
const NUMBERED: readonly (readonly [string, readonly string[]])[] = [
  ['i', ['start']],
  ['ii', ['closed form']],
  ['iii', ['guard']],
  ['iv', ['exit', 'values', 'counts']],
  ['v', ['never ends']],
  ['vi', ['covered', 'disjoint']],
  ['vii', ['defined']],
];

/**
 * What was checked, and how: a line for each obligation; those of an over-approximation are others, without numbers.
 */
function certificateLines(certificate: CertificateReport, exact: boolean, colours: Palette, margin: string): string[] {
  const label = { proven: colours.green, open: colours.red }[certificate.strength](certificate.strength);
  const one = (duty: string): string[] => {
    const own = certificate.obligations
      .filter((o) => o.duty === duty)
      .map(({ about, discharge, rule }) => `${about}${rule === undefined ? '' : `, ${rule}`} [${discharge}]`);
    return own.length === 0 ? [] : [`${duty}: ${own.join('; ')}`];
  };
  const lines = exact
    ? NUMBERED.flatMap(([number, duties]) => {
        const said = duties.flatMap(one);
        return said.length === 0 ? [] : [`${pad(`(${number})`, 5)} ${said.join('; ')}`];
      })
    : [...new Set(certificate.obligations.map((o) => o.duty))].flatMap(one);
  return [`${margin}certificate: ${label}`, ...lines.map((line) => colours.dim(`${margin}    ${line}`))];
}

/**
 * A loop as `bounds` prints it: one line, then the paths' bounds where there are several paths, or why there is no
 * bound.
 */
export function boundText(file: string, loop: LoopReport, colours: Palette): string {
  const lines = [loopLine(file, loop, colours)];
  const iterative = loop.paths.filter((path) => path.kind === 'iterative' && path.bound !== null);
  if (iterative.length > 1) lines.push(`    ${iterative.map((path) => `${path.id}: ${path.bound}`).join(', ')}`);
  const why = loop.count.relation === 'none' ? whySentence(loop) : '';
  if (why !== '') lines.push(`    ${colours.dim(why)}`);
  return `${lines.join('\n')}\n`;
}

/** What functions require that is not told at their loops. */
export function requiredText(file: string, { functions, loops }: FileReport): string {
  const told = loops.flatMap(({ requires = [] }) => requires);
  const isTold = (r: Requirement): boolean =>
    told.some(({ condition, range }) => condition === r.condition && placeKey(range) === placeKey(r.range));
  return functions
    .flatMap(({ name, requires = [] }) => requires.filter((r) => !isTold(r)).map((r) => ({ name, ...r })))
    .map(({ name, condition, message, range: { start } }) => {
      return `${file}:${start.line}:${start.column}: \`${name}\` requires \`${condition}\`: ${message}\n`;
    })
    .join('');
}

/** The last lines of `bounds`. */
export function totalsText(totals: Totals, seconds: number): string {
  const share = (part: number): string =>
    totals.loops === 0 ? '' : ` (${((100 * part) / totals.loops).toFixed(1)} %)`;
  const bounded = totals.exact + totals.upper + totals.structural;
  const others = [
    [totals.assuming, 'bounded under assumptions'],
    [totals.until, 'until something outside'],
    [totals.endless, 'endless'],
    [totals.none + totals.typeLimit, 'without a bound'],
    [totals.pseudo, '`do { } while (0)`, not counted above'],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  const types = Object.entries(totals.byType)
    .filter(([, count]) => count > 0)
    .map(([type, count]) => (type === 'unclassified' ? `${count} unclassified` : `${count} of Type ${type}`));
  return [
    `${totals.loops} loops, ${bounded} bounded${share(bounded)}: ` +
      `${totals.exact} exact, ${totals.upper} upper, ${totals.structural} structural`,
    ...(others.length > 0 ? [others.join(', ')] : []),
    ...(types.length > 0 ? [types.join(', ')] : []),
    `${seconds.toFixed(2)} s, ${totals.solverQueries} solver ${totals.solverQueries === 1 ? 'query' : 'queries'}`,
    '',
  ].join('\n');
}

/** An assertion with its verdict and what a person needs to believe it. */
export function assertionText(file: string, assertion: AssertionReport, colours: Palette): string {
  const { line, column } = assertion.range.start;
  const verdict = { holds: colours.green, violated: colours.red, unknown: colours.yellow }[assertion.verdict](
    assertion.verdict,
  );
  const within = colours.dim(`  (${assertion.function})${acceptedPhrase(assertion)}`);
  const lines = [`${file}:${line}:${column}: ${colours.bold(verdict)}  ${shorten(assertion.assertion, 100)}${within}`];
  const inputs = Object.entries(assertion.inputs ?? {}).map(([name, value]) => `${name} = ${value}`);
  if (inputs.length > 0) lines.push(`    inputs: ${inputs.join(', ')}`);
  const nondet = nondetText(assertion);
  if (nondet !== '') lines.push(`    nondet values in order: ${nondet}`);
  if (assertion.trace !== undefined) lines.push(...indented(assertion.trace, (text) => text));
  if (assertion.iteration && assertion.iteration.length > 0) lines.push(`    ${iterationPhrase(assertion.iteration)}`);
  if (assertion.conjunct !== undefined) lines.push(`    fails: ${assertion.conjunct}`);
  const values = Object.entries(assertion.values ?? {}).map(([name, value]) => `${name} = ${value}`);
  if (values.length > 0) lines.push(`    at the assertion: ${values.join(', ')}`);
  if (assertion.reason)
    lines.push(`    ${lineOf(assertion.reason)}${assertion.reason.message} [${assertion.reason.code}]`);
  return `${lines.join('\n')}\n`;
}

const acceptedPhrase = ({ accepted }: Pick<AssertionReport, 'accepted'>): string =>
  accepted === undefined ? '' : accepted === 'source' ? ' ignored by a comment' : ' accepted';

/** A finding beside the verdicts. */
export function findingText(file: string, finding: Finding, colours: Palette): string {
  const { line, column } = finding.range.start;
  const { code, message } = showFinding(finding);
  const within = colours.dim(`  (${finding.function})${acceptedPhrase(finding)}`);
  return `${file}:${line}:${column}: ${colours.bold(colours.yellow(code))}  ${shorten(message, 300)}${within}\n`;
}

function loopLine(file: string, loop: LoopReport, colours: Palette): string {
  const { line, column } = loop.range.start;
  const within = colours.dim(`  (${loop.kind} in ${loop.function})`);
  return `${file}:${line}:${column}: ${colours.bold(loop.count.sentence)}${within}`;
}

const effectText = ({ words, formula }: EffectReport): string =>
  [words, formula].filter((part) => part !== '').join(': ');

const lineOf = ({ range }: LoopReport['reasons'][number]): string => (range ? `line ${range.start.line}: ` : '');

function endsText(loop: LoopReport): string {
  switch (loop.termination) {
    case 'always':
      return 'ends: always';
    case 'never':
      return 'ends: never';
    case 'conditional':
      return loop.terminationCondition === undefined
        ? 'ends: not from every state'
        : `ends: not when ${loop.terminationCondition}`;
    case 'unknown':
      return 'ends: unknown';
    default:
      return loop.termination satisfies never;
  }
}

/** What a terminal shows of one loop; the JSON has all. */
const MOST_REASONS = 20;

function reasonLines(loop: LoopReport, colours: Palette): string[] {
  const all = distinctReasons(loop.reasons);
  const lines = all
    .slice(0, MOST_REASONS)
    .map(
      (reason) => `    ${colours.yellow('why')} ${lineOf(reason)}${reason.message} ${colours.dim(`[${reason.code}]`)}`,
    );
  return all.length > MOST_REASONS
    ? [...lines, `    ${colours.dim(`and ${all.length - MOST_REASONS} more reasons`)}`]
    : lines;
}

function indented(text: string, style: (line: string) => string): string[] {
  return text === '' ? [] : text.split('\n').map((line) => `    ${style(line)}`);
}

function width(text: string): number {
  return Array.from(text).length;
}

function pad(text: string, to: number): string {
  return text + ' '.repeat(Math.max(0, to - width(text)));
}
