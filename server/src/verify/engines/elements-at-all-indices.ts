/**
 * Elements of arrays, for all indices at once: quantified invariants with one symbolic index. They are guessed from
 * runs and kept where they are inductive. A transition that reads an element has the invariant at that element's index
 * (`arrays/array-invariants.ts`). Source: predicate abstraction with index variables (Flanagan and Qadeer, POPL 2002).
 * Declines where the function has no arrays or too many.
 */
import type { Budget } from '../../budget/index.ts';
import { proveElements } from '../arrays/index.ts';
import type { Decision, Engine, Task } from '../engine.ts';
import { provable } from '../engine.ts';

export const arrayElements: Engine = {
  id: 'array-elements',
  share: 0.7,
  applies: ({ known }) => provable(known).size > 0,
  run: onElements,
};

function* onElements({ cfg, mode, solver, known }: Task, budget: Budget): Generator<Decision> {
  const request = { cfg, mode, solver: solver.within(budget), assertions: provable(known), budget };
  for (const found of proveElements(request))
    yield found.kind === 'holds' ? { ...found, by: 'elements' } : { ...found, by: 'search' };
}
