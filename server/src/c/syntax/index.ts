/** Syntax trees: parsed, mended, and asked. Imports `c/sources`. */
export { operandsOf } from './assembly-operands.ts';
export { attributeKind } from './attribute-table.ts';
export { RESULT_POINTER, attributesBetween, joinedOut, spaceBefore, spaceBehind, takeOut } from './attributes.ts';
export type { Attribute, TakenOut } from './attributes.ts';
export { itemsOf } from './error-recovery.ts';
export { countsInto } from './format-strings.ts';
export { asOperand, withCastsOutside } from './casts-of-parts.ts';
export { withoutFalseCasts } from './false-casts.ts';
export { labelIn } from './designated-names.ts';
export { containerOf } from './container-of.ts';
export { unwrapped } from './designated-names.ts';
export { factsOf } from './function-facts.ts';
export type { FunctionFacts } from './function-facts.ts';
export type { HandedOver, KeptNames } from './kept-names.ts';
export { inOrder, mapWith, preludeOf } from './header-declarations.ts';
export {
  ASSERTING,
  ASSUMING,
  ENDING,
  FAILING,
  goesThrough,
  libraryEffect,
  libraryFunction,
  libraryNames,
  nondetType,
  returnsTwice,
  takesArguments,
  writesArgument,
  writesMemory,
} from './library-functions.ts';
export type { LibraryFunction } from './library-signature.ts';
export { beyondLowering } from './lowering-limits.ts';
export { loadParser, parseText } from './parser.ts';
export type { CParser } from './parser.ts';
export type { Source } from './pointer-sources.ts';
export { child, hasEffects, isThroughArrow, rebase } from './syntax-node.ts';
export type { SyntaxNode, TopLevel } from './syntax-node.ts';
export { NEXT_ARGUMENT, SAME_TYPES, offsetPath, plainText } from './unknown-syntax.ts';
export { sourceOf } from './pointer-sources.ts';
export { namesOf } from './needed-declarations.ts';
export { MIRRORED, OPPOSITE } from './relations.ts';
