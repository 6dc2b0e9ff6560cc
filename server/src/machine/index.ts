/** C's integer types under a data model. Imports nothing. */
export { BOOL, INT, convert, inRange, maxOf, minOf, modulusOf, sameType } from './integer-types.ts';
export type { DataModelName, IntType, IntegerMode, UnionPart } from './integer-types.ts';
