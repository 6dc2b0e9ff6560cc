/**
 * Results of earlier versions of a file: what an edit didn't touch is moved to its new place instead of being lowered
 * again.
 */
import type { Access, Block, Expr, FromCall, IrFunction, Stmt, Terminator } from '../../program/index.ts';
import type { Position, Reason, SourceRange } from '../../source/index.ts';
import type { FunctionFacts, SyntaxNode } from '../syntax/index.ts';

/** What is remembered of a function by its text. */
export interface Remembered {
  /** The definition without its body, with offsets as from `start`. */
  readonly header: SyntaxNode;
  readonly start: number;
  readonly facts: FunctionFacts;
  lowered: { readonly context: string; readonly at: Position; readonly ir: IrFunction } | null;
}

export type Memory = Map<string, Remembered>;

/**
 * The function as if lowered where it stands now, some lines further down (or up). Objects declared outside of it get
 * their places from `globalRange`, by the name of the object.
 */
export function moved(ir: IrFunction, lines: number, globalRange: (name: string) => SourceRange | null): IrFunction {
  const known = new Map<SourceRange, SourceRange>();
  const range = (range: SourceRange): SourceRange => {
    let shifted = known.get(range);
    if (shifted === undefined) {
      shifted = {
        start: { line: range.start.line + lines, column: range.start.column },
        end: { line: range.end.line + lines, column: range.end.column },
      };
      known.set(range, shifted);
    }
    return shifted;
  };
  const reasons = new Map<Reason, Reason>();
  const reason = (reason: Reason): Reason => {
    let shifted = reasons.get(reason);
    if (shifted === undefined) {
      shifted = { ...reason, range: reason.range === null ? null : range(reason.range) };
      reasons.set(reason, shifted);
    }
    return shifted;
  };
  const inside = (r: SourceRange): boolean => r.start.line >= ir.range.start.line && r.end.line <= ir.range.end.line;
  const expr = (expression: Expr): Expr => {
    switch (expression.kind) {
      case 'const':
      case 'var':
        return expression;
      case 'cast':
      case 'unary': {
        const arg = expr(expression.arg);
        return arg === expression.arg ? expression : { ...expression, arg };
      }
      case 'ite':
        return { ...expression, cond: expr(expression.cond), then: expr(expression.then), else: expr(expression.else) };
      case 'binary': {
        const [left, right] = [expr(expression.left), expr(expression.right)];
        if (expression.range !== undefined) return { ...expression, left, right, range: range(expression.range) };
        return left === expression.left && right === expression.right ? expression : { ...expression, left, right };
      }
    }
  };
  const access = (a: Access): Access => ({ ...a, position: expr(a.position), index: a.index && expr(a.index) });
  const by = (s: { readonly by?: FromCall }): { readonly by?: FromCall } =>
    s.by === undefined ? {} : { by: { ...s.by, range: range(s.by.range) } };
  const stmt = (statement: Stmt): Stmt => {
    switch (statement.kind) {
      case 'assign':
        return { ...statement, value: expr(statement.value), range: range(statement.range) };
      case 'nondet':
        return { ...statement, range: range(statement.range), ...by(statement) };
      case 'havoc':
        return {
          ...statement,
          reason: reason(statement.reason),
          range: range(statement.range),
          ...by(statement),
          ...(statement.within && { within: { ...statement.within, most: expr(statement.within.most) } }),
          ...(statement.computed && { computed: expr(statement.computed) }),
          ...(statement.scans && {
            scans: { count: expr(statement.scans.count), vector: expr(statement.scans.vector) },
          }),
        };
      case 'havoc-array':
        return { ...statement, reason: reason(statement.reason), range: range(statement.range), ...by(statement) };
      case 'fill-array':
        return { ...statement, range: range(statement.range) };
      case 'load-at':
        return {
          ...statement,
          access: access(statement.access),
          otherwise: statement.otherwise.map(stmt),
          range: range(statement.range),
        };
      case 'store-at':
        return {
          ...statement,
          access: access(statement.access),
          value: expr(statement.value),
          otherwise: statement.otherwise.map(stmt),
          beside: statement.beside.map(stmt),
          range: range(statement.range),
        };
      case 'load':
        return { ...statement, index: expr(statement.index), range: range(statement.range) };
      case 'store':
        return {
          ...statement,
          index: expr(statement.index),
          value: expr(statement.value),
          range: range(statement.range),
        };
      case 'call':
        return {
          ...statement,
          ...(statement.offsets && { offsets: statement.offsets.map((o) => o && expr(o)) }),
          ...(statement.positions && { positions: statement.positions.map((p) => p && expr(p)) }),
          args: statement.args.map(expr),
          range: range(statement.range),
          ...(statement.otherwise && { otherwise: statement.otherwise.map(stmt) }),
          ...(statement.beside && { beside: statement.beside.map(stmt) }),
        };
      case 'assume':
      case 'assert':
        return { ...statement, cond: expr(statement.cond), range: range(statement.range) };
      case 'go-through':
        return {
          ...statement,
          position: statement.position && expr(statement.position),
          guard: statement.guard && expr(statement.guard),
          range: range(statement.range),
        };
      case 'note':
        return { ...statement, reason: reason(statement.reason), ...by(statement) };
    }
  };
  const end = (end: Terminator): Terminator => {
    switch (end.kind) {
      case 'goto':
        return end;
      case 'branch':
        return { ...end, cond: expr(end.cond), range: range(end.range) };
      case 'return':
        return {
          ...end,
          value: end.value === null ? null : expr(end.value),
          range: range(end.range),
          ...(end.members === undefined ? {} : { members: end.members.map(expr) }),
        };
      case 'halt':
        return { ...end, reason: end.reason === null ? null : reason(end.reason) };
    }
  };
  return {
    ...ir,
    range: range(ir.range),
    nameRange: range(ir.nameRange),
    variables: ir.variables.map((v) => {
      if (v.range === null) return v;
      if (inside(v.range)) return { ...v, range: range(v.range) };
      return { ...v, range: globalRange(v.name.split('.')[0]!) ?? v.range };
    }),
    blocks: ir.blocks.map((b): Block => ({ id: b.id, stmts: b.stmts.map(stmt), end: end(b.end) })),
    loops: ir.loops.map((l) => ({
      ...l,
      range: range(l.range),
      head: range(l.head),
      tail: l.tail && range(l.tail),
      leaves: l.leaves.map((way) => ({ ...way, range: range(way.range) })),
      decisions: l.decisions.map((decision) => ({ ...decision, range: range(decision.range) })),
      floating: l.floating.map((change) => ({ ...change, range: range(change.range) })),
      test: l.test && { ...l.test, range: range(l.test.range) },
    })),
    assertions: ir.assertions.map((a) => ({ ...a, range: range(a.range) })),
    ...(ir.operators && { operators: ir.operators.map((operator) => ({ ...operator, range: range(operator.range) })) }),
    reasons: ir.reasons.map(reason),
  };
}
