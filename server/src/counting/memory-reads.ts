/**
 * Memory behind pointers that the function has no name for, as what terms read: `f->next->n` is what member `n` holds
 * at the position that `next` holds at `f`. Such a term stays as it is where nothing in the loop may write there, as
 * far as types (C11 6.5p7) and members tell.
 */
import { READ, app, applications, elementOf, partsOf, printC, sub, symbol } from '../logic/index.ts';
import type { AppTerm, CNames, Symbol, Symbols, Term } from '../logic/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import type {
  Access,
  Block,
  Cfg,
  EffectiveType,
  Expr,
  IrFunction,
  Stmt,
  Stores,
  VarId,
  Variable,
} from '../program/index.ts';
import { KNOWN, isBehindPointer } from '../program/index.ts';

/** What is read at a position; the position itself is the read's index. */
export type MemoryPlace = Pick<Access, 'unit' | 'path' | 'type' | 'rows'>;

/** Pointers are kept as positions of this type. */
const isPointer = ({ type }: MemoryPlace): boolean => type.name === 'pointer';

/** Unions are kept as integers of this type: stores of whatever is in them change it. */
const isUnion = ({ type }: MemoryPlace): boolean => /^union\b/.test(type.name);

/** The member's own name; null: what is read isn't one. */
const memberOf = ({ path }: MemoryPlace): string | null => (path === '' ? null : path.slice(path.lastIndexOf('/') + 1));

const PLACES = new WeakMap<Symbols, Map<Symbol, MemoryPlace>>();

function placesOf(symbols: Symbols): Map<Symbol, MemoryPlace> {
  const known = PLACES.get(symbols) ?? new Map<Symbol, MemoryPlace>();
  PLACES.set(symbols, known);
  return known;
}

/** The place that a term's function symbol reads; undefined: it is an array's, or none. */
export const placeOf = (s: Symbol | null, symbols: Symbols): MemoryPlace | undefined =>
  s === null ? undefined : placesOf(symbols).get(s);

/** What an access reads: by its position, and by the element's index where the member is an array. */
export function readTerm(access: Access, value: (e: Expr) => Term, symbols: Symbols, mode: IntegerMode): Term {
  const { type, position, index } = access;
  const of = placeSymbol(access, symbols);
  symbols.setType(of, type, mode);
  return app(READ, index === null ? [value(position)] : [value(position), value(index)], of);
}

/** Places of one key are elements of one size, side by side. */
export const placeKey = ({ unit, path }: MemoryPlace): string => `${unit} ${path}`;

/** Stands for what is read at such places. */
export function placeSymbol(place: MemoryPlace, symbols: Symbols): Symbol {
  const { unit, path, type, rows } = place;
  const of = symbol('member', placeKey(place), 0, type);
  placesOf(symbols).set(of, { unit, path, type, ...(rows && { rows }) });
  return of;
}

/** The places that a term speaks of. */
export const placesIn = (
  term: Term,
  symbols: Symbols,
): readonly { readonly read: AppTerm; readonly place: MemoryPlace }[] =>
  [...applications([term], READ).values()].flatMap((read) => {
    const place = placeOf(read.of, symbols);
    return place ? [{ read, place }] : [];
  });

/** The statement may write to such a place. */
export function mayWrite(statement: Stmt, place: MemoryPlace, { fn }: Cfg): boolean {
  // other names of what another statement writes, which is asked itself
  if (
    ('alias' in statement && statement.alias) ||
    ('stored' in statement && statement.stored !== undefined) ||
    isOfStore(statement)
  )
    return false;
  switch (statement.kind) {
    case 'assign':
    case 'nondet':
    case 'load':
    case 'havoc':
      return (
        mayBeVariable(statement.target, place, fn) ||
        ('by' in statement && statement.by?.stores !== undefined && mayHit(statement.by.stores, place, fn))
      );
    case 'store':
    case 'fill-array':
    case 'havoc-array':
      return (
        mayBeElement(statement.array, place, fn) ||
        ('by' in statement && statement.by?.stores !== undefined && mayHit(statement.by.stores, place, fn))
      );
    case 'note':
      if (statement.to && liesApart(statement.to, place, fn)) return false;
      return mayHit(statement.stores ?? statement.by?.stores ?? 'anything', place, fn);
    case 'call':
    case 'load-at':
    case 'store-at':
      return true;
    case 'assume':
    case 'assert':
    case 'go-through':
      return false;
  }
}

/** Members of one struct lie apart, also where pointers to others were converted to pointers to it. */
export const liesApart = (a: MemoryPlace, b: MemoryPlace, { punning }: IrFunction): boolean =>
  punning !== 'any' && a.unit === b.unit && !isPartOf(a.path, b.path) && !isPartOf(b.path, a.path);

const isPartOf = (part: string, whole: string): boolean => whole === '' || `${part}/`.startsWith(`${whole}/`);

const writing = new WeakMap<Cfg, Map<string, readonly Stmt[]>>();

/** The statements of a block that may write to such a place. Found once for all loops and readings of the function. */
export function writersIn(block: Block, place: MemoryPlace, cfg: Cfg): readonly Stmt[] {
  const known = writing.get(cfg) ?? new Map<string, readonly Stmt[]>();
  writing.set(cfg, known);
  const found = (key: string, find: () => readonly Stmt[]): readonly Stmt[] => {
    const made = known.get(key) ?? find();
    known.set(key, made);
    return made;
  };
  const anywhere = found(`${block.id}`, () => block.stmts.filter((s) => writesSomewhere(s, cfg)));
  return anywhere.length === 0
    ? anywhere
    : found(`${block.id} ${placeKey(place)}`, () => anywhere.filter((s) => mayWrite(s, place, cfg)));
}

/** Of what a call or a store changes behind pointers nothing is told: it may be any place. */
export const writesAnywhere = (s: Stmt): boolean =>
  s.kind === 'note' &&
  s.to === undefined &&
  !('alias' in s && s.alias) &&
  (s.stores ?? s.by?.stores ?? 'anything') === 'anything';

/** Whatever the place is. */
const writesSomewhere = (s: Stmt, { fn }: Cfg): boolean =>
  s.kind !== 'assign' || fn.variables[s.target]?.scope !== 'temp';

/** Named objects that a store through a pointer may change: a note beside it tells what the store itself may write. */
export const isOfStore = (s: Stmt): boolean =>
  (s.kind === 'havoc' || s.kind === 'havoc-array') && s.by === undefined && s.reason.code === 'pointer-store';

/** The statement writes a variable of its own that is no such place by its name: it would have to be one with it. */
export function writesAnother(s: Stmt, place: MemoryPlace, fn: IrFunction): boolean {
  if (s.kind !== 'assign' && s.kind !== 'nondet' && s.kind !== 'load' && s.kind !== 'store') return false;
  const variable = s.kind === 'store' ? undefined : fn.variables[s.target];
  // a pointer to bytes would have to lead to itself
  if (variable?.pointer && place.path === '' && !isPointer(place)) return true;
  const name = s.kind === 'store' ? fn.arrays[s.array]?.name : variable?.name;
  return name !== undefined && memberNamed(name) !== memberOf(place);
}

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

/** `s->n`, `x.n`: n; null: it is no member by its name. */
export const memberNamed = (name: string): string | null => /(?:->|[.])(\w+)(?:\[.*)?$/.exec(name)?.[1] ?? null;

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

/** Where the variable is may be such a place. */
function mayBeVariable(v: VarId, place: MemoryPlace, fn: IrFunction): boolean {
  const variable = fn.variables[v];
  if (!variable) return true;
  if (variable.scope === 'temp') return false;
  const isPointedAt = isBehindPointer(variable) || /[*([]/.test(variable.name);
  if ((variable.scope !== 'global' || isHidden(variable)) && !variable.addressTaken && !isPointedAt) return false;
  if (fn.punning) return true;
  if (isUnion(place) || isUnion(placeNamed(variable))) return true;
  const element = variable.pointer ? 'pointer' : variable.type.bits;
  return alike(element, place) && mayBeNamed(variable.name, place, false);
}

/** A static object of the file whose address nobody takes: no pointer leads there. */
const isHidden = ({ open }: Pick<Variable, 'open'>): boolean => open === 'to calls';

function mayBeElement(array: number, place: MemoryPlace, fn: IrFunction): boolean {
  const object = fn.arrays[array];
  if (!object) return true;
  if (object.scope === 'global' && isHidden(object)) return false;
  if (fn.punning) return true;
  // what stands for memory behind a pointer to integers has no length
  const isOwn = object.scope !== 'param' && (object.length !== null || object.sizes !== undefined);
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

/** Whose names are spelled. */
export interface Spelling {
  readonly names: CNames;
  readonly symbols: Symbols;
  /** It is a pointer. */
  isPosition(s: Symbol): boolean;
}

/** C's spelling of a read: `f->next->n`, `list[i]`, `*p`, `f->kind[2]`; null where its place has none. */
export function spelling(
  place: MemoryPlace,
  [position, element]: readonly Term[],
  { names, symbols, isPosition }: Spelling,
): string | null {
  if (!position) return null;
  const bases = partsOf(position).parts.filter(
    ({ coef, mono }) => coef === 1n && (mono.kind === 'sym' ? isPosition(mono.symbol) : isPointerRead(mono, symbols)),
  );
  const [base] = bases;
  if (!base || bases.length > 1) return null;
  const rest = sub(position, base.mono);
  const pointer = printC(base.mono, names);
  const index = printC(rest, names);
  if (pointer === null || index === null) return null;
  const path = place.path
    .split('/')
    .filter((key) => key !== '' && !key.startsWith('#'))
    .join('.');
  const plain = /^[\w>.[\]-]+$/.test(pointer) ? pointer : `(${pointer})`;
  if (path === '') return index === '0' ? `*${plain}` : `${plain}[${index}]`;
  const member = index === '0' ? `${plain}->${path}` : `${plain}[${index}].${path}`;
  if (!element) return member;
  const { rows = [] } = place;
  return elementOf({ dims: [0n, ...rows], spelling: `${member}${'[]'.repeat(rows.length + 1)}` }, element, names);
}

/** It is a pointer that is read from memory. */
export function isPointerRead(t: Term, symbols: Symbols): boolean {
  const place = t.kind === 'app' && t.fn === READ ? placeOf(t.of, symbols) : undefined;
  return place !== undefined && isPointer(place);
}

/** Pointers that a position is reckoned from: `argv` in `argv + 1`. */
export const pointersIn = (position: Term, { symbols: named, fn }: Cfg, symbols: Symbols): readonly Term[] =>
  partsOf(position).parts.flatMap(({ coef, mono }) => {
    const isRead =
      mono.kind === 'sym' ? fn.variables[named.indexOf(mono.symbol)]?.pointer : isPointerRead(mono, symbols);
    return isRead && coef === 1n ? [mono] : [];
  });
