/**
 * Where pointers may lead at each point of a function whose calls are inlined. It is a forward data-flow analysis,
 * sensitive to the order of statements. Its values are sets of objects (`pointer-values.ts`).
 */
import { ANYWHERE, Beginnings, NOWHERE, joinPointed, pointedBy } from './pointer-values.ts';
import type { Pointed } from './pointer-values.ts';
import { accessTargets } from './memory-targets.ts';
import type { MemoryTarget, Objects } from './memory-targets.ts';
import { KNOWN, isBehindPointer, partsHeld } from '../program/index.ts';
import type { Access, Behind, Stmt, Terminator, VarId } from '../program/index.ts';
import type { AfterCall, MemoryBlock, MemoryFunction } from './memory-function.ts';
import { work } from '../budget/index.ts';

/** The most statements and values that are visited. Beyond that no pointer is resolved. */
const MOST_WORK = 20_000_000;

/** Limit on blocks times pointers: the values that are kept at once. */
const MOST_VALUES = 2_000_000;

/** The result: which accesses and which calls are resolved. */
export interface Resolution {
  readonly objects: Objects;
  /**
   * Names for memory behind a pointer (`p->n`) that could not be replaced by objects: they stay variables of their own.
   */
  readonly opaque: ReadonlySet<Behind>;
  /** Frames (calls) that may write memory that isn't known. */
  readonly open: ReadonlySet<number>;
  /** Where the pointer of a name may lead at any point of the function. */
  readonly led: ReadonlyMap<Behind, Pointed>;
  /** Values of pointers at the start of each block. A block that is missing is never reached. */
  readonly entry: ReadonlyMap<number, State>;
}

/** The value of each pointer, by its index in `places`; undefined: nothing was assigned yet. */
export type State = (Pointed | undefined)[];

type MemoryStmt = MemoryBlock['stmts'][number];

/** A variable or array that stands for memory behind a pointer: behind which, and which member. */
export interface Name {
  readonly behind: Behind;
  readonly path: string;
}

/** The array of an access to another element than the first. */
const walkedArray = (s: Stmt | AfterCall): readonly number[] =>
  (s.kind === 'load' || s.kind === 'store') && !(s.index.kind === 'const' && s.index.value === 0n) ? [s.array] : [];

export class Analysis {
  readonly fn: MemoryFunction;
  readonly objects: Objects;
  readonly variables = new Map<VarId, Name>();
  readonly arrays = new Map<number, Name>();
  readonly opaque = new Set<Behind>();
  readonly open = new Set<number>();
  private led = new Map<Behind, Pointed>();
  private readonly pointers: ReadonlyMap<VarId, readonly Behind[]>;
  /** The index of each pointer in a `State`. */
  private readonly places = new Map<VarId, number>();
  /** Arrays of which more than the first element is accessed. */
  private readonly walked: ReadonlySet<number>;
  private left = MOST_WORK;

  constructor(fn: MemoryFunction) {
    this.fn = fn;
    this.objects = {
      begins: new Beginnings(fn.positions.filter((p) => p.holds !== undefined || p.at !== 0n).map((p) => p.at)),
      at: new Map(fn.positions.map((p) => [p.at, p])),
      variables: fn.variables,
      arrays: fn.arrays,
    };
    const pointers = new Map<VarId, Behind[]>();
    for (const b of fn.behind) {
      pointers.set(b.pointer, [...(pointers.get(b.pointer) ?? []), b]);
      for (const part of partsHeld(b.holds)) {
        if (part.variable !== null) this.variables.set(part.variable, { behind: b, path: part.path });
        if (part.array !== null) this.arrays.set(part.array, { behind: b, path: part.path });
      }
    }
    this.pointers = pointers;
    this.walked = new Set(fn.blocks.flatMap(({ stmts }) => stmts.flatMap(walkedArray)));
    for (const v of fn.variables) if (v.pointer) this.places.set(v.id, this.places.size);
  }

  run(): Resolution {
    const { fn } = this;
    for (const frame of fn.unseen) this.openFrame(frame);
    const order = reversePostorder(fn);
    const steps = fn.blocks.map((b) => b.stmts.filter((s) => this.concerns(s)));
    if (order.length * this.places.size > MOST_VALUES) return this.givenUp();
    for (;;) {
      const before = this.opaque.size + this.open.size;
      const entry = this.fixpoint(order, steps);
      if (entry === null) return this.givenUp();
      for (const b of fn.behind) if (!this.opaque.has(b) && !this.resolvable(b)) this.opaque.add(b);
      if (this.opaque.size + this.open.size === before)
        return { objects: this.objects, opaque: this.opaque, open: this.open, led: this.led, entry };
    }
  }

  /** Nothing is resolved: the statements that were prepared for that case take effect. */
  private givenUp(): Resolution {
    for (const b of this.fn.behind) this.opaque.add(b);
    for (const frame of this.fn.frames.keys()) this.open.add(frame);
    return { objects: this.objects, opaque: this.opaque, open: this.open, led: this.led, entry: new Map() };
  }

  /** Whether a statement may change pointers or memory behind them. */
  private concerns(statement: MemoryStmt): boolean {
    switch (statement.kind) {
      case 'assign':
      case 'havoc':
      case 'nondet':
      case 'load':
        return this.places.has(statement.target) || this.variables.has(statement.target);
      case 'store':
      case 'fill-array':
      case 'havoc-array':
        return this.arrays.has(statement.array);
      case 'load-at':
      case 'store-at':
      case 'after-call':
        return true;
      default:
        return false;
    }
  }

  /** Whether the places that the name may stand for are known, for each of its members. */
  private resolvable(behind: Behind): boolean {
    const led = this.led.get(behind);
    if (
      led === undefined ||
      led.unknown ||
      led.objects.size === 0 ||
      (behind.holds.kind === 'elements' && behind.holds.nested)
    )
      return false;
    const { holds } = behind;
    const isWalked = holds.kind === 'elements' && this.walked.has(holds.array);
    const reached = isWalked ? { ...led, objects: new Map([...led.objects.keys()].map((at) => [at, null])) } : led;
    return partsHeld(holds).every((part) => {
      const type =
        part.variable !== null ? this.fn.variables[part.variable]!.type : this.fn.arrays[part.array!]!.element;
      const pointer = part.variable !== null && this.fn.variables[part.variable]!.pointer === true;
      return (
        accessTargets(this.objects, reached, {
          unit: behind.unit,
          path: part.path,
          type,
          indexed: part.array !== null && holds.kind === 'members',
          pointer,
        }) !== null
      );
    });
  }

  private openFrame(frame: number): void {
    for (let at: number | null = frame; at !== null; at = this.fn.frames[at]?.parent ?? null) this.open.add(at);
  }

  /** Values at the start of each block that is reached; null: over the limit. */
  private fixpoint(order: readonly number[], steps: readonly (readonly MemoryStmt[])[]): Map<number, State> | null {
    const { fn } = this;
    this.led = new Map();
    const entry = new Map([[fn.entry, this.stateAtEntry()]]);
    const changed = new Set([fn.entry]);
    // in reverse postorder a block comes after its predecessors, back edges excepted: few rounds are enough
    while (changed.size > 0) {
      for (const at of order) {
        if (!changed.delete(at)) continue;
        const ways = targets(fn.blocks[at]!.end);
        if (!this.afford(1 + steps[at]!.length * STEP + this.places.size * (1 + ways.length))) return null;
        const state = entry.get(at)!.slice();
        for (const s of steps[at]!) this.step(s, state, fn.blocks[at]!.frame);
        for (const to of ways) {
          const before = entry.get(to);
          const after = before === undefined ? state.slice() : joined(before, state);
          if (after === before) continue;
          entry.set(to, after);
          changed.add(to);
        }
      }
    }
    return entry;
  }

  /** Parameters and globals may lead anywhere, but for globals whose initial value is known to hold here. */
  private stateAtEntry(): State {
    const { fn } = this;
    const first: State = new Array<Pointed | undefined>(this.places.size).fill(undefined);
    for (const v of fn.variables) {
      if (!v.pointer || (v.scope !== 'param' && v.scope !== 'global')) continue;
      const known =
        v.scope === 'global' && (fn.isMain || v.fixed === true) && v.initial !== null && v.unknownInitial !== true;
      const value = known
        ? pointedBy({ kind: 'const', value: v.initial, type: v.type }, this.objects.begins, () => null)
        : ANYWHERE;
      this.set(first, v.id, value);
      this.note(v.id, value);
    }
    return first;
  }

  /** Charges work; false: over the limit. */
  private afford(units: number): boolean {
    work(units / 20);
    this.left -= units;
    return this.left >= 0;
  }

  private get(state: State, id: VarId): Pointed {
    const place = this.places.get(id);
    return (place === undefined ? undefined : state[place]) ?? NOWHERE;
  }

  private set(state: State, id: VarId, value: Pointed): void {
    const place = this.places.get(id);
    if (place !== undefined) state[place] = value;
  }

  /** Where a variable may lead; null: it is no pointer. */
  value(id: VarId, state: State): Pointed | null {
    if (this.fn.variables[id]!.pointer !== true)
      return this.fn.variables[id]!.type.name === 'pointer' ? ANYWHERE : null;
    const name = this.variables.get(id);
    if (name === undefined || this.opaque.has(name.behind)) return this.get(state, id);
    const targetsOfName = this.targets({ ...this.accessOf(name, id), path: name.path }, state);
    return targetsOfName === null ? ANYWHERE : this.read(targetsOfName, state);
  }

  private accessOf({ behind, path }: Name, id: VarId): Access {
    return {
      position: { kind: 'var', id: behind.pointer, type: this.fn.variables[behind.pointer]!.type },
      unit: behind.unit,
      path,
      index: null,
      type: this.fn.variables[id]!.type,
    };
  }

  targets(access: Access, state: State): readonly MemoryTarget[] | null {
    const led = pointedBy(access.position, this.objects.begins, (id) => this.value(id, state));
    return accessTargets(this.objects, led, {
      unit: access.unit,
      path: access.path,
      type: access.type,
      indexed: access.index !== null,
      pointer: access.type.name === 'pointer',
    });
  }

  private read(found: readonly MemoryTarget[], state: State): Pointed {
    return found.reduce<Pointed>(
      (all, t) => joinPointed(all, t.kind === 'variable' ? this.get(state, t.id) : ANYWHERE),
      NOWHERE,
    );
  }

  private note(id: VarId, value: Pointed): void {
    for (const b of this.pointers.get(id) ?? []) this.led.set(b, joinPointed(this.led.get(b) ?? NOWHERE, value));
  }

  private write(id: VarId, value: Pointed, state: State, frame: number | null): void {
    const name = this.variables.get(id);
    if (name !== undefined) {
      if (this.opaque.has(name.behind)) {
        // without a frame this is the effect of an assignment under another name, which has been charged to its own
        // frame
        if (frame !== null) this.openFrame(frame);
      } else {
        if (this.fn.variables[id]!.pointer === true)
          this.writeTargets(this.targets(this.accessOf(name, id), state), value, state);
        return;
      }
    }
    if (this.fn.variables[id]!.pointer !== true) return;
    this.set(state, id, value);
    this.note(id, value);
  }

  private writeTargets(found: readonly MemoryTarget[] | null, value: Pointed, state: State): void {
    if (found === null) return;
    const only = found.length === 1 ? found[0] : undefined;
    for (const t of found) {
      if (t.kind !== 'variable' || this.fn.variables[t.id]!.pointer !== true) continue;
      const after = only === undefined ? joinPointed(this.get(state, t.id), value) : value;
      this.set(state, t.id, after);
      this.note(t.id, after);
    }
  }

  /** What the statement does to pointers. */
  step(statement: MemoryStmt, state: State, frame: number): void {
    const inside = (list: readonly Stmt[]): void => {
      for (const inner of list) this.step(inner, state, frame);
    };
    switch (statement.kind) {
      case 'assign':
        this.write(
          statement.target,
          this.fn.variables[statement.target]!.pointer
            ? pointedBy(statement.value, this.objects.begins, (id) => this.value(id, state))
            : NOWHERE,
          state,
          frame,
        );
        return;
      case 'havoc':
        if (!this.isVain(statement))
          this.write(statement.target, ANYWHERE, state, statement.alias === undefined ? frame : null);
        return;
      case 'nondet':
      case 'load':
        this.write(statement.target, ANYWHERE, state, frame);
        return;
      case 'store':
      case 'fill-array':
      case 'havoc-array': {
        const name = this.arrays.get(statement.array);
        if (
          name !== undefined &&
          this.opaque.has(name.behind) &&
          !(statement.kind === 'havoc-array' && statement.alias !== undefined)
        )
          this.openFrame(frame);
        return;
      }
      case 'load-at': {
        const found = this.targets(statement.access, state);
        if (found === null) inside(statement.otherwise);
        else this.write(statement.target, this.read(found, state), state, frame);
        return;
      }
      case 'store-at': {
        const found = this.targets(statement.access, state);
        if (found === null) {
          this.openFrame(frame);
          inside(statement.otherwise);
          return;
        }
        if (statement.access.type.name === 'pointer')
          this.writeTargets(
            found,
            pointedBy(statement.value, this.objects.begins, (id) => this.value(id, state)),
            state,
          );
        inside(statement.beside);
        return;
      }
      case 'after-call':
        inside(statement.beside);
        if (this.open.has(statement.of)) inside(statement.otherwise);
        return;
      default:
    }
  }

  /** Whether it is known which object this is: it is no name for memory behind a pointer, or one that is resolved. */
  private isKnown(of: { readonly variable: VarId } | { readonly array: number }): boolean {
    if ('array' in of && of.array === KNOWN) return true;
    const name = 'variable' in of ? this.variables.get(of.variable) : this.arrays.get(of.array);
    if (name !== undefined) return !this.opaque.has(name.behind);
    return 'variable' in of
      ? !isBehindPointer(this.fn.variables[of.variable]!)
      : this.fn.arrays[of.array]!.apart === true;
  }

  /**
   * A havoc that an assignment to `alias` prepared, in case both are the same object under two names. Where both
   * objects are known it has no effect. They are different, or the assignment itself has changed the one that they
   * are.
   */
  isVain(statement: Stmt): boolean {
    if (statement.kind !== 'havoc' && statement.kind !== 'havoc-array') return false;
    if (statement.alias === undefined) return false;
    // a name that is its own alias has just come into being; once it is resolved it is another object, and this means
    // nothing
    const name = statement.kind === 'havoc' ? this.variables.get(statement.target) : this.arrays.get(statement.array);
    if (
      statement.kind === 'havoc'
        ? 'variable' in statement.alias && statement.alias.variable === statement.target
        : 'array' in statement.alias && statement.alias.array === statement.array
    )
      return name !== undefined && !this.opaque.has(name.behind);
    return (
      this.isKnown(statement.alias) &&
      this.isKnown(statement.kind === 'havoc' ? { variable: statement.target } : { array: statement.array })
    );
  }
}

function targets(end: Terminator | null): readonly number[] {
  return end?.kind === 'goto' ? [end.to] : end?.kind === 'branch' ? [end.then, end.else] : [];
}

/** The cost of a statement, in values copied. */
const STEP = 20;

/** The blocks that are reached, each before its successors, back edges excepted. */
function reversePostorder(fn: MemoryFunction): readonly number[] {
  const out: number[] = [];
  const seen = new Set([fn.entry]);
  const stack = [{ at: fn.entry, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const to = targets(fn.blocks[top.at]!.end)[top.next++];
    if (to === undefined) {
      out.push(top.at);
      stack.pop();
    } else if (!seen.has(to)) {
      seen.add(to);
      stack.push({ at: to, next: 0 });
    }
  }
  return out.reverse();
}

/** The two states joined: the first itself where the second adds nothing to it. */
function joined(known: State, other: State): State {
  let result = known;
  for (let i = 0; i < other.length; i++) {
    const [before, value] = [known[i], other[i]];
    if (value === undefined || value === before) continue;
    const both = before === undefined ? value : joinPointed(before, value);
    if (both === before) continue;
    if (result === known) result = known.slice();
    result[i] = both;
  }
  return result;
}
