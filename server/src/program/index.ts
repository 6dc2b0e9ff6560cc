/** A function as a graph over typed machine integers: statements, control flow, calls, constants. Imports `logic`'s symbols, `source` and `machine`. */
export { bySymbol } from './by-symbol.ts';
export { calledNames, circleOf, functionsOf, globalKey, globalsReached } from './call-graph.ts';
export { constantOf, constantsAfter, constantsAtBlocks, constantsAtLoops } from './constant-propagation.ts';
export type { Known } from './constant-propagation.ts';
export { buildCfg, depthFirst, exitBlocks, successors } from './control-flow-graph.ts';
export type { Cfg, Loop } from './control-flow-graph.ts';
export { naturalLoops } from './loop-bodies.ts';
export { withLoopHeads } from './loop-heads.ts';
export { computeBinary, computeCast, computeUnary, constantValue } from './machine-operators.ts';
export type { UndefinedCode } from './machine-operators.ts';
export { isNever, settleNullChecks, undefinedWhere } from './null-checks.ts';
export { counted } from './pointer-conditions.ts';
export {
  KNOWN,
  ROW,
  atAnyCall,
  atProgramStart,
  isBehindPointer,
  isProgramStart,
  spelled,
  standsIn,
  startsInitial,
} from './program.ts';
export type {
  Access,
  Alias,
  Around,
  ArrayObject,
  AssertionSite,
  Behind,
  BinaryOp,
  Block,
  BlockId,
  Expr,
  Held,
  IrFunction,
  IrProgram,
  Fix,
  FailedFunction,
  Misstep,
  Missteps,
  MisstepKind,
  Leads,
  Followed,
  LocalObject,
  FloatingChange,
  LoopSite,
  LoopTest,
  WayOut,
  Positioned,
  Stores,
  EffectiveType,
  FromCall,
  Stmt,
  Terminator,
  UnaryOp,
  VarId,
  Variable,
  TypedObject,
  Within,
} from './program.ts';
export { readVariables } from './read-variables.ts';
export { withoutDetours } from './remove-detours.ts';
export { withElements } from './small-arrays.ts';
