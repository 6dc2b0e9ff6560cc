/**
 * A function as a graph over typed machine integers: statements, control flow, calls, constants. Imports `logic`'s
 * symbols, `source` and `machine`.
 */
export { bySymbol } from './by-symbol.ts';
export { calledNames, circleOf, functionsOf, globalKey, globalsReached } from './call-graph.ts';
export { constantOf, constantsAfter, constantsAtBlocks, constantsAtLoops } from './constant-propagation.ts';
export type { Known } from './constant-propagation.ts';
export { buildCfg, depthFirst, exitBlocks, readIn, reversePostorder, successors } from './control-flow-graph.ts';
export type { Cfg, Loop } from './control-flow-graph.ts';
export { naturalLoops } from './loop-bodies.ts';
export { withLoopHeads } from './loop-heads.ts';
export { computeBinary, computeCast, computeUnary, constantValue } from './machine-operators.ts';
export type { UndefinedCode } from './machine-operators.ts';
export { functionsThatEnd } from './never-returns.ts';
export { isNever, settleNullChecks, undefinedWhere } from './null-checks.ts';
export { counted } from './pointer-conditions.ts';
export { ROW, isBehindPointer, isHidden, isLedTo, isPointee, partsHeld, spelled } from './program.ts';
export { KNOWN } from './blocks.ts';
export { atAnyCall, atProgramStart, isProgramStart, startsInitial } from './function-entry.ts';
export { standsIn } from './loop-site.ts';
export type {
  ArrayObject,
  AssertionSite,
  Behind,
  Held,
  IrFunction,
  IrProgram,
  Positioned,
  Variable,
  UndecidedChanges,
  UndecidedCondition,
} from './program.ts';
export type { FloatingChange } from './loop-site.ts';
export type {
  Access,
  Alias,
  Block,
  BlockId,
  Leads,
  Followed,
  LocalObject,
  Stores,
  EffectiveType,
  FoundInText,
  SpanOfText,
  FromCall,
  Stmt,
  Terminator,
  TypedObject,
  Scans,
  Classified,
  Compared,
  Within,
} from './blocks.ts';
export type { BinaryOp, Expr, UnaryOp, VarId } from './expressions.ts';
export type { ArrayAccess, Contract, Fix, FailedFunction, Misstep, Missteps, MisstepKind } from './missteps.ts';
export type { Around, LoopSite, LimitCall, LoopTest, WayOut } from './loop-site.ts';
export type { WrittenOperator } from './written-operator.ts';
export { ALL_BYTES, NO_BYTES, ZERO_BYTE } from './byte-sets.ts';
export type { Bytes } from './byte-sets.ts';
export { isPartial, shiftsByVariable } from './partial-expressions.ts';
export { expressionsRead } from './expressions-read.ts';
export { readVariables } from './read-variables.ts';
export { changesAnything, undecidedAt, undecidedBehind } from './undecided-places.ts';
export { withoutDetours } from './remove-detours.ts';
export { withElements } from './small-arrays.ts';
