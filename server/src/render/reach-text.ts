/** Answers to "can this line be reached?": for the terminal, as JSON, and as one sentence for the editor. */
import { REACH_SCHEMA } from '../report/index.ts';
import type { ReachReport } from '../report/index.ts';
import { nondetText } from './assertion-text.ts';
import { shorten } from './headline.ts';
import type { Palette } from './terminal-text.ts';
import { visibleJson } from './visible-text.ts';

/** What the answer is about; `file` as it was given, `line` the line that was asked for. */
export interface ReachQuestion {
  readonly file: string;
  readonly line: number;
}

/** The verdict first, then what it rests on. */
export function reachText({ file, line }: ReachQuestion, report: ReachReport, colours: Palette): string {
  const verdict = { reachable: colours.green, unreachable: colours.red, unknown: colours.yellow }[report.verdict](
    verdictWord(report),
  );
  const first = `${file}:${line}: ${colours.bold(verdict)}${colours.dim(`  (${entryPhrase(report)})`)}`;
  const rest = details({ file, line }, report).map((text) => `    ${text}`);
  return `${[first, ...rest].join('\n')}\n`;
}

/** For a message in the editor. */
export function reachMessage(question: ReachQuestion, report: ReachReport): string {
  const what = {
    reachable: 'can be reached',
    unreachable: 'can’t be reached',
    unknown: 'may be reachable: this was not decided',
  }[report.verdict];
  return [`Line ${question.line} ${what} (${entryPhrase(report)}).`, ...details(question, report)].join('\n');
}

/** The document of `reach`. */
export function reachDocument({ file, line }: ReachQuestion, report: ReachReport, version: string): string {
  const { inputs, nondet, iteration, condition, reason } = report;
  return visibleJson({
    schema: REACH_SCHEMA,
    version,
    file,
    line,
    statement: report.range.start,
    function: report.function,
    entry: report.entry,
    verdict: report.verdict,
    everyRun: report.everyRun,
    inputs,
    nondet,
    iteration,
    condition,
    reason: reason && { code: reason.code, message: reason.message, range: reason.range },
    engine: report.engine,
    ms: Math.round(report.ms * 1000) / 1000,
  });
}

function verdictWord({ verdict }: ReachReport): string {
  return verdict === 'unknown' ? 'open' : verdict;
}

const entryPhrase = ({ entry, function: around }: ReachReport): string =>
  entry === around ? `in ${around}` : `in ${around}, from ${entry}`;

/** With what a run gets there. */
function told(report: ReachReport): string[] {
  const inputs = Object.entries(report.inputs ?? {}).map(([name, value]) => `${name} = ${value}`);
  const nondet = nondetText(report);
  const iteration = report.iteration ?? [];
  const out = [
    ...(inputs.length > 0 ? [`inputs: ${shorten(inputs.join(', '), 600)}`] : []),
    ...(nondet === '' ? [] : [`nondet values in order: ${shorten(nondet, 400)}`]),
  ];
  const inputsTold = out.length > 0 ? out : ['inputs: numbers 0, pointers not null'];
  return [
    ...(report.everyRun ? ['every run gets there'] : inputsTold),
    ...(iteration.length > 0 ? [`in iteration ${iteration.map((n) => n + 1).join(', ')}`] : []),
  ];
}

function details({ line }: ReachQuestion, report: ReachReport): string[] {
  const out: string[] = [];
  const { range, condition, reason } = report;
  if (range.start.line > line) out.push(`no statement begins on line ${line}: this is about line ${range.start.line}`);
  if (report.verdict === 'reachable') out.push(...told(report));
  if (condition) {
    out.push(`every run that gets there satisfies: ${shorten(condition.text, 600)}`);
    if (condition.counters.length > 0) {
      const counters = `${condition.counters.join(', ')} count${condition.counters.length === 1 ? 's' : ''} iterations`;
      out.push(`where ${counters}; without them: ${shorten(condition.withoutCounters, 600)}`);
    }
  }
  if (reason) out.push(`${reason.range ? `line ${reason.range.start.line}: ` : ''}${reason.message} [${reason.code}]`);
  return out;
}
