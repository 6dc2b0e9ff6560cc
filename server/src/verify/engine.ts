/**
 * What an engine is: something that may decide assertions of a function. Which engines there are, in which order and
 * with which share of the work, `portfolio.ts` says. What they have found so far is in the ledger of the driver
 * (`check-assertions.ts`).
 */
import type { Budget } from '../budget/index.ts';
import type { SolverSession } from '../decide/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import type { Cfg, IrFunction } from '../program/index.ts';
import type { InvariantReport } from '../report/index.ts';
import type { Reason } from '../source/index.ts';
import type { Replay } from './replay-counterexample.ts';

/** The engines of the portfolio, and those that look at transition systems. */
export type EngineId =
  | 'program-run'
  | 'short-runs'
  | 'backbones'
  | 'sliced-backbones'
  | 'sought-invariants'
  | 'runs-past-unmodelled'
  | 'kept-runs'
  | 'array-elements'
  | 'transitions'
  | 'transitions-in-short'
  | 'watched-elements'
  | 'sampled-runs'
  | 'transitions-alone'
  | 'search-unmodelled'
  | 'invariants-from-guards'
  | 'invariants-on-elements'
  | 'invariants-from-equalities'
  | 'invariants-from-slopes'
  | 'invariants-from-equalities-by-phase'
  | 'invariants-from-combinations'
  | 'invariants-by-phase'
  | 'k-induction-in-short'
  | 'k-induction'
  | 'bounded-search'
  | 'bounded-search-unsplit'
  | 'horn-clauses'
  | 'late-runs';

/** An engine; `Question` is what it looks at, `Found` what it may find. */
export interface Engine<Question = Task, Found = Decision> {
  readonly id: EngineId;
  /** Whether there is something for it to do. Where there isn't, no work is done. */
  applies(question: Question): boolean;
  /** The part of the driver's budget that it may use. */
  readonly share: number;
  run(question: Question, budget: Budget): Outcome<Found>;
}

/** What an engine finds, one after the other: what it found before its work was given up stands. */
export type Outcome<Found = Decision> = Iterable<Found>;

export type Decision =
  /** `by`: what people are told about the proof. */
  | { readonly kind: 'holds'; readonly assertion: number; readonly by: string }
  /** With a run that was taken and fails it. */
  | {
      readonly kind: 'fails';
      readonly assertion: number;
      readonly run: Replay;
      readonly by: 'interpreter' | 'summary' | 'search';
    }
  /** A failing run, kept until the summaries have been asked: where they find one, too, theirs is told. */
  | { readonly kind: 'kept'; readonly assertion: number; readonly run: Replay }
  /** Why it isn't decided so far. Where nothing is to be proven here (`isFinal`), no other engine is asked. */
  | { readonly kind: 'undecided'; readonly assertion: number; readonly reason: Reason; readonly isFinal: boolean }
  /**
   * It fails for some value of what isn't modelled, on a path that is exact otherwise: there is nothing to be proven
   * about it.
   */
  | { readonly kind: 'hopeless'; readonly assertion: number }
  /** The same, and what isn't modelled is known. */
  | { readonly kind: 'beyond'; readonly assertion: number; readonly reason: Reason }
  /** What was proven to hold at the heads of loops. */
  | { readonly kind: 'invariants'; readonly reports: readonly InvariantReport[] };

/** What is known so far: the ledger, as engines see it. It grows while they run. */
export interface Known {
  /** Assertions without a verdict that engines may still find. */
  readonly open: ReadonlySet<number>;
  readonly hopeless: ReadonlySet<number>;
  readonly kept: ReadonlyMap<number, Replay>;
  /** Proven by engines behind the summaries: k-induction takes these for granted. */
  readonly proven: ReadonlySet<number>;
  /** Some assertion is violated. */
  readonly anyFails: boolean;
}

/** A function (its calls inlined) whose assertions are to be decided. */
export interface Task {
  readonly cfg: Cfg;
  readonly mode: IntegerMode;
  readonly solver: SolverSession;
  readonly known: Known;
  /** Whether invariants are reported, also where no proof needs them. */
  readonly wantsInvariants: boolean;
  /** The function that watches single elements of arrays for an assertion; null where there are none to watch. */
  watching(assertion: number): IrFunction | null;
}

/** The assertions that an engine may still prove. */
export const provable = ({ open, hopeless }: Known): ReadonlySet<number> =>
  new Set([...open].filter((a) => !hopeless.has(a)));
