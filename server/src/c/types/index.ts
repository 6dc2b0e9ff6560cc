/** C's types, their layout, names in scope, constants and initialisers. Imports `c/syntax` and `c/sources`. */
export { valuesGiven } from './braced-initializers.ts';
export type { Given, Step } from './braced-initializers.ts';
export {
  UNKNOWN,
  VOID,
  asPointer,
  commonType,
  fieldType,
  findField,
  intType,
  keyOf,
  pointerTo,
  promote,
  volatileType,
} from './c-types.ts';
export type { CType, Field, RecordType } from './c-types.ts';
export { initialValues, initializerLength, leafOf, stringElements, zeroOf } from './constant-initializers.ts';
export {
  adjusted,
  attributed,
  declarator,
  parameterList,
  specifiers,
  typeName,
  typeofOperand,
} from './declarations.ts';
export type { Declared, Parameter } from './declarations.ts';
export { namedInteger } from './named-types.ts';
export {
  attributeOf,
  byAttribute,
  declaratorTraits,
  joinedTraits,
  namedTypeWith,
  statementAttribute,
  typeWith,
  resultType,
} from './declared-attributes.ts';
export { decidesAbout, isAnyOf, isAsDeclared } from './decided-declarations.ts';
export type { Traits } from './declared-attributes.ts';
export type { Declarations, Effects, FileContext, FunctionDefinition, HeadProblem, Target } from './file-context.ts';
export type { Initial } from './initial-value.ts';
export { alignOf, growsWithInitializer, layoutOf, memberOffset, sizeOf } from './memory-layout.ts';
export { hiddenNames, lastInclude, neverWritten, perhapsWritten, shapeOf } from './never-written-statics.ts';
export type { Shape } from './never-written-statics.ts';
export {
  IN_UNION,
  OPAQUE,
  UNSHARED,
  arrayLedInto,
  isNameless,
  isShared,
  localOf,
  originOf,
  unknownPart,
} from './object-place.ts';
export type { ArrayPlace, Bits, ObjectTraits, Origin, Place, TablePlace, Value, Whole } from './object-place.ts';
export { predefinedMacros } from './predefined-macros.ts';
export { moved } from './remembered-functions.ts';
export type { Memory, Remembered } from './remembered-functions.ts';
export { isIncomplete, lookup, newScope } from './scope.ts';
export type { GlobalObject, Scope, TypeContext } from './scope.ts';
export {
  dataModel,
  integer,
  longType,
  ptrdiffType,
  sizeType,
  standardConstants,
  standardTypes,
  UINT,
} from './standard-types.ts';
export type { DataModel } from './standard-types.ts';
export { characterType, isString, stringElement, stringValue } from './string-constants.ts';
export { standardStructs } from './standard-structs.ts';
export { hasVolatile, holdsUnion, unionStorage, wholeOf } from './union-storage.ts';
export { undecidedWords } from './undecided-words.ts';
