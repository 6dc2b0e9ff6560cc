/**
 * The objects of a function - variables, arrays, structs, unions, what pointers lead to - and how they are read and
 * written. Imports `c/types` and below.
 */
export { ownStores, spellOut } from './alias-effects.ts';
export { isLoose } from './stored-types.ts';
export {
  anythingReached,
  aside,
  assign,
  because,
  binary,
  branch,
  cast,
  constant,
  continueAt,
  emit,
  finish,
  negation,
  newBlock,
  rangeOf,
  temporary,
  text,
  written,
  truth,
  unary,
  unknownValue,
  variable,
  keep,
} from './build-function.ts';
export { convertTo, samePointee } from './conversions.ts';
export { guessedAs, intValue, noValue, reasonFor, toInt } from './expression-value.ts';
export type { Operand } from './expression-value.ts';
export type {
  Cleanup,
  Clobber,
  Draft,
  DraftArray,
  DraftBlock,
  DraftLoop,
  Jump,
  Lowering,
  NamedObject,
  SwitchTargets,
} from './function-draft.ts';
export { livesHere } from './lifetimes.ts';
export { memberAddressed, movedBy, partLeads, usedBy } from './gone-through.ts';
export { havocPlace } from './havoc-object.ts';
export { decay, load, store } from './load-store.ts';
export { locate } from './locate.ts';
export type { Lvalue } from './lvalue.ts';
export { keptParameters, lentTo } from './lent-objects.ts';
export { arrayShape, makePlace, newArray, pointee, renew } from './make-objects.ts';
export { positionedObjects } from './memory-access.ts';
export { assignedLiteral } from './literal-arrays.ts';
export { globalPlace, objectElsewhere, unknownSize } from './named-objects.ts';
export { partOf, placed } from './object-parts.ts';
export {
  NULL_POSITION,
  functionPosition,
  isValid,
  newPointer,
  placeKey,
} from './pointer-positions.ts';
export {
  RELATIONS,
  chosenPointer,
  commonPointer,
  elementPointer,
  hasPosition,
  isAddress,
  keepPointer,
  operatePointers,
  positionOf,
  isNullPointer,
  withCast,
} from './pointers.ts';
export {
  completeMembers,
  keepRecord,
  leafValues,
  leafVariable,
  leavesOf,
  recordValue,
  temporaryRecord,
} from './struct-values.ts';
export { MOST_DEPTH, effectsWithin, lowerEffect, lowerExpr, lowerInt, lowerTruth } from './sub-expressions.ts';
export { exposeBits, storeBits, forgetBits, zeroBits } from './union-bits.ts';
export { bytesOf, mustBePositive, shouldBePositive, variableLength, variableSize } from './variable-length-arrays.ts';
export { functionsBehind } from './functions-behind.ts';
