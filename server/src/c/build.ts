/**
 * A function under construction: its variables, blocks and scopes, and the small steps that expressions and statements are
 * lowered with. Mutable while one function is lowered, never seen outside this folder.
 */
import { computeBinary, computeUnary, constantValue } from '../ir/arithmetic.ts';
import type { Access, ArrayObject, AssertionSite, BinaryOp, BlockId, Expr, Stmt, Terminator, UnaryOp, VarId, Variable } from '../ir/program.ts';
import type { Reason, SourceRange } from '../ir/source.ts';
import { INT, convert, inRange, sameType } from '../ir/types.ts';
import type { IntType } from '../ir/types.ts';
import type { CType, Field, RecordType } from './ctypes.ts';
import type { FunctionFacts } from './facts.ts';
import type { FileContext } from './file.ts';
import type { ArrayPlace, Origin, Place, Value } from './places.ts';
import type { Puns } from './puns.ts';
import type { Scope } from './scope.ts';
import type { SyntaxNode } from './syntax.ts';

/** What may change through pointers or in code that we don't see; resolved when all objects of the function are known. */
export interface Clobber {
  readonly kind: 'clobber';
  /** `call`: everything that foreign code can reach. `store`: what a store through a pointer of this element type may hit. */
  readonly cause: 'call' | 'store' | 'object';
  /** What is stored to: an object of the function, of the file, behind a parameter, or anything. */
  readonly origin: Origin;
  /** Type of what is stored; null: not known, or more than one. `pointer`: a pointer. */
  readonly element: IntType | 'pointer' | null;
  /** The member stored to, where it is one. */
  readonly field?: Field;
  /** For `object`: what is new, or changed as a whole. `moved`: the pointer to it leads elsewhere, too. */
  readonly place?: Place;
  readonly moved?: boolean;
  /** It is new; nothing is written. */
  readonly first?: true;
  /** What is stored where, for what can be told once calls are inlined. */
  readonly at?: { readonly access: Access; readonly value: Expr };
  /** By the call before, where it can't be told what its pointers lead to. */
  readonly ofCall?: true;
  /** The member is that of what is at the position; a pointer to `value` is written to it. */
  readonly written?: { readonly position: Expr; readonly value: Expr | null };
  /** The array stored to, which is not havocked again. */
  readonly except: number | null;
  readonly reason: Reason;
  readonly range: SourceRange;
}

export interface DraftBlock {
  stmts: (Stmt | Clobber)[];
  end: Terminator | null;
  /** Made for an operand of `&&` or `||`: may be merged into the branch before it. */
  condition: boolean;
}

export interface DraftLoop {
  readonly kind: 'for' | 'while' | 'do' | 'goto';
  readonly header: BlockId;
  readonly body: BlockId;
  readonly node: { readonly start: number; readonly end: number };
  readonly head: { readonly start: number; readonly end: number };
}

export interface DraftArray extends ArrayObject {
  /** Reached through a pointer: may be another object in disguise. */
  readonly viaPointer: boolean;
  /** Its address is known elsewhere: pointers may lead to it. */
  readonly escapes: boolean;
  readonly isConst: boolean;
  readonly origin: Origin;
  readonly field?: Field;
}

export interface SwitchTargets {
  /** `low` is null where the label's value is not known. */
  readonly cases: { readonly low: bigint | null; readonly high: bigint | null; readonly block: BlockId; readonly node: SyntaxNode }[];
  /** Where labels may be hidden in code that isn't understood. */
  readonly hidden: { readonly block: BlockId; readonly reason: Reason }[];
  defaultBlock: BlockId | null;
  readonly type: IntType;
}

/** Where a jump leads, and the handlers that are still due there. */
export interface Jump {
  readonly block: BlockId;
  readonly cleanups: Cleanup | null;
}

/** Control of which it isn't known where it goes: see `lost.ts`. */
export interface Lost {
  /** Leads to all of the function; null: nothing needs that. */
  anywhere: BlockId | null;
  /** Leads to all labels whose address is taken. */
  computed: BlockId | null;
  readonly computedGotos: SyntaxNode[];
  /** Code that may hold labels. */
  readonly entries: BlockId[];
  /** A nested function may go to a label of the function. */
  nested: boolean;
  /** It isn't certain that statements are nested as they seem to be. */
  shapes: boolean;
}

/** What a name means somewhere in the function. `root`: where a pointer leads from the start. */
export interface NamedObject {
  readonly place: Place;
  readonly type: CType;
  readonly root: ArrayPlace | 'unknown' | null;
  readonly param: boolean;
}

/** What expressions are lowered by, for whoever has one that is a part of something else. */
export interface Lowering {
  /** The value; side effects go to the current block(s). */
  readonly value: (f: Draft, node: SyntaxNode) => Value;
  /** Its side effects only. */
  readonly effect: (f: Draft, node: SyntaxNode) => void;
  /** GNU `({ ... })`. */
  readonly statements: (f: Draft, body: SyntaxNode) => Value;
}

export interface Draft {
  readonly lower: Lowering;
  /** Only types or constants are wanted: locals of the function around have no variables here. */
  readonly trial: boolean;
  readonly file: FileContext;
  readonly facts: FunctionFacts;
  readonly returnType: IntType | null;
  /** The struct that it returns; null: none. */
  returnRecord: RecordType | null;
  /** The type of pointer that it returns; null: none. */
  returnsPointer: (CType & { readonly kind: 'pointer' }) | null;
  readonly variables: Variable[];
  readonly arrays: DraftArray[];
  readonly blocks: DraftBlock[];
  readonly loops: DraftLoop[];
  readonly assertions: AssertionSite[];
  readonly reasons: Reason[];
  readonly labels: Map<string, { readonly block: BlockId; readonly node: SyntaxNode | null; readonly defined: boolean; readonly cleanups: Cleanup | null }>;
  /** `cleanups`: still to be run in the block that it starts `from`. */
  readonly gotos: { readonly label: string; readonly node: SyntaxNode; readonly from: BlockId; readonly cleanups: Cleanup | null; readonly scope: Scope }[];
  readonly lost: Lost;
  cleanups: Cleanup | null;
  /** Names already turned into objects of this function (file-scope ones). */
  readonly globals: Map<string, Place>;
  /** Globals that never change. */
  readonly constants: Set<VarId>;
  /** Variables that pointers may lead to, with what is known of whose these are. */
  readonly exposed: Map<VarId, { readonly origin: Origin; readonly field: Field | null;
    /** Through pointers to any type: its parts have several. */
    readonly any?: true }>;
  /** Pointers that are converted to pointers to another type: see `puns.ts`. */
  readonly puns: Puns;
  readonly name: string;
  /** Where its body stands in the text; null: nowhere. */
  readonly span: { readonly start: number; readonly end: number } | null;
  /** Parameters and locals by name, in the order of their declarations. */
  readonly objects: Map<string, NamedObject[]>;
  /** Where pointers lead, once that was asked (null: not known). */
  readonly targets: Map<VarId, ArrayPlace | null>;
  /** Nested arrays as rows of elements. */
  readonly flat: Map<number, ArrayPlace>;
  /** Where objects begin. */
  readonly positions: Map<Place | string, Expr>;
  /** Positions that become variables when they are asked for. */
  readonly unborn: Map<Place | string, () => Expr>;
  readonly named: { readonly name: string; readonly at: bigint; readonly place: Place; readonly type: CType | null; readonly shared: boolean }[];
  /** What pointers lead to that never change, and where that is, once it has been asked. */
  readonly led: { readonly place: Place; readonly type: CType; readonly position: () => Expr | undefined }[];
  /** It changes what isn't seen. */
  unseen: boolean;
  /** What comes before everything else. */
  readonly prologue: Stmt[];
  scope: Scope;
  current: BlockId;
  breakTo: Jump | null;
  continueTo: Jump | null;
  /** Where `return` leads in a nested function; null: out. */
  returnTo: Jump | null;
  switchTargets: SwitchTargets | null;
  temporaries: number;
  depth: number;
}

export function newBlock(f: Draft, condition = false): BlockId {
  f.blocks.push({ stmts: [], end: null, condition });
  return f.blocks.length - 1;
}

export function emit(f: Draft, stmt: Stmt | Clobber): void {
  f.blocks[f.current]!.stmts.push(stmt);
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

export function branch(f: Draft, cond: Expr, then: BlockId, otherwise: BlockId, range: SourceRange): void {
  const value = constantValue(cond);
  const block = f.blocks[f.current]!;
  if (value !== null) block.end ??= { kind: 'goto', to: value !== 0n ? then : otherwise };
  else block.end ??= { kind: 'branch', cond, then, else: otherwise, range };
}

/** Lowers something on trial: `pure` tells whether it took no statement and no control flow. */
export function aside<T>(f: Draft, lower: () => T): { readonly value: T; readonly pure: boolean; readonly start: BlockId; readonly end: BlockId } {
  const before = f.current;
  const start = newBlock(f);
  f.current = start;
  const value = lower();
  const end = f.current;
  const pure = end === start && f.blocks[start]!.stmts.length === 0;
  f.current = before;
  if (pure && f.blocks.length - 1 === start) f.blocks.pop();
  return { value, pure, start, end };
}

export function rangeOf(f: Draft, node: { readonly start: number; readonly end: number }): SourceRange {
  return f.file.locator.range(node.start, node.end);
}

export function text(f: Draft, node: SyntaxNode): string {
  return f.file.types.text.slice(node.start, node.end);
}

/** Notes what was lost; one entry for each code and place. */
export function because(f: Draft, code: string, message: string, node: { readonly start: number; readonly end: number }): Reason {
  const range = rangeOf(f, node);
  const known = f.reasons.find((r) => r.code === code && r.range?.start.line === range.start.line && r.range.start.column === range.start.column);
  if (known !== undefined) return known;
  const reason: Reason = { code, message, range };
  f.reasons.push(reason);
  return reason;
}

export function newVariable(f: Draft, name: string, type: IntType, scope: Variable['scope'], range: SourceRange | null, initial: bigint | null, addressTaken: boolean): VarId {
  const id = f.variables.length;
  f.variables.push({ id, name, type, scope, range, initial, addressTaken });
  return id;
}

export function temporary(f: Draft, type: IntType): VarId {
  const id = newVariable(f, `$${++f.temporaries}`, type, 'temp', null, null, false);
  // a position is kept
  if (type.name === 'pointer') f.variables[id] = { ...f.variables[id]!, pointer: true };
  return id;
}

export function variable(f: Draft, id: VarId): Expr {
  return { kind: 'var', id, type: f.variables[id]!.type };
}

export function constant(value: bigint, type: IntType): Expr {
  return { kind: 'const', value, type };
}

/** A fresh value that may be anything of its type. */
export function unknownValue(f: Draft, type: IntType, reason: Reason, node: SyntaxNode): Expr {
  const target = temporary(f, type);
  emit(f, { kind: 'havoc', target, reason, range: rangeOf(f, node) });
  return variable(f, target);
}

/** Assigns; a temporary that was made for this very value is replaced by the target. */
export function assign(f: Draft, target: VarId, value: Expr, range: SourceRange): void {
  const stmts = f.blocks[f.current]!.stmts;
  const last = stmts[stmts.length - 1];
  if (value.kind === 'var' && last !== undefined && f.variables[value.id]!.scope === 'temp' && sameType(value.type, f.variables[target]!.type)
    && (last.kind === 'nondet' || last.kind === 'havoc' || last.kind === 'load' || last.kind === 'call') && last.target === value.id) {
    stmts[stmts.length - 1] = { ...last, target, range };
    return;
  }
  if (value.kind === 'var' && last?.kind === 'load-at' && f.variables[value.id]!.scope === 'temp' && sameType(value.type, f.variables[target]!.type) && last.target === value.id) {
    stmts[stmts.length - 1] = { ...last, target, range, otherwise: last.otherwise.map((s): Stmt => (s.kind === 'havoc' ? { ...s, target, range } : s)) };
    return;
  }
  emit(f, { kind: 'assign', target, value, range });
}

export function cast(value: Expr, type: IntType): Expr {
  if (sameType(value.type, type)) return value;
  if (value.kind === 'const' && inRange(value.value, type)) return constant(value.value, type);
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
    const exact = typeof value === 'bigint' ? computeBinary(op, left.value, right.value, left.type, 'mathematical') : null;
    if (typeof value === 'bigint' && value === exact && convert(value, type) === value) return constant(value, type);
  }
  return range === null ? { kind: 'binary', op, left, right, type } : { kind: 'binary', op, left, right, type, range };
}

/** Whether the value is 0 or 1 by its form. */
export function isTruth(e: Expr): boolean {
  if (e.kind === 'binary') return COMPARISONS.has(e.op);
  return (e.kind === 'unary' && e.op === 'lognot') || (e.kind === 'const' && (e.value === 0n || e.value === 1n));
}

/** The value as a condition: `int`, 0 or 1. */
export function truth(e: Expr): Expr {
  if (isTruth(e)) return cast(e, INT);
  if (e.kind === 'const') return constant(e.value === 0n ? 0n : 1n, INT);
  if (e.kind === 'cast' && (isTruth(e.arg) || widens(e))) return truth(e.arg);
  return binary('ne', e, constant(0n, e.type), null);
}

/** A cast that keeps every value, so that zero stays zero and nothing else becomes it. */
function widens(e: Expr & { readonly kind: 'cast' }): boolean {
  const from = e.arg.type;
  return e.type.bool || from.bits <= e.type.bits;
}

export function negation(e: Expr): Expr {
  const value = truth(e);
  if (value.kind === 'binary' && value.op === 'ne' && value.right.kind === 'const' && value.right.value === 0n) return binary('eq', value.left, value.right, null);
  return unary('lognot', value);
}

/** Handlers that are due, the innermost first. */
export interface Cleanup {
  readonly run: (f: Draft) => void;
  readonly outer: Cleanup | null;
}

/** The value as it is now, in a variable of its own. */
export function keep(f: Draft, value: Expr, range: SourceRange): Expr {
  const id = temporary(f, value.type);
  emit(f, { kind: 'assign', target: id, value, range });
  return variable(f, id);
}
