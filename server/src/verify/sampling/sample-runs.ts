/**
 * Concrete runs of a function over chosen inputs. They give the states seen at its cut points, from which invariants
 * are guessed, and the assertions that fail. Everything is chosen from a fixed seed, so that the same program has the
 * same samples. Source: our own; inputs from the program's constants as in fuzzers' dictionaries.
 */
import type { Budget } from '../../budget/index.ts';
import type { LoopState, Outcome } from '../../interpret/index.ts';
import { run } from '../../interpret/index.ts';
import type { ArrayObject, Cfg, Expr, IrFunction, Stmt, VarId } from '../../program/index.ts';
import { isProgramStart, startsInitial } from '../../program/index.ts';
import type { Symbol } from '../../logic/index.ts';
import type { IntType, IntegerMode } from '../../machine/index.ts';
import { convert, maxOf, minOf } from '../../machine/index.ts';
import { irrelevantHavoc } from '../irrelevant-havoc.ts';
import { assumedRanges } from './assumed-ranges.ts';
import { KnownRuns } from './known-runs.ts';
import type { Replay } from '../replay-counterexample.ts';
import { SteadyInputs, fitted } from './steady-inputs.ts';
import { placeKey } from '../../source/index.ts';
import { abs } from '../../arithmetic/index.ts';

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
  /** Header blocks, with the variables that are recorded there; missing: nothing is recorded. */
  readonly cuts?: readonly { readonly block: number; readonly live: readonly Symbol[] }[];
  readonly runs: number;
  readonly maxSteps: number;
  readonly seed: number;
  /** Starts that are known to lead somewhere; tried first, then varied. */
  readonly starts?: readonly Start[];
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
  const {
    cfg: { fn },
    mode,
  } = request;
  const random = randomFrom(request.seed);
  const pool = constantsOf(fn);
  const irrelevant = irrelevantHavoc(fn);
  const limits = assumedRanges(fn);
  const recorder = new StateRecorder(request);
  const failures = new Map<number, Replay>();
  const known = new KnownRuns(
    fn,
    fn.arrays.filter((a) => fromOutside(fn, a)),
    { mode, maxSteps: request.maxSteps, arrays: arraysFor(fn, null) },
  );
  for (let round = 0; round < request.runs && !request.budget.exhausted(); round++) {
    const chooser = new Chooser(round, random, pool);
    const steady = request.steady ? new SteadyInputs(round, random, pool) : null;
    const start = startOf(request.starts ?? [], round);
    const inputs = inputsFor(fn, mode, chooser, start);
    const taken: bigint[] = [];
    let guessed = false;
    recorder.begin();
    const outcome: Outcome = run(fn, {
      mode,
      inputs,
      maxSteps: request.maxSteps,
      arrays: arraysFor(fn, chooser),
      nondet: (i, type, _callee, range) => {
        const place = placeKey(range);
        const v =
          start?.nondet[i] ??
          steady?.value(type, place, limits.get(place)) ??
          fitted(chooser.value(type, i < 4), limits.get(place));
        const c = mode === 'mathematical' ? v : convert(v, type);
        taken[i] = c;
        return c;
      },
      havoc: (target, reason, type) => {
        guessed ||= irrelevant.havoc(target, reason, type) === null;
        return chooser.value(type, false);
      },
      onLoopHeader: (site, state) => recorder.visit(site.header, state),
    });
    if (outcome.kind !== 'assertion-failed' || failures.has(outcome.assertion)) continue;
    const found = guessed || known.hides ? known.failing(outcome.assertion, { inputs, taken }) : outcome;
    if (found === null) continue;
    failures.set(outcome.assertion, {
      outcome: found,
      inputs,
      readings: taken.map((v) => ({ values: [v], times: 1n })),
    });
    if (failures.size === fn.assertions.length) break;
  }
  return { states: recorder.states(), failures };
}

/** The start of a run: each of those given once, then every other run is one of them, varied. */
function startOf(starts: readonly Start[], index: number): Start | undefined {
  return starts[index] ?? (starts.length > 0 && index % 2 === 0 ? starts[(index / 2) % starts.length] : undefined);
}

function inputsFor(
  fn: IrFunction,
  mode: IntegerMode,
  chooser: Chooser,
  start: Start | undefined,
): ReadonlyMap<VarId, bigint> {
  const inputs = new Map<VarId, bigint>();
  for (const v of fn.variables) {
    if ((v.scope !== 'param' && v.scope !== 'global') || startsInitial(fn, v) || v.kept) continue;
    const value = start?.inputs.get(v.id) ?? (v.pointer ? chooser.position() : chooser.value(v.type, true));
    inputs.set(v.id, mode === 'mathematical' || v.pointer ? value : convert(value, v.type));
  }
  return inputs;
}

/** The states at the cut points: the first ones of each run, and then fewer and fewer. */
class StateRecorder {
  private readonly request: SampleRequest;
  private readonly at: ReadonlyMap<number, number>;
  private readonly watched: readonly (readonly (readonly [Symbol, VarId])[])[];
  private readonly found: readonly Map<string, Sample>[];
  /** How often this run has passed each cut point. */
  private seen: number[] = [];

  constructor(request: SampleRequest) {
    const ids = new Map(request.cfg.symbols.map((n, v) => [n, v]));
    this.request = request;
    const { cuts = [] } = request;
    this.at = new Map(cuts.map((c, i) => [c.block, i]));
    this.watched = cuts.map((c) => c.live.map((n) => [n, ids.get(n) as number] as const));
    this.found = cuts.map(() => new Map<string, Sample>());
  }

  /** A run begins. */
  begin(): void {
    this.seen = new Array<number>(this.at.size).fill(0);
  }

  visit(header: number, state: LoopState): null {
    const counter = this.at.get(header);
    if (counter === undefined) return null;
    const count = this.seen[counter] as number;
    this.seen[counter] = count + 1;
    const into = this.found[counter] as Map<string, Sample>;
    if ((count >= STATES_PER_RUN && (count & (count - 1)) !== 0) || into.size >= STATES_PER_CUT) return null;
    const values = new Map<Symbol, bigint>();
    for (const [name, id] of this.watched[counter] ?? []) values.set(name, state.get(id) ?? 0n);
    into.set([...values.values()].join(), values);
    this.request.visit?.(counter, values, state);
    return null;
  }

  states(): SampleResult['states'] {
    return this.found.map((s) => [...s.values()]);
  }
}

/**
 * An array that comes from outside holds anything. A failing run that depends on it is not a finding, since it can't be
 * shown as inputs.
 */
const fromOutside = (fn: IrFunction, a: ArrayObject): boolean =>
  a.scope === 'param' || (a.scope === 'global' && a.fixed !== true && a.kept !== true && !isProgramStart(fn));

/** Contents at entry. A local array without initialiser has unknown, fixed elements: zeros here. */
function arraysFor(fn: IrFunction, chooser: Chooser | null): Map<number, readonly bigint[]> {
  const out = new Map<number, readonly bigint[]>();
  for (const a of fn.arrays) {
    if (fromOutside(fn, a) && chooser !== null)
      out.set(
        a.id,
        Array.from({ length: 16 }, () => convert(chooser.value(a.element, false), a.element)),
      );
    else if (a.scope === 'local' && a.initial === null) out.set(a.id, []);
  }
  return out;
}

/** Picks values, in a manner that changes from run to run. */
class Chooser {
  private readonly profile: Profile;
  private readonly zeros: number;
  private readonly random: () => number;
  private readonly pool: readonly bigint[];

  constructor(index: number, random: () => number, pool: readonly bigint[]) {
    this.profile = PROFILES[index % PROFILES.length] as Profile;
    this.zeros = [0.5, 0.2, 0.06, 0.35][index % 4] as number;
    this.random = random;
    this.pool = pool;
  }

  /** Where a pointer that is handed in leads: nowhere, or to some object. */
  position(): bigint {
    return this.happens(0.1) ? 0n : BigInt(1 + this.below(50)) << 32n;
  }

  /** `early`: an input, or one of the first readings. */
  value(type: IntType, early: boolean): bigint {
    if (type.bool && this.profile !== allOnes) return this.flag();
    return this.profile(this, type, early);
  }

  happens(probability: number): boolean {
    return this.random() < probability;
  }

  below(n: number): number {
    return Math.floor(this.random() * n);
  }

  flag(): bigint {
    return this.zeroOr(() => 1n);
  }

  /** 0, as often as that is usual in this run. */
  zeroOr(otherwise: () => bigint): bigint {
    return this.happens(this.zeros) ? 0n : otherwise();
  }

  /** One that the program uses, or near one. */
  constant(type: IntType): bigint {
    const c = this.pool.length === 0 ? 0n : (this.pool[this.below(this.pool.length)] as bigint);
    return convert(c + BigInt(this.below(3) - 1), type);
  }

  /** Where the type ends, or near 0. */
  edge(type: IntType): bigint {
    const edges = [minOf(type), maxOf(type), maxOf(type) - 1n, minOf(type) + 1n, 0n, 1n];
    return edges[this.below(edges.length)] as bigint;
  }
}

type Profile = (chooser: Chooser, type: IntType, early: boolean) => bigint;

const allOnes: Profile = () => 1n;
const smallThenFlags: Profile = (c, _, early) => (early ? BigInt(c.below(12) - 3) : c.zeroOr(() => BigInt(c.below(3))));
const mediumThenFlags: Profile = (c, _, early) => (early ? BigInt(c.below(30)) : c.flag());
const constants: Profile = (c, type) => c.constant(type);

/** Manners of choosing, run by run: many programs take a few numbers first and then flags. */
const PROFILES: readonly Profile[] = [
  () => 0n,
  (c, _, early) => (early ? BigInt(c.below(5)) : c.flag()),
  smallThenFlags,
  smallThenFlags,
  mediumThenFlags,
  mediumThenFlags,
  constants,
  constants,
  (c, type) => (c.happens(0.4) ? c.edge(type) : c.constant(type)),
  (c, type, early) => (early ? c.constant(type) : c.flag()),
  (c, _, early) => (early ? BigInt(c.below(300) - 30) : c.zeroOr(() => BigInt(c.below(8) - 2))),
  (c) => c.zeroOr(() => BigInt(c.below(7) - 2)),
  allOnes,
];

/** Constants that the program compares and computes with, small ones first. */
export function constantsOf(fn: IrFunction): readonly bigint[] {
  const out = new Set(
    fn.blocks.flatMap(({ stmts, end }) =>
      [...stmts.flatMap(expressionsIn), ...(end.kind === 'branch' ? [end.cond] : [])].flatMap(constantsIn),
    ),
  );
  const compared = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
  return [...out].sort((a, b) => compared(abs(a), abs(b)) || compared(a, b)).slice(0, 24);
}

const expressionsIn = (s: Stmt): Expr[] => [
  ...('value' in s ? [s.value] : []),
  ...('cond' in s ? [s.cond] : []),
  ...('index' in s ? [s.index] : []),
];

function constantsIn(expression: Expr): readonly bigint[] {
  switch (expression.kind) {
    case 'const':
      return [expression.value];
    case 'var':
      return [];
    case 'unary':
    case 'cast':
      return constantsIn(expression.arg);
    case 'binary':
      return [...constantsIn(expression.left), ...constantsIn(expression.right)];
    case 'ite':
      return [expression.cond, expression.then, expression.else].flatMap(constantsIn);
  }
}
