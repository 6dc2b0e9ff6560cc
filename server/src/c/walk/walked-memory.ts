/**
 * The memory of a walk: what the objects contain, scalar by scalar. Places are counted in bits, so that bit-fields are
 * like all others. States are copied where ways part and joined where they meet; what an object contains is shared
 * until it is written.
 */
import type { Cell, Copy, Origin, Rest, WalkedObject, WalkedValue } from './walked-values.ts';
import { joined, sameValue, widened } from './walked-values.ts';

interface Contents {
  owner: object;
  readonly cells: Map<number, Cell>;
  readonly rest: Rest;
  /** All but the cells came in from outside: each value of it arises. */
  readonly input?: Origin;
}

const NONE: ReadonlySet<WalkedObject> = new Set();

const UNKNOWN_CONTENTS: Contents = { owner: {}, cells: new Map(), rest: 'unknown' };

/** No value is known; `unset`: none has been given. */
export type Missing = Rest | 'mixed';

/** More scalars than this are not kept of one object. */
const MOST_CELLS = 4096;

export class WalkedMemory {
  /** How many conditions on unknown values decided whether a run gets here. */
  open = 0;
  private owner = {};
  private objects: Map<WalkedObject, Contents> = new Map();
  /** Another memory has the same map. */
  private shared = false;

  /** `constants`: what no way changes, for all memories of a walk. */
  constructor(private readonly constants: Map<WalkedObject, Contents> = new Map()) {}

  copy(): WalkedMemory {
    const other = new WalkedMemory(this.constants);
    other.open = this.open;
    other.objects = this.objects;
    // from now on neither owns what both have
    this.owner = {};
    this.shared = true;
    other.shared = true;
    return other;
  }

  add(object: WalkedObject, rest: Rest): void {
    this.put(object, { owner: this.owner, cells: new Map(), rest });
  }

  has(object: WalkedObject): boolean {
    return (object.fixed ? this.constants : this.objects).has(object);
  }

  /** Objects that only this memory has, of what was made since the other one: they are gone. */
  leaveBehind(before: WalkedMemory): void {
    for (const object of [...this.objects.keys()])
      if (object.kind === 'local' && !before.objects.has(object)) this.remove(object);
  }

  /** The scalar at a place. */
  read(object: WalkedObject, at: number, bits: number): Cell['value'] | Missing {
    const { cells, rest } = this.get(object);
    const cell = cells.get(at);
    if (cell?.bits === bits) return cell.value;
    return cell !== undefined || overlapping(cells, at, bits).length > 0 ? 'mixed' : rest;
  }

  write(object: WalkedObject, at: number, bits: number, value: WalkedValue): void {
    const { cells } = this.cleared(object, at, bits);
    const hidden = cells.size >= MOST_CELLS && !cells.has(at);
    if (hidden) this.add(object, 'unknown');
    else cells.set(at, { bits, value });
  }

  /** Nothing is known of its contents any more; what is fixed stays as it is. */
  forget(object: WalkedObject): void {
    if (object.fixed) return;
    // a global one that isn't here is not known either
    if (object.kind === 'global') this.remove(object);
    else if (this.objects.get(object) !== UNKNOWN_CONTENTS) this.put(object, UNKNOWN_CONTENTS);
  }

  /** A block is no more: only ways on which it still is say what it contains. */
  drop(object: WalkedObject): void {
    if (object.kind === 'allocated') this.remove(object);
  }

  /** Nothing is known of what others can get at. */
  forgetExposed(): void {
    for (const object of [...this.objects.keys()]) if (object.exposed || object.kind === 'global') this.forget(object);
  }

  /** Nothing is known of anything. */
  forgetAll(): void {
    for (const object of [...this.objects.keys()]) this.forget(object);
  }

  /** Its contents come from outside. */
  fillFromOutside(object: WalkedObject): void {
    const input = { looked: false };
    if (!object.fixed) this.put(object, { owner: this.owner, cells: new Map(), rest: 'unknown', input });
  }

  /** Where the contents come from, if that is outside. */
  fromOutside(object: WalkedObject): Origin | undefined {
    return this.get(object).input;
  }

  /** What is in a part of an object. */
  part(object: WalkedObject, at: number, bits: number): Copy {
    const { cells, rest } = this.get(object);
    const inside = [...cells].flatMap(([k, c]) => (k >= at && k + c.bits <= at + bits ? [[k - at, c] as const] : []));
    const cut = overlapping(cells, at, bits).length > inside.length;
    return { cells: new Map(inside), rest: cut ? 'unknown' : rest };
  }

  /** Puts a copy of a part there; what it doesn't know is not known. */
  paste(object: WalkedObject, { at, bits }: { readonly at: number; readonly bits: number }, copy: Copy | null): void {
    const before = this.cleared(object, at, bits);
    const isAll = object.size !== null && at === 0 && BigInt(bits) >= object.size * 8n;
    const rest = copy?.rest ?? 'unknown';
    // what is no scalar that is known must not look unset
    const after = isAll || rest === before.rest ? rest : 'unknown';
    this.put(object, { owner: this.owner, cells: before.cells, rest: after });
    for (const [k, c] of copy?.cells ?? []) before.cells.set(at + k, c);
  }

  /** What holds for either of the two. */
  join(other: WalkedMemory, combine = joined): WalkedMemory {
    const out = this.copy();
    out.open = Math.max(this.open, other.open);
    if (this.objects === other.objects) return out;
    for (const [object, a] of this.objects) {
      const b = other.objects.get(object);
      if (a === b) continue;
      if (b !== undefined) out.put(object, joinContents(a, b, combine, out.owner));
      // on a way that hasn't named it a global object is as it was; others were made on this way
      else if (object.kind === 'global') out.remove(object);
    }
    for (const [object, b] of other.objects)
      if (object.kind !== 'global' && !this.objects.has(object)) out.put(object, b);
    return out;
  }

  /** As `join`, where a loop may go on changing what it changed. */
  widen(after: WalkedMemory): WalkedMemory {
    const out = this.join(after, widened);
    // what a round makes is made anew in each
    for (const object of after.objects.keys()) if (!this.objects.has(object)) out.remove(object);
    out.open = this.open;
    return out;
  }

  /** As `join`, of the memory before a loop with that behind a round: what a round makes is made anew in each. */
  joinRound(after: WalkedMemory): WalkedMemory {
    const out = this.join(after);
    for (const object of after.objects.keys()) if (!this.objects.has(object)) out.remove(object);
    out.open = this.open;
    return out;
  }

  /** `but`: these may differ. */
  same(other: WalkedMemory, but: ReadonlySet<WalkedObject> = NONE): boolean {
    if (this.objects === other.objects) return true;
    for (const [object, a] of this.objects) if (!but.has(object) && !sameContents(a, other.get(object))) return false;
    // a global one that isn't here any more is not known any more
    for (const [object, b] of other.objects)
      if (object.kind === 'global' && !this.objects.has(object) && !sameContents(UNKNOWN_CONTENTS, b)) return false;
    return true;
  }

  private get(object: WalkedObject): Contents {
    return (object.fixed ? this.constants : this.objects).get(object) ?? UNKNOWN_CONTENTS;
  }

  private put(object: WalkedObject, contents: Contents): void {
    if (object.fixed) this.constants.set(object, contents);
    else this.apart().set(object, contents);
  }

  private remove(object: WalkedObject): void {
    if (this.objects.has(object)) this.apart().delete(object);
  }

  /** The map, no other memory's any more. */
  private apart(): Map<WalkedObject, Contents> {
    if (this.shared) this.objects = new Map(this.objects);
    this.shared = false;
    return this.objects;
  }

  /** Without what is there; of scalars that are cut, what is left has a value that isn't known. */
  private cleared(object: WalkedObject, at: number, bits: number): Contents {
    const own = this.own(object);
    for (const k of overlapping(own.cells, at, bits)) {
      const end = k + own.cells.get(k)!.bits;
      own.cells.delete(k);
      if (k < at) own.cells.set(k, { bits: at - k, value: NOTHING });
      if (end > at + bits) own.cells.set(at + bits, { bits: end - at - bits, value: NOTHING });
    }
    return own;
  }

  private own(object: WalkedObject): Contents {
    const found = this.get(object);
    if (found.owner === this.owner) return found;
    const own: Contents = { ...found, owner: this.owner, cells: new Map(found.cells) };
    this.put(object, own);
    return own;
  }
}

function sameContents(a: Contents, b: Contents): boolean {
  if (a === b) return true;
  if (a.rest !== b.rest || a.cells.size !== b.cells.size) return false;
  for (const [k, c] of a.cells) {
    const d = b.cells.get(k);
    if (d?.bits !== c.bits || !sameValue(c.value, d.value)) return false;
  }
  return true;
}

/** Scalars that share a bit with the place. The widest scalar has 128 bits. */
function overlapping(cells: ReadonlyMap<number, Cell>, at: number, bits: number): number[] {
  if (cells.size <= 32 || bits > 512)
    return [...cells].flatMap(([k, c]) => (k < at + bits && at < k + c.bits ? [k] : []));
  const out: number[] = [];
  for (let k = at - 127; k < at + bits; k++) {
    const c = cells.get(k);
    if (c !== undefined && at < k + c.bits) out.push(k);
  }
  return out;
}

function joinContents(first: Contents, second: Contents, combine: typeof joined, owner: object): Contents {
  const cells = new Map<number, Cell>();
  const rest: Rest = first.rest === second.rest ? first.rest : 'unknown';
  for (const [k, c] of first.cells) {
    const d = second.cells.get(k);
    if (d?.bits === c.bits) cells.set(k, { bits: c.bits, value: combine(c.value, d.value) });
    else if (rest !== 'unknown') cells.set(k, { bits: c.bits, value: NOTHING });
  }
  if (rest !== 'unknown')
    for (const [k, d] of second.cells) if (!cells.has(k)) cells.set(k, { bits: d.bits, value: NOTHING });
  const input = first.input !== undefined && first.input === second.input ? { input: first.input } : {};
  return { owner, cells, rest, ...input };
}

const NOTHING: WalkedValue = { kind: 'unknown', type: { kind: 'unknown' } };
