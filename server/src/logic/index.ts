/**
 * Symbols, terms and formulas over the integers: built, rewritten, bounded, evaluated and printed. Imports
 * `arithmetic`, `machine` and `budget`.
 */
export { atLeast, extremeOf } from './extremes.ts';
export { truncatedDivision } from './truncated-division.ts';
export { comparable } from './comparable-formulas.ts';
export { evaluate, formulaHolds } from './evaluate-terms.ts';
export type { Assignment } from './evaluate-terms.ts';
export { withExactQuotients } from './exact-quotients.ts';
export type {
  AppTerm,
  ConstTerm,
  Formula,
  Literal,
  ModTerm,
  Part,
  PowTerm,
  ProdTerm,
  SymTerm,
  Term,
} from './expression.ts';
export {
  FALSE,
  TRUE,
  and,
  asFormula,
  conjuncts,
  disjuncts,
  eq,
  eq0,
  ge,
  ge0,
  gt,
  implication,
  isLiteral,
  le,
  lt,
  ne,
  ne0,
  not,
  or,
} from './formula.ts';
export {
  AMONG,
  BIT_AND,
  BIT_OR,
  BIT_XOR,
  ELEMENT_SUM,
  FIRST_WITHIN,
  FLOOR_QUOTIENT,
  FOLLOW,
  LIST_SIZE,
  BITS_SET,
  LOWEST_BITS_CLEARED,
  MEANINGS,
  READ,
  SHIFT_LEFT,
  SHIFT_RIGHT,
  STRING_LENGTH,
  ZERO_TERMINATED_LENGTH,
  TRUNCATED_QUOTIENT,
  TRUNCATED_REMAINDER,
  applyFunction,
  classifiedBy,
  residueSumOf,
} from './function-symbols.ts';
export type { FunctionSymbol, SmtForm } from './function-symbols.ts';
export { UNBOUNDED, point, times } from './interval.ts';
export type { Interval } from './interval.ts';
export { intervalOf } from './term-intervals.ts';
export type { RangeOf } from './term-intervals.ts';
export { isPowerOfTwo, logarithm, mask } from './masks.ts';
export { nameObjects, objectAt } from './object-positions.ts';
export { printC, printCondition } from './print-c-expression.ts';
export { comparedWith } from './c-names.ts';
export type { BitRun, CNames } from './c-names.ts';
export { asText, printFormula, printTerm } from './print-terms.ts';
export { applications, hasPart, mapTerms, rewrite, rewriteFormula } from './rewrite-terms.ts';
export { evenSteps, joined, listed, withRemainders, withoutModuli } from './simplify-terms.ts';
export { collect, mentions, substitute, substituteFormula, symbolsOf, symbolsOfFormula } from './substitution.ts';
export { Symbols } from './symbol-table.ts';
export { INFINITY, compareSymbols, derived, isDeclared, isFresh, isVariable, symbol } from './symbol.ts';
export type { Symbol, SymbolKind } from './symbol.ts';
export { termCache } from './term-caches.ts';
export {
  add,
  div,
  int,
  isConst,
  isLinear,
  isOne,
  isZero,
  ite,
  maskBits,
  mod,
  mul,
  nearZero,
  neg,
  factorsOf,
  partsOf,
  plus,
  pow,
  scale,
  sub,
  sumOf,
  sym,
} from './term.ts';
export { app, summandAt, table } from './applied-functions.ts';
export { TooLarge, trimTerms } from './term-pool.ts';
export { boundsOfSequence, greatestOf, risesUntil, sequenceOf, valueModulo } from './wrapping-sequences.ts';
export { elementAround, elementOf, indexInRow } from './subscripts.ts';
