/**
 * Counterexamples are run before they are shown: the interpreter, fed with a model's inputs, must reach the failing
 * assertion. Source: our own; as in counterexample-guided refinement (Clarke, Grumberg, Jha, Lu and Veith, CAV 2000).
 */
import {
  and,
  evaluate,
  formulaHolds,
  int,
  isConst,
  substitute,
  substituteFormula,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { BlockId, Cfg, LoopSite } from '../program/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import type { LoopState, Outcome, RunOptions } from '../interpret/index.ts';
import { run } from '../interpret/index.ts';
import { bySymbol, startsInitial } from '../program/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import { convert } from '../machine/index.ts';
import type { ExploredPath, InnerUse, LoopPath } from '../explore/index.ts';
import type { Solver } from '../decide/index.ts';
import { closedForms, valuesAfter, valuesAfterSteps } from '../summary/index.ts';
import type { Case, Summarizer, Summary } from '../summary/index.ts';
import { anyInput } from './handed-in.ts';
import { irrelevantHavoc } from './irrelevant-havoc.ts';
import { schedule, waysThrough } from './counters/index.ts';

/** Values read from the environment, in order: the pattern, so many times. */
export interface Reading {
  readonly values: readonly bigint[];
  readonly times: bigint;
}

export interface Replay {
  readonly outcome: Outcome;
  readonly inputs: ReadonlyMap<number, bigint>;
  readonly readings: readonly Reading[];
  /** What arrays contain at entry that come from outside, by id; missing: zeros. */
  readonly arrays?: ReadonlyMap<number, readonly bigint[]>;
}

const DIRECT_STEPS = 2_000_000;
const JUMP_STEPS = 2_000_000;
/** Where jumping leads nowhere, the run is taken at length (about half a second). */
const LONG_STEPS = 40_000_000;
/** Loops with fewer iterations are run, not jumped over. */
const JUMP_FROM = 500n;
/** Iterations of one path in a round of a cycle whose readings are written down. */
const MOST_IN_ROUND = 10_000n;

export interface ReplayRequest {
  readonly cfg: Cfg;
  readonly summarizer: Summarizer;
  readonly mode: IntegerMode;
  readonly solver: Solver;
}

/** Runs a path's model. Long loops are jumped over where an exact summary of them says where they lead. */
export function replay(request: ReplayRequest, path: ExploredPath, model: ReadonlyMap<Symbol, bigint>): Replay {
  const { cfg, mode } = request;
  const inputs = new Map<number, bigint>();
  for (const v of cfg.fn.variables) {
    if (v.scope === 'temp') continue;
    const value = model.get(cfg.symbols[v.id] as Symbol);
    if (startsInitial(cfg.fn, v)) continue;
    if (v.scope === 'param' || v.scope === 'global' || value !== undefined) {
      const chosen = value ?? anyInput(v);
      inputs.set(v.id, mode === 'mathematical' ? chosen : convert(chosen, v.type));
    }
  }
  const readings = plan(request, path, model);
  const supply = supplier(readings);
  const chosen = bySymbol(inputs, cfg.symbols);
  const isTaken = formulaHolds(and(path.guard, path.defined), (s) => chosen.get(s) ?? model.get(s)) === true;
  const unmodelled = irrelevantHavoc(cfg.fn).havoc;
  const havoc = isTaken ? deciding(path, unmodelled) : unmodelled;
  // running up to where it is clear that this leads nowhere costs more than all the rest
  const direct =
    iterates(path, model) > DIRECT_STEPS
      ? null
      : run(cfg.fn, { mode, inputs, nondet: supply, havoc, maxSteps: DIRECT_STEPS });
  if (direct && direct.kind !== 'out-of-steps') return { outcome: direct, inputs, readings };
  const outcome = run(cfg.fn, {
    mode,
    inputs,
    nondet: supply,
    havoc,
    maxSteps: JUMP_STEPS,
    onLoopHeader: jumper(request, path, model),
  });
  if (outcome.kind !== 'out-of-steps') return { outcome, inputs, readings };
  return { outcome: run(cfg.fn, { mode, inputs, nondet: supply, havoc, maxSteps: LONG_STEPS }), inputs, readings };
}

type Havoc = NonNullable<RunOptions['havoc']>;

/**
 * Values for what isn't modelled on a run that takes the path. Where the path is exact and says nothing of any of it,
 * the run takes the same path whatever these are: any will do.
 */
function deciding(path: ExploredPath, otherwise: Havoc): Havoc {
  if (!isExact(path)) return otherwise;
  return isUnmodelled(and(path.guard, path.defined)) || path.inner.some(turnsOnUnmodelled)
    ? otherwise
    : (target, reason, type) => otherwise(target, reason, type) ?? (target && !target.pointer ? 0n : null);
}

const isUnmodelled = (f: Formula): boolean => [...symbolsOfFormula(f)].some((s) => s.kind === 'unmodelled');

/**
 * Which way an iteration goes there may depend on it, at once or in a later one. `if (unknown()) ...` in a loop's body
 * is nothing that a path through the function tells.
 */
const turnsOnUnmodelled = ({ summary }: InnerUse): boolean =>
  (summary as Summary).paths.some(
    (p) =>
      isUnmodelled(and(p.guard, p.free, p.defined)) ||
      [...p.update.values()].some((t) => [...symbolsOf(t)].some((s) => s.kind === 'unmodelled')) ||
      p.inner.some(turnsOnUnmodelled),
  );

/**
 * The path is what the program does, whatever is not modelled may be worth. Elements of arrays are followed better by
 * others.
 */
export function isExact(path: ExploredPath): boolean {
  return (
    path.reasons.length === 0 &&
    path.definedKnown &&
    path.fresh.every((f) => f.reason?.code !== 'array-element' && f.least === undefined) &&
    path.inner.every(({ summary, case: k }) => summary.arrays.length === 0 && summary.cases[k]?.exact === true)
  );
}

/** How often the loops of a path iterate by its model, as far as that is known. */
function iterates(path: ExploredPath, model: ReadonlyMap<Symbol, bigint>): bigint {
  let total = 0n;
  for (const use of path.inner) {
    const count = (use.summary as Summary).cases[use.case]?.iterations;
    const n = count
      ? evaluate(isConst(count) ? count : substitute(count, use.renaming), (name) => model.get(name) ?? 0n)
      : null;
    if (n !== null) total += n;
  }
  return total;
}

/** From a loop's entry to where its summary says that it is left; null: run it. */
function jump(request: ReplayRequest, site: LoopSite, state: LoopState): BlockId | null {
  const { cfg, summarizer } = request;
  const index = cfg.loopAt.get(site.header);
  if (state.iteration !== 0 || index === undefined || looksAtPointers(cfg, index)) return null;
  const summary = summarizer.summary(index);
  if (!summary.exact || summary.arrays.length > 0) return null;
  const byName = new Map(cfg.symbols.map((n, v) => [n, v]));
  const value = (name: Symbol): bigint | undefined => {
    const v = byName.get(name);
    return v === undefined ? undefined : (state.get(v) ?? undefined);
  };
  const taken = summary.cases.find((c) => formulaHolds(c.guard, value) === true);
  if (!taken || taken.fresh.length > 0 || !taken.defined || formulaHolds(taken.defined, value) !== true) return null;
  if (taken.end.kind !== 'leave') {
    approach(request, summary, taken, state, (t) => evaluate(t, value));
    return null;
  }
  const times = taken.iterations && evaluate(taken.iterations, value);
  if (times === null || times < JUMP_FROM) return null;
  const after: [number, bigint][] = [];
  for (const [v, t] of taken.post) {
    const result = evaluate(t, value);
    if (result === null) return null;
    after.push([v, result]);
  }
  for (const [v, result] of after) state.set(v, result);
  state.skip(Number(times));
  return taken.end.to;
}

/** In each iteration a run has to see whether a pointer leads to an object. */
function looksAtPointers({ fn, loops }: Cfg, index: number): boolean {
  return [...loops[index]!.blocks].some((b) => fn.blocks[b]!.stmts.some((s) => s.kind === 'go-through'));
}

/**
 * At the loops of a path: to where the path's own way through them gets to; elsewhere to where any run from there does.
 */
function jumper(
  request: ReplayRequest,
  path: ExploredPath,
  model: ReadonlyMap<Symbol, bigint>,
): (site: LoopSite, state: LoopState) => BlockId | null {
  let at = 0;
  return (site, state) => {
    const use = path.inner[at];
    if (state.iteration === 0 && use && use.loop === request.cfg.loopAt.get(site.header)) {
      at++;
      const summary = use.summary as Summary;
      const chosen = summary.cases[use.case];
      const inModel = (name: Symbol): bigint => model.get(name) ?? 0n;
      const count = (t: Term): bigint | null => evaluate(isConst(t) ? t : substitute(t, use.renaming), inModel);
      const isDefined = (f: Formula): boolean => formulaHolds(substituteFormula(f, use.renaming), inModel) === true;
      if (
        chosen?.exact &&
        summary.arrays.length === 0 &&
        !looksAtPointers(request.cfg, use.loop) &&
        definedThroughout(summary, chosen, isDefined) &&
        approach(request, summary, chosen, state, count)
      )
        return null;
    }
    return jump(request, site, state);
  };
}

/** No iteration that is jumped over is undefined. */
function definedThroughout(summary: Summary, summaryCase: Case, holds: (f: Formula) => boolean): boolean {
  if (summaryCase.defined !== null) return holds(summaryCase.defined);
  return (
    summaryCase.trace?.every(
      (s) =>
        s.kind === 'path' &&
        summary.paths[s.path]?.definedKnown === true &&
        summary.paths[s.path]?.defined.kind === 'true',
    ) === true
  );
}

/**
 * Towards the end of a case: along the paths of its trace one after the other, but for the very last iteration, which
 * is run. False where that isn't far.
 */
function approach(
  request: ReplayRequest,
  summary: Summary,
  taken: Case,
  state: LoopState,
  count: (t: Term) => bigint | null,
): boolean {
  const { range } = request.summarizer.symbols;
  const { symbols: names } = request.cfg;
  const byName = new Map(names.map((n, v) => [n, v]));
  const moved = new Map<Symbol, bigint>();
  const value = (name: Symbol): bigint | undefined => {
    const v = byName.get(name);
    return moved.get(name) ?? (v === undefined ? undefined : (state.get(v) ?? undefined));
  };
  const skipped: { readonly times: bigint; readonly fresh: number }[] = [];
  const segments = taken.trace ?? [];
  for (const [k, segment] of segments.entries()) {
    const path = segment.kind === 'path' ? summary.paths[segment.path] : undefined;
    const iterations = count(segment.count);
    if (!path || iterations === null || path.inner.length > 0 || path.fresh.some((f) => f.kind !== 'nondet')) break;
    const times = k === segments.length - 1 ? iterations - 1n : iterations;
    const update = bySymbol(path.update, names);
    const closed = closedForms(update, new Set(path.fresh.map((f) => f.symbol)), range);
    if (closed.open.size > 0) break;
    const after =
      times < BigInt(closed.prefix) || times < 4n
        ? valuesAfterSteps(update, Number(times))
        : valuesAfter(closed, int(times));
    // what an iteration reads from outside has no value here: no such case is followed
    const results = [...after].map(([x, t]) => [x, evaluate(t, value)] as const);
    if (results.some(([, r]) => r === null)) break;
    for (const [x, r] of results) moved.set(x, r as bigint);
    skipped.push({ times, fresh: path.fresh.length });
  }
  const total = skipped.reduce((sum, s) => sum + s.times, 0n);
  if (total < JUMP_FROM || total > BigInt(Number.MAX_SAFE_INTEGER)) return false;
  for (const [x, r] of moved) {
    const v = byName.get(x);
    if (v !== undefined) state.set(v, r);
  }
  for (const s of skipped) state.skip(Number(s.times), s.fresh);
  return true;
}

/** The values read, by their number. */
export function supplier(readings: readonly Reading[]): (index: number) => bigint {
  return (index) => {
    let left = BigInt(index);
    for (const r of readings) {
      const size = BigInt(r.values.length) * r.times;
      if (left < size) return r.values[Number(left % BigInt(r.values.length))] as bigint;
      left -= size;
    }
    return 0n;
  };
}

/**
 * What the environment answers along a path: at the function's level from the model, in loops as each loop path
 * requires.
 */
function plan(request: ReplayRequest, path: ExploredPath, model: ReadonlyMap<Symbol, bigint>): Reading[] {
  const out: Reading[] = [];
  let at = 0;
  const upTo = (n: number): void => {
    for (; at < n; at++) {
      const f = path.fresh[at];
      if (f?.kind === 'nondet') out.push({ values: [model.get(f.symbol) ?? 0n], times: 1n });
    }
  };
  for (const use of path.inner) {
    upTo(use.freshBefore);
    const chosen = use.summary.cases[use.case];
    at += chosen?.fresh.length ?? 0;
    out.push(...inLoop(request, use, model));
  }
  upTo(path.fresh.length);
  return out;
}

function inLoop(request: ReplayRequest, use: InnerUse, model: ReadonlyMap<Symbol, bigint>): Reading[] {
  const summary = use.summary as Summary;
  const taken = summary.cases[use.case] as Case | undefined;
  if (!summary.paths.some((p) => p.fresh.some((f) => f.kind === 'nondet'))) return [];
  const ordered = taken && !taken.exact ? inSomeOrder(request, use, model) : null;
  if (ordered || !taken?.trace) return ordered ?? [];
  const times = (t: Case['iterations']): bigint =>
    t === null ? 0n : (evaluate(isConst(t) ? t : substitute(t, use.renaming), (name) => model.get(name) ?? 0n) ?? 0n);
  const answered = (path: number): readonly bigint[] => {
    const p = summary.paths[path];
    return p ? answers(request, p, use, model) : [];
  };
  const out: Reading[] = [];
  const repeated = (values: readonly bigint[], n: bigint): void => {
    if (values.length > 0 && n > 0n) out.push({ values, times: n });
  };
  for (const s of taken.trace) {
    if (s.kind === 'path') {
      repeated(answered(s.path), times(s.count));
      continue;
    }
    const round = wordOf(s.word, answered, times);
    if (!round) return out;
    if (round.length > 0) out.push({ values: round, times: times(s.count) });
  }
  if (taken.exit !== null) repeated(answered(taken.exit), 1n);
  return out;
}

/** What one round of a cycle reads; null where that is too much to be written down. */
function wordOf(
  word: readonly { readonly path: number; readonly count: Term }[],
  answered: (path: number) => readonly bigint[],
  times: (count: Term) => bigint,
): readonly bigint[] | null {
  const round: bigint[] = [];
  for (const { path, count } of word) {
    const values = answered(path);
    const n = times(count);
    if (n > MOST_IN_ROUND) return null;
    for (let i = 0n; i < n; i++) round.push(...values);
  }
  return round;
}

/** Where only the path counters are known, an order of the paths is looked for. */
function inSomeOrder(request: ReplayRequest, use: InnerUse, model: ReadonlyMap<Symbol, bigint>): Reading[] | null {
  const {
    cfg,
    solver,
    summarizer: { symbols },
  } = request;
  const ways = waysThrough(use, symbols);
  if (!ways || ways.iterative.some(({ counter }) => [...symbolsOf(counter)].some((s) => !model.has(s)))) return null;
  const value = (name: Symbol): bigint => model.get(name) ?? 0n;
  const paths = [...ways.iterative.map((w) => w.path), ...(ways.exit ? [ways.exit] : [])];
  const entry = new Map<Symbol, bigint>();
  for (const s of new Set(
    paths.flatMap((p) => [
      ...symbolsOfFormula(and(p.guard, p.free, p.defined)),
      ...[...p.update].flatMap(([v, t]) => [cfg.symbols[v] as Symbol, ...symbolsOf(t)]),
    ]),
  )) {
    const v = cfg.symbols.indexOf(s);
    const before = v < 0 ? null : evaluate(use.entered[v] as Term, value);
    if (before !== null) entry.set(s, before);
  }
  const counts = ways.iterative.map(({ counter }) => evaluate(counter, value) ?? -1n);
  const found = schedule({
    paths: ways.iterative.map((w) => w.path),
    names: cfg.symbols,
    counts,
    entry,
    exit: ways.exit,
    range: symbols.range,
    solver,
  });
  return found && found.filter((read) => read.length > 0).map((values) => ({ values, times: 1n }));
}

/**
 * One iteration's readings: as the model says for the case's own symbols, else any that satisfy the path's free
 * condition.
 */
function answers(request: ReplayRequest, path: LoopPath, use: InnerUse, model: ReadonlyMap<Symbol, bigint>): bigint[] {
  const wanted = path.fresh.filter((f) => f.kind === 'nondet');
  if (wanted.length === 0) return [];
  const some =
    path.free.kind === 'true' ? null : request.solver.check(path.free, request.summarizer.symbols.range).model;
  return wanted.map((f) => {
    const renamed = use.renaming.get(f.symbol);
    const own = renamed?.kind === 'sym' ? model.get(renamed.symbol) : undefined;
    return some?.get(f.symbol) ?? own ?? 0n;
  });
}

/** What a run is answered, by number. */
export const suppliedBy = ({ readings }: Replay): ((index: number) => bigint) => supplier(readings);

/** The readings cut off behind so many values. */
export function taken(readings: readonly Reading[], values: number): Reading[] {
  const out: Reading[] = [];
  let left = BigInt(values);
  for (const { values: pattern, times } of readings) {
    const size = BigInt(pattern.length);
    if (left <= 0n || size === 0n) continue;
    const whole = left / size < times ? left / size : times;
    if (whole > 0n) out.push({ values: pattern, times: whole });
    left -= whole * size;
    if (whole < times && left > 0n) {
      out.push({ values: pattern.slice(0, Number(left)), times: 1n });
      left = 0n;
    }
  }
  return out;
}
