/** Statements and expressions of a function as they are in its copy. */
import type { IntType } from '../machine/index.ts';
import type { Access, Alias, Expr, Stmt } from '../program/index.ts';
import { KNOWN } from '../program/index.ts';
import type { SourceRange } from '../source/index.ts';
import type { Frame } from './draft.ts';

/** Objects begin at multiples of this. */
export const APART = 1n << 32n;

export const INDEX: IntType = { bits: 64, signed: true, bool: false, name: 'long' };

export function cast(e: Expr, type: IntType): Expr {
  if (e.type.bits === type.bits && e.type.signed === type.signed) return e;
  return e.kind === 'const' ? { ...e, type } : { kind: 'cast', arg: e, type };
}

export function sum(a: Expr, b: Expr, range: SourceRange): Expr {
  return { kind: 'binary', op: 'add', left: cast(a, INDEX), right: cast(b, INDEX), type: INDEX, range };
}

/** An index of a callee's array as one of the array that it stands for. */
function indexFrom(index: Expr, array: number, frame: Frame, range: SourceRange): Expr {
  const offset = frame.offsets.get(array);
  const own = copyExpr(index, frame);
  return offset === undefined ? own : sum(offset, own, range);
}

export function copyList(list: readonly Stmt[], frame: Frame): Stmt[] {
  return list.map((s) => (s.kind === 'call' ? s : copyStmt(s, frame)));
}

function copyAccess(a: Access, frame: Frame): Access {
  return { ...a, position: copyExpr(a.position, frame), index: a.index && copyExpr(a.index, frame) };
}

function copyAlias(a: Alias, frame: Frame): Alias {
  if ('array' in a && a.array === KNOWN) return a;
  return 'variable' in a ? { variable: frame.variables[a.variable]! } : { array: frame.arrays[a.array]! };
}

export function copyStmt(s: Exclude<Stmt, { kind: 'call' }>, frame: Frame): Stmt {
  const v = (id: number): number => frame.variables[id]!;
  switch (s.kind) {
    case 'assign':
      return { ...s, target: v(s.target), value: copyExpr(s.value, frame) };
    case 'nondet':
      return { ...s, target: v(s.target) };
    case 'havoc':
      return {
        ...s,
        target: v(s.target),
        ...(s.alias && { alias: copyAlias(s.alias, frame) }),
        ...(s.within && { within: { ...s.within, most: copyExpr(s.within.most, frame) } }),
        ...(s.follows && { follows: { ...s.follows, position: copyExpr(s.follows.position, frame) } }),
        ...(s.leads?.kind === 'as' && { leads: { ...s.leads, position: copyExpr(s.leads.position, frame) } }),
      };
    case 'go-through':
      return {
        ...s,
        position: s.position && copyExpr(s.position, frame),
        guard: s.guard && copyExpr(s.guard, frame),
      };
    case 'load-at':
      return {
        ...s,
        target: v(s.target),
        access: copyAccess(s.access, frame),
        otherwise: copyList(s.otherwise, frame),
      };
    case 'store-at':
      return {
        ...s,
        access: copyAccess(s.access, frame),
        value: copyExpr(s.value, frame),
        otherwise: copyList(s.otherwise, frame),
        beside: copyList(s.beside, frame),
      };
    case 'load':
      return {
        ...s,
        target: v(s.target),
        array: frame.arrays[s.array]!,
        index: indexFrom(s.index, s.array, frame, s.range),
      };
    case 'store':
      return {
        ...s,
        array: frame.arrays[s.array]!,
        index: indexFrom(s.index, s.array, frame, s.range),
        value: copyExpr(s.value, frame),
      };
    case 'havoc-array':
      return {
        ...s,
        array: frame.arrays[s.array]!,
        ...(s.alias && { alias: copyAlias(s.alias, frame) }),
        ...(s.stored !== undefined && { stored: frame.arrays[s.stored]! }),
      };
    case 'fill-array':
      return { ...s, array: frame.arrays[s.array]! };
    case 'assume':
      return { ...s, cond: copyExpr(s.cond, frame) };
    case 'assert':
      return { ...s, assertion: frame.assertions[s.assertion]!, cond: copyExpr(s.cond, frame) };
    case 'note':
      return s.written
        ? {
            ...s,
            written: {
              position: copyExpr(s.written.position, frame),
              value: s.written.value && copyExpr(s.written.value, frame),
            },
          }
        : s;
  }
}

export function copyExpr(e: Expr, frame: Pick<Frame, 'variables' | 'continuation' | 'moved'>): Expr {
  if (frame.continuation === null) return e;
  switch (e.kind) {
    case 'const':
      return frame.moved.size > 0 && e.type.name === 'pointer' ? movedPosition(e, frame.moved) : e;
    case 'var':
      return { ...e, id: frame.variables[e.id]! };
    case 'unary':
    case 'cast':
      return { ...e, arg: copyExpr(e.arg, frame) };
    case 'binary':
      return { ...e, left: copyExpr(e.left, frame), right: copyExpr(e.right, frame) };
    case 'ite':
      return { ...e, cond: copyExpr(e.cond, frame), then: copyExpr(e.then, frame), else: copyExpr(e.else, frame) };
  }
}

function movedPosition(e: Expr & { readonly kind: 'const' }, moved: ReadonlyMap<bigint, bigint>): Expr {
  for (const [from, to] of moved)
    if (e.value > from - APART / 2n && e.value < from + APART / 2n) return { ...e, value: e.value - from + to };
  return e;
}
