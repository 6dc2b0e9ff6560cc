/** Statements and expressions of a function as they are in its copy. */
import type { IntType } from '../machine/index.ts';
import type { Access, Alias, Expr, FoundInText, FromCall, Stmt, VarId } from '../program/index.ts';
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

const copyFound = (found: FoundInText, variable: (id: VarId) => VarId): FoundInText => ({
  ...found,
  text: variable(found.text),
  ...(found.size !== undefined && { size: variable(found.size) }),
});

const copyCall = (by: FromCall, variable: (id: VarId) => VarId): FromCall => ({
  ...by,
  ...(by.given && { given: by.given.map(variable) }),
  ...(by.found && { found: copyFound(by.found, variable) }),
  ...(by.spans && { spans: { ...by.spans, text: variable(by.spans.text) } }),
  ...(by.compared && { compared: { ...by.compared, text: variable(by.compared.text) } }),
});

function copyAlias(a: Alias, frame: Frame): Alias {
  if ('array' in a && a.array === KNOWN) return a;
  return 'variable' in a ? { variable: frame.variables[a.variable]! } : { array: frame.arrays[a.array]! };
}

export function copyStmt(statement: Exclude<Stmt, { kind: 'call' }>, frame: Frame): Stmt {
  const variable = (id: number): number => frame.variables[id]!;
  switch (statement.kind) {
    case 'assign':
      return { ...statement, target: variable(statement.target), value: copyExpr(statement.value, frame) };
    case 'nondet':
      return { ...statement, target: variable(statement.target) };
    case 'havoc':
      return {
        ...statement,
        target: variable(statement.target),
        ...(statement.guess && { guess: copyAccess(statement.guess, frame) }),
        ...(statement.by && { by: copyCall(statement.by, variable) }),
        ...(statement.alias && { alias: copyAlias(statement.alias, frame) }),
        ...(statement.within && { within: { ...statement.within, most: copyExpr(statement.within.most, frame) } }),
        ...(statement.classified && {
          classified: { ...statement.classified, character: copyExpr(statement.classified.character, frame) },
        }),
        ...(statement.computed && { computed: copyExpr(statement.computed, frame) }),
        ...(statement.scans && {
          scans: { count: copyExpr(statement.scans.count, frame), vector: copyExpr(statement.scans.vector, frame) },
        }),
        ...(statement.follows && {
          follows: { ...statement.follows, position: copyExpr(statement.follows.position, frame) },
        }),
        ...(statement.leads?.kind === 'as' && {
          leads: { ...statement.leads, position: copyExpr(statement.leads.position, frame) },
        }),
      };
    case 'go-through':
      return {
        ...statement,
        position: statement.position && copyExpr(statement.position, frame),
        guard: statement.guard && copyExpr(statement.guard, frame),
      };
    case 'load-at':
      return {
        ...statement,
        target: variable(statement.target),
        access: copyAccess(statement.access, frame),
        otherwise: copyList(statement.otherwise, frame),
      };
    case 'store-at':
      return {
        ...statement,
        access: copyAccess(statement.access, frame),
        value: copyExpr(statement.value, frame),
        otherwise: copyList(statement.otherwise, frame),
        beside: copyList(statement.beside, frame),
      };
    case 'load':
      return {
        ...statement,
        target: variable(statement.target),
        array: frame.arrays[statement.array]!,
        index: indexFrom(statement.index, statement.array, frame, statement.range),
      };
    case 'store':
      return {
        ...statement,
        array: frame.arrays[statement.array]!,
        index: indexFrom(statement.index, statement.array, frame, statement.range),
        value: copyExpr(statement.value, frame),
      };
    case 'havoc-array':
      return {
        ...statement,
        array: frame.arrays[statement.array]!,
        ...(statement.alias && { alias: copyAlias(statement.alias, frame) }),
        ...(statement.stored !== undefined && { stored: frame.arrays[statement.stored]! }),
      };
    case 'fill-array':
      return { ...statement, array: frame.arrays[statement.array]! };
    case 'assume':
      return { ...statement, cond: copyExpr(statement.cond, frame) };
    case 'assert':
      return { ...statement, assertion: frame.assertions[statement.assertion]!, cond: copyExpr(statement.cond, frame) };
    case 'note':
      return statement.written
        ? {
            ...statement,
            written: {
              position: copyExpr(statement.written.position, frame),
              value: statement.written.value && copyExpr(statement.written.value, frame),
            },
          }
        : statement;
  }
}

export function copyExpr(expression: Expr, frame: Pick<Frame, 'variables' | 'continuation' | 'moved'>): Expr {
  if (frame.continuation === null) return expression;
  switch (expression.kind) {
    case 'const':
      return frame.moved.size > 0 && expression.type.name === 'pointer'
        ? movedPosition(expression, frame.moved)
        : expression;
    case 'var':
      return { ...expression, id: frame.variables[expression.id]! };
    case 'unary':
    case 'cast':
      return { ...expression, arg: copyExpr(expression.arg, frame) };
    case 'binary':
      return { ...expression, left: copyExpr(expression.left, frame), right: copyExpr(expression.right, frame) };
    case 'ite':
      return {
        ...expression,
        cond: copyExpr(expression.cond, frame),
        then: copyExpr(expression.then, frame),
        else: copyExpr(expression.else, frame),
      };
  }
}

function movedPosition(e: Expr & { readonly kind: 'const' }, moved: ReadonlyMap<bigint, bigint>): Expr {
  for (const [from, to] of moved)
    if (e.value > from - APART / 2n && e.value < from + APART / 2n) return { ...e, value: e.value - from + to };
  return e;
}
