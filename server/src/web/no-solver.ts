/** Stands for `decide/z3-module.ts` in a browser: a question for the solver stays open. */

/** Throws as a trap in the solver would: the question is lost, and all others of the function. */
export function z3Module(): never {
  throw Object.assign(new Error('the solver is not there'), { name: 'RuntimeError' });
}

export function unloadSolver(): void {}
