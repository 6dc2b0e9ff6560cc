/**
 * Text before it is parsed: tokens, directives, macros, headers, and the way back to the places in the file. Imports
 * nothing of the other rooms of `c`.
 */
export { changes, jumps } from './acting-macros.ts';
export { append } from './append-all.ts';
export { compiled } from './compiler-output.ts';
export { branchesOf, closing, declarationsIn, declaredTwice, isBegun, isWord, textsOf } from './declared-names.ts';
export { withoutComments } from './directive-lines.ts';
export { TRANSLATING } from './doubted-expansions.ts';
export type { Header, HeaderRequest, ReadHeader, UnusableHeader } from './included-headers.ts';
export {
  endOfBlockComment,
  endOfIdentifier,
  endOfLine,
  endOfLiteral,
  endOfNumber,
  isIdentifierStart,
  namesIn,
  skipSpace,
  tokenize,
} from './lexer.ts';
export { parseCharacter, parseInteger, stringUnits } from './literals.ts';
export { define, parseDefine } from './macro-definition.ts';
export type { Decided, Macro } from './macro-definition.ts';
export { preprocess } from './preprocess.ts';
export type { Preprocessed } from './preprocess.ts';
export { INCOMPLETE, endOfDecided } from './preprocessed-text.ts';
export type { HeaderText, PreprocessorNote } from './preprocessed-text.ts';
export { CASE_RANGE } from './read-text.ts';
export { lineStarts, locator, positionAt } from './text-positions.ts';
export type { Locator, SourceMap } from './text-positions.ts';
export { TYPEOF_OPERAND } from './typeof-operands.ts';
export { UNKNOWN_BLOCK } from './unknown-block-macros.ts';
export { alternatives } from './word-patterns.ts';
