/** Calls replaced by the bodies of the functions called, so that one graph shows all that a run does. */
import { effectsOfCall } from './callee-effects.ts';
import { constantCall, isRecursive, onlyComputes } from './constant-calls.ts';
import type {
  Access, Alias, Around, ArrayObject, AssertionSite, Behind, Block, BlockId, Expr, Held, IrFunction, IrProgram,
  Known, LoopSite, Positioned, Stmt, Terminator, Variable,
} from '../program/index.ts';
import {
  KNOWN, checkedBy, constantOf, constantsAfter, constantsAtBlocks, isBehindPointer, isProgramStart,
  pruneNullChecks, withoutDetours,
} from '../program/index.ts';
import { resolveMemory } from './resolve-memory.ts';
import type { MemoryBlock } from './memory-function.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import type { IntType } from '../machine/index.ts';

export interface InlineLimits {
  /** No call is inlined that would make the function larger than this. */
  readonly maxBlocks: number;
  /** Calls within calls. */
  readonly maxDepth: number;
}

export const DEFAULT_INLINE_LIMITS: InlineLimits = { maxBlocks: 2_000, maxDepth: 12 };

interface Draft {
  readonly program: IrProgram;
  readonly functions: ReadonlyMap<string, IrFunction>;
  readonly limits: InlineLimits;
  readonly variables: Variable[];
  readonly arrays: ArrayObject[];
  readonly blocks: MemoryBlock[];
  readonly loops: LoopSite[];
  readonly assertions: AssertionSite[];
  readonly reasons: Reason[];
  readonly positions: Positioned[];
  /** Where these are. */
  readonly taken: Set<bigint>;
  /** By where an object of a callee is: where the latest copy of it went. */
  readonly latest: Map<bigint, bigint>;
  readonly behind: Behind[];
  /** By number: the function itself, then each call that was inlined. */
  readonly frames: { readonly parent: number | null }[];
  readonly unseen: Set<number>;
  readonly globals: Map<string, number>;
  readonly globalArrays: Map<string, number>;
}

/** How a copy of a function is tied to its caller. */
interface Frame {
  readonly fn: IrFunction;
  readonly number: number;
  /** Where the copy's objects begin, by where those of the function do. */
  readonly moved: ReadonlyMap<bigint, bigint>;
  readonly variables: readonly number[];
  readonly arrays: readonly number[];
  /** By the callee's array: where it begins in the caller's. */
  readonly offsets: ReadonlyMap<number, Expr>;
  readonly loops: readonly number[];
  readonly assertions: readonly number[];
  /** Where returns go and what takes the value; null in the function itself. */
  readonly continuation: { readonly block: BlockId; readonly target: number | null; readonly results: readonly number[] } | null;
  readonly callers: readonly string[];
  /** Loops (new ids) around the call, outermost first. */
  readonly enclosing: readonly number[];
  /** Parameters that are constants at this call. */
  readonly given: Known;
}

/**
 * The function with its calls of same-file functions inlined. Variables of callees become locals named `callee.x`; globals are
 * one and the same; loops and assertions of callees come after the function's own, with their own source ranges. A call that
 * is recursive or too large becomes a havoc of all that it may change.
 */
export function inlineCalls(program: IrProgram, fn: IrFunction, limits: InlineLimits = DEFAULT_INLINE_LIMITS): IrFunction {
  if (!hasCalls(fn) && !hasMemory(fn)) return fn;
  const d: Draft = {
    program, functions: new Map(program.functions.map((f) => [f.name, f])), limits,
    variables: [...fn.variables], arrays: [...fn.arrays], blocks: [], loops: [], assertions: [], reasons: [...fn.reasons], positions: [...fn.positions ?? []],
    taken: new Set((fn.positions ?? []).map((p) => p.at)), latest: new Map(),
    behind: [...fn.behind ?? []], frames: [{ parent: null }], unseen: new Set(fn.unseen ? [0] : []),
    globals: new Map(), globalArrays: new Map(),
  };
  for (const v of fn.variables) if (v.scope === 'global') d.globals.set(keyOf(v), v.id);
  for (const a of fn.arrays) if (a.scope === 'global') d.globalArrays.set(a.key ?? a.name, a.id);
  const frame: Frame = {
    fn, number: 0, moved: new Map(), variables: fn.variables.map((v) => v.id), arrays: fn.arrays.map((a) => a.id), offsets: new Map(),
    loops: addLoops(d, fn, []), assertions: [], continuation: null, callers: [fn.name], enclosing: [], given: new Map(),
  };
  const entry = copyBody(d, { ...frame, assertions: addAssertions(d, frame) });
  const whole = { ...d, isMain: isProgramStart(fn), entry };
  resolveMemory(whole);
  pruneNullChecks(whole);
  const blocks = d.blocks.map((b, id): Block => ({ id, stmts: b.stmts as Stmt[], end: b.end ?? { kind: 'halt', reason: null } }));
  const threaded = withoutDetours(blocks, entry, d.loops);
  const { behind: _, ...rest } = fn;
  remember(fn, limits, d.reasons);
  return { ...rest, variables: d.variables, arrays: d.arrays, ...threaded, assertions: d.assertions, reasons: d.reasons, positions: d.positions };
}

const lost = new WeakMap<IrFunction, { readonly limits: InlineLimits; readonly reasons: readonly Reason[] }>();

/** Remembers what is lost in the function itself, so that it needn't be inlined for that alone. */
function remember(fn: IrFunction, limits: InlineLimits, reasons: readonly Reason[]): readonly Reason[] {
  const own = reasons.filter((r) => r.range !== null && within(r.range, fn.range));
  lost.set(fn, { limits, reasons: own });
  return own;
}

/** What is lost in the function, its callees left aside: what pointers lead to shows only where calls are inlined. */
export function reasonsOf(program: IrProgram, fn: IrFunction, limits: InlineLimits = DEFAULT_INLINE_LIMITS): readonly Reason[] {
  if (!hasMemory(fn)) return fn.reasons;
  const known = lost.get(fn);
  return known?.limits === limits ? known.reasons : remember(fn, limits, inlineCalls(program, fn, limits).reasons);
}

function hasMemory(fn: IrFunction): boolean {
  return fn.blocks.some((b) => b.stmts.some((s) => s.kind === 'load-at' || s.kind === 'store-at' || checkedBy(s) !== null)) || (fn.behind ?? []).length > 0;
}

function hasCalls(fn: IrFunction): boolean {
  return fn.blocks.some((b) => b.stmts.some((s) => s.kind === 'call'));
}

function keyOf(v: Variable): string {
  return v.range === null ? v.name : `${v.name} ${v.range.start.line} ${v.range.start.column}`;
}

function newBlock(d: Draft, frame: Pick<Frame, 'number'>): BlockId {
  d.blocks.push({ stmts: [], end: null, frame: frame.number });
  return d.blocks.length - 1;
}

const NOTHING: Known = new Map();

/** Copies the function's blocks; returns the entry's new id. Headers are put right afterwards. */
function copyBody(d: Draft, frame: Frame): BlockId {
  const { fn } = frame;
  const ids = fn.blocks.map(() => newBlock(d, frame));
  fn.loops.forEach((l, i) => {
    const id = frame.loops[i]!;
    d.loops[id] = { ...d.loops[id]!, header: ids[l.header]!, body: ids[l.body]! };
  });
  const constants = hasCalls(fn) ? constantsAtBlocks(fn, frame.given) : null;
  for (const block of fn.blocks) {
    let at = ids[block.id]!;
    let known = constants?.get(block.id) ?? NOTHING;
    for (const stmt of block.stmts) {
      const before = known;
      if (constants) known = constantsAfter(fn, stmt, before);
      if (stmt.kind === 'call') at = copyCall(d, frame, stmt, at, before);
      else if (!isVain(d, frame, stmt) && !(stmt.kind === 'assume' && stmt.start && frame.continuation !== null)) d.blocks[at]!.stmts.push(copyStmt(stmt, frame));
    }
    d.blocks[at]!.end = copyEnd(d, frame, block.end, ids, at);
  }
  return ids[fn.entry]!;
}

function copyEnd(d: Draft, frame: Frame, end: Terminator, ids: readonly BlockId[], at: BlockId): Terminator {
  switch (end.kind) {
    case 'goto': return { kind: 'goto', to: ids[end.to]! };
    case 'branch': return { ...end, cond: copyExpr(end.cond, frame), then: ids[end.then]!, else: ids[end.else]! };
    case 'halt': return end;
    case 'return': {
      const value = end.value === null ? null : copyExpr(end.value, frame);
      if (frame.continuation === null) return { ...end, value };
      const { target, results, block } = frame.continuation;
      results.forEach((id, i) => {
        const member = end.members?.[i];
        const reason: Reason = { code: 'no-result', message: `\`${frame.fn.name}\` returns without a value`, range: end.range };
        d.blocks[at]!.stmts.push(member === undefined ? { kind: 'havoc', target: id, reason, range: end.range } : { kind: 'assign', target: id, value: copyExpr(member, frame), range: end.range });
      });
      if (target !== null) {
        const reason: Reason = { code: 'no-result', message: `\`${frame.fn.name}\` returns without a value`, range: end.range };
        d.blocks[at]!.stmts.push(value === null ? { kind: 'havoc', target, reason, range: end.range } : { kind: 'assign', target, value, range: end.range });
      }
      return { kind: 'goto', to: block };
    }
  }
}

/** Inlines one call at the end of a block; returns the block behind it. */
function copyCall(d: Draft, frame: Frame, call: Stmt & { readonly kind: 'call' }, at: BlockId, known: Known): BlockId {
  const callee = d.functions.get(call.callee);
  const target = call.target === null ? null : frame.variables[call.target]!;
  const value = callee?.returnType && isRecursive(d.program, call.callee) ? constantCall(d.program, call, known) : null;
  if (callee?.returnType && value !== null) {
    if (target !== null) d.blocks[at]!.stmts.push({ kind: 'assign', target, value: { kind: 'const', value, type: callee.returnType }, range: call.range });
    return at;
  }
  const recursive = frame.callers.includes(call.callee) && !isFollowed(d, frame, call);
  const tooLarge = callee === undefined || frame.callers.length > d.limits.maxDepth || d.blocks.length + callee.blocks.length > d.limits.maxBlocks;
  if (callee === undefined || recursive || tooLarge) {
    const reason: Reason = recursive
      ? { code: 'recursion', message: `\`${call.callee}\` calls itself`, range: call.range }
      : { code: 'call-too-large', message: `\`${call.callee}\` is too large to be followed here`, range: call.range };
    d.reasons.push(reason);
    havocCall(d, frame, call, callee, target, reason, at);
    d.blocks[at]!.stmts.push(...copyList([...call.beside ?? [], ...call.otherwise ?? []], frame));
    if (call.otherwise !== undefined) d.unseen.add(frame.number);
    return at;
  }
  const enclosing = [...frame.enclosing, ...frame.fn.loops.filter((l) => within(call.range, l.range)).map((l) => frame.loops[l.id]!)];
  const behind = newBlock(d, frame);
  const inner = addFrame(d, frame, callee, call, { block: behind, target, results: (call.results ?? []).map((id) => frame.variables[id]!) }, enclosing, at, known);
  const entry = copyBody(d, inner);
  d.blocks[at]!.end = { kind: 'goto', to: entry };
  if (call.otherwise !== undefined || call.beside !== undefined) {
    d.blocks[behind]!.stmts.push({ kind: 'after-call', of: inner.number, otherwise: copyList(call.otherwise ?? [], frame), beside: copyList(call.beside ?? [], frame) });
  }
  return behind;
}

/** So many calls of a function within each other are followed. */
const DEEPEST_RECURSION = 8;
const LARGEST_RECURSIVE = 8;

/** A recursive call that is worth following: outside of loops, of a small function that only computes, and calls itself once. */
function isFollowed(d: Draft, frame: Frame, call: Stmt & { readonly kind: 'call' }): boolean {
  const { callers, fn } = frame;
  const callee = d.functions.get(call.callee);
  if (callee !== fn || callers[0] === call.callee || callers.filter((c) => c === call.callee).length >= DEEPEST_RECURSION) return false;
  const once = fn.blocks.flatMap((b) => b.stmts.filter((s) => s.kind === 'call')).length === 1;
  return once && fn.blocks.length <= LARGEST_RECURSIVE && fn.loops.length === 0 && frame.enclosing.length === 0 && onlyComputes(d.program, fn);
}

function addFrame(
  d: Draft, frame: Frame, callee: IrFunction, call: Stmt & { readonly kind: 'call' }, continuation: Frame['continuation'], enclosing: readonly number[], at: BlockId, known: Known,
): Frame {
  const { stmts } = d.blocks[at]!;
  const number = d.frames.length;
  d.frames.push({ parent: frame.number });
  if (callee.unseen) d.unseen.add(number);
  const variables = callee.variables.map((v) => {
    if (v.scope === 'global') return globalOf(d, v);
    const id = d.variables.length;
    d.variables.push({ ...v, id, name: v.scope === 'temp' ? v.name : `${callee.name}.${v.name}`, scope: v.scope === 'temp' ? 'temp' : 'local' });
    return id;
  });
  const offsets = new Map<number, Expr>();
  const arrays = callee.arrays.map((a) => {
    if (a.scope === 'global') return globalArrayOf(d, a);
    const position = a.scope === 'param' ? callee.paramArrays?.indexOf(a.id) ?? -1 : -1;
    const handed = position < 0 ? null : call.arrays?.[position];
    if (handed != null) {
      const at = beginning(d, frame, call, position, handed, stmts as Stmt[]);
      if (at !== null) offsets.set(a.id, at);
      return frame.arrays[handed]!;
    }
    const id = d.arrays.length;
    const sizes = a.sizes?.map((e) => copyExpr(e, { variables, continuation, moved: NOT_MOVED }));
    const shape = a.shape && { ...a.shape, spelling: `${callee.name}.${a.shape.spelling}` };
    d.arrays.push({ ...a, id, name: `${callee.name}.${a.name}`, scope: 'local', ...(sizes && { sizes }), ...(shape && { shape }) });
    if (a.scope === 'param') {
      const reason: Reason = { code: 'pointer', message: `what \`${a.name}\` points at is not known at this call`, range: call.range };
      stmts.push({ kind: 'havoc-array', array: id, alias: { array: id }, reason, range: call.range });
    }
    return id;
  });
  // members of records passed by value
  for (const v of callee.variables) {
    if (v.scope !== 'param' || callee.params.includes(v.id) || callee.paramPointers?.includes(v.id)) continue;
    const behind = isBehindPointer(v);
    const reason: Reason = { code: behind ? 'pointer' : 'struct', message: behind ? `\`${v.name}\` is behind a pointer that is passed` : `\`${v.name}\` is passed in a struct`, range: call.range };
    stmts.push({ kind: 'havoc', target: variables[v.id]!, ...(behind && { alias: { variable: variables[v.id]! } }), reason, range: call.range });
  }
  callee.params.forEach((p, i) => {
    const value = call.args[i];
    if (p !== null && value !== undefined) stmts.push({ kind: 'assign', target: variables[p]!, value: copyExpr(value, frame), range: call.range });
  });
  callee.paramPointers?.forEach((p, i) => {
    if (p === null) return;
    const position = call.positions?.[i] ?? null;
    const reason: Reason = { code: 'pointer', message: `where \`${callee.variables[p]!.name}\` points is not known at this call`, range: call.range };
    stmts.push(position === null ? { kind: 'havoc', target: variables[p]!, reason, range: call.range } : { kind: 'assign', target: variables[p]!, value: copyExpr(position, frame), range: call.range });
  });
  const moved = addPositions(d, callee, variables, arrays);
  for (const b of callee.behind ?? []) {
    // what is handed over by name has its name
    if (b.holds.kind === 'elements' && callee.paramArrays?.some((a, i) => a === (b.holds as { readonly array: number }).array && call.arrays?.[i] != null)) continue;
    d.behind.push({ ...b, pointer: variables[b.pointer]!, holds: copyHeld(b.holds, variables, arrays) });
  }
  d.reasons.push(...callee.reasons.filter((r) => !d.reasons.includes(r)));
  const given = new Map(callee.params.flatMap((p, i): [number, bigint][] => {
    const value = call.args[i] === undefined ? null : constantOf(call.args[i], known);
    return p === null || value === null ? [] : [[p, value]];
  }));
  const inner: Frame = {
    given, fn: callee, number, moved, variables, arrays, offsets, loops: addLoops(d, callee, enclosing), assertions: [], continuation, callers: [...frame.callers, callee.name], enclosing,
  };
  return { ...inner, assertions: addAssertions(d, inner) };
}

const NOT_MOVED: ReadonlyMap<bigint, bigint> = new Map();
/** Objects begin at multiples of this. */
const APART = 1n << 32n;

/** The copy's own objects get positions of their own; those of the file are the same everywhere. */
function addPositions(d: Draft, callee: IrFunction, variables: readonly number[], arrays: readonly number[]): ReadonlyMap<bigint, bigint> {
  const moved = new Map<bigint, bigint>();
  for (const p of callee.positions ?? []) {
    const holds = p.holds && copyHeld(p.holds, variables, arrays);
    let { at } = p;
    if (p.shared) {
      if (d.taken.has(at)) continue;
    } else {
      at = d.latest.get(at) ?? at;
      while (d.taken.has(at)) at = at + APART > LAST ? APART : at + APART;
      d.latest.set(p.at, at);
      if (at !== p.at) moved.set(p.at, at);
    }
    d.taken.add(at);
    d.positions.push({ ...p, at, ...(holds && { holds }) });
  }
  return moved;
}

const LAST = 1n << 61n;

function copyHeld(held: Held, variables: readonly number[], arrays: readonly number[]): Held {
  switch (held.kind) {
    case 'variable': case 'bits': return { ...held, id: variables[held.id]! };
    case 'elements': return { ...held, array: arrays[held.array]! };
    case 'rows': return { ...held, parts: held.parts.map((p) => ({ ...p, array: arrays[p.array]! })) };
    case 'members': return { ...held, parts: held.parts.map((p) => ({ ...p, variable: p.variable === null ? null : variables[p.variable]!, array: p.array === null ? null : arrays[p.array]! })) };
  }
}

/** Where an array parameter begins in the array that is handed over; null: with it. In the new function's variables, evaluated at the call. */
function beginning(d: Draft, frame: Frame, call: Stmt & { readonly kind: 'call' }, position: number, handed: number, stmts: Stmt[]): Expr | null {
  const given = call.offsets?.[position] ?? null;
  const outer = frame.offsets.get(handed) ?? null;
  if (given === null) return outer;
  const index = copyExpr(given, frame);
  const value = outer === null ? cast(index, INDEX) : sum(outer, index, call.range);
  if (value.kind === 'const') return value;
  const id = d.variables.length;
  d.variables.push({ id, name: `$at${id}`, type: INDEX, scope: 'temp', range: null, initial: null, addressTaken: false });
  stmts.push({ kind: 'assign', target: id, value, range: call.range });
  return { kind: 'var', id, type: INDEX };
}

const INDEX: IntType = { bits: 64, signed: true, bool: false, name: 'long' };

function cast(e: Expr, type: IntType): Expr {
  if (e.type.bits === type.bits && e.type.signed === type.signed) return e;
  return e.kind === 'const' ? { ...e, type } : { kind: 'cast', arg: e, type };
}

function sum(a: Expr, b: Expr, range: SourceRange): Expr {
  return { kind: 'binary', op: 'add', left: cast(a, INDEX), right: cast(b, INDEX), type: INDEX, range };
}

/** An index of a callee's array as one of the array that it stands for. */
function indexFrom(index: Expr, array: number, frame: Frame, range: SourceRange): Expr {
  const offset = frame.offsets.get(array);
  const own = copyExpr(index, frame);
  return offset === undefined ? own : sum(offset, own, range);
}

function globalOf(d: Draft, v: Variable): number {
  const key = keyOf(v);
  const known = d.globals.get(key);
  if (known !== undefined) return known;
  const id = d.variables.length;
  d.variables.push({ ...v, id });
  d.globals.set(key, id);
  return id;
}

function globalArrayOf(d: Draft, a: ArrayObject): number {
  const key = a.key ?? a.name;
  const known = d.globalArrays.get(key);
  if (known !== undefined) return known;
  const id = d.arrays.length;
  d.arrays.push({ ...a, id });
  d.globalArrays.set(key, id);
  return id;
}

function addLoops(d: Draft, fn: IrFunction, enclosing: readonly number[]): number[] {
  const ids = new Map(fn.loops.map((l, i) => [l.id, d.loops.length + i]));
  const call = enclosing.reduce<Around | null>((around, loop) => ({ loop, around }), null);
  const copies = new Map<Around, Around>();
  const copy = (a: Around | null): Around | null => {
    const chain: Around[] = [];
    for (let x = a; x !== null && !copies.has(x); x = x.around) chain.push(x);
    for (const x of chain.reverse()) copies.set(x, { loop: ids.get(x.loop)!, around: x.around === null ? call : copies.get(x.around)! });
    return a === null ? call : copies.get(a)!;
  };
  for (const l of fn.loops) d.loops.push({ ...l, id: ids.get(l.id)!, nested: l.nested + enclosing.length, around: copy(l.around) });
  return [...ids.values()];
}

function addAssertions(d: Draft, frame: Frame): number[] {
  return frame.fn.assertions.map((a) => {
    const id = d.assertions.length;
    d.assertions.push({ ...a, id, loops: [...frame.enclosing, ...(a.loops ?? []).map((l) => frame.loops[l]!)] });
    return id;
  });
}

/** What a call that is not followed may change: its result, the globals and arrays that it and its callees write. */
function havocCall(d: Draft, frame: Frame, call: Stmt & { readonly kind: 'call' }, callee: IrFunction | undefined, target: number | null, reason: Reason, at: BlockId): void {
  const { stmts } = d.blocks[at]!;
  const range: SourceRange = call.range;
  const variables = new Set<number>();
  const arrays = new Set<number>();
  if (callee !== undefined) {
    const effects = effectsOfCall(d.program, d.functions, callee);
    for (const v of effects.variables) variables.add(globalOf(d, v));
    for (const a of effects.arrays) arrays.add(globalArrayOf(d, a));
  }
  for (const a of call.arrays ?? []) if (a !== null) arrays.add(frame.arrays[a]!);
  if (callee === undefined) {
    for (const v of d.variables) if (v.scope === 'global' || v.addressTaken) variables.add(v.id);
    for (const a of d.arrays) arrays.add(a.id);
  }
  if (target !== null) variables.add(target);
  for (const id of call.results ?? []) variables.add(frame.variables[id]!);
  for (const v of variables) stmts.push({ kind: 'havoc', target: v, reason, range });
  for (const a of arrays) stmts.push({ kind: 'havoc-array', array: a, reason, range });
  if (variables.size === 0 && arrays.size === 0) stmts.push({ kind: 'note', reason });
}

/** The two arrays are known now: one and the same, as the store has it already, or two that don't overlap. */
function isVain(d: Draft, frame: Frame, s: Stmt): boolean {
  if (s.kind !== 'havoc-array' || s.stored === undefined) return false;
  const [a, b] = [frame.arrays[s.array]!, frame.arrays[s.stored]!];
  return (s.array !== s.stored && a === b) || (a !== b && d.arrays[a]!.apart === true && d.arrays[b]!.apart === true);
}

function copyList(list: readonly Stmt[], frame: Frame): Stmt[] {
  return list.map((s) => (s.kind === 'call' ? s : copyStmt(s, frame)));
}

function copyAccess(a: Access, frame: Frame): Access {
  return { ...a, position: copyExpr(a.position, frame), index: a.index && copyExpr(a.index, frame) };
}

function copyAlias(a: Alias, frame: Frame): Alias {
  if ('array' in a && a.array === KNOWN) return a;
  return 'variable' in a ? { variable: frame.variables[a.variable]! } : { array: frame.arrays[a.array]! };
}

function copyStmt(s: Exclude<Stmt, { kind: 'call' }>, frame: Frame): Stmt {
  const v = (id: number): number => frame.variables[id]!;
  switch (s.kind) {
    case 'assign': return { ...s, target: v(s.target), value: copyExpr(s.value, frame) };
    case 'nondet': return { ...s, target: v(s.target) };
    case 'havoc': return { ...s, target: v(s.target), ...(s.alias && { alias: copyAlias(s.alias, frame) }), ...(s.follows && { follows: { ...s.follows, position: copyExpr(s.follows.position, frame) } }) };
    case 'load-at': return { ...s, target: v(s.target), access: copyAccess(s.access, frame), otherwise: copyList(s.otherwise, frame) };
    case 'store-at': return { ...s, access: copyAccess(s.access, frame), value: copyExpr(s.value, frame), otherwise: copyList(s.otherwise, frame), beside: copyList(s.beside, frame) };
    case 'load': return { ...s, target: v(s.target), array: frame.arrays[s.array]!, index: indexFrom(s.index, s.array, frame, s.range) };
    case 'store': return { ...s, array: frame.arrays[s.array]!, index: indexFrom(s.index, s.array, frame, s.range), value: copyExpr(s.value, frame) };
    case 'havoc-array': return { ...s, array: frame.arrays[s.array]!, ...(s.alias && { alias: copyAlias(s.alias, frame) }), ...(s.stored !== undefined && { stored: frame.arrays[s.stored]! }) };
    case 'fill-array': return { ...s, array: frame.arrays[s.array]! };
    case 'assume': return { ...s, cond: copyExpr(s.cond, frame) };
    case 'assert': return { ...s, assertion: frame.assertions[s.assertion]!, cond: copyExpr(s.cond, frame) };
    case 'note': return s.written ? { ...s, written: { position: copyExpr(s.written.position, frame), value: s.written.value && copyExpr(s.written.value, frame) } } : s;
  }
}

function copyExpr(e: Expr, frame: Pick<Frame, 'variables' | 'continuation' | 'moved'>): Expr {
  if (frame.continuation === null) return e;
  switch (e.kind) {
    case 'const': return frame.moved.size > 0 && e.type.name === 'pointer' ? movedPosition(e, frame.moved) : e;
    case 'var': return { ...e, id: frame.variables[e.id]! };
    case 'unary': case 'cast': return { ...e, arg: copyExpr(e.arg, frame) };
    case 'binary': return { ...e, left: copyExpr(e.left, frame), right: copyExpr(e.right, frame) };
    case 'ite': return { ...e, cond: copyExpr(e.cond, frame), then: copyExpr(e.then, frame), else: copyExpr(e.else, frame) };
  }
}

function movedPosition(e: Expr & { readonly kind: 'const' }, moved: ReadonlyMap<bigint, bigint>): Expr {
  for (const [from, to] of moved) if (e.value > from - APART / 2n && e.value < from + APART / 2n) return { ...e, value: e.value - from + to };
  return e;
}

function within(inner: SourceRange, outer: SourceRange): boolean {
  const before = (a: SourceRange['start'], b: SourceRange['start']): boolean => a.line < b.line || (a.line === b.line && a.column <= b.column);
  return before(outer.start, inner.start) && before(inner.end, outer.end);
}
