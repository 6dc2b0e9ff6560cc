/**
 * What has been decided so far about the assertions of a function. The driver alone writes it; what was decided first
 * stands.
 */
import type { InvariantReport } from '../report/index.ts';
import type { Reason } from '../source/index.ts';
import type { Decision, EngineId, Known } from './engine.ts';
import type { Replay } from './replay-counterexample.ts';

export type Standing = { readonly ms: number } & (
  | { readonly kind: 'holds'; readonly by: string }
  | { readonly kind: 'fails'; readonly by: 'interpreter' | 'summary' | 'search'; readonly run: Replay }
  | { readonly kind: 'undecided'; readonly reason: Reason }
);

/**
 * Engines whose proofs k-induction doesn't take for granted. What they say needs no hypothesis, and would only make its
 * own longer.
 */
const WITHOUT_TRANSITIONS: ReadonlySet<EngineId> = new Set(['program-run', 'backbones', 'sliced-backbones']);

export class Ledger implements Known {
  readonly open: Set<number>;
  readonly hopeless = new Set<number>();
  readonly kept = new Map<number, Replay>();
  readonly proven = new Set<number>();
  anyFails = false;
  private readonly verdicts = new Map<number, Standing>();
  private readonly beyond = new Map<number, Reason>();
  /** What was proven to hold at the heads of loops: engines tell the whole of it each time. */
  invariants: readonly InvariantReport[] = [];

  constructor(assertions: readonly number[]) {
    this.open = new Set(assertions);
  }

  /** `ms`: how long it took until then. */
  enter(found: Decision, engine: EngineId, ms: number): void {
    switch (found.kind) {
      case 'holds':
        if (!this.open.delete(found.assertion)) return;
        this.verdicts.set(found.assertion, { ...found, ms });
        if (!WITHOUT_TRANSITIONS.has(engine)) this.proven.add(found.assertion);
        return;
      case 'fails':
        if (!this.open.delete(found.assertion)) return;
        this.verdicts.set(found.assertion, { ...found, ms });
        this.anyFails = true;
        return;
      case 'undecided':
        this.verdicts.set(found.assertion, { ...found, ms });
        if (found.isFinal) this.open.delete(found.assertion);
        return;
      case 'kept':
        this.kept.set(found.assertion, found.run);
        return;
      case 'hopeless':
        this.hopeless.add(found.assertion);
        return;
      case 'beyond':
        this.beyond.set(found.assertion, found.reason);
        return;
      case 'invariants':
        this.invariants = found.reports;
        return;
    }
  }

  /** What is to be told at the end; `late`: why nothing more is known where the clock ended it. */
  standing(assertion: number, late: Reason | null): Standing {
    const found = this.verdicts.get(assertion);
    if (found && found.kind !== 'undecided') return found;
    const inReach = this.open.has(assertion) && !this.hopeless.has(assertion);
    const reason = (inReach ? late : null) ?? this.beyond.get(assertion) ?? found?.reason;
    if (!reason) throw new Error('no engine says why an assertion is undecided');
    return { kind: 'undecided', reason, ms: found?.ms ?? 0 };
  }
}
