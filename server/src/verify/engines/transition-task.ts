/**
 * A function as a transition system whose assertions are to be decided. It is what the engines that look at one are
 * given, and what they may find.
 */
import type { Solver } from '../../decide/index.ts';
import type { IntegerMode } from '../../machine/index.ts';
import type { Cfg } from '../../program/index.ts';
import type { Decision, Engine } from '../engine.ts';
import type { Invariants } from '../invariants/index.ts';
import type { SampleResult, Start } from '../sampling/index.ts';
import type { CutSystem } from '../transitions/index.ts';

export interface TransitionTask {
  readonly cfg: Cfg;
  readonly mode: IntegerMode;
  readonly solver: Solver;
  /** With wrap-around as transitions of their own, where there are not too many. */
  readonly system: CutSystem;
  /**
   * Where equalities are looked for: they survive wrap-around as a modulus in the terms, where fewer transitions do.
   */
  readonly ring: CutSystem;
  /** The system with wrap-around in the terms, made where it wasn't; null where there is none. */
  unsplit(): CutSystem | null;
  /** Inputs that lead to a cut point. */
  readonly starts: readonly Start[];
  readonly known: KnownOfTransitions;
}

/** What is known so far. It grows while the engines run. */
export interface KnownOfTransitions {
  readonly open: ReadonlySet<number>;
  /** Assertions that fail for some value of what isn't modelled: only runs can decide them. */
  readonly beyond: ReadonlySet<number>;
  /** Proven here or by engines before. */
  readonly proven: ReadonlySet<number>;
  /** States at the cut points. */
  readonly samples: SampleResult['states'];
  /** Proven to be inductive. */
  readonly invariants: Invariants;
}

export type TransitionDecision =
  | Decision
  | { readonly kind: 'samples'; readonly states: SampleResult['states'] }
  | { readonly kind: 'inductive'; readonly invariants: Invariants };

export type TransitionEngine = Engine<TransitionTask, TransitionDecision>;
