/**
 * Which statements may write to memory behind pointers that the function has no name for, as far as types (C11 6.5p7)
 * and members tell.
 */
import type { ArrayObject, BlockId, Cfg, EffectiveType, IrFunction, Stmt, Stores, Variable } from '../program/index.ts';
import { KNOWN, isBehindPointer, isHidden, isLedTo, isPointee } from '../program/index.ts';
import { isPointer, isUnion, memberNamed, memberOf, placeKey } from './memory-reads.ts';
import type { MemoryPlace } from './memory-reads.ts';

/** What a statement may write that pointers lead to. */
interface Written {
  readonly variable: Variable | null;
  readonly array: ArrayObject | null;
  /** Where it stores to, if that is known. */
  readonly to: MemoryPlace | null;
  /** What else it stores; null: nothing. */
  readonly stores: Stores | null;
}

const NOTHING_ELSE: Written = { variable: null, array: null, to: null, stores: null };

/** Null: nothing that a pointer leads to. */
function writtenBy(s: Stmt, fn: IrFunction): Written | null {
  // other names of what another statement writes, which is asked itself
  if (('alias' in s && s.alias) || ('stored' in s && s.stored !== undefined) || isOfStore(s)) return null;
  const stores = ('by' in s && s.by?.stores) || null;
  switch (s.kind) {
    case 'assign':
    case 'nondet':
    case 'load':
    case 'havoc': {
      const variable = fn.variables[s.target];
      if (!variable) return { ...NOTHING_ELSE, stores: 'anything' };
      return isPointedAt(variable) ? { ...NOTHING_ELSE, variable, stores } : stores && { ...NOTHING_ELSE, stores };
    }
    case 'store':
    case 'fill-array':
    case 'havoc-array': {
      const array = fn.arrays[s.array];
      if (!array) return { ...NOTHING_ELSE, stores: 'anything' };
      const isReached = !array.own && (array.scope !== 'global' || !isHidden(array));
      return isReached ? { ...NOTHING_ELSE, array, stores } : stores && { ...NOTHING_ELSE, stores };
    }
    case 'note':
      return { ...NOTHING_ELSE, to: s.to ?? null, stores: s.stores ?? s.by?.stores ?? 'anything' };
    case 'call':
    case 'load-at':
    case 'store-at':
      return { ...NOTHING_ELSE, stores: 'anything' };
    case 'assume':
    case 'assert':
    case 'go-through':
      return null;
  }
}

function mayBeWritten(place: MemoryPlace, { variable, array, to, stores }: Written, fn: IrFunction): boolean {
  if (to && liesApart(to, place, fn)) return false;
  return (
    (variable !== null && mayBeVariable(variable, place, fn)) ||
    (array !== null && mayBeElement(array, place, fn)) ||
    (stores !== null && mayHit(stores, place, fn))
  );
}

/** The statement may write to such a place. */
export function mayWrite(statement: Stmt, place: MemoryPlace, { fn }: Cfg): boolean {
  const written = writtenBy(statement, fn);
  return written !== null && mayBeWritten(place, written, fn);
}

/** Members of one struct lie apart, also where pointers to others were converted to pointers to it. */
export function liesApart(a: MemoryPlace, b: MemoryPlace, { punning }: IrFunction): boolean {
  if (a.unit !== b.unit) return punning === undefined && areOfOthers(a, b);
  return punning !== 'any' && !isPartOf(bytesOf(a), bytesOf(b)) && !isPartOf(bytesOf(b), bytesOf(a));
}

/** Pointers in structs of different types: where neither is in the other, no pointer is both (C11 6.5p7). */
const areOfOthers = (a: MemoryPlace, b: MemoryPlace): boolean =>
  [a, b].every(
    (place) => isPointer(place) && !isUnion(place) && place.path !== '' && place.unit.startsWith('struct '),
  ) &&
  !a.unit.includes(b.unit) &&
  !b.unit.includes(a.unit);

/** What shares bytes with it: of a part of a union all that is in there. */
export const bytesOf = ({ path, overlay }: MemoryPlace): string => overlay ?? path;

const isPartOf = (part: string, whole: string): boolean => whole === '' || `${part}/`.startsWith(`${whole}/`);

/** A statement, with what it writes: the same object for all that write the same. */
interface Writer {
  readonly stmt: Stmt;
  readonly written: Written;
}

/** Who may write to a place of memory: the statements of a block, in their order. */
export type WritersIn = (block: BlockId) => readonly Stmt[];

const NONE: readonly Stmt[] = [];

/** Who writes to memory in a function. */
class FunctionWriters {
  private readonly fn: IrFunction;
  private readonly blocks: ReadonlyMap<BlockId, readonly Writer[]>;
  private readonly all: ReadonlySet<Written>;
  private readonly known = new Map<string, WritersIn>();

  constructor(fn: IrFunction) {
    this.fn = fn;
    this.blocks = allWriters(fn);
    this.all = new Set([...this.blocks.values()].flatMap((writers) => writers.map(({ written }) => written)));
  }

  of(place: MemoryPlace): WritersIn {
    const key = placeKey(place);
    const known = this.known.get(key) ?? this.found(place);
    this.known.set(key, known);
    return known;
  }

  private found(place: MemoryPlace): WritersIn {
    const hits = new Set([...this.all].filter((written) => mayBeWritten(place, written, this.fn)));
    return (block) => {
      const here = hits.size === 0 ? undefined : this.blocks.get(block);
      const found = here?.filter(({ written }) => hits.has(written)) ?? [];
      return found.length === 0 ? NONE : found.map(({ stmt }) => stmt);
    };
  }
}

function allWriters(fn: IrFunction): ReadonlyMap<BlockId, readonly Writer[]> {
  const byObject = new Map<unknown, Map<Stores | null, Written>>();
  const shared = (written: Written): Written => {
    const { variable, array, to, stores } = written;
    const object = variable ?? array ?? (to && placeKey(to));
    const byStores = byObject.get(object) ?? new Map<Stores | null, Written>();
    byObject.set(object, byStores);
    const known = byStores.get(stores) ?? written;
    byStores.set(stores, known);
    return known;
  };
  return new Map(
    fn.blocks.flatMap(({ id, stmts }) => {
      const writers = stmts.flatMap((stmt): Writer[] => {
        const written = writtenBy(stmt, fn);
        return written === null ? [] : [{ stmt, written: shared(written) }];
      });
      return writers.length === 0 ? [] : [[id, writers] as const];
    }),
  );
}

const writing = new WeakMap<Cfg, FunctionWriters>();

/** The statements that may write to such a place. Found once for all loops and readings of the function. */
export function writersOf(place: MemoryPlace, cfg: Cfg): WritersIn {
  const known = writing.get(cfg) ?? new FunctionWriters(cfg.fn);
  writing.set(cfg, known);
  return known.of(place);
}

/** Of what a call or a store changes behind pointers nothing is told: it may be any place. */
export const writesAnywhere = (s: Stmt): boolean =>
  s.kind === 'note' &&
  s.to === undefined &&
  !('alias' in s && s.alias) &&
  (s.stores ?? s.by?.stores ?? 'anything') === 'anything';

/** Named objects that a store through a pointer may change: a note beside it tells what the store itself may write. */
export const isOfStore = (s: Stmt): boolean =>
  (s.kind === 'havoc' || s.kind === 'havoc-array') && s.by === undefined && s.reason.code === 'pointer-store';

/** The statement writes a variable of its own that is no such place by its name: it would have to be one with it. */
export function writesAnother(s: Stmt, place: MemoryPlace, fn: IrFunction): boolean {
  if (s.kind !== 'assign' && s.kind !== 'nondet' && s.kind !== 'load' && s.kind !== 'store') return false;
  const variable = s.kind === 'store' ? undefined : fn.variables[s.target];
  const array = s.kind === 'store' ? fn.arrays[s.array] : undefined;
  // a pointer to bytes would have to lead to itself, and one that goes through elements to a variable
  if (variable && place.path === '' && !isPointer(place) && (variable.pointer || isPlain(variable))) return true;
  // what another pointer leads to: `*res = p;` beside `list[i]`, `(*lines)++` beside `*s`
  if (variable && place.path === '' && isLedTo(variable)) return true;
  if (array && place.path === '' && isOfOthers(array, place)) return true;
  const name = array?.name ?? variable?.name;
  return name !== undefined && memberNamed(name) !== memberOf(place);
}

/** Elements of another type, or behind another pointer than the one that is gone through. */
const isOfOthers = (array: ArrayObject, place: MemoryPlace): boolean =>
  isPointer(place) || array.element.bits !== place.type.bits || isPointee(array);

/** It is no part of anything, nor has it parts. */
export const isPlain = (v: Variable): boolean => /^\w+$/.test(v.name) && !isBehindPointer(v) && !v.type.union;

/**
 * The function without what stores through pointers can't do: by its type and member the object is none that they
 * change.
 */
export function withoutMissedWrites(fn: IrFunction): IrFunction {
  const isMissed = (s: Stmt): boolean => {
    const variable = s.kind === 'havoc' && s.stores !== undefined && !s.by ? fn.variables[s.target] : undefined;
    return variable !== undefined && s.kind === 'havoc' && !mayHit(s.stores ?? 'anything', placeNamed(variable), fn);
  };
  const isOther = (s: Stmt & { readonly kind: 'havoc' | 'havoc-array' }): boolean => {
    const object = s.kind === 'havoc' ? fn.variables[s.target] : fn.arrays[s.array];
    return object !== undefined && s.storing !== undefined && s.storing.member !== memberNamed(object.name);
  };
  const blocks = fn.blocks.map((b) => ({
    ...b,
    stmts: b.stmts.flatMap((s): Stmt[] => {
      if (isMissed(s)) return [];
      const isOnlyPossible = (s.kind === 'havoc' || s.kind === 'havoc-array') && !s.by && !s.alias && isOther(s);
      return [isOnlyPossible ? { ...s, alias: { array: KNOWN } } : s];
    }),
  }));
  return { ...fn, blocks };
}

/** A variable as a place of memory. */
const placeNamed = ({ name, pointer, type }: Variable): MemoryPlace => ({
  unit: '',
  path: memberNamed(name) ?? '',
  type: pointer ? { ...type, name: 'pointer' } : type,
});

function mayHit(stores: Stores, place: MemoryPlace, { punning }: IrFunction): boolean {
  return stores === 'anything' || (punning ? stores.length > 0 : stores.some((stored) => hits(stored, place)));
}

/** A store may change an object of the type: bytes go anywhere, a member's is to that member. */
function hits({ element, member, whole }: EffectiveType, place: MemoryPlace): boolean {
  if (isUnion(place)) return true;
  if (!alike(element, place)) return false;
  const own = memberOf(place);
  if (whole && element === 8 && own === null) return place.type.bits === 8;
  return (element === 8 && !whole) || member === null || own === null || member === own;
}

function alike(element: EffectiveType['element'], place: MemoryPlace): boolean {
  return element === 8 || place.type.bits === 8 || element === (isPointer(place) ? 'pointer' : place.type.bits);
}

/** A pointer may lead to the variable. */
function isPointedAt(variable: Variable): boolean {
  if (variable.scope === 'temp') return false;
  const isOutside = variable.scope === 'global' && !isHidden(variable);
  return isOutside || variable.addressTaken || isBehindPointer(variable) || /[*([]/.test(variable.name);
}

/** Where the variable is may be such a place. */
function mayBeVariable(variable: Variable, place: MemoryPlace, fn: IrFunction): boolean {
  if (fn.punning || isUnion(place) || isUnion(placeNamed(variable))) return true;
  const element = variable.pointer ? 'pointer' : variable.type.bits;
  return alike(element, place) && mayBeNamed(variable.name, place, false);
}

function mayBeElement(object: ArrayObject, place: MemoryPlace, fn: IrFunction): boolean {
  if (fn.punning) return true;
  // what stands for memory behind a pointer to integers has no length
  const isOwn = object.scope !== 'param' && (object.length !== null || object.sizes !== undefined);
  if (isUnion(place)) return !isOwn || object.element.bits === 8 || !/^\w+$/.test(object.name);
  return alike(object.element.bits, place) && mayBeNamed(object.name, place, !isOwn || object.element.bits === 8);
}

/** By what the object is called: a member is no other one. `anywhere`: it may be part of any object. */
function mayBeNamed(name: string, place: MemoryPlace, anywhere: boolean): boolean {
  const member = memberOf(place);
  if (member === null || anywhere) return true;
  const own = memberNamed(name);
  // a name with more in it is taken for anything
  return own === null ? !/^\w+$/.test(name) : own === member;
}
