/**
 * Variables whose value decides nothing: neither where a run goes, nor whether it is defined, nor what is in an array. What isn't modelled may
 * be worth anything there, and a run that fails an assertion fails it all the same.
 */
import type { Expr, IrFunction, Stmt, VarId, Variable } from '../program/index.ts';
import type { Reason } from '../source/index.ts';
import type { IntType } from '../machine/index.ts';
import { readVariables } from '../program/index.ts';

/** What may be worth anything without anything else being lost; what a run may not get past is not among them. */
const VALUES_ONLY = new Set([
  'float',
  'memory',
  'pointer',
  'alias',
  'struct',
  'volatile',
  'static-object',
  'library-result',
  'unknown-call',
]);

export interface Immaterial {
  /** For the interpreter: a value where it doesn't matter which. */
  havoc(target: Variable | null, reason: Reason, type: IntType): bigint | null;
  /** Variables that may hold such a value, or one computed with it. */
  readonly tainted: ReadonlySet<VarId>;
}

const known = new WeakMap<IrFunction, Immaterial>();

export function immaterial(fn: IrFunction): Immaterial {
  const found = known.get(fn);
  if (found) return found;
  const matters = mattering(fn);
  const tainted = new Set<VarId>();
  const stmts = fn.blocks.flatMap((b) => b.stmts);
  for (let size = -1; tainted.size > size; ) {
    size = tainted.size;
    for (const s of stmts) {
      if (s.kind === 'havoc') tainted.add(s.target);
      else if (s.kind === 'assign' && [...readVariables(s.value)].some((v) => tainted.has(v))) tainted.add(s.target);
    }
  }
  const made: Immaterial = {
    havoc: (target, { code }) =>
      target && !target.pointer && !matters.has(target.id) && VALUES_ONLY.has(code) ? 0n : null,
    tainted,
  };
  known.set(fn, made);
  return made;
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
  const assigned = fn.blocks.flatMap((b) => b.stmts).filter((s): s is Stmt & { kind: 'assign' } => s.kind === 'assign');
  for (let size = -1; out.size > size; ) {
    size = out.size;
    for (const s of assigned) if (out.has(s.target)) need(s.value);
  }
  return out;
}

function decides(s: Stmt, need: (e: Expr) => void): void {
  switch (s.kind) {
    case 'assign':
      needIfPartial(s.value, need);
      return;
    case 'load':
      need(s.index);
      return;
    case 'store':
      need(s.index);
      need(s.value);
      return;
    case 'assume':
    case 'assert':
      need(s.cond);
      return;
    case 'call':
      for (const e of [...s.args, ...(s.offsets ?? []), ...(s.positions ?? [])]) if (e) need(e);
      return;
    case 'havoc':
      if (s.follows) need(s.follows.position);
      if (s.within) need(s.within.most);
      return;
    case 'go-through':
      if (s.position) need(s.position);
      if (s.guard) need(s.guard);
      return;
    case 'nondet':
    case 'fill-array':
    case 'havoc-array':
    case 'note':
      return;
  }
}

const needIfPartial = (e: Expr, need: (e: Expr) => void): void => {
  if (partial(e)) need(e);
};

/** Signed arithmetic, division, shifts, and pointers that move: undefined for some operands. */
function partial(e: Expr): boolean {
  switch (e.kind) {
    case 'const':
    case 'var':
      return false;
    case 'cast':
      return e.exact === true || partial(e.arg);
    case 'unary':
      return (e.op === 'neg' && e.type.signed) || partial(e.arg);
    case 'ite':
      return partial(e.cond) || partial(e.then) || partial(e.else);
    case 'binary':
      return (!TOTAL.has(e.op) && (e.type.signed || !RING.has(e.op))) || partial(e.left) || partial(e.right);
  }
}

const RING = new Set<string>(['add', 'sub', 'mul']);
const TOTAL = new Set<string>(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'and', 'or', 'xor', 'land', 'lor']);
