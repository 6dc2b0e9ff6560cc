/** What invariants prove: an assertion holds where none of the transitions that fail it can be taken under them. */
import type { Budget } from '../../budget/index.ts';
import type { Solver } from '../../decide/index.ts';
import type { CutSystem } from '../transitions/index.ts';
import type { Invariants } from './houdini.ts';
import { assertionFails } from './houdini.ts';
import { goals } from './invariant-candidates.ts';

export interface UnderInvariants {
  readonly system: CutSystem;
  readonly invariants: Invariants;
  readonly open: ReadonlySet<number>;
  readonly solver: Solver;
  readonly budget: Budget;
}

/** Those of the open assertions that hold; none where a run may get to what isn't followed. */
export function* provenUnder({ system, invariants, open, solver, budget }: UnderInvariants): Generator<number> {
  if (open.size === 0 || mayGetLost({ system, invariants, solver })) return;
  for (const assertion of [...open]) {
    if (budget.exhausted()) return;
    const failing = goals(system, new Set([assertion]));
    if (!failing.some((t) => assertionFails(t, invariants, solver, system))) yield assertion;
  }
}

/** Whether a transition into what isn't followed may be taken under the invariants. */
export function mayGetLost({
  system,
  invariants,
  solver,
}: Pick<UnderInvariants, 'system' | 'invariants' | 'solver'>): boolean {
  return system.transitions.some((t) => t.to.kind === 'lost' && assertionFails(t, invariants, solver, system));
}
