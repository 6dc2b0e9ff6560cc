/** What the papers measure, and what they say of it: times in seconds, on their machines. */
import type { IrFunction } from '../../server/src/program/program.ts';
import { randomFrom } from '../../server/src/verify/sampling/sample-runs.ts';
import type { Row } from './programs.ts';

/** Proteus, table 6: a test for an assertion behind a deep loop. By the comment on the assertion's line in deep.c. */
export const DEEP: readonly { readonly mark: string; readonly like: string; readonly paper: number }[] = [
  { mark: 'called', like: 'functions_false', paper: 0.06 },
  { mark: 'phases', like: 'phases_false', paper: 0.18 },
  { mark: 'overflow', like: 'overflow_true', paper: 0.04 },
  { mark: 'several', like: 'multivar_false', paper: 0.05 },
  { mark: 'by one', like: 'simple_false1', paper: 0.03 },
  { mark: 'by two', like: 'simple_false2', paper: 0.03 },
];
export const DEEP_LIMIT = 0.06;

/** APC, table 2: can the target be reached. */
export const TARGETS: readonly {
  readonly file: string;
  readonly mark: string;
  readonly like: string;
  readonly paper: number;
  readonly verdict: 'reachable' | 'unreachable';
}[] = [
  { file: 'search', mark: 'one word', like: 'Hello', paper: 0.181, verdict: 'reachable' },
  { file: 'search', mark: 'two words', like: 'HW', paper: 0.941, verdict: 'reachable' },
  { file: 'search', mark: 'four words', like: 'HWM', paper: 4.66, verdict: 'reachable' },
  { file: 'targets', mark: 'matrix', like: 'MatrIR', paper: 0.035, verdict: 'reachable' },
  { file: 'targets', mark: 'packets', like: 'WinDriver', paper: 0.627, verdict: 'reachable' },
  { file: 'targets', mark: 'one loop', like: 'OneLoop', paper: 0.003, verdict: 'unreachable' },
  { file: 'targets', mark: 'two loops', like: 'TwoLoops', paper: 0.003, verdict: 'unreachable' },
];
export const targetLimit = (paper: number): number => Math.max(paper, 0.1);

/** The line with a comment that ends so. */
export function lineWith(source: string, mark: string): number {
  const at = source.split('\n').findIndex((line) => line.endsWith(`${mark} */`) && line.includes(';'));
  if (at < 0) throw new Error(`no line is marked ${mark}`);
  return at + 1;
}

/**
 * LoopSCC, section 5.3 (algorithms.c): what `eval` determines of all runs with defined behaviour, with C's integers or
 * with unbounded ones as in the paper. The others are determined in part or not at all.
 */
export const EXACT: readonly string[] = [
  'division_by_subtraction',
  'division_by_counting',
  'division_of_any_sign',
  'root_by_squares',
];
export const EXACT_UNBOUNDED: readonly string[] = [...EXACT, 'root_by_odd_numbers', 'root_by_sums'];

/** Arguments that an algorithm is meant for. */
export function argumentsFor(
  fn: IrFunction,
  count: number,
  seed: number,
  limits: readonly number[] = [30, 1000],
): Row[] {
  const random = randomFrom(seed);
  const upTo = (limit: number): number => 1 + Math.floor(random() * limit);
  const params = fn.params.flatMap((id) => (id === null ? [] : [fn.variables[id]?.name ?? '']));
  return Array.from({ length: count }, (_, i) => {
    const row = new Map(params.map((name) => [name, upTo(limits[i % limits.length] ?? 30)]));
    if (fn.name === 'factor_by_squares') {
      const n = 2 * (row.get('n') ?? 1) + 1;
      row.set('n', n);
      row.set('root', Math.ceil(Math.sqrt(n)));
    }
    return new Map([...row].map(([x, v]) => [x, BigInt(v)]));
  });
}
