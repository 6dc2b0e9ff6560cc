/**
 * Concrete runs of a function over chosen inputs: the states seen at its cut points, from which invariants are guessed, and the
 * assertions that fail. Everything is chosen from a fixed seed, so that the same program has the same samples.
 */
import type { Budget } from '../../budget/index.ts';
import type { LoopState, Outcome } from '../../interpret/index.ts';
import { run } from '../../interpret/index.ts';
import type { ArrayObject, Cfg, Expr, IrFunction, VarId } from '../../program/index.ts';
import { isProgramStart, startsInitial } from '../../program/index.ts';
import type { Symbol } from '../../logic/index.ts';
import type { IntType, IntegerMode } from '../../machine/index.ts';
import { convert, maxOf, minOf } from '../../machine/index.ts';
import { immaterial } from '../irrelevant-havoc.ts';
import { readingLimits, siteKey } from './assumed-ranges.ts';
import type { Replay } from '../replay-counterexample.ts';
import { Steady, fitted } from './steady-inputs.ts';

/** Values of the variables that live at a cut point, by symbol. */
export type Sample = ReadonlyMap<Symbol, bigint>;

/** What the environment answers at first: the inputs and the first readings. */
export interface Start {
  readonly inputs: ReadonlyMap<VarId, bigint>;
  readonly nondet: readonly bigint[];
}

export interface SampleRequest {
  readonly cfg: Cfg;
  readonly mode: IntegerMode;
  /** Header blocks, with the variables that are recorded there. */
  readonly cuts: readonly { readonly block: number; readonly live: readonly Symbol[] }[];
  readonly runs: number;
  readonly maxSteps: number;
  readonly seed: number;
  /** Starts that are known to lead somewhere; tried first, then varied. */
  readonly starts: readonly Start[];
  /** Each place that reads goes on as it began. */
  readonly steady?: true;
  /** Told of each state that is recorded. */
  readonly visit?: (cut: number, values: Sample, state: LoopState) => void;
  readonly budget: Budget;
}

export interface SampleResult {
  /** By cut point. */
  readonly states: readonly (readonly Sample[])[];
  /** Assertion -> the run that fails it. */
  readonly failures: ReadonlyMap<number, Replay>;
}

const STATES_PER_RUN = 14;
const STATES_PER_CUT = 360;

/** Numbers from a seed (xorshift). */
export function randomFrom(seed: number): () => number {
  let x = (seed * 2654435761) >>> 0 || 1;
  return () => {
    x ^= x << 13;
    x >>>= 0;
    x ^= x >>> 17;
    x ^= x << 5;
    x >>>= 0;
    return x / 4294967296;
  };
}

export function sample(request: SampleRequest): SampleResult {
  const { cfg, mode } = request;
  const { fn } = cfg;
  const random = randomFrom(request.seed);
  const pool = constantsOf(fn);
  const any = immaterial(fn);
  const limits = readingLimits(fn);
  const ids = new Map(cfg.symbols.map((n, v) => [n, v]));
  const at = new Map(request.cuts.map((c, i) => [c.block, i]));
  const watched = request.cuts.map((c) => c.live.map((n) => [n, ids.get(n) as number] as const));
  const states: Map<string, Sample>[] = request.cuts.map(() => new Map<string, Sample>());
  const failures = new Map<number, Replay>();
  for (let r = 0; r < request.runs && !request.budget.exhausted(); r++) {
    const chooser = new Chooser(r, random, pool);
    const steady = request.steady ? new Steady(r, random, pool) : null;
    const start = request.starts[r] ?? (request.starts.length > 0 && r % 2 === 0 ? request.starts[(r / 2) % request.starts.length] : undefined);
    const inputs = new Map<VarId, bigint>();
    for (const v of fn.variables) {
      if (v.scope !== 'param' && v.scope !== 'global') continue;
      if (startsInitial(fn, v)) continue;
      const value = start?.inputs.get(v.id) ?? (v.pointer ? chooser.position() : chooser.value(v.type, true));
      inputs.set(v.id, mode === 'mathematical' || v.pointer ? value : convert(value, v.type));
    }
    const taken: bigint[] = [];
    let guessed = false;
    const seen = new Array<number>(request.cuts.length).fill(0);
    const arrays = arraysFor(fn, chooser);
    const given = fn.arrays.some((a) => fromOutside(fn, a));
    const outcome: Outcome = run(fn, {
      mode, inputs, maxSteps: request.maxSteps, arrays,
      nondet: (i, type, _callee, range) => {
        const place = siteKey(range);
        const v = start?.nondet[i] ?? steady?.value(type, place, limits.get(place)) ?? fitted(chooser.value(type, i < 4), limits.get(place));
        const c = mode === 'mathematical' ? v : convert(v, type);
        taken[i] = c;
        return c;
      },
      havoc: (target, reason, type) => {
        guessed ||= any.havoc(target, reason, type) === null;
        return chooser.value(type, false);
      },
      onLoopHeader: (site, state) => {
        const c = at.get(site.header);
        if (c === undefined) return null;
        const n = seen[c] as number;
        seen[c] = n + 1;
        const into = states[c] as Map<string, Sample>;
        if ((n >= STATES_PER_RUN && (n & (n - 1)) !== 0) || into.size >= STATES_PER_CUT) return null;
        const values = new Map<Symbol, bigint>();
        for (const [name, id] of watched[c] ?? []) values.set(name, state.get(id) ?? 0n);
        into.set([...values.values()].join(), values);
        request.visit?.(c, values, state);
        return null;
      },
    });
    if (outcome.kind === 'assertion-failed' && !guessed && !failures.has(outcome.assertion) && !given) {
      failures.set(outcome.assertion, { outcome, inputs, readings: taken.map((v) => ({ values: [v], times: 1n })) });
      if (failures.size === fn.assertions.length) break;
    }
  }
  return { states: states.map((s) => [...s.values()]), failures };
}

/** An array that comes from outside holds anything: a failing run that depends on it is not a finding, since it can't be shown as inputs. */
const fromOutside = (fn: IrFunction, a: ArrayObject): boolean => a.scope === 'param' || (a.scope === 'global' && a.fixed !== true && !isProgramStart(fn));

/** Contents at entry. A local array without initialiser has unknown, fixed elements: zeros here. */
function arraysFor(fn: IrFunction, chooser: Chooser): Map<number, readonly bigint[]> {
  const out = new Map<number, readonly bigint[]>();
  for (const a of fn.arrays) {
    if (fromOutside(fn, a)) out.set(a.id, Array.from({ length: 16 }, () => convert(chooser.value(a.element, false), a.element)));
    else if (a.scope === 'local' && a.initial === null) out.set(a.id, []);
  }
  return out;
}

/** Picks values, in a manner that changes from run to run. */
class Chooser {
  private readonly profile: number;
  private readonly zeros: number;
  private readonly random: () => number;
  private readonly pool: readonly bigint[];

  constructor(index: number, random: () => number, pool: readonly bigint[]) {
    this.profile = index % 13;
    this.zeros = [0.5, 0.2, 0.06, 0.35][index % 4] as number;
    this.random = random;
    this.pool = pool;
  }

  private below(n: number): number {
    return Math.floor(this.random() * n);
  }

  /** Where a pointer that is handed in leads: nowhere, or to some object. */
  position(): bigint {
    return this.random() < 0.1 ? 0n : BigInt(1 + this.below(50)) << 32n;
  }

  value(type: IntType, early: boolean): bigint {
    if (type.bool && this.profile !== 12) return BigInt(this.random() < this.zeros ? 0 : 1);
    switch (this.profile) {
      case 0: return 0n;
      case 12: return 1n;
      case 1: return early ? BigInt(this.below(5)) : BigInt(this.random() < this.zeros ? 0 : 1);
      case 2: case 3: return early ? BigInt(this.below(12) - 3) : BigInt(this.random() < this.zeros ? 0 : this.below(3));
      case 4: case 5: return early ? BigInt(this.below(30)) : BigInt(this.random() < this.zeros ? 0 : 1);
      case 6: case 7: return this.constant(type);
      case 8: return this.random() < 0.4 ? this.edge(type) : this.constant(type);
      case 9: return early ? this.constant(type) : BigInt(this.random() < this.zeros ? 0 : 1);
      case 10: return early ? BigInt(this.below(300) - 30) : BigInt(this.random() < this.zeros ? 0 : this.below(8) - 2);
      default: return this.random() < this.zeros ? 0n : BigInt(this.below(7) - 2);
    }
  }

  private constant(type: IntType): bigint {
    const c = this.pool.length === 0 ? 0n : (this.pool[this.below(this.pool.length)] as bigint);
    return convert(c + BigInt(this.below(3) - 1), type);
  }

  private edge(type: IntType): bigint {
    const edges = [minOf(type), maxOf(type), maxOf(type) - 1n, minOf(type) + 1n, 0n, 1n];
    return edges[this.below(edges.length)] as bigint;
  }
}

/** Constants that the program compares and computes with, small ones first. */
export function constantsOf(fn: IrFunction): readonly bigint[] {
  const out = new Set<bigint>();
  const visit = (e: Expr): void => {
    switch (e.kind) {
      case 'const': out.add(e.value); return;
      case 'var': return;
      case 'unary': case 'cast': visit(e.arg); return;
      case 'binary': visit(e.left); visit(e.right); return;
      case 'ite': visit(e.cond); visit(e.then); visit(e.else); return;
    }
  };
  for (const b of fn.blocks) {
    for (const s of b.stmts) {
      if ('value' in s) visit(s.value);
      if ('cond' in s) visit(s.cond);
      if ('index' in s) visit(s.index);
    }
    if (b.end.kind === 'branch') visit(b.end.cond);
  }
  const magnitude = (x: bigint): bigint => (x < 0n ? -x : x);
  return [...out].sort((a, b) => (magnitude(a) < magnitude(b) ? -1 : magnitude(a) > magnitude(b) ? 1 : a < b ? -1 : 1)).slice(0, 24);
}
