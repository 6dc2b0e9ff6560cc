/** Puts what was found out about memory behind pointers (`resolve-memory.ts`) into the function's statements. */
import type { MemoryBlock, MemoryFunction } from './memory-function.ts';
import { within } from './call-frames.ts';
import { temporaryOf } from './memory-function.ts';
import { Analysis } from './pointer-analysis.ts';
import type { Name, Resolution, State } from './pointer-analysis.ts';
import type { MemoryTarget } from './memory-targets.ts';
import type { Access, Expr, Stmt, Terminator, VarId } from '../program/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import { INT, sameType } from '../machine/index.ts';
import type { IntType } from '../machine/index.ts';

const INDEX: IntType = { bits: 64, signed: true, bool: false, name: 'long' };
const FAR = 1n << 31n;

/** Rewrites all blocks; new ones come behind. */
export function rewriteMemory(fn: MemoryFunction, found: Resolution): void {
  new Rewriter(fn, found).run();
}

class Rewriter {
  private readonly fn: MemoryFunction;
  private readonly found: Resolution;
  private readonly analysis: Analysis;
  private block: MemoryBlock;
  private frame = 0;
  private state: State = [];

  constructor(fn: MemoryFunction, found: Resolution) {
    this.fn = fn;
    this.found = found;
    this.analysis = new Analysis(fn);
    for (const b of found.opaque) this.analysis.opaque.add(b);
    for (const o of found.open) this.analysis.open.add(o);
    this.block = fn.blocks[fn.entry]!;
  }

  run(): void {
    const count = this.fn.blocks.length;
    for (let id = 0; id < count; id++) {
      const block = this.fn.blocks[id]!;
      const { stmts, end, frame } = block;
      this.frame = frame;
      // what is never reached keeps its form, with nothing behind pointers known
      const reached = this.found.entry.get(id);
      this.state = reached?.slice() ?? [];
      this.block = block;
      block.stmts = [];
      block.end = null;
      for (const s of stmts) {
        this.statement(s, reached !== undefined);
        this.analysis.step(s, this.state, frame);
      }
      this.block.end = end === null ? null : this.end(end);
    }
  }

  private emit(s: Stmt): void {
    this.block.stmts.push(s);
  }

  private lost(list: readonly Stmt[]): void {
    for (const s of list) {
      if (this.analysis.isVain(s)) continue;
      const reason = s.kind === 'havoc' || s.kind === 'havoc-array' || s.kind === 'note' ? s.reason : null;
      // where a pointer leads that nobody follows is no loss
      const matters = s.kind !== 'havoc' || this.fn.variables[s.target]!.pointer !== true;
      if (reason !== null && matters && !this.fn.reasons.includes(reason)) this.fn.reasons.push(reason);
      this.statement(s, true);
    }
  }

  private statement(s: MemoryBlock['stmts'][number], reached: boolean): void {
    switch (s.kind) {
      case 'after-call':
        for (const b of s.beside) this.statement(b, reached);
        if (this.analysis.open.has(s.of)) this.lost(s.otherwise);
        return;
      case 'load-at': {
        const access = this.accessIn(s.access, s.range);
        const found = reached ? this.analysis.targets(s.access, this.state) : null;
        if (found === null) {
          this.unresolved(s, access);
        } else {
          const to = this.writable(s.target);
          this.dispatch(
            access,
            found,
            s.range,
            (t) => [...this.within(t, s.range), ...this.load(to, access, t, s.range)],
            null,
          );
          this.written(s.target, to, s.range);
        }
        return;
      }
      case 'store-at': {
        const access = this.accessIn(s.access, s.range);
        const found = reached ? this.analysis.targets(s.access, this.state) : null;
        if (found === null) {
          this.unresolved(s, access);
          return;
        }
        const value = this.expr(s.value, s.range);
        this.dispatch(
          access,
          found,
          s.range,
          (t) => [...this.within(t, s.range), ...this.store(value, access, t, s.range)],
          null,
        );
        for (const b of s.beside) this.statement(b, reached);
        return;
      }
      case 'havoc':
      case 'havoc-array':
        if (this.analysis.isVain(s)) return;
    }
    if (s.kind === 'load' || s.kind === 'store' || s.kind === 'havoc-array' || s.kind === 'fill-array') {
      const name = this.analysis.arrays.get(s.array);
      const isOpaque = name !== undefined && this.analysis.opaque.has(name.behind);
      if (name !== undefined && (s.kind === 'fill-array' || (isOpaque && s.kind !== 'havoc-array')))
        this.follow(name, null, s.range);
      if (name !== undefined && !isOpaque) {
        this.array(s, name);
        return;
      }
    }
    this.plain(s);
  }

  /** A statement of variables, those behind pointers among them. */
  private plain(s: Stmt): void {
    const range = 'range' in s ? s.range : null;
    const e = (x: Expr): Expr => this.expr(x, range);
    switch (s.kind) {
      case 'assign':
      case 'havoc':
      case 'nondet':
      case 'load': {
        const { range: at } = s;
        const name = this.analysis.variables.get(s.target);
        if (s.kind !== 'havoc' && name !== undefined && !this.isName(s.target) && this.fn.variables[s.target]!.pointer)
          this.fn.writesPointers = true;
        if (s.kind !== 'havoc' && name !== undefined && (!this.isName(s.target) || this.single(s.target) !== null))
          this.follow(name, null, at);
        const read: Stmt =
          s.kind === 'assign'
            ? { ...s, value: e(s.value) }
            : s.kind === 'load'
              ? { ...s, index: e(s.index) }
              : s.kind === 'havoc'
                ? this.havoc(s, e)
                : s;
        const to = this.writable(s.target);
        this.emit({ ...read, target: to } as Stmt);
        this.written(s.target, to, at);
        return;
      }
      case 'store':
        this.emit({ ...s, index: e(s.index), value: e(s.value) });
        return;
      case 'assume':
      case 'assert':
        this.emit({ ...s, cond: e(s.cond) });
        return;
      case 'go-through':
        this.emit({ ...s, position: s.position && e(s.position), guard: s.guard && e(s.guard) });
        return;
      case 'note':
        if (s.reason.code === 'library-call') this.fn.writesPointers = true;
        this.emit(
          s.written
            ? { ...s, written: { position: e(s.written.position), value: s.written.value && e(s.written.value) } }
            : s,
        );
        return;
      default:
        this.emit(s);
    }
  }

  private havoc(s: Stmt & { readonly kind: 'havoc' }, e: (x: Expr) => Expr): Stmt {
    return {
      ...s,
      ...(s.follows && { follows: { ...s.follows, position: e(s.follows.position) } }),
      ...(s.within && { within: { ...s.within, most: e(s.within.most) } }),
      ...(s.leads?.kind === 'as' && { leads: { ...s.leads, position: e(s.leads.position) } }),
    };
  }

  private end(end: Terminator): Terminator {
    switch (end.kind) {
      case 'branch':
        return { ...end, cond: this.expr(end.cond, end.range) };
      case 'return':
        return {
          ...end,
          value: end.value && this.expr(end.value, end.range),
          ...(end.members && { members: end.members.map((m) => this.expr(m, end.range)) }),
        };
      default:
        return end;
    }
  }

  /** The name's own access to what it stands for. */
  private accessOf(name: Name, type: IntType, index: Expr | null): Access {
    const { pointer, unit, holds } = name.behind;
    const base: Expr = { kind: 'var', id: pointer, type: this.fn.variables[pointer]!.type };
    if (holds.kind !== 'elements') return { position: base, unit, path: name.path, index, type };
    const position: Expr =
      index === null || (index.kind === 'const' && index.value === 0n)
        ? base
        : { kind: 'binary', op: 'add', left: base, right: cast(index, base.type), type: base.type };
    return { position, unit, path: '', index: null, type };
  }

  private accessIn(access: Access, range: SourceRange): Access {
    return {
      ...access,
      position: this.expr(access.position, range),
      index: access.index && this.expr(access.index, range),
    };
  }

  /** The one variable that a name always stands for; null: it depends. */
  private single(id: VarId): VarId | null {
    const name = this.analysis.variables.get(id)!;
    const led = this.found.led.get(name.behind)!;
    if (led.objects.size !== 1) return null;
    const found = this.targetsOf(this.accessOf(name, this.fn.variables[id]!.type, null), id);
    const only = found.length === 1 ? found[0]! : null;
    return only?.kind === 'variable' && [...led.objects.values()][0] === 0n ? only.id : null;
  }

  private targetsOf(access: Access, id: VarId): readonly MemoryTarget[] {
    return this.analysis.targets({ ...access, type: this.fn.variables[id]!.type }, this.state) ?? [];
  }

  private isName(id: VarId): boolean {
    const name = this.analysis.variables.get(id);
    return name !== undefined && !this.analysis.opaque.has(name.behind);
  }

  /** What is assigned instead of a name for memory behind a pointer. */
  private writable(id: VarId): VarId {
    if (!this.isName(id)) return id;
    const one = this.single(id);
    return one !== null && sameType(this.fn.variables[one]!.type, this.fn.variables[id]!.type)
      ? one
      : temporaryOf(this.fn, this.fn.variables[id]!);
  }

  private written(id: VarId, to: VarId, range: SourceRange): void {
    if (to === id || this.single(id) === to) return;
    const v = this.fn.variables[id]!;
    const access = this.accessOf(this.analysis.variables.get(id)!, v.type, null);
    this.dispatch(
      access,
      this.targetsOf(access, id),
      range,
      (t) => this.store({ kind: 'var', id: to, type: v.type }, access, t, range),
      null,
    );
  }

  /** Notes that the name's pointer is gone through where the guard holds. */
  private follow({ behind }: Name, guard: Expr | null, range: SourceRange): void {
    if (this.found.entry.size > 0 && this.analysis.value(behind.pointer, this.state)?.isNull === false) return;
    const { type } = this.fn.variables[behind.pointer]!;
    this.emit({
      kind: 'go-through',
      position: this.replaced({ kind: 'var', id: behind.pointer, type }, range),
      guard: guard && this.replaced(guard, range),
      range,
    });
  }

  /** The object's block has been left: its life has ended (C11 6.2.4p2). */
  private isOver({ at }: MemoryTarget, range: SourceRange): boolean {
    const { begins, at: objects } = this.analysis.objects;
    const object = objects.get(begins.of(at) ?? at);
    if (object?.lives === undefined || range === NO_RANGE) return false;
    const { frames } = this.fn;
    let [frame, here]: [number, SourceRange | undefined] = [this.frame, range];
    while (frame !== (object.frame ?? 0)) {
      const outer = frames[frame]?.parent ?? null;
      if (outer === null) return true;
      [frame, here] = [outer, frames[frame]!.call];
    }
    return here !== undefined && !within(here, object.lives);
  }

  /** What has to be so of the object: that it lives; a member whose address was taken may itself be behind a pointer. */
  private within(t: MemoryTarget, range: SourceRange): readonly Stmt[] {
    return [
      ...(this.isOver(t, range) ? [{ kind: 'go-through', position: null, guard: null, range } as const] : []),
      ...this.behindPointer(t, range),
    ];
  }

  private behindPointer(t: MemoryTarget, range: SourceRange): readonly Stmt[] {
    const name =
      t.kind === 'variable' || t.kind === 'bits'
        ? this.analysis.variables.get(t.id)
        : this.analysis.arrays.get(t.array);
    if (name === undefined || !this.analysis.opaque.has(name.behind)) return [];
    const { pointer } = name.behind;
    const position: Expr = { kind: 'var', id: pointer, type: this.fn.variables[pointer]!.type };
    return [{ kind: 'go-through', position, guard: null, range }];
  }

  /** It can't be told what is accessed. */
  private unresolved(s: Stmt & { readonly kind: 'load-at' | 'store-at' }, from: Access): void {
    this.emit({ kind: 'go-through', position: from.position, guard: null, range: s.range });
    if (s.kind === 'store-at' && s.access.type.name === 'pointer') this.fn.writesPointers = true;
    this.lost(
      s.kind === 'store-at'
        ? s.otherwise.map((o) => (o.kind === 'note' ? { ...o, to: from } : o))
        : s.otherwise.map((o) => (o.kind === 'havoc' && o.from ? { ...o, from } : o)),
    );
  }

  /** Notes what the expression goes through, where it comes to that. */
  private followAll(e: Expr, guard: Expr | null, range: SourceRange): void {
    const under = (cond: Expr): Expr =>
      guard === null ? cond : { kind: 'binary', op: 'land', left: guard, right: cond, type: INT };
    const not = (arg: Expr): Expr => ({ kind: 'unary', op: 'lognot', arg, type: INT });
    switch (e.kind) {
      case 'const':
        return;
      case 'var': {
        const name = this.analysis.variables.get(e.id);
        if (name !== undefined) this.follow(name, guard, range);
        return;
      }
      case 'unary':
      case 'cast':
        this.followAll(e.arg, guard, range);
        return;
      case 'binary':
        this.followAll(e.left, guard, range);
        this.followAll(e.right, e.op === 'land' ? under(e.left) : e.op === 'lor' ? under(not(e.left)) : guard, range);
        return;
      case 'ite':
        this.followAll(e.cond, guard, range);
        this.followAll(e.then, under(e.cond), range);
        this.followAll(e.else, under(not(e.cond)), range);
    }
  }

  /** The expression with names for memory replaced by what is there; where it goes through null pointers the run is undefined. */
  private expr(e: Expr, range: SourceRange | null): Expr {
    this.followAll(e, null, range ?? NO_RANGE);
    return this.replaced(e, range);
  }

  private replaced(e: Expr, range: SourceRange | null): Expr {
    switch (e.kind) {
      case 'const':
        return e;
      case 'var':
        return this.isName(e.id) ? this.named(e.id, e.type, range) : e;
      case 'unary':
      case 'cast': {
        const arg = this.replaced(e.arg, range);
        return arg === e.arg ? e : { ...e, arg };
      }
      case 'binary': {
        const [left, right] = [this.replaced(e.left, range), this.replaced(e.right, range)];
        return left === e.left && right === e.right ? e : { ...e, left, right };
      }
      case 'ite': {
        const [cond, then, otherwise] = [
          this.replaced(e.cond, range),
          this.replaced(e.then, range),
          this.replaced(e.else, range),
        ];
        return cond === e.cond && then === e.then && otherwise === e.else ? e : { ...e, cond, then, else: otherwise };
      }
    }
  }

  private named(id: VarId, type: IntType, range: SourceRange | null): Expr {
    const one = this.single(id);
    if (one !== null) return cast({ kind: 'var', id: one, type: this.fn.variables[one]!.type }, type);
    const v = this.fn.variables[id]!;
    const at = range ?? NO_RANGE;
    const to = temporaryOf(this.fn, v);
    const access = this.accessOf(this.analysis.variables.get(id)!, type, null);
    // it may not be evaluated: then where the pointer leads is no matter
    const reason: Reason = {
      code: 'pointer',
      message: `\`${v.name}\` is behind a pointer that leads to no object`,
      range,
    };
    this.dispatch(access, this.targetsOf(access, id), at, (t) => this.load(to, access, t, at), {
      kind: 'havoc',
      target: to,
      reason,
      range: at,
    });
    return { kind: 'var', id: to, type };
  }

  private array(s: Stmt & { readonly kind: 'load' | 'store' | 'havoc-array' | 'fill-array' }, name: Name): void {
    const element = this.fn.arrays[s.array]!.element;
    const indexed = s.kind === 'load' || s.kind === 'store';
    const index = indexed
      ? this.expr(s.index, s.range)
      : name.behind.holds.kind === 'members'
        ? { kind: 'const' as const, value: 0n, type: INDEX }
        : null;
    const access = this.accessOf(name, element, index);
    // an index of an element moves the position, as a rule to anywhere in the object
    const led = this.analysis.targets(access, this.state) ?? [];
    if (s.kind === 'load') {
      const to = this.writable(s.target);
      this.dispatch(
        access,
        led,
        s.range,
        (t) => [...this.within(t, s.range), ...this.load(to, access, t, s.range)],
        null,
      );
      this.written(s.target, to, s.range);
    } else if (s.kind === 'store') {
      const value = this.expr(s.value, s.range);
      this.dispatch(
        access,
        led,
        s.range,
        (t) => [...this.within(t, s.range), ...this.store(value, access, t, s.range)],
        null,
      );
    } else {
      // as a whole: how far that goes isn't known
      const reason: Reason =
        s.kind === 'havoc-array'
          ? s.reason
          : { code: 'library-call', message: `\`${this.fn.arrays[s.array]!.name}\` is filled`, range: s.range };
      const how = { reason, range: s.range, ...(s.kind === 'havoc-array' && s.by && { by: s.by }) };
      for (const t of led)
        this.emit(
          t.kind === 'variable' || t.kind === 'bits'
            ? { kind: 'havoc', target: t.id, ...how }
            : { kind: 'havoc-array', array: t.array, ...how },
        );
    }
  }

  /** One way for each object that may be meant; null at the end: there is no other. */
  private dispatch(
    access: Access,
    found: readonly MemoryTarget[],
    range: SourceRange,
    way: (t: MemoryTarget) => readonly Stmt[],
    other: Stmt | null,
  ): void {
    const [first] = found;
    if (first !== undefined && found.length === 1 && first.certain) {
      for (const s of way(first)) this.emit(s);
      return;
    }
    const join = this.newBlock();
    for (const t of found) {
      const [then, next] = [this.newBlock(), this.newBlock()];
      this.block.end = { kind: 'branch', cond: meant(access, t), then: this.id(then), else: this.id(next), range };
      then.stmts.push(...way(t));
      then.end = { kind: 'goto', to: this.id(join) };
      this.block = next;
    }
    this.emit(other ?? this.undefinedHere(range));
    this.block.end = { kind: 'goto', to: this.id(join) };
    this.block = join;
  }

  private newBlock(): MemoryBlock {
    const block: MemoryBlock = { stmts: [], end: null, frame: this.frame };
    this.fn.blocks.push(block);
    return block;
  }

  private id(block: MemoryBlock): number {
    return this.fn.blocks.lastIndexOf(block);
  }

  /** No object is there: the run is undefined. */
  private undefinedHere(range: SourceRange): Stmt {
    const type: IntType = { bits: 1, signed: false, bool: false, name: 'object' };
    const id = temporaryOf(this.fn, { type });
    return {
      kind: 'assign',
      target: id,
      value: { kind: 'cast', arg: { kind: 'const', value: 2n, type: INT }, type, exact: true },
      range,
    };
  }

  private load(to: VarId, access: Access, t: MemoryTarget, range: SourceRange): readonly Stmt[] {
    const { type } = this.fn.variables[to]!;
    if (t.kind === 'variable')
      return [
        {
          kind: 'assign',
          target: to,
          value: cast({ kind: 'var', id: t.id, type: this.fn.variables[t.id]!.type }, type),
          range,
        },
      ];
    if (t.kind === 'bits')
      return [
        { kind: 'assign', target: to, value: cast(bitsOf(this.variable(t.id), t.offset, access.type), type), range },
      ];
    const { element } = this.fn.arrays[t.array]!;
    const index = indexOf(access, t);
    if (sameType(element, type)) return [{ kind: 'load', target: to, array: t.array, index, range }];
    const own = temporaryOf(this.fn, { type: element });
    return [
      { kind: 'load', target: own, array: t.array, index, range },
      { kind: 'assign', target: to, value: cast({ kind: 'var', id: own, type: element }, type), range },
    ];
  }

  private store(value: Expr, access: Access, t: MemoryTarget, range: SourceRange): readonly Stmt[] {
    if (t.kind === 'variable')
      return [{ kind: 'assign', target: t.id, value: cast(value, this.fn.variables[t.id]!.type), range }];
    if (t.kind === 'bits')
      return [
        {
          kind: 'assign',
          target: t.id,
          value: withBits(this.variable(t.id), t.offset, cast(value, access.type)),
          range,
        },
      ];
    return [
      {
        kind: 'store',
        array: t.array,
        index: indexOf(access, t),
        value: cast(value, this.fn.arrays[t.array]!.element),
        range,
      },
    ];
  }

  private variable(id: VarId): Expr {
    return { kind: 'var', id, type: this.fn.variables[id]!.type };
  }
}

const NO_RANGE: SourceRange = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };

function cast(e: Expr, type: IntType): Expr {
  if (sameType(e.type, type)) return e;
  return { kind: 'cast', arg: e, type };
}

/** Whether the access means the object. */
function meant({ position }: Access, t: MemoryTarget): Expr {
  const at = (value: bigint): Expr => ({ kind: 'const', value, type: position.type });
  const compare = (op: 'eq' | 'ge' | 'lt', value: bigint): Expr => ({
    kind: 'binary',
    op,
    left: position,
    right: at(value),
    type: INT,
  });
  if (t.kind !== 'element') return compare('eq', t.at);
  return { kind: 'binary', op: 'land', left: compare('ge', t.at - FAR), right: compare('lt', t.at + FAR), type: INT };
}

/** The element of the array. */
function indexOf({ position, index }: Access, t: MemoryTarget & { readonly kind: 'member' | 'element' }): Expr {
  if (t.kind === 'member') return index!;
  const offset: Expr =
    position.kind === 'const'
      ? { kind: 'const', value: position.value - t.at, type: INDEX }
      : {
          kind: 'binary',
          op: 'sub',
          left: cast(position, INDEX),
          right: { kind: 'const', value: t.at, type: INDEX },
          type: INDEX,
        };
  const scaled: Expr =
    t.size === 1n
      ? offset
      : { kind: 'binary', op: 'mul', left: offset, right: { kind: 'const', value: t.size, type: INDEX }, type: INDEX };
  return index === null ? scaled : { kind: 'binary', op: 'add', left: scaled, right: cast(index, INDEX), type: INDEX };
}

/** So many bits of a variable from `offset` on. */
function bitsOf(storage: Expr, offset: number, type: IntType): Expr {
  const shifted: Expr =
    offset === 0
      ? storage
      : {
          kind: 'binary',
          op: 'shr',
          left: storage,
          right: { kind: 'const', value: BigInt(offset), type: storage.type },
          type: storage.type,
        };
  return cast(shifted, type);
}

/** The variable's value with these bits replaced. */
function withBits(own: Expr, offset: number, value: Expr): Expr {
  const whole: IntType = { ...own.type, signed: false };
  const of = (v: bigint): Expr => ({ kind: 'const', value: v, type: whole });
  const raw = cast(cast(value, { ...value.type, signed: false }), whole);
  const mask = ((1n << BigInt(value.type.bits)) - 1n) << BigInt(offset);
  const all = (1n << BigInt(whole.bits)) - 1n;
  const placed: Expr =
    offset === 0 ? raw : { kind: 'binary', op: 'shl', left: raw, right: of(BigInt(offset)), type: whole };
  const kept: Expr = { kind: 'binary', op: 'and', left: cast(own, whole), right: of(all & ~mask), type: whole };
  return cast(mask === all ? raw : { kind: 'binary', op: 'or', left: kept, right: placed, type: whole }, own.type);
}
