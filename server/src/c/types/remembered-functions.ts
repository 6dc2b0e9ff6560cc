/** Results of earlier versions of a file: what an edit didn't touch is moved to its new place instead of being lowered again. */
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
 * The function as if lowered where it stands now, some lines further down (or up). Objects declared outside of it get their
 * places from `globalRange`, by the name of the object.
 */
export function moved(ir: IrFunction, lines: number, globalRange: (name: string) => SourceRange | null): IrFunction {
  const known = new Map<SourceRange, SourceRange>();
  const range = (r: SourceRange): SourceRange => {
    let shifted = known.get(r);
    if (shifted === undefined) {
      shifted = {
        start: { line: r.start.line + lines, column: r.start.column },
        end: { line: r.end.line + lines, column: r.end.column },
      };
      known.set(r, shifted);
    }
    return shifted;
  };
  const reasons = new Map<Reason, Reason>();
  const reason = (r: Reason): Reason => {
    let shifted = reasons.get(r);
    if (shifted === undefined) {
      shifted = { ...r, range: r.range === null ? null : range(r.range) };
      reasons.set(r, shifted);
    }
    return shifted;
  };
  const inside = (r: SourceRange): boolean => r.start.line >= ir.range.start.line && r.end.line <= ir.range.end.line;
  const expr = (e: Expr): Expr => {
    switch (e.kind) {
      case 'const':
      case 'var':
        return e;
      case 'cast':
      case 'unary': {
        const arg = expr(e.arg);
        return arg === e.arg ? e : { ...e, arg };
      }
      case 'ite':
        return { ...e, cond: expr(e.cond), then: expr(e.then), else: expr(e.else) };
      case 'binary': {
        const [left, right] = [expr(e.left), expr(e.right)];
        if (e.range !== undefined) return { ...e, left, right, range: range(e.range) };
        return left === e.left && right === e.right ? e : { ...e, left, right };
      }
    }
  };
  const access = (a: Access): Access => ({ ...a, position: expr(a.position), index: a.index && expr(a.index) });
  const by = (s: { readonly by?: FromCall }): { readonly by?: FromCall } =>
    s.by === undefined ? {} : { by: { ...s.by, range: range(s.by.range) } };
  const stmt = (s: Stmt): Stmt => {
    switch (s.kind) {
      case 'assign':
        return { ...s, value: expr(s.value), range: range(s.range) };
      case 'nondet':
        return { ...s, range: range(s.range), ...by(s) };
      case 'havoc':
        return {
          ...s,
          reason: reason(s.reason),
          range: range(s.range),
          ...by(s),
          ...(s.within && { within: { ...s.within, most: expr(s.within.most) } }),
        };
      case 'havoc-array':
        return { ...s, reason: reason(s.reason), range: range(s.range), ...by(s) };
      case 'fill-array':
        return { ...s, range: range(s.range) };
      case 'load-at':
        return { ...s, access: access(s.access), otherwise: s.otherwise.map(stmt), range: range(s.range) };
      case 'store-at':
        return {
          ...s,
          access: access(s.access),
          value: expr(s.value),
          otherwise: s.otherwise.map(stmt),
          beside: s.beside.map(stmt),
          range: range(s.range),
        };
      case 'load':
        return { ...s, index: expr(s.index), range: range(s.range) };
      case 'store':
        return { ...s, index: expr(s.index), value: expr(s.value), range: range(s.range) };
      case 'call':
        return {
          ...s,
          ...(s.offsets && { offsets: s.offsets.map((o) => o && expr(o)) }),
          ...(s.positions && { positions: s.positions.map((p) => p && expr(p)) }),
          args: s.args.map(expr),
          range: range(s.range),
          ...(s.otherwise && { otherwise: s.otherwise.map(stmt) }),
          ...(s.beside && { beside: s.beside.map(stmt) }),
        };
      case 'assume':
      case 'assert':
        return { ...s, cond: expr(s.cond), range: range(s.range) };
      case 'go-through':
        return {
          ...s,
          position: s.position && expr(s.position),
          guard: s.guard && expr(s.guard),
          range: range(s.range),
        };
      case 'note':
        return { ...s, reason: reason(s.reason), ...by(s) };
    }
  };
  const end = (t: Terminator): Terminator => {
    switch (t.kind) {
      case 'goto':
        return t;
      case 'branch':
        return { ...t, cond: expr(t.cond), range: range(t.range) };
      case 'return':
        return {
          ...t,
          value: t.value === null ? null : expr(t.value),
          range: range(t.range),
          ...(t.members === undefined ? {} : { members: t.members.map(expr) }),
        };
      case 'halt':
        return { ...t, reason: t.reason === null ? null : reason(t.reason) };
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
      test: l.test && { ...l.test, range: range(l.test.range) },
    })),
    assertions: ir.assertions.map((a) => ({ ...a, range: range(a.range) })),
    reasons: ir.reasons.map(reason),
  };
}
