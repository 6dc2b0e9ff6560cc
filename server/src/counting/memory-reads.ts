/**
 * Memory behind pointers that the function has no name for, as what terms read: `f->next->n` is what member `n` holds
 * at the position that `next` holds at `f`. Such a term stays as it is where nothing in the loop may write there, as
 * far as types (C11 6.5p7) and members tell.
 */
import { READ, app, applications, elementOf, isConst, objectAt, partsOf, printC, sub, symbol } from '../logic/index.ts';
import type { AppTerm, BitRun, CNames, Symbol, Symbols, Term } from '../logic/index.ts';
import type { IntType, IntegerMode } from '../machine/index.ts';
import type { Access, Cfg, Expr, Positioned } from '../program/index.ts';

/** What is read at a position; the position itself is the read's index. */
export type MemoryPlace = Pick<Access, 'unit' | 'path' | 'type' | 'rows' | 'indexed' | 'overlay' | 'guessed' | 'cast'>;

/** Pointers are kept as positions of this type. */
export const isPointer = ({ type }: MemoryPlace): boolean => type.name === 'pointer';

/** A union, kept as an integer of this type, or a part of one: stores of whatever is in there change it. */
export const isUnion = ({ type, overlay }: MemoryPlace): boolean => overlay !== undefined || type.union !== undefined;

/** The member's own name; null: what is read isn't one. */
export const memberOf = ({ path }: MemoryPlace): string | null =>
  path === '' ? null : path.slice(path.lastIndexOf('/') + 1);

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
  const { unit, path, type, rows, indexed, overlay, guessed, cast } = place;
  const of = symbol('member', placeKey(place), 0, type);
  placesOf(symbols).set(of, {
    unit,
    path,
    type,
    ...(rows && { rows }),
    ...(indexed !== undefined && { indexed }),
    ...(overlay !== undefined && { overlay }),
    ...(guessed && { guessed }),
    ...(cast !== undefined && { cast }),
  });
  return of;
}

/** `s->n`, `x.n`: n; null: it is no member by its name. */
export const memberNamed = (name: string): string | null => /(?:->|[.])(\w+)(?:\[.*)?$/.exec(name)?.[1] ?? null;

/** The places that a term speaks of. */
export const placesIn = (
  term: Term,
  symbols: Symbols,
): readonly { readonly read: AppTerm; readonly place: MemoryPlace }[] =>
  [...applications([term], READ).values()].flatMap((read) => {
    const place = placeOf(read.of, symbols);
    return place ? [{ read, place }] : [];
  });

/** Whose names are spelled. */
export interface Spelling {
  readonly names: CNames;
  readonly symbols: Symbols;
  /** It is a pointer. */
  isPosition(s: Symbol): boolean;
  /** Where objects begin. */
  readonly positions: readonly Positioned[];
}

/** `x.n`, the member of a union that is these bits; what is no union is called as it is. */
export function partOfUnion(name: string, whole: IntType, run: BitRun): string | null {
  if (whole.union === undefined) return name;
  const { bits, signed } = run.type ?? { bits: whole.bits - run.offset, signed: whole.signed };
  const part = whole.union.find(
    ({ offset, type }) => offset === run.offset && type.bits === bits && type.signed === signed,
  );
  return part === undefined ? null : [name, part.name].filter((key) => key !== '').join('.');
}

/** All of an integer. */
export const ALL_OF: BitRun = { offset: 0, type: null };

/**
 * C's spelling of a read: `f->next->n`, `list[i]`, `*p`, `f->kind[2]`; of a union, the member that is these bits. Null
 * where its place has none.
 */
export function spelling(
  place: MemoryPlace,
  [position, element]: readonly Term[],
  spelled: Spelling,
  run: BitRun = ALL_OF,
): string | null {
  const pathOf = (keys: string): string | null => partOfUnion(spelledPath(keys), place.type, run);
  const path = pathOf(place.path);
  const found = position && path !== null ? pointerAt(place, position, spelled) : null;
  if (found === null) return null;
  const { pointer, index } = found;
  const plain = PLAIN.test(pointer) ? pointer : `(${pointer})`;
  const object = index === '0' ? /^&([\w>.[\]-]+)$/.exec(pointer)?.[1] : undefined;
  const isUnary = place.cast !== undefined || /^\*+[\w>.[\]-]+$/.test(pointer);
  const pointed = isUnary ? `*${pointer}` : `*${plain}`;
  if (path === '') return object ?? (index === '0' ? pointed : `${plain}[${index}]`);
  const member = object ? `${object}.${path}` : index === '0' ? `${plain}->${path}` : `${plain}[${index}].${path}`;
  if (!element) return member;
  const { rows = [], indexed } = place;
  const further = indexed === undefined ? '' : place.path.slice(indexed.length);
  // an array in an element of another one: which index is which isn't told
  if (further !== '' && rows.length > 0) return null;
  const behind = pathOf(further) ?? '';
  const array = behind === '' ? member : member.slice(0, -behind.length - 1);
  const spelling = `${array}${'[]'.repeat(rows.length + 1)}${behind === '' ? '' : `.${behind}`}`;
  return elementOf({ dims: [0n, ...rows], spelling }, element, spelled.names);
}

/** `p`, `s->p`, `((struct item *)p)->next`. */
const PLAIN = /^(?:\(\([\w\s*]+\)[&*]*[\w>.[\]-]+\)->)?[\w>.[\]-]+$/;

/** C's spelling of a pointer, and how many elements behind it the position is. Null: it has none. */
function pointerAt(
  { cast }: MemoryPlace,
  position: Term,
  { names, symbols, isPosition, positions }: Spelling,
): { readonly pointer: string; readonly index: string } | null {
  if (cast !== undefined && isConst(position)) {
    const object = objectAt(position.value, positions);
    const offset = object ? position.value - object.at : -1n;
    if (!object || offset < 0n) return null;
    return castTo(cast, offset === 0n ? object.name : `${object.name} + ${offset}`);
  }
  const bases = partsOf(position).parts.filter(
    ({ coef, mono }) => coef === 1n && (mono.kind === 'sym' ? isPosition(mono.symbol) : isPointerRead(mono, symbols)),
  );
  const [base] = bases;
  if (!base || bases.length > 1) return null;
  // a pointer that is cast is moved before, in its own elements
  if (cast !== undefined) return castTo(cast, printC(position, names));
  const pointer = printC(base.mono, names);
  const index = printC(sub(position, base.mono), names);
  return pointer === null || index === null ? null : { pointer, index };
}

/** Null: the type, or what is cast, has no spelling of its own. */
function castTo(type: string, pointer: string | null): { readonly pointer: string; readonly index: string } | null {
  if (pointer === null || !/^\w[\w\s]*[*\s]*$/.test(type)) return null;
  const isUnary = PLAIN.test(pointer.replace(/^[&*]+/, ''));
  return { pointer: `(${type})${isUnary ? pointer : `(${pointer})`}`, index: '0' };
}

/** `in.n` of `#1/in/n`: records without a name have no place in it. */
const spelledPath = (path: string): string =>
  path
    .split('/')
    .filter((key) => key !== '' && !key.startsWith('#'))
    .join('.');

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
