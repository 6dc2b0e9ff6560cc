/** Puts what was found out about memory behind pointers (`resolve-memory.ts`) into the function's statements. */
import type { MemoryBlock, MemoryFunction } from './memory-function.ts';
import { temporaryOf } from './memory-function.ts';
import { Analysis } from './pointer-analysis.ts';
import type { Name, Resolution, State } from './pointer-analysis.ts';
import type { MemoryTarget } from './memory-targets.ts';
import type { Access, Expr, Stmt, Terminator, VarId } from '../program/index.ts';
import { isWithin } from '../source/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import { sameType } from '../machine/index.ts';
import type { IntType } from '../machine/index.ts';
import { INDEX, cast, loadFrom, storeTo } from './target-accesses.ts';
import { BlockWriter } from './target-dispatch.ts';
import { withExpressions } from './expressions-in-statements.ts';
import { readUnder, withVariables } from './variables-in-expressions.ts';

/** Rewrites all blocks; new ones come behind. */
export function rewriteMemory(fn: MemoryFunction, found: Resolution): void {
  new Rewriter(fn, found).run();
}

class Rewriter {
  private readonly fn: MemoryFunction;
  private readonly found: Resolution;
  private readonly analysis: Analysis;
  private blocks: BlockWriter;
  private frame = 0;
  private state: State = [];

  constructor(fn: MemoryFunction, found: Resolution) {
    this.fn = fn;
    this.found = found;
    this.analysis = new Analysis(fn);
    for (const b of found.opaque) this.analysis.opaque.add(b);
    for (const o of found.open) this.analysis.open.add(o);
    this.blocks = new BlockWriter(fn);
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
      this.blocks.begin(block);
      for (const s of stmts) {
        this.statement(s, reached !== undefined);
        this.analysis.step(s, this.state, frame);
      }
      this.blocks.end(end === null ? null : this.end(end));
    }
  }

  private lost(list: readonly Stmt[]): void {
    for (const s of list) {
      if (this.analysis.isVain(s)) continue;
      const reason = s.kind === 'havoc' || s.kind === 'havoc-array' || s.kind === 'note' ? s.reason : null;
      // it is no loss where a pointer leads that is never followed
      const matters = s.kind !== 'havoc' || this.fn.variables[s.target]!.pointer !== true;
      if (reason !== null && matters && !this.fn.reasons.includes(reason)) this.fn.reasons.push(reason);
      this.statement(s, true);
    }
  }

  private statement(statement: MemoryBlock['stmts'][number], reached: boolean): void {
    switch (statement.kind) {
      case 'after-call':
        for (const b of statement.beside) this.statement(b, reached);
        if (this.analysis.open.has(statement.of)) this.lost(statement.otherwise);
        return;
      case 'load-at': {
        const access = this.accessIn(statement.access, statement.range);
        const found = reached ? this.analysis.targets(statement.access, this.state) : null;
        if (found === null) {
          this.unresolved(statement, access);
        } else {
          const to = this.writable(statement.target);
          this.blocks.dispatch(
            access,
            found,
            statement.range,
            (t) => [...this.within(t, statement.range), ...loadFrom(this.fn, to, access, t, statement.range)],
            null,
          );
          this.written(statement.target, to, statement.range);
        }
        return;
      }
      case 'store-at': {
        const access = this.accessIn(statement.access, statement.range);
        const found = reached ? this.analysis.targets(statement.access, this.state) : null;
        if (found === null) {
          this.unresolved(statement, access);
          return;
        }
        const value = this.expr(statement.value, statement.range);
        this.blocks.dispatch(
          access,
          found,
          statement.range,
          (t) => [...this.within(t, statement.range), ...storeTo(this.fn, value, access, t, statement.range)],
          null,
        );
        for (const b of statement.beside) this.statement(b, reached);
        return;
      }
      case 'havoc':
      case 'havoc-array':
        if (this.analysis.isVain(statement)) return;
    }
    if (
      statement.kind === 'load' ||
      statement.kind === 'store' ||
      statement.kind === 'havoc-array' ||
      statement.kind === 'fill-array'
    ) {
      const name = this.analysis.arrays.get(statement.array);
      const isOpaque = name !== undefined && this.analysis.opaque.has(name.behind);
      if (name !== undefined && (statement.kind === 'fill-array' || (isOpaque && statement.kind !== 'havoc-array')))
        this.follow(name, null, statement.range);
      if (name !== undefined && !isOpaque) {
        this.array(statement, name);
        return;
      }
    }
    this.plain(statement);
  }

  /** A statement of variables, those behind pointers among them. */
  private plain(statement: Stmt): void {
    const range = 'range' in statement ? statement.range : null;
    const rewritten = (x: Expr): Expr => this.expr(x, range);
    switch (statement.kind) {
      case 'assign':
      case 'havoc':
      case 'nondet':
      case 'load': {
        if (statement.kind !== 'havoc') this.writeThrough(statement);
        const read = withExpressions(statement, rewritten);
        const to = this.writable(statement.target);
        const renamed = { ...read, target: to };
        this.blocks.emit(renamed);
        this.written(statement.target, to, statement.range, renamed);
        return;
      }
      case 'note':
        if (statement.reason.code === 'library-call') this.fn.writesPointers = true;
    }
    this.blocks.emit(withExpressions(statement, rewritten));
  }

  /** What a write to a name for memory goes through, and what it may change. */
  private writeThrough({ target, range }: Stmt & { readonly kind: 'assign' | 'nondet' | 'load' }): void {
    const name = this.analysis.variables.get(target);
    if (name === undefined) return;
    const isName = this.isName(target);
    if (!isName && this.fn.variables[target]!.pointer) this.fn.writesPointers = true;
    if (!isName || this.single(target) !== null) this.follow(name, null, range);
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

  private written(id: VarId, to: VarId, range: SourceRange, by: Stmt | null = null): void {
    if (to === id || this.single(id) === to) return;
    const variable = this.fn.variables[id]!;
    const access = this.accessOf(this.analysis.variables.get(id)!, variable.type, null);
    this.blocks.dispatch(
      access,
      this.targetsOf(access, id),
      range,
      (t) => storeTo(this.fn, { kind: 'var', id: to, type: variable.type }, access, t, range),
      // a call may change what is behind a pointer; that it leads nowhere yet is nothing undefined
      by?.kind === 'havoc' ? by : null,
    );
  }

  /** Notes that the name's pointer is gone through where the guard holds. */
  private follow({ behind }: Name, guard: Expr | null, range: SourceRange): void {
    if (this.found.entry.size > 0 && this.analysis.value(behind.pointer, this.state)?.isNull === false) return;
    const { type } = this.fn.variables[behind.pointer]!;
    this.blocks.emit({
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
    return here !== undefined && !isWithin(here, object.lives);
  }

  /**
   * What has to be so of the object: that it lives; a member whose address was taken may itself be behind a pointer.
   */
  private within(target: MemoryTarget, range: SourceRange): readonly Stmt[] {
    return [
      ...(this.isOver(target, range) ? [{ kind: 'go-through', position: null, guard: null, range } as const] : []),
      ...this.behindPointer(target, range),
    ];
  }

  private behindPointer(target: MemoryTarget, range: SourceRange): readonly Stmt[] {
    const name =
      target.kind === 'variable' || target.kind === 'bits'
        ? this.analysis.variables.get(target.id)
        : this.analysis.arrays.get(target.array);
    if (name === undefined || !this.analysis.opaque.has(name.behind)) return [];
    const { pointer } = name.behind;
    const position: Expr = { kind: 'var', id: pointer, type: this.fn.variables[pointer]!.type };
    return [{ kind: 'go-through', position, guard: null, range }];
  }

  /** It can't be told what is accessed. */
  private unresolved(statement: Stmt & { readonly kind: 'load-at' | 'store-at' }, from: Access): void {
    this.blocks.emit({ kind: 'go-through', position: from.position, guard: null, range: statement.range });
    if (statement.kind === 'store-at' && statement.access.type.name === 'pointer') this.fn.writesPointers = true;
    const isPointerPut = statement.kind === 'store-at' && statement.access.type.name === 'pointer';
    const put = isPointerPut && this.expr(statement.value, statement.range);
    this.lost(
      statement.kind === 'store-at'
        ? statement.otherwise.map((o) => (o.kind === 'note' ? { ...o, to: from, ...(put && { put }) } : o))
        : statement.otherwise.map((o) => (o.kind === 'havoc' && o.from ? { ...o, from } : o)),
    );
  }

  /**
   * The expression with names for memory replaced by what is there; where it goes through null pointers the run is
   * undefined.
   */
  private expr(e: Expr, range: SourceRange | null): Expr {
    for (const { variable, guard } of readUnder(e, null)) {
      const name = this.analysis.variables.get(variable.id);
      if (name !== undefined) this.follow(name, guard, range ?? NO_RANGE);
    }
    return this.replaced(e, range);
  }

  private replaced(expression: Expr, range: SourceRange | null): Expr {
    return withVariables(expression, (v) => (this.isName(v.id) ? this.named(v.id, v.type, range) : v));
  }

  private named(id: VarId, type: IntType, range: SourceRange | null): Expr {
    const one = this.single(id);
    if (one !== null) return cast({ kind: 'var', id: one, type: this.fn.variables[one]!.type }, type);
    const variable = this.fn.variables[id]!;
    const at = range ?? NO_RANGE;
    const to = temporaryOf(this.fn, variable);
    const access = this.accessOf(this.analysis.variables.get(id)!, type, null);
    // it may not be evaluated: then where the pointer leads is no matter
    const reason: Reason = {
      code: 'pointer',
      message: `\`${variable.name}\` is behind a pointer that leads to no object`,
      range,
    };
    this.blocks.dispatch(access, this.targetsOf(access, id), at, (t) => loadFrom(this.fn, to, access, t, at), {
      kind: 'havoc',
      target: to,
      reason,
      range: at,
    });
    return { kind: 'var', id: to, type };
  }

  private array(
    statement: Stmt & { readonly kind: 'load' | 'store' | 'havoc-array' | 'fill-array' },
    name: Name,
  ): void {
    const element = this.fn.arrays[statement.array]!.element;
    const indexed = statement.kind === 'load' || statement.kind === 'store';
    const index = indexed
      ? this.expr(statement.index, statement.range)
      : name.behind.holds.kind === 'members'
        ? { kind: 'const' as const, value: 0n, type: INDEX }
        : null;
    const access = this.accessOf(name, element, index);
    // an index of an element moves the position, as a rule to anywhere in the object
    const led = this.analysis.targets(access, this.state) ?? [];
    if (statement.kind === 'load') {
      const to = this.writable(statement.target);
      this.blocks.dispatch(
        access,
        led,
        statement.range,
        (t) => [...this.within(t, statement.range), ...loadFrom(this.fn, to, access, t, statement.range)],
        null,
      );
      this.written(statement.target, to, statement.range);
    } else if (statement.kind === 'store') {
      const value = this.expr(statement.value, statement.range);
      this.blocks.dispatch(
        access,
        led,
        statement.range,
        (t) => [...this.within(t, statement.range), ...storeTo(this.fn, value, access, t, statement.range)],
        null,
      );
    } else {
      // as a whole: how far that goes isn't known
      const reason: Reason =
        statement.kind === 'havoc-array'
          ? statement.reason
          : {
              code: 'library-call',
              message: `\`${this.fn.arrays[statement.array]!.name}\` is filled`,
              range: statement.range,
            };
      const how = {
        reason,
        range: statement.range,
        ...(statement.kind === 'havoc-array' && statement.by && { by: statement.by }),
      };
      for (const t of led)
        this.blocks.emit(
          t.kind === 'variable' || t.kind === 'bits'
            ? { kind: 'havoc', target: t.id, ...how }
            : { kind: 'havoc-array', array: t.array, ...how },
        );
    }
  }
}

const NO_RANGE: SourceRange = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
