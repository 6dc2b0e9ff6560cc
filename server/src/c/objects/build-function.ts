/**
 * The small steps that expressions and statements are lowered with: blocks, variables, and expressions with folded
 * constants.
 */
import { computeBinary, computeUnary, constantValue } from '../../program/index.ts';
import type {
  BinaryOp,
  BlockId,
  Expr,
  FromCall,
  Stmt,
  Terminator,
  UnaryOp,
  VarId,
  Variable,
} from '../../program/index.ts';
import type { Reason, SourceRange } from '../../source/index.ts';
import { INT, convert, inRange, sameType } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';
import type { Clobber, Draft } from './function-draft.ts';
import type { SyntaxNode } from '../syntax/index.ts';

export function newBlock(f: Draft, condition = false): BlockId {
  f.blocks.push({ stmts: [], end: null, condition });
  return f.blocks.length - 1;
}

export function emit(f: Draft, stmt: Stmt | Clobber): void {
  f.blocks[f.current]!.stmts.push(stmt);
}

/** Code runs that we don't see: it may change all that it can reach. */
export function anythingReached(draft: Draft, range: SourceRange, reason: Reason, by?: FromCall): void {
  emit(draft, {
    kind: 'clobber',
    cause: 'call',
    origin: 'unknown',
    element: null,
    except: null,
    reason,
    range,
    ...(by && { by }),
  });
}

/** Ends the current block; what follows without a label is unreachable and goes into a block of its own. */
export function finish(f: Draft, end: Terminator): void {
  const block = f.blocks[f.current]!;
  block.end ??= end;
  f.current = newBlock(f);
}

/** Ends the current block with a jump and goes on there. */
export function continueAt(f: Draft, to: BlockId): void {
  const block = f.blocks[f.current]!;
  block.end ??= { kind: 'goto', to };
  f.current = to;
}

export function branch(draft: Draft, cond: Expr, then: BlockId, otherwise: BlockId, range: SourceRange): void {
  const value = constantValue(cond);
  const block = draft.blocks[draft.current]!;
  if (value !== null) block.end ??= { kind: 'goto', to: value !== 0n ? then : otherwise };
  else block.end ??= { kind: 'branch', cond, then, else: otherwise, range };
}

/** Lowers something on trial: `pure` tells whether it took no statement and no control flow. */
export function aside<T>(
  draft: Draft,
  lower: () => T,
): { readonly value: T; readonly pure: boolean; readonly start: BlockId; readonly end: BlockId } {
  const before = draft.current;
  const start = newBlock(draft);
  draft.current = start;
  const value = lower();
  const end = draft.current;
  const pure = end === start && draft.blocks[start]!.stmts.length === 0;
  draft.current = before;
  if (pure && draft.blocks.length - 1 === start) draft.blocks.pop();
  return { value, pure, start, end };
}

export function rangeOf(f: Draft, node: { readonly start: number; readonly end: number }): SourceRange {
  return f.file.locator.range(node.start, node.end);
}

export function text(f: Draft, node: SyntaxNode): string {
  return f.file.types.text.slice(node.start, node.end);
}

/** As the programmer wrote it, on one line and not too long: a macro's call is not spelled out. */
export function written(f: Draft, node: { readonly start: number; readonly end: number }): string {
  const { start, end } = f.file.locator.offsets(node.start, node.end);
  const line = f.file.source.slice(start, end).replace(/\s+/g, ' ');
  return line.length > MOST_WRITTEN ? `${line.slice(0, MOST_WRITTEN - 3)}...` : line;
}

const MOST_WRITTEN = 60;

/**
 * The same of an expression: where it is a part of what a macro stands for, the macro's call is not what it is. What has
 * statements in it, or is long, is told by the call all the same.
 */
export function writtenValue(draft: Draft, node: { readonly start: number; readonly end: number }): string {
  const { locator, types } = draft.file;
  const whole = locator.expansion(node.start);
  if (whole === null || node.end > whole.end) return written(draft, node);
  const around = types.text.slice(whole.start, node.start) + types.text.slice(node.end, whole.end);
  const line = types.text.slice(node.start, node.end).replace(/\s+/g, ' ');
  const isUnreadable = line.length > MOST_WRITTEN || line.includes('{');
  return isUnreadable || /^[\s()]*$/.test(around) ? written(draft, node) : line;
}

/** Notes what was lost; one entry for each code and place. */
export function because(
  draft: Draft,
  code: string,
  message: string,
  node: { readonly start: number; readonly end: number },
): Reason {
  const range = rangeOf(draft, node);
  const known = draft.reasons.find(
    (r) => r.code === code && r.range?.start.line === range.start.line && r.range.start.column === range.start.column,
  );
  if (known !== undefined) return known;
  const reason: Reason = { code, message, range };
  draft.reasons.push(reason);
  return reason;
}

export function newVariable(
  draft: Draft,
  name: string,
  type: IntType,
  traits: Pick<Variable, 'scope' | 'range' | 'initial' | 'addressTaken' | 'undeclared'>,
): VarId {
  const id = draft.variables.length;
  draft.variables.push({ id, name, type, ...traits });
  return id;
}

export function temporary(draft: Draft, type: IntType): VarId {
  const id = newVariable(draft, `$${++draft.temporaries}`, type, {
    scope: 'temp',
    range: null,
    initial: null,
    addressTaken: false,
  });
  // a position is kept
  if (type.name === 'pointer') draft.variables[id] = { ...draft.variables[id]!, pointer: true };
  return id;
}

export function variable(f: Draft, id: VarId): Expr {
  return { kind: 'var', id, type: f.variables[id]!.type };
}

export function constant(value: bigint, type: IntType): Expr {
  return { kind: 'const', value, type };
}

/** A fresh value that may be anything of its type. */
export function unknownValue(
  f: Draft,
  type: IntType,
  reason: Reason,
  node: SyntaxNode,
  known: Pick<Stmt & { readonly kind: 'havoc' }, 'by' | 'guess'> = {},
): Expr {
  const target = temporary(f, type);
  emit(f, { kind: 'havoc', target, reason, range: rangeOf(f, node), ...known });
  return variable(f, target);
}

/**
 * Whether the statement can write to the target directly. Other names of the target see what is assigned, but not what
 * is havocked or read behind a pointer.
 */
function isProducer(
  draft: Draft,
  s: Draft['blocks'][number]['stmts'][number],
  target: VarId,
): s is Extract<Stmt, { readonly kind: 'nondet' | 'havoc' | 'load' | 'call' }> {
  if (s.kind === 'havoc') return !draft.exposed.has(target);
  return s.kind === 'nondet' || s.kind === 'load' || s.kind === 'call';
}

/** Assigns; a temporary that was made for this very value is replaced by the target. */
export function assign(draft: Draft, target: VarId, value: Expr, range: SourceRange): void {
  const stmts = draft.blocks[draft.current]!.stmts;
  const last = stmts[stmts.length - 1];
  if (
    value.kind === 'var' &&
    last !== undefined &&
    draft.variables[value.id]!.scope === 'temp' &&
    sameType(value.type, draft.variables[target]!.type) &&
    isProducer(draft, last, target) &&
    last.target === value.id
  ) {
    stmts[stmts.length - 1] = { ...last, target, range };
    return;
  }
  if (
    value.kind === 'var' &&
    last?.kind === 'load-at' &&
    !draft.exposed.has(target) &&
    draft.variables[value.id]!.scope === 'temp' &&
    sameType(value.type, draft.variables[target]!.type) &&
    last.target === value.id
  ) {
    stmts[stmts.length - 1] = {
      ...last,
      target,
      range,
      otherwise: last.otherwise.map((s): Stmt => (s.kind === 'havoc' ? { ...s, target, range } : s)),
    };
    return;
  }
  emit(draft, { kind: 'assign', target, value, range });
}

export function cast(value: Expr, type: IntType): Expr {
  if (sameType(value.type, type)) return value;
  // where an object begins stays told apart from numbers: copies of a function move it
  const begins = value.kind === 'const' && value.type.name === 'pointer' && value.value !== 0n;
  if (value.kind === 'const' && !begins && inRange(value.value, type)) return constant(value.value, type);
  return { kind: 'cast', arg: value, type };
}

export function unary(op: UnaryOp, arg: Expr): Expr {
  const type = op === 'lognot' ? INT : arg.type;
  if (arg.kind === 'const') {
    const value = computeUnary(op, arg.value, arg.type, 'mathematical');
    if (typeof value === 'bigint' && inRange(value, type)) return constant(value, type);
  }
  return { kind: 'unary', op, arg, type };
}

const COMPARISONS = new Set<BinaryOp>(['lt', 'le', 'gt', 'ge', 'eq', 'ne', 'land', 'lor']);

/** Both operands have the same type already (but for shifts). Constants are folded where nothing wraps. */
export function binary(op: BinaryOp, left: Expr, right: Expr, range: SourceRange | null): Expr {
  const type = COMPARISONS.has(op) ? INT : left.type;
  if (left.kind === 'const' && right.kind === 'const') {
    const value = computeBinary(op, left.value, right.value, left.type, 'c');
    const exact =
      typeof value === 'bigint' ? computeBinary(op, left.value, right.value, left.type, 'mathematical') : null;
    if (typeof value === 'bigint' && value === exact && convert(value, type) === value) return constant(value, type);
  }
  return range === null ? { kind: 'binary', op, left, right, type } : { kind: 'binary', op, left, right, type, range };
}

/** Whether the value is 0 or 1 by its form. */
function isTruth(e: Expr): boolean {
  if (e.kind === 'binary') return COMPARISONS.has(e.op);
  return (e.kind === 'unary' && e.op === 'lognot') || (e.kind === 'const' && (e.value === 0n || e.value === 1n));
}

/** The value as a condition: `int`, 0 or 1. */
export function truth(expression: Expr): Expr {
  if (isTruth(expression)) return cast(expression, INT);
  if (expression.kind === 'const') return constant(expression.value === 0n ? 0n : 1n, INT);
  if (expression.kind === 'cast' && (isTruth(expression.arg) || widens(expression))) return truth(expression.arg);
  return binary('ne', expression, constant(0n, expression.type), null);
}

/** A cast that keeps every value, so that zero stays zero and nothing else becomes it. */
function widens(e: Expr & { readonly kind: 'cast' }): boolean {
  const from = e.arg.type;
  return e.type.bool || from.bits <= e.type.bits;
}

export function negation(expression: Expr): Expr {
  const value = truth(expression);
  if (value.kind === 'binary' && value.op === 'ne' && value.right.kind === 'const' && value.right.value === 0n)
    return binary('eq', value.left, value.right, null);
  return unary('lognot', value);
}

/** The value as it is now, in a variable of its own. */
export function keep(f: Draft, value: Expr, range: SourceRange): Expr {
  const id = temporary(f, value.type);
  emit(f, { kind: 'assign', target: id, value, range });
  return variable(f, id);
}
