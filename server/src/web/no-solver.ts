/** Stands for `decide/z3-module.ts` in a browser: a question for the solver stays open. */

let asked = false;

export function z3Module(): never {
  asked = true;
  // as a trap in the solver would: the question is lost, and all others of the function
  throw Object.assign(new Error('the solver is not there'), { name: 'RuntimeError' });
}

export function unloadSolver(): void {}

/** Ever since this worker began: what is kept from earlier analyses counts, too. */
export const wasSolverAsked = (): boolean => asked;
