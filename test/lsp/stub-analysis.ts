/**
 * A stand-in for the analysis that is quick and does bad things on demand, for tests of everything around it. Functions
 * are found by their shape; one called `hang`, `eat`, `die`, `defect` or `slow` does just that when it is analysed, one
 * called `flaw` is told as a defect.
 */
import type { AnalysisHost, AnalysisOptions } from '../../server/src/analysis/analyze-file.ts';
import type { Position, SourceRange } from '../../server/src/source/source-range.ts';
import type { AssertionReport, Bound, FileReport, LoopReport } from '../../server/src/report/report.ts';
import { countAnswer } from '../../server/src/answer/count-answer.ts';

export async function analyze(source: string, options: AnalysisOptions, host: AnalysisHost): Promise<FileReport> {
  const functions = [...source.matchAll(/^\w+ (\w+)\([^)]*\)\s*\{[^]*?^\}/gm)].map((match) => ({
    name: match[1] ?? '',
    at: match.index,
    text: match[0],
  }));
  const loops: LoopReport[] = [];
  const assertions: AssertionReport[] = [];
  for (const { name, at, text } of functions) {
    if (host.cancelled()) break;
    host.progress?.(name, positionAt(source, at).line);
    if (!host.skip?.has(name)) misbehave(name, host);
    const range = (match: RegExpExecArray): SourceRange => rangeOf(source, at + match.index, match[0].length);
    for (const match of text.matchAll(/\b(for|while) \([^)]*\)/g))
      loops.push(loop(name, match[1] === 'for' ? 'for' : 'while', range(match), host));
    if (!options.assertions) continue;
    for (const match of text.matchAll(/\bassert\(([^)]*)\)/g))
      assertions.push(assertion(name, match[1] ?? '', range(match)));
  }
  return {
    loops,
    assertions,
    syntaxErrors: [],
    ms: 0,
    defects: functions.filter(({ name }) => name === 'flaw').map(({ name }) => ({ function: name, message: 'a flaw' })),
    functions: functions.map(({ name, at, text }) => ({
      name,
      range: rangeOf(source, at, text.length),
      reasons: name === 'partly' ? [{ code: 'stub', message: 'a note', range: null }] : [],
    })),
  };
}

function misbehave(name: string, host: AnalysisHost): void {
  const start = performance.now();
  if (name === 'hang') for (;;);
  if (name === 'eat') for (const all: number[][] = []; ; ) all.push(new Array<number>(100_000).fill(1.5));
  if (name === 'die') process.exit(7);
  if (name === 'defect') throw new Error('a defect');
  if (name === 'slow') while (performance.now() - start < 400 && !host.cancelled());
}

function loop(function_: string, kind: 'for' | 'while', head: SourceRange, host: AnalysisHost): LoopReport {
  const skipped = host.skip?.has(function_) ?? false;
  const bound: Bound | null = skipped ? null : { text: 'n', kind: 'exact' };
  return {
    function: function_,
    kind,
    range: head,
    head,
    nested: 0,
    type: 1,
    pattern: 'sequential',
    exactness: skipped ? 'unknown' : 'exact',
    bound,
    count: countAnswer(bound, { endless: false, until: null, termination: 'always' }),
    tier: 2,
    paths: [],
    cases: [],
    termination: 'always',
    assumptions: [],
    reasons: skipped ? [{ code: 'timeout', message: 'took too long', range: head }] : [],
    solverQueries: 0,
    ms: 0,
  };
}

function assertion(function_: string, text: string, range: SourceRange): AssertionReport {
  const base = { function: function_, range, assertion: text, engine: 'stub', ms: 0 };
  return text === 'bad'
    ? { ...base, verdict: 'violated', inputs: { n: '3' }, values: { x: '4' } }
    : { ...base, verdict: 'holds' };
}

function rangeOf(source: string, at: number, length: number): SourceRange {
  return { start: positionAt(source, at), end: positionAt(source, at + length) };
}

function positionAt(source: string, offset: number): Position {
  const lines = source.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines[lines.length - 1] ?? '').length + 1 };
}
