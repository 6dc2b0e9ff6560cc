/**
 * Memory behind pointers, once calls are inlined: where it can be told which objects a pointer may lead to, reading and writing through
 * it is reading and writing these, one way for each; elsewhere the statements that were prepared for that case take its place. What a
 * parameter leads to is so what the caller handed over.
 */
import { ANYWHERE, NOWHERE, joinPointed, pointedBy, samePointed } from './pointer-values.ts';
import type { Pointed } from './pointer-values.ts';
import { accessTargets } from './memory-targets.ts';
import type { MemoryTarget, Objects } from './memory-targets.ts';
import { KNOWN } from './program.ts';
import type { Access, Behind, Stmt, Terminator, VarId } from './program.ts';
import { rewriteMemory } from './memory-rewrite.ts';
import type { MemoryBlock, MemoryFunction } from './memory-function.ts';

/** How much is looked at: statements times pointers; beyond, nothing is resolved. */
const MOST_WORK = 4_000_000;

/** What was found out: which accesses and which calls are resolved. */
export interface Resolution {
  readonly objects: Objects;
  /** Of names that stand for what is behind a pointer: those that keep standing for themselves. */
  readonly opaque: ReadonlySet<Behind>;
  /** Frames (calls) whose effects may go anywhere. */
  readonly open: ReadonlySet<number>;
  /** Where the pointer of a name leads, all in all. */
  readonly led: ReadonlyMap<Behind, Pointed>;
  /** Values of pointers at the start of each block; missing: it is never reached. */
  readonly entry: ReadonlyMap<number, ReadonlyMap<VarId, Pointed>>;
}

/** Resolves all accesses of the function in place. */
export function resolveMemory(fn: MemoryFunction): void {
  if (fn.behind.length === 0 && !fn.blocks.some((b) => b.stmts.some((s) => s.kind === 'load-at' || s.kind === 'store-at' || s.kind === 'after-call'))) return;
  rewriteMemory(fn, new Analysis(fn).run());
}

export type State = Map<VarId, Pointed>;

/** A name for what is behind a pointer: whose, and the way to it. */
export interface Name {
  readonly behind: Behind;
  readonly path: string;
}

export class Analysis {
  readonly fn: MemoryFunction;
  readonly objects: Objects;
  readonly variables = new Map<VarId, Name>();
  readonly arrays = new Map<number, Name>();
  readonly opaque = new Set<Behind>();
  readonly open = new Set<number>();
  private led = new Map<Behind, Pointed>();
  private readonly pointers: ReadonlyMap<VarId, readonly Behind[]>;

  constructor(fn: MemoryFunction) {
    this.fn = fn;
    this.objects = { begins: fn.positions.filter((p) => p.holds !== undefined || p.at !== 0n).map((p) => p.at), at: new Map(fn.positions.map((p) => [p.at, p])), variables: fn.variables, arrays: fn.arrays };
    const pointers = new Map<VarId, Behind[]>();
    for (const b of fn.behind) {
      pointers.set(b.pointer, [...pointers.get(b.pointer) ?? [], b]);
      if (b.holds.kind === 'elements') this.arrays.set(b.holds.array, { behind: b, path: '' });
      if (b.holds.kind !== 'members') continue;
      for (const part of b.holds.parts) {
        if (part.variable !== null) this.variables.set(part.variable, { behind: b, path: part.path });
        if (part.array !== null) this.arrays.set(part.array, { behind: b, path: part.path });
      }
    }
    this.pointers = pointers;
  }

  run(): Resolution {
    const { fn } = this;
    const size = fn.blocks.reduce((sum, b) => sum + b.stmts.length, 0) * (1 + fn.variables.filter((v) => v.pointer).length);
    if (size > MOST_WORK) {
      for (const b of fn.behind) this.opaque.add(b);
      for (const frame of fn.frames.keys()) this.open.add(frame);
    }
    for (const frame of fn.unseen) this.openFrame(frame);
    for (;;) {
      const before = this.opaque.size + this.open.size;
      const entry = size > MOST_WORK ? new Map<number, State>() : this.fixpoint();
      for (const b of fn.behind) if (!this.opaque.has(b) && !this.resolvable(b)) this.opaque.add(b);
      if (this.opaque.size + this.open.size === before) return { objects: this.objects, opaque: this.opaque, open: this.open, led: this.led, entry };
    }
  }

  /** Whether each part of what the name stands for can be told, wherever its pointer leads. */
  private resolvable(b: Behind): boolean {
    const led = this.led.get(b);
    if (led === undefined || led.unknown || led.objects.size === 0) return false;
    const parts: readonly { readonly path: string; readonly variable: VarId | null; readonly array: number | null }[] = b.holds.kind === 'members' ? b.holds.parts : b.holds.kind === 'elements' ? [{ path: '', variable: null, array: b.holds.array }] : [];
    return parts.every((part) => {
      const type = part.variable !== null ? this.fn.variables[part.variable]!.type : this.fn.arrays[part.array!]!.element;
      const pointer = part.variable !== null && this.fn.variables[part.variable]!.pointer === true;
      return accessTargets(this.objects, led, { unit: b.unit, path: part.path, type, indexed: part.array !== null && b.holds.kind === 'members', pointer }) !== null;
    });
  }

  private openFrame(frame: number): void {
    for (let at: number | null = frame; at !== null; at = this.fn.frames[at]?.parent ?? null) this.open.add(at);
  }

  private fixpoint(): Map<number, State> {
    const { fn } = this;
    const entry = new Map<number, State>();
    this.led = new Map();
    const first: State = new Map();
    for (const v of fn.variables) {
      if (!v.pointer) continue;
      if (v.scope === 'param') first.set(v.id, ANYWHERE);
      if (v.scope === 'global') first.set(v.id, (fn.isMain || v.fixed === true) && v.initial !== null && v.unknownInitial !== true ? pointedBy({ kind: 'const', value: v.initial, type: v.type }, this.objects.begins, () => null) : ANYWHERE);
    }
    for (const [id, value] of first) this.note(id, value);
    entry.set(fn.entry, first);
    const work = [fn.entry];
    const waiting = new Set(work);
    for (let at = work.pop(); at !== undefined; at = work.pop()) {
      waiting.delete(at);
      const block = fn.blocks[at]!;
      const state = new Map(entry.get(at)!);
      for (const s of block.stmts) this.step(s, state, block.frame);
      for (const to of targets(block.end)) {
        const known = entry.get(to);
        const joined = known === undefined ? state : join(known, state);
        if (joined === known) continue;
        entry.set(to, new Map(joined));
        if (!waiting.has(to)) {
          waiting.add(to);
          work.push(to);
        }
      }
    }
    return entry;
  }

  /** Where a variable leads. */
  value(id: VarId, state: State): Pointed | null {
    if (this.fn.variables[id]!.pointer !== true) return this.fn.variables[id]!.type.name === 'pointer' ? ANYWHERE : null;
    const name = this.variables.get(id);
    if (name === undefined || this.opaque.has(name.behind)) return state.get(id) ?? NOWHERE;
    const targetsOfName = this.targets({ ...this.accessOf(name, id), path: name.path }, state);
    return targetsOfName === null ? ANYWHERE : this.read(targetsOfName, state);
  }

  private accessOf({ behind, path }: Name, id: VarId): Access {
    return { position: { kind: 'var', id: behind.pointer, type: this.fn.variables[behind.pointer]!.type }, unit: behind.unit, path, index: null, type: this.fn.variables[id]!.type };
  }

  targets(access: Access, state: State): readonly MemoryTarget[] | null {
    const led = pointedBy(access.position, this.objects.begins, (id) => this.value(id, state));
    return accessTargets(this.objects, led, { unit: access.unit, path: access.path, type: access.type, indexed: access.index !== null, pointer: access.type.name === 'pointer' });
  }

  private read(found: readonly MemoryTarget[], state: State): Pointed {
    return found.reduce<Pointed>((all, t) => joinPointed(all, t.kind === 'variable' ? state.get(t.id) ?? NOWHERE : ANYWHERE), NOWHERE);
  }

  private note(id: VarId, value: Pointed): void {
    for (const b of this.pointers.get(id) ?? []) this.led.set(b, joinPointed(this.led.get(b) ?? NOWHERE, value));
  }

  private write(id: VarId, value: Pointed, state: State, frame: number | null): void {
    const name = this.variables.get(id);
    if (name !== undefined) {
      if (this.opaque.has(name.behind)) {
        // what another assignment changes in disguise is that one's matter
        if (frame !== null) this.openFrame(frame);
      } else {
        if (this.fn.variables[id]!.pointer === true) this.writeTargets(this.targets(this.accessOf(name, id), state), value, state);
        return;
      }
    }
    if (this.fn.variables[id]!.pointer !== true) return;
    state.set(id, value);
    this.note(id, value);
  }

  private writeTargets(found: readonly MemoryTarget[] | null, value: Pointed, state: State): void {
    if (found === null) return;
    const only = found.length === 1 ? found[0] : undefined;
    for (const t of found) {
      if (t.kind !== 'variable' || this.fn.variables[t.id]!.pointer !== true) continue;
      const after = only === undefined ? joinPointed(state.get(t.id) ?? NOWHERE, value) : value;
      state.set(t.id, after);
      this.note(t.id, after);
    }
  }

  /** What the statement does to pointers. */
  step(s: MemoryBlock['stmts'][number], state: State, frame: number): void {
    const inside = (list: readonly Stmt[]): void => {
      for (const inner of list) this.step(inner, state, frame);
    };
    switch (s.kind) {
      case 'assign':
        this.write(s.target, this.fn.variables[s.target]!.pointer ? pointedBy(s.value, this.objects.begins, (id) => this.value(id, state)) : NOWHERE, state, frame);
        return;
      case 'havoc':
        if (!this.isVain(s)) this.write(s.target, ANYWHERE, state, s.alias === undefined ? frame : null);
        return;
      case 'nondet': case 'load': this.write(s.target, ANYWHERE, state, frame); return;
      case 'store': case 'fill-array': case 'havoc-array': {
        const name = this.arrays.get(s.array);
        if (name !== undefined && this.opaque.has(name.behind) && !(s.kind === 'havoc-array' && s.alias !== undefined)) this.openFrame(frame);
        return;
      }
      case 'load-at': {
        const found = this.targets(s.access, state);
        if (found === null) inside(s.otherwise);
        else this.write(s.target, this.read(found, state), state, frame);
        return;
      }
      case 'store-at': {
        const found = this.targets(s.access, state);
        if (found === null) {
          this.openFrame(frame);
          inside(s.otherwise);
          return;
        }
        if (s.access.type.name === 'pointer') this.writeTargets(found, pointedBy(s.value, this.objects.begins, (id) => this.value(id, state)), state);
        inside(s.beside);
        return;
      }
      case 'after-call':
        inside(s.beside);
        if (this.open.has(s.of)) inside(s.otherwise);
        return;
      default:
    }
  }

  /** Whether a name stands for an object that no other name stands for. */
  private isKnown(of: { readonly variable: VarId } | { readonly array: number }): boolean {
    if ('array' in of && of.array === KNOWN) return true;
    const name = 'variable' in of ? this.variables.get(of.variable) : this.arrays.get(of.array);
    if (name !== undefined) return !this.opaque.has(name.behind);
    return 'variable' in of ? !this.fn.variables[of.variable]!.name.includes('->') : this.fn.arrays[of.array]!.apart === true;
  }

  /** Two known objects are two, or one and the same, which the assignment has changed: such a change in disguise is none. */
  isVain(s: Stmt): boolean {
    if (s.kind !== 'havoc' && s.kind !== 'havoc-array') return false;
    if (s.alias === undefined) return false;
    // of a name itself: it is new, and means nothing where it stands for something else
    const name = s.kind === 'havoc' ? this.variables.get(s.target) : this.arrays.get(s.array);
    if (s.kind === 'havoc' ? 'variable' in s.alias && s.alias.variable === s.target : 'array' in s.alias && s.alias.array === s.array) return name !== undefined && !this.opaque.has(name.behind);
    return this.isKnown(s.alias) && this.isKnown(s.kind === 'havoc' ? { variable: s.target } : { array: s.array });
  }
}

function targets(end: Terminator | null): readonly number[] {
  return end?.kind === 'goto' ? [end.to] : end?.kind === 'branch' ? [end.then, end.else] : [];
}

/** The first where the second adds nothing. */
function join(known: State, other: State): State {
  let out = known;
  for (const [id, value] of other) {
    const before = known.get(id);
    const joined = before === undefined ? value : joinPointed(before, value);
    if (before !== undefined && samePointed(before, joined)) continue;
    if (out === known) out = new Map(known);
    out.set(id, joined);
  }
  return out;
}
