/**
 * Work done in this thread. It is counted where it is done, in units that the input alone fixes, so that a limit on it strikes at the same place on every
 * machine, however busy. Only differences mean something. A unit is a coefficient of an elimination: about a fifth of a microsecond.
 */
let done = 0;

export function work(units: number): void {
  done += units;
}

export const workDone = (): number => done;

/** What other steps cost, in units: measured over verification tasks and real code, so that a sum of them is roughly proportional to processor time. */
export const COST = {
  /** A term that didn't exist before, and each character of its key. */
  term: 100, keyCharacter: 2,
  /** A question about a conjunction, also where it was asked before. */
  question: 250,
  /** A conjunction that had to be decided. */
  decision: 2_000,
  /** A coefficient of a linear program. */
  tableauCell: 2,
  /** A coefficient of a vector that is reduced by another. */
  vectorEntry: 2,
  /** A question to Z3, and a unit of what Z3 counts itself. */
  query: 50_000, solverStep: 20,
  /** A statement that the interpreter runs. */
  step: 0.2,
} as const;
