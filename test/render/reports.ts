/** Reports made by hand, so that rendering is tested without an analysis. */
import type { SourceRange } from '../../server/src/source/source-range.ts';
import { countAnswer } from '../../server/src/answer/index.ts';
import type { AssertionReport, Bound, FileReport, LoopReport } from '../../server/src/report/report.ts';

export function range(line: number, column = 3, endLine = line, endColumn = column + 10): SourceRange {
  return { start: { line, column }, end: { line: endLine, column: endColumn } };
}

/** `while (i < n) i++;` in `count`. */
export function countedLoop(changes: Partial<LoopReport> = {}): LoopReport {
  const bound: Bound | null = changes.bound === undefined ? { text: 'n - i', kind: 'exact' } : changes.bound;
  const termination = changes.termination ?? 'always';
  return {
    function: 'count',
    kind: 'while',
    range: range(4, 3, 6, 4),
    head: range(4, 3, 4, 16),
    nested: 0,
    type: 1,
    pattern: 'sequential',
    exactness: 'exact',
    bound,
    count: countAnswer(bound, { endless: false, until: null, termination }),
    tier: 2,
    paths: [
      { id: 'π1', kind: 'iterative', guard: 'i < n', update: 'i += 1', bound: 'n - i' },
      { id: 'exit', kind: 'exit', guard: 'i >= n', update: '', bound: '1' },
    ],
    cases: [
      { guard: 'i >= n', trace: 'exit', counts: { π1: '0' }, iterations: '0', post: { i: 'i' }, exactness: 'exact' },
      {
        guard: 'i < n',
        trace: 'π1^(n - i) exit',
        counts: { π1: 'n - i' },
        iterations: 'n - i',
        post: { i: 'n' },
        exactness: 'exact',
      },
    ],
    termination,
    assumptions: [],
    reasons: [],
    solverQueries: 0,
    ms: 0.4,
    ...changes,
  };
}

/** A loop of which nothing is known, and why. */
export function unknownLoop(changes: Partial<LoopReport> = {}): LoopReport {
  return countedLoop({
    type: 4,
    pattern: 'irregular',
    exactness: 'unknown',
    bound: null,
    paths: [],
    cases: [],
    termination: 'unknown',
    reasons: [
      { code: 'not-modelled', message: '`a[i]` is read in the condition and written in the loop', range: range(5) },
    ],
    why: {
      code: 'not-modelled',
      message: '`a[i]` is read in the condition and written in the loop',
      hint: '',
      range: range(5),
    },
    ...changes,
  });
}

/** `assert(x == z)` that fails for n = 1. */
export function violatedAssertion(changes: Partial<AssertionReport> = {}): AssertionReport {
  return {
    function: 'chase',
    range: range(9, 3, 9, 17),
    assertion: 'x == z',
    verdict: 'violated',
    inputs: { n: '1', z: '5' },
    trace: 'line 4: 1 iteration',
    values: { x: '1', z: '5' },
    engine: 'summary',
    ms: 2,
    ...changes,
  };
}

export function fileReport(changes: Partial<FileReport> = {}): FileReport {
  return {
    loops: [],
    assertions: [],
    syntaxErrors: [],
    functions: [{ name: 'count', range: range(1), reasons: [] }],
    ms: 1,
    ...changes,
  };
}
