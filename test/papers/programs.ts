/**
 * The programs of the papers (examples/papers), and what they do when they are run: the interpreter against the
 * summaries.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnalysisOptions } from '../../server/src/analysis/analyze-file.ts';
import { DEFAULT_OPTIONS, analyze, evaluate } from '../../server/src/analysis/analyze-file.ts';
import { DEFAULT_FRONTEND_OPTIONS, loadParser, lowerC, parseC } from '../../server/src/c/front-end.ts';
import { inlineCalls } from '../../server/src/inlining/inline-calls.ts';
import type { Outcome } from '../../server/src/interpret/run-outcome.ts';
import { run } from '../../server/src/interpret/interpreter.ts';
import type { IrFunction } from '../../server/src/program/program.ts';
import type { LoopReport } from '../../server/src/report/report.ts';
import { randomFrom } from '../../server/src/verify/sampling/sample-runs.ts';

export const HOST = { now: () => performance.now(), cancelled: () => false };
export const OPTIONS: AnalysisOptions = { ...DEFAULT_OPTIONS, loopBudget: 60_000, fileBudget: 120_000 };

export type Row = ReadonlyMap<string, bigint>;

export function programOf(root: string, name: string): string {
  return readFileSync(join(root, 'examples/papers', `${name}.c`), 'utf8');
}

/** A function of a source, its calls inlined. */
export async function functionOf(source: string, name: string): Promise<IrFunction> {
  const parsed = parseC(await loadParser(), source);
  const program = lowerC(parsed, DEFAULT_FRONTEND_OPTIONS);
  parsed.dispose();
  const fn = program.functions.find((f) => f.name === name);
  if (!fn) throw new Error(`there is no function ${name}`);
  return inlineCalls(program, fn, { maxBlocks: 400, maxDepth: 8 });
}

/** The outermost loop of a function as it is reported. */
export async function loopOf(
  source: string,
  name: string,
  options: Partial<AnalysisOptions> = {},
): Promise<LoopReport> {
  const { loops } = await analyze(source, { ...OPTIONS, assertions: false, function: name, ...options }, HOST);
  const [first] = loops;
  if (!first) throw new Error(`there is no loop in ${name}`);
  return first;
}

function execute(fn: IrFunction, row: Row, mode: AnalysisOptions['integers'] = 'c', maxSteps = 3_000_000): Outcome {
  const inputs = new Map(
    fn.variables.flatMap((v): [number, bigint][] =>
      v.scope === 'param' && row.has(v.name) ? [[v.id, row.get(v.name) as bigint]] : [],
    ),
  );
  return run(fn, { mode, inputs, maxSteps });
}

/** Values for parameters: most of them small or near the given limits. */
export function randomRows(
  fn: IrFunction,
  count: number,
  seed: number,
  limits: readonly number[] = [100, 1000],
): Row[] {
  const random = randomFrom(seed);
  const params = fn.params.flatMap((id) => (id === null ? [] : [fn.variables[id]]));
  const draw = (unsigned: boolean): bigint => {
    const limit = limits[Math.floor(random() * limits.length)] ?? 100;
    const value = Math.floor(random() * (limit + 1)) - (unsigned || random() < 0.7 ? 0 : limit / 2);
    return BigInt(Math.trunc(value));
  };
  return Array.from(
    { length: count },
    () => new Map(params.flatMap((v): [string, bigint][] => (v ? [[v.name, draw(!v.type.signed)]] : []))),
  );
}

export interface Agreement {
  /** Rows whose run ends: those that the summary determines in all variables, in some, in none. */
  readonly full: number;
  readonly some: number;
  readonly none: number;
  /** Rows of which the summary says something else than the run. */
  readonly wrong: readonly string[];
}

/** Variables by name, and what is returned. */
function valuesAfter(
  fn: IrFunction,
  outcome: ReturnType<typeof execute> & { readonly kind: 'returned' },
): ReadonlyMap<string, bigint> {
  const values = new Map(
    fn.variables.flatMap((v): [string, bigint][] => {
      const value = outcome.env.values[v.id];
      return v.scope === 'temp' || value === null || value === undefined ? [] : [[v.name, value]];
    }),
  );
  if (outcome.value !== null) values.set('return', outcome.value);
  return values;
}

/** `eval` against the interpreter. */
export async function agreement(
  source: string,
  name: string,
  rows: readonly Row[],
  options: AnalysisOptions = OPTIONS,
): Promise<Agreement> {
  const fn = await functionOf(source, name);
  const said = await evaluate(source, { function: name, rows, options }, HOST);
  if ('missing' in said) throw new Error(`there is no function ${name}`);
  const counts = { full: 0, some: 0, none: 0 };
  const wrong: string[] = [];
  for (const [i, row] of rows.entries()) {
    const outcome = execute(fn, row, options.integers);
    const mine = said.rows[i];
    const shown = `${name}(${[...row].map(([x, v]) => `${x} = ${v}`).join(', ')})`;
    if (outcome.kind === 'out-of-steps') continue;
    if (outcome.kind !== 'returned') {
      if (mine && mine.size > 0) wrong.push(`${shown}: the run is ${outcome.kind}`);
      continue;
    }
    if (mine === null || mine === undefined) {
      wrong.push(`${shown}: the run returns`);
      continue;
    }
    const values = valuesAfter(fn, outcome);
    const columns = said.columns.filter((c) => values.has(c));
    for (const c of columns)
      if (mine.has(c) && mine.get(c) !== values.get(c))
        wrong.push(`${shown}: ${c} is ${values.get(c)}, not ${mine.get(c)}`);
    const known = columns.filter((c) => mine.has(c)).length;
    counts[known === columns.length ? 'full' : known === 0 ? 'none' : 'some']++;
  }
  return { ...counts, wrong };
}
