/**
 * Work done in this thread. It is counted where it is done, in units that the input alone fixes. So a limit on it
 * strikes at the same place on every machine, however busy. Only differences mean something. A unit is a coefficient of
 * an elimination: about a fifth of a microsecond.
 */
let done = 0;

export function work(units: number): void {
  done += units;
}

export const workDone = (): number => done;

/**
 * What other steps cost, in units. They were measured over verification tasks and real code, so that their sum is
 * roughly proportional to processor time.
 */
export const COST = {
  /** A term that didn't exist before, and each character of its key. */
  term: 100,
  keyCharacter: 2,
  /** A term or literal that is put together, whether it existed or not, and each character of its key. */
  lookUp: 1,
  lookUpCharacter: 0.02,
  /** A part of a conjunction or disjunction that is put together. */
  part: 4,
  /** A node of a formula that is evaluated under a model. */
  node: 0.5,
  /** A question about a conjunction, also where it was asked before. */
  question: 250,
  /** A conjunction that had to be decided. */
  decision: 2_000,
  /** A coefficient of a linear program. */
  tableauCell: 2,
  /** A coefficient of a vector that is reduced by another. */
  vectorEntry: 2,
  /**
   * A question to Z3, and a unit of what Z3 counts itself. The units are for linear questions, for products of symbols,
   * and for Horn clauses.
   */
  query: 20_000,
  solverStep: 20,
  nonlinearStep: 50,
  hornStep: 20,
  /** A statement that the interpreter runs. */
  step: 0.2,
} as const;

/** A term or literal is looked for by its key. */
export const lookUp = (key: string): void => work(COST.lookUp + COST.lookUpCharacter * key.length);
