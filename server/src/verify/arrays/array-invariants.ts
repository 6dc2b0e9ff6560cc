/**
 * Assertions about arrays: invariants for all indices, guessed from runs and kept where they are inductive. What is
 * known before a transition is known at every index that it reads at.
 */
import type { Budget } from '../../budget/index.ts';
import type { LoopState } from '../../interpret/index.ts';
import type { Cfg } from '../../program/index.ts';
import type { Formula } from '../../logic/index.ts';
import { conjuncts, isVariable, substituteFormula, sym, symbolsOfFormula } from '../../logic/index.ts';
import type { IntegerMode } from '../../machine/index.ts';
import type { Solver } from '../../decide/index.ts';
import type { Guesses } from './array-candidates.ts';
import { elementCandidates, samplesAt } from './array-candidates.ts';
import type { ElementSystem } from './array-transitions.ts';
import { elementSystem } from './array-transitions.ts';
import {
  FROM_EQUALITIES,
  FROM_EQUALITIES_BY_PHASE,
  FROM_GUARDS,
  congruences,
  houdini,
  provenUnder,
} from '../invariants/index.ts';
import type { Invariants, Stage } from '../invariants/index.ts';
import type { Replay } from '../replay-counterexample.ts';
import type { Sample, SampleResult } from '../sampling/index.ts';
import { deepRuns, sample } from '../sampling/index.ts';
import type { Cut } from '../transitions/index.ts';

export interface ElementsRequest {
  readonly cfg: Cfg;
  readonly mode: IntegerMode;
  readonly solver: Solver;
  readonly assertions: ReadonlySet<number>;
  readonly budget: Budget;
}

/** What is found, one after the other. */
export type ElementsFound =
  | { readonly kind: 'holds'; readonly assertion: number }
  | { readonly kind: 'fails'; readonly assertion: number; readonly run: Replay };

const FIRST_RUNS = 24;
const RUNS = 60;
const STEPS = 2_500;
/** Runs that go on as they began. */
const STEADY_RUNS = 8;
const DEEP_STEPS = 60_000;
/** Where a later loop wasn't reached by then. */
const LONG_RUNS = 4;
const LONG_STEPS = 1_200_000;
const STATES_PER_CUT = 400;
/** States of one run of a loop. */
const VISITS = 6;
const PATIENCE = 8;

interface Round {
  /** How the variables are guessed first; null: no more is guessed about them. */
  readonly scalars: Stage | null;
  /** Whether congruences, and what the function has made sure of its inputs, are guessed with them. */
  readonly withAssumed: boolean;
  /** What is guessed about elements. */
  readonly elements: Guesses;
}

const ROUNDS: readonly Round[] = [
  { scalars: FROM_GUARDS, withAssumed: true, elements: 'stated' },
  { scalars: FROM_EQUALITIES, withAssumed: false, elements: 'fitted' },
  { scalars: null, withAssumed: false, elements: 'bounded' },
  { scalars: FROM_EQUALITIES_BY_PHASE, withAssumed: false, elements: 'bounded' },
];

/** Guesses from runs in rounds; what is proven or seen to fail on the way is told as it is found. */
export function* proveElements(request: ElementsRequest): Generator<ElementsFound> {
  const { cfg, mode, solver, budget } = request;
  const system = elementSystem(cfg, mode, budget, ({ cuts }) => firstStates(request, cuts));
  if (!system) return;
  const open = new Set(request.assertions);
  const scalars: ElementSystem = {
    ...system,
    cuts: system.cuts.map((c) => ({ ...c, live: c.live.filter(isVariable) })),
  };
  const recorder = new ElementRecorder(system);
  const failing = function* ({ failures }: SampleResult): Generator<ElementsFound> {
    for (const [assertion, run] of failures) if (open.delete(assertion)) yield { kind: 'fails', assertion, run };
  };
  const recorded = (runs: number, maxSteps: number, seed: number): SampleResult =>
    sample({
      cfg,
      mode,
      cuts: scalars.cuts,
      runs,
      maxSteps,
      seed,
      budget,
      visit: (cut, values, state) => recorder.visit(cut, values, state),
    });
  const first = recorded(RUNS, STEPS, 7);
  yield* failing(first);
  for (const deep of deepRuns(cfg, mode, STEADY_RUNS, budget)) yield* failing(deep);
  let { states } = first;
  if (states.some((s) => s.length === 0)) {
    const more = recorded(LONG_RUNS, LONG_STEPS, 13);
    yield* failing(more);
    states = states.map((s, c) => [...s, ...(more.states[c] ?? [])]);
  }
  let invariants: Invariants = system.cuts.map(() => []);
  for (const round of ROUNDS) {
    if (open.size === 0 || budget.exhausted()) return;
    const candidates = scalarCandidates({ round, system, scalars, samples: { states, failures: new Map() }, open });
    const scalar = candidates ? houdini({ system, base: invariants, candidates, solver, budget }) : invariants;
    if (!scalar) return;
    const elements = elementCandidates(system, recorder.samples(), round.elements);
    const about = houdini({ system, base: scalar, candidates: elements, solver, patience: PATIENCE, budget });
    if (!about) return;
    invariants = about;
    for (const assertion of provenUnder({ system, invariants, open, solver, budget })) {
      open.delete(assertion);
      yield { kind: 'holds', assertion };
    }
  }
}

/** States from which it is told what elements the function is about. */
function firstStates({ cfg, mode, budget }: ElementsRequest, cuts: readonly Cut[]): SampleResult['states'] {
  const first = sample({ cfg, mode, cuts, runs: FIRST_RUNS, maxSteps: STEPS, seed: 3, budget }).states;
  if (first.every((s) => s.length > 0)) return first;
  return sample({ cfg, mode, cuts, runs: LONG_RUNS, maxSteps: DEEP_STEPS, seed: 3, budget }).states;
}

interface ScalarGuesses {
  readonly round: Round;
  readonly system: ElementSystem;
  /** The system without elements and indices. */
  readonly scalars: ElementSystem;
  readonly samples: SampleResult;
  readonly open: ReadonlySet<number>;
}

/** Candidates for invariants of the variables in this round, by cut point; null where there are none. */
function scalarCandidates({
  round,
  system,
  scalars,
  samples,
  open,
}: ScalarGuesses): readonly (readonly Formula[])[] | null {
  const guessed = round.scalars?.guess(scalars, samples, open) ?? null;
  if (!round.withAssumed || !guessed) return guessed;
  return guessed.map((f, c) => [
    ...f,
    ...congruences(scalars.cuts[c]?.live ?? [], samples.states[c] ?? []),
    ...assumed(system, c),
  ]);
}

/**
 * Elements of arrays in the states that runs pass, by cut point. Some of each run, since runs differ more than the
 * iterations of one.
 */
class ElementRecorder {
  private readonly system: ElementSystem;
  private readonly seen: readonly Map<string, Sample>[];
  /** States that were taken since the loop was entered, by cut point. */
  private readonly visits: number[] = [];
  private picked = 0;

  constructor(system: ElementSystem) {
    this.system = system;
    this.seen = system.cuts.map(() => new Map());
  }

  visit(cut: number, values: Sample, state: LoopState): void {
    const into = this.seen[cut] as Map<string, Sample>;
    if (into.size >= STATES_PER_CUT) return;
    if (state.iteration === 0) this.visits[cut] = 0;
    const before = this.visits[cut] ?? 0;
    if (before >= VISITS || (state.iteration > 2 && this.picked++ % 2 === 0)) return;
    this.visits[cut] = before + 1;
    const elementsHere = samplesAt(this.system, cut, values, (a, i) => state.element(a, i), this.picked++);
    for (const s of elementsHere) into.set([...s.values()].join(), s);
  }

  samples(): Sample[][] {
    return this.seen.map((m) => [...m.values()]);
  }
}

/** What the function has made sure of its inputs before the first loop. */
function assumed(system: ElementSystem, cut: number): Formula[] {
  const live = new Set(system.cuts[cut]?.live);
  return system.transitions.flatMap((t) => {
    if (t.from !== null || t.to.kind !== 'cut') return [];
    const names = new Map(
      [...t.update].flatMap(([v, u]) => (u.kind === 'sym' && live.has(v) ? [[u.symbol, sym(v)] as const] : [])),
    );
    return conjuncts(t.guard)
      .filter((f) => f.size < 16 && [...symbolsOfFormula(f)].every((x) => names.has(x)))
      .map((f) => substituteFormula(f, names));
  });
}
