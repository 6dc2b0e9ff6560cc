/**
 * Variables whose value decides nothing: neither where a run goes, nor whether it is defined, nor what is in an array.
 * What isn't modelled may be worth anything there, and a run that fails an assertion fails it all the same.
 */
import { VALUES_ONLY } from '../interpret/index.ts';
import type { Expr, IrFunction, Stmt, VarId, Variable } from '../program/index.ts';
import type { Reason } from '../source/index.ts';
import type { IntType } from '../machine/index.ts';
import { isPartial, readVariables } from '../program/index.ts';

export interface IrrelevantHavoc {
  /** For the interpreter: a value where it doesn't matter which. */
  havoc(target: Variable | null, reason: Reason, type: IntType): bigint | null;
  /** Variables that may hold such a value, or one computed with it. */
  readonly tainted: ReadonlySet<VarId>;
}

const known = new WeakMap<IrFunction, IrrelevantHavoc>();

export function irrelevantHavoc(fn: IrFunction): IrrelevantHavoc {
  const found = known.get(fn);
  if (found) return found;
  const matters = mattering(fn);
  const tainted = taintedBy(fn.blocks.flatMap((b) => b.stmts));
  const made: IrrelevantHavoc = {
    havoc: (target, { code }) =>
      target && !target.pointer && !matters.has(target.id) && VALUES_ONLY.has(code) ? 0n : null,
    tainted,
  };
  known.set(fn, made);
  return made;
}

/** What may hold a value that isn't modelled, where these statements are run in some order. */
export function taintedBy(stmts: readonly Stmt[]): ReadonlySet<VarId> {
  const tainted = new Set<VarId>();
  for (let size = -1; tainted.size > size; ) {
    size = tainted.size;
    for (const s of stmts) {
      if (s.kind === 'havoc') tainted.add(s.target);
      else if (s.kind === 'assign' && [...readVariables(s.value)].some((v) => tainted.has(v))) tainted.add(s.target);
    }
  }
  return tainted;
}

/** Backwards from every decision and every operation that may be undefined. */
function mattering(fn: IrFunction): ReadonlySet<VarId> {
  const out = new Set<VarId>();
  const need = (e: Expr): void => {
    for (const v of readVariables(e)) out.add(v);
  };
  for (const b of fn.blocks) {
    for (const s of b.stmts) decides(s, need);
    if (b.end.kind === 'branch') need(b.end.cond);
    if (b.end.kind === 'return') for (const e of [b.end.value, ...(b.end.members ?? [])]) if (e) needIfPartial(e, need);
  }
  const assigned = fn.blocks
    .flatMap((b) => b.stmts)
    .flatMap((s) => {
      if (s.kind === 'assign') return [s];
      return s.kind === 'havoc' && s.computed ? [{ target: s.target, value: s.computed }] : [];
    });
  for (let size = -1; out.size > size; ) {
    size = out.size;
    for (const s of assigned) if (out.has(s.target)) need(s.value);
  }
  return out;
}

function decides(statement: Stmt, need: (e: Expr) => void): void {
  switch (statement.kind) {
    case 'assign':
      needIfPartial(statement.value, need);
      return;
    case 'load':
      need(statement.index);
      return;
    case 'store':
      need(statement.index);
      need(statement.value);
      return;
    case 'assume':
    case 'assert':
      need(statement.cond);
      return;
    case 'call':
      for (const e of [...statement.args, ...(statement.offsets ?? []), ...(statement.positions ?? [])]) if (e) need(e);
      return;
    case 'havoc':
      if (statement.follows) need(statement.follows.position);
      if (statement.within) need(statement.within.most);
      if (statement.computed) needIfPartial(statement.computed, need);
      return;
    case 'go-through':
      if (statement.position) need(statement.position);
      if (statement.guard) need(statement.guard);
      return;
    case 'nondet':
    case 'fill-array':
    case 'havoc-array':
    case 'note':
      return;
  }
}

const needIfPartial = (e: Expr, need: (e: Expr) => void): void => {
  if (isPartial(e)) need(e);
};
