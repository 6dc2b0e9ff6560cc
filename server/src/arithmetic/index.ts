/** Exact mathematics on numbers, polynomials and rows of numbers; knows no terms. Imports `budget`. */
export {
  add,
  constant,
  constantOf,
  counter,
  mul,
  over,
  partsByBase,
  power,
  replace,
  residueOf,
  scale,
} from './exponential-polynomials.ts';
export type { ExpPoly } from './exponential-polynomials.ts';
export { BIG, onMachineNumbers, MACHINE } from './integer-rows.ts';
export type { Entries, Kernel } from './integer-rows.ts';
export { abs, firstWithin, floorDiv, floorMod, gcd, lcm, modPow } from './integers.ts';
export { LinearProgram } from './linear-program.ts';
export type { LpBudget, LpResult, Rational } from './linear-program.ts';
export { notNegativeIn } from './nested-counters.ts';
export { Echelon, Span } from './null-space.ts';
export type { Sparse } from './null-space.ts';
export { WIDEST_PERIOD, sumOfResidues } from './residue-sums.ts';
export { gaps, intersect, joinStretches, nonNegativeStretches } from './sign-runs.ts';
export type { Stretch } from './sign-runs.ts';
export { Candidates } from './simplex.ts';
export { complement, nonNegativeRuns } from './univariate-polynomials.ts';
export type { Run } from './univariate-polynomials.ts';
export type { SummedResidues } from './residue-sums.ts';
