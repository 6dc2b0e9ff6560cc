/** Counterexamples are run before they are shown: the interpreter, fed with a model's inputs, must reach the failing assertion. */
import { evaluate, formulaHolds } from '../ir/evaluate.ts';
import type { Cfg } from '../ir/cfg.ts';
import type { LoopState, Outcome } from '../ir/interpreter.ts';
import { run } from '../ir/interpreter.ts';
import type { BlockId, LoopSite } from '../ir/program.ts';
import { isConst, substitute } from '../ir/term.ts';
import type { IntegerMode } from '../ir/types.ts';
import { convert } from '../ir/types.ts';
import type { ExploredPath, InnerUse } from '../loop/region.ts';
import type { LoopPath } from '../loop/paths.ts';
import type { Solver } from '../solver/solver.ts';
import type { Case, Summary } from '../summary/summary.ts';
import type { Summarizer } from '../summary/summarize.ts';

/** Values read from the environment, in order: the pattern, so many times. */
export interface Reading {
  readonly values: readonly bigint[];
  readonly times: bigint;
}

export interface Replay {
  readonly outcome: Outcome;
  readonly inputs: ReadonlyMap<number, bigint>;
  readonly readings: readonly Reading[];
}

const DIRECT_STEPS = 2_000_000;
const JUMP_STEPS = 2_000_000;
/** Loops with fewer iterations are run, not jumped over. */
const JUMP_FROM = 500n;

export interface ReplayRequest {
  readonly cfg: Cfg;
  readonly summarizer: Summarizer;
  readonly mode: IntegerMode;
  readonly solver: Solver;
}

/** Runs a path's model. Long loops are jumped over where an exact summary of them says where they lead. */
export function replay(request: ReplayRequest, path: ExploredPath, model: ReadonlyMap<string, bigint>): Replay {
  const { cfg, mode } = request;
  const inputs = new Map<number, bigint>();
  for (const v of cfg.fn.variables) {
    if (v.scope === 'temp') continue;
    const value = model.get(cfg.names[v.id] as string);
    if (cfg.fn.name === 'main' && v.initial !== null) continue;
    if (v.scope === 'param' || v.scope === 'global' || value !== undefined) inputs.set(v.id, mode === 'mathematical' ? value ?? 0n : convert(value ?? 0n, v.type));
  }
  const readings = plan(request, path, model);
  const supply = supplier(readings);
  const direct = run(cfg.fn, { mode, inputs, nondet: supply, maxSteps: DIRECT_STEPS });
  if (direct.kind !== 'out-of-steps') return { outcome: direct, inputs, readings };
  const outcome = run(cfg.fn, { mode, inputs, nondet: supply, maxSteps: JUMP_STEPS, onLoopHeader: (site, state) => jump(request, site, state) });
  return { outcome, inputs, readings };
}

/** From a loop's entry to where its summary says that it is left; null: run it. */
function jump(request: ReplayRequest, site: LoopSite, state: LoopState): BlockId | null {
  const { cfg, summarizer } = request;
  const index = cfg.loopAt.get(site.header);
  if (state.iteration !== 0 || index === undefined) return null;
  const summary = summarizer.summary(index);
  if (!summary.exact || summary.arrays.length > 0) return null;
  const byName = new Map(cfg.names.map((n, v) => [n, v]));
  const value = (name: string): bigint | undefined => {
    const v = byName.get(name);
    return v === undefined ? undefined : state.get(v) ?? undefined;
  };
  const taken = summary.cases.find((c) => formulaHolds(c.guard, value) === true);
  if (!taken || taken.end.kind !== 'leave' || taken.fresh.length > 0 || !taken.defined || formulaHolds(taken.defined, value) !== true) return null;
  const times = taken.iterations && evaluate(taken.iterations, value);
  if (times === null || times < JUMP_FROM) return null;
  const after: [number, bigint][] = [];
  for (const [v, t] of taken.post) {
    const result = evaluate(t, value);
    if (result === null) return null;
    after.push([v, result]);
  }
  for (const [v, result] of after) state.set(v, result);
  return taken.end.to;
}

function supplier(readings: readonly Reading[]): (index: number) => bigint {
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

/** What the environment answers along a path: at the function's level from the model, in loops as each loop path requires. */
function plan(request: ReplayRequest, path: ExploredPath, model: ReadonlyMap<string, bigint>): Reading[] {
  const out: Reading[] = [];
  let at = 0;
  const upTo = (n: number): void => {
    for (; at < n; at++) {
      const f = path.fresh[at];
      if (f?.kind === 'nondet') out.push({ values: [model.get(f.name) ?? 0n], times: 1n });
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

function inLoop(request: ReplayRequest, use: InnerUse, model: ReadonlyMap<string, bigint>): Reading[] {
  const summary = use.summary as Summary;
  const taken = summary.cases[use.case] as Case | undefined;
  if (!taken?.trace || !summary.paths.some((p) => p.fresh.some((f) => f.kind === 'nondet'))) return [];
  const value = (name: string): bigint | undefined => model.get(name) ?? 0n;
  const times = (t: Case['iterations']): bigint => (t === null ? 0n : evaluate(isConst(t) ? t : substitute(t, use.renaming), value) ?? 0n);
  const out: Reading[] = [];
  const iterations = (p: LoopPath | undefined, n: bigint): void => {
    const values = p ? answers(request, p, use, model) : [];
    if (values.length > 0 && n > 0n) out.push({ values, times: n });
  };
  for (const s of taken.trace) {
    if (s.kind === 'path') iterations(summary.paths[s.path], times(s.count));
    else {
      const round: bigint[] = [];
      for (const w of s.word) {
        const values = summary.paths[w.path] ? answers(request, summary.paths[w.path] as LoopPath, use, model) : [];
        const n = times(w.count);
        if (n > 10_000n) return out;
        for (let i = 0n; i < n; i++) round.push(...values);
      }
      if (round.length > 0) out.push({ values: round, times: times(s.count) });
    }
  }
  if (taken.exit !== null) iterations(summary.paths[taken.exit], 1n);
  return out;
}

/** One iteration's readings: as the model says for the case's own symbols, else any that satisfy the path's free condition. */
function answers(request: ReplayRequest, p: LoopPath, use: InnerUse, model: ReadonlyMap<string, bigint>): bigint[] {
  const wanted = p.fresh.filter((f) => f.kind === 'nondet');
  if (wanted.length === 0) return [];
  const some = p.free.kind === 'true' ? null : request.solver.check(p.free, request.summarizer.symbols.range).model;
  return wanted.map((f) => {
    const renamed = use.renaming.get(f.name);
    const own = renamed?.kind === 'sym' ? model.get(renamed.name) : undefined;
    return some?.get(f.name) ?? own ?? 0n;
  });
}
