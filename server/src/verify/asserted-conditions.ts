/** What an assertion asserts: its condition, wherever it stands (inlining and unrolling copy statements). */
import type { Expr, IrFunction } from '../program/index.ts';

export const conditionsOf = (fn: IrFunction, assertion: number): readonly Expr[] =>
  fn.blocks.flatMap((b) => b.stmts.flatMap((s) => (s.kind === 'assert' && s.assertion === assertion ? [s.cond] : [])));

/** Whether its condition is a constant other than 0, wherever it stands. */
export const alwaysHolds = (fn: IrFunction, assertion: number): boolean =>
  conditionsOf(fn, assertion).every((c) => c.kind === 'const' && c.value !== 0n);
