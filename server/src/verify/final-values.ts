/**
 * Final values of a function's variables for given parameters, computed from the summaries of its loops, never by
 * iterating.
 */
import type { Budget } from '../budget/index.ts';
import { Stopped } from '../budget/index.ts';
import { Symbols, TooLarge, formulaHolds, evaluate as valueOf } from '../logic/index.ts';
import type { AnalysisOptions } from '../report/index.ts';
import { buildCfg, isBehindPointer } from '../program/index.ts';
import type { Formula, Symbol } from '../logic/index.ts';
import type { IrFunction } from '../program/index.ts';
import { inRange } from '../machine/index.ts';
import type { ExploredPath } from '../explore/index.ts';
import { Summarizer } from '../summary/index.ts';
import { backbones } from './transitions/index.ts';
import { loopsDefined } from './run-definedness.ts';

export interface EvalRequest {
  /** Parameter values by name, row by row. */
  readonly rows: readonly ReadonlyMap<string, bigint>[];
  readonly options: AnalysisOptions;
}

export interface EvalResult {
  /** Variables as named in the source, then `return` where the function returns an integer. */
  readonly columns: readonly string[];
  /**
   * Per row the values that the summary determines; null where the run doesn't end, fails or has undefined behaviour.
   * Rows that no exact case covers are empty maps.
   */
  readonly rows: readonly (ReadonlyMap<string, bigint> | null)[];
  /** Loop by loop, those that calls brought among them: whether its summary is exact from the states that reach it. */
  readonly exact: readonly boolean[];
}

/** `fn` has its calls inlined already. */
export function evaluateFunction(fn: IrFunction, request: EvalRequest, budget: Budget): EvalResult {
  const cfg = buildCfg(fn);
  const symbols = new Symbols();
  const mode = request.options.integers;
  const summarizer = new Summarizer(cfg, symbols, { mode, assertions: 'exit', budget });
  const paths = unlessGivenUp(() => backbones({ cfg, summarizer, mode, assertions: 'exit', budget }).paths, []);
  const shown = fn.variables.filter(
    (v) =>
      !v.pointer &&
      (v.scope === 'param' || v.scope === 'local') &&
      cfg.symbols[v.id]?.display === v.name &&
      !v.name.includes('.') &&
      !isBehindPointer(v),
  );
  const columns = [...shown.map((v) => v.name), ...(fn.returnType ? ['return'] : [])];
  // what the environment answers in a loop is no part of the guards of its cases
  const asks = unlessGivenUp(
    () => cfg.loops.some((_, i) => summarizer.pathsOf(i).paths.some((p) => p.free.kind !== 'true')),
    true,
  );
  const rows = request.rows.map((row): ReadonlyMap<string, bigint> | null => {
    const inputs = new Map<Symbol, bigint>();
    for (const v of fn.variables) {
      const given = row.get(v.name);
      if (v.scope !== 'param' || given === undefined) continue;
      // a value that the parameter's type can't hold is no input
      if (mode !== 'mathematical' && !inRange(given, v.type)) return new Map();
      inputs.set(cfg.symbols[v.id] as Symbol, given);
    }
    const value = (name: Symbol): bigint | undefined => inputs.get(name);
    const ids = shown.map((v) => v.id);
    if (asks) return agreed(paths, (path) => outcome(path, columns, ids, cfg.symbols, value), value);
    for (const path of paths) {
      if (path.reasons.length > 0) continue;
      const all = withCounts(path, value);
      if (formulaHolds(path.guard, all) === true) return outcome(path, columns, ids, cfg.symbols, all);
    }
    return new Map();
  });
  const exact = cfg.loops.map((_, i) =>
    unlessGivenUp(() => !budget.exhausted() && summarizer.summaryFrom(i, summarizer.entryOf(i)).exact, false),
  );
  return { columns, rows, exact };
}

/** `otherwise` where terms grow too large on the way, or the clock strikes: rows are left empty then. */
function unlessGivenUp<T>(run: () => T, otherwise: T): T {
  try {
    return run();
  } catch (e) {
    if (!(e instanceof TooLarge || e instanceof Stopped)) throw e;
    return otherwise;
  }
}

/** Where the environment chooses the path: the values in which all that are possible agree. */
function agreed(
  paths: readonly ExploredPath[],
  end: (path: ExploredPath) => ReadonlyMap<string, bigint> | null,
  value: (name: Symbol) => bigint | undefined,
): ReadonlyMap<string, bigint> {
  const possible = paths.filter((path) => formulaHolds(path.guard, value) !== false);
  const ends = possible.map((path) => (path.reasons.length > 0 ? null : end(path)));
  const [first] = ends;
  if (!first || ends.some((e) => e === null)) return new Map();
  return new Map([...first].filter(([x, v]) => ends.every((e) => e?.get(x) === v)));
}

/**
 * Beside the inputs, the counts of a path that are defined as the least numbers of their kind: found by doubling and
 * halving.
 */
function withCounts(
  path: ExploredPath,
  value: (name: Symbol) => bigint | undefined,
): (name: Symbol) => bigint | undefined {
  const found = new Map<Symbol, bigint | undefined>();
  const lookup = (name: Symbol): bigint | undefined => {
    const known = value(name);
    if (known !== undefined || found.has(name)) return known ?? found.get(name);
    const f = path.fresh.find((x) => x.symbol === name && x.least);
    found.set(name, undefined);
    if (f?.least) found.set(name, leastCount(f.least, name, lookup, f.rises));
    return found.get(name);
  };
  return lookup;
}

const MAX_COUNT = 1n << 80n;
/** So many are tried one by one where values go round. */
const MAX_TRIED = 512n;

/** By doubling and halving; behind `rises` one by one. */
function leastCount(
  least: Formula,
  name: Symbol,
  lookup: (name: Symbol) => bigint | undefined,
  rises?: bigint,
): bigint | undefined {
  const at = (n: bigint): boolean | null => formulaHolds(least, (s) => (s === name ? n : lookup(s)));
  let high = 1n;
  if (rises !== undefined && at(rises) !== true) {
    for (let n = rises + 1n; n <= rises + MAX_TRIED; n++) if (at(n) !== false) return at(n) === true ? n : undefined;
    return undefined;
  }
  while (at(high) === false) {
    high *= 2n;
    if (rises !== undefined && high > rises) high = rises;
    if (high > MAX_COUNT) return undefined;
  }
  let low = high / 2n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (at(middle) === true) high = middle;
    else low = middle;
  }
  return at(high) === true ? high : undefined;
}

function outcome(
  path: ExploredPath,
  columns: readonly string[],
  ids: readonly number[],
  names: readonly Symbol[],
  value: (name: Symbol) => bigint | undefined,
): ReadonlyMap<string, bigint> | null {
  const defined = formulaHolds(path.defined, value);
  if (defined === false) return null;
  if (path.end.kind !== 'return')
    return path.end.kind === 'lost' || defined === null || !path.definedKnown ? new Map() : null;
  if (defined === null) return new Map();
  const loops = path.definedKnown ? true : loopsDefined(path, names, value);
  if (loops !== true) return loops === null ? new Map() : null;
  const out = new Map<string, bigint>();
  for (const [i, id] of ids.entries()) {
    const v = valueOf(path.env[id] as (typeof path.env)[number], value);
    if (v !== null) out.set(columns[i] as string, v);
  }
  if (path.end.value) {
    const v = valueOf(path.end.value, value);
    if (v !== null) out.set('return', v);
  }
  return out;
}
