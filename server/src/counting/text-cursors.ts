/**
 * Where pointers lead in a text that a loop walks through, from where the walk stood at the loop's head: how far on they
 * are at least, and how many characters are left at least. So is what lies a number of characters behind a pointer, as
 * `p + n` after `n = strcspn(p, ",")`, or in `for (n = 0; p[n]; n++)`. Source: our own.
 */
import { ALL_BYTES, NO_BYTES, ZERO_BYTE, readVariables } from '../program/index.ts';
import type {
  Access,
  Classified,
  Compared,
  Expr,
  FoundInText,
  SpanOfText,
  Stmt,
  VarId,
  Variable,
} from '../program/index.ts';
import type { LoopShape } from './loop-shape.ts';
import { runsOthers, variablesWritten } from './loop-shape.ts';
import type { MemoryPlace } from './memory-reads.ts';
import { mayWrite } from './memory-writes.ts';
import {
  ANYTHING,
  NOTHING,
  among as amongBytes,
  either,
  inAnyLocale,
  isSamePossible,
  signOf,
  whereHolds,
} from './possible-characters.ts';
import type { Possible, Sign } from './possible-characters.ts';
import { valueAtZero } from './value-at-zero.ts';

/** Where it leads from where the walk stands at the head; and how many characters there are to the end. */
export interface Spot {
  readonly least: bigint;
  /** How far on at least, unless a zero is there. */
  readonly beforeEnd: bigint;
  readonly characters: bigint;
  readonly mayBeNull: boolean;
  /** What the character may be where the walk stands at the head, if this still leads there. */
  readonly still: Possible;
}

/** A pointer, or what is a number of characters behind it. */
export interface Cursor {
  readonly pointer: VarId;
  readonly behind: VarId | null;
}

type CursorKey = string;

const keyOf = ({ pointer, behind }: Cursor): CursorKey => (behind === null ? `${pointer}` : `${pointer}+${behind}`);

interface Placed {
  readonly cursor: Cursor;
  readonly spot: Spot;
}

export interface Stand {
  /** The walk's own pointer isn't null. */
  readonly isNonNull: boolean;
  readonly spots: ReadonlyMap<CursorKey, Placed>;
  /** Variables that hold a character: that so far behind where the cursor leads. */
  readonly held: ReadonlyMap<VarId, Held>;
  /** Pointers that lead to where another one does. */
  readonly copies: ReadonlyMap<VarId, VarId>;
  /** Results of comparisons, which are 0 where the text begins as another one does. */
  readonly compared: ReadonlyMap<VarId, Compared>;
  /** Results of functions that say whether a character is in a class. */
  readonly asked: ReadonlyMap<VarId, Asked>;
}

/** Of the character where a cursor leads. */
interface Asked {
  readonly name: string;
  /** In every locale the same. */
  readonly always: boolean;
  readonly from: CursorKey;
}

/** So far behind where a cursor leads. */
export interface Place {
  readonly from: CursorKey;
  readonly by: bigint;
}

/** `still`: nothing has been written since it was read. `sign`: how the byte is a number; null: that isn't known. */
interface Held extends Place {
  readonly still: boolean;
  readonly sign: Sign | null;
}

export const spotAt = (stand: Stand, pointer: VarId): Spot | undefined => stand.spots.get(`${pointer}`)?.spot;

export const standingAt = (pointer: VarId, spot: Spot): Stand => ({
  isNonNull: false,
  spots: new Map([[`${pointer}`, { cursor: { pointer, behind: null }, spot }]]),
  held: new Map(),
  copies: new Map(),
  compared: new Map(),
  asked: new Map(),
});

const FAR = 1n << 62n;
const NULL: Spot = { least: FAR, beforeEnd: FAR, characters: FAR, mayBeNull: true, still: NOTHING };

/** What is known where a branch is taken; null: it never is. */
export function whereTested(stand: Stand, cond: Expr, holds: boolean): Stand | null {
  const pointer = comparedWithNull(cond);
  if (pointer && spotAt(stand, pointer.variable))
    return (pointer.op === 'ne') === holds ? withoutNull(stand, pointer.variable) : whereNull(stand, pointer.variable);
  let met: Stand | null = stand;
  for (const [v, place] of stand.held) {
    const atZero = valueAtZero(cond, v);
    if (met && atZero !== null && (atZero !== 0n) !== holds) met = withCharacter(met, place);
    else if (met && place.still && isZeroTest(cond, v, holds)) met = withEnd(met, place);
  }
  for (const [v, { text, characters }] of stand.compared)
    if (met && isZeroTest(cond, v, holds)) met = withCharacters(met, text, characters);
  return met && narrowed(met, cond, holds);
}

/** What the condition says of characters, where nothing else is in it. */
function narrowed(stand: Stand, cond: Expr, holds: boolean): Stand {
  const read = readVariables(cond);
  const isAt = (place: Place, key: CursorKey): boolean => place.from === key && place.by === 0n;
  let met = stand;
  for (const [key, { cursor, spot }] of stand.spots) {
    const characters = [...stand.held].flatMap(([v, held]) =>
      held.still && held.sign && isAt(held, key) && read.has(v) ? [[v, held.sign] as const] : [],
    );
    const [asked] = [...stand.asked].filter(([v, { from }]) => from === key && read.has(v));
    const spoken = characters.length + (asked ? 1 : 0);
    if (spoken === 0 || spoken < read.size || spot.still.bytes === NO_BYTES) continue;
    const question = asked ? { result: asked[0], ...asked[1] } : null;
    const still = whereHolds(spot.still, cond, holds, { characters: new Map(characters), asked: question });
    met = withSpot(met, cursor, { ...spot, still });
  }
  return met;
}

/** The branch is taken only where the variable is 0. */
function isZeroTest(cond: Expr, variable: VarId, holds: boolean): boolean {
  const test = comparedWithNull(cond);
  return test?.variable === variable && (test.op === 'eq') === holds;
}

/** A variable, tested for zero. */
export function comparedWithNull(cond: Expr): { readonly op: 'eq' | 'ne'; readonly variable: VarId } | null {
  if (cond.kind !== 'binary' || (cond.op !== 'eq' && cond.op !== 'ne')) return null;
  const left = withoutCasts(cond.left);
  const isZero = cond.right.kind === 'const' && cond.right.value === 0n;
  return isZero && left.kind === 'var' ? { op: cond.op, variable: left.id } : null;
}

/** Without those that are zero where the value is, and only there. */
function withoutCasts(e: Expr): Expr {
  return e.kind === 'cast' && e.type.bits >= e.arg.type.bits ? withoutCasts(e.arg) : e;
}

/** The character there isn't the end: behind that nothing follows from it. */
function withCharacter(stand: Stand, { from, by }: Place): Stand {
  const placed = stand.spots.get(from);
  return placed?.spot.characters === by
    ? withSpot(stand, placed.cursor, { ...placed.spot, characters: by + 1n })
    : stand;
}

/** The character there is a zero: the end, or one that has been put there. */
function withEnd(stand: Stand, { from, by }: Place): Stand {
  const placed = stand.spots.get(from);
  return placed && by === 0n ? withSpot(stand, placed.cursor, { ...placed.spot, beforeEnd: FAR }) : stand;
}

/** So many characters are there for all pointers that lead to the text's beginning. */
function withCharacters(stand: Stand, text: VarId, characters: bigint): Stand {
  return pointersLike(stand, text).reduce((met, pointer) => {
    const placed = met.spots.get(`${pointer}`);
    return placed && placed.spot.characters < characters
      ? withSpot(met, placed.cursor, { ...placed.spot, characters })
      : met;
  }, stand);
}

function pointersLike({ copies }: Stand, pointer: VarId): readonly VarId[] {
  const first = copies.get(pointer) ?? pointer;
  return [...new Set([pointer, first, ...[...copies].flatMap(([copy, of]) => (of === first ? [copy] : []))])];
}

/** Null: it never is there. */
function whereNull(stand: Stand, variable: VarId): Stand | null {
  const spot = spotAt(stand, variable);
  if (!spot) return stand;
  return spot.mayBeNull ? withSpot(stand, { pointer: variable, behind: null }, NULL) : null;
}

/** The pointer is used: then the walk's own, which it was made of, isn't null either. */
function withoutNull(stand: Stand, pointer: VarId): Stand {
  const spot = spotAt(stand, pointer);
  if (!spot) return stand;
  return { ...withSpot(stand, { pointer, behind: null }, { ...spot, mayBeNull: false }), isNonNull: true };
}

const withSpot = (stand: Stand, cursor: Cursor, spot: Spot): Stand => ({
  ...stand,
  spots: new Map([...stand.spots, [keyOf(cursor), { cursor, spot: movedOn(spot) }]]),
});

/** No character would let it be where the walk stands at the head: it has gone on. */
function movedOn(spot: Spot): Spot {
  if (spot.least !== 0n || spot.still.bytes !== NO_BYTES) return spot;
  return { ...spot, least: 1n, beforeEnd: spot.beforeEnd > 1n ? spot.beforeEnd : 1n };
}

/** What the variable was made of or said is gone: it has a new value. */
function forgotten(stand: Stand, variable: VarId): Stand {
  const isOf = ({ pointer, behind }: Cursor): boolean => pointer === variable || behind === variable;
  const gone = new Set([...stand.spots].flatMap(([key, { cursor }]) => (isOf(cursor) ? [key] : [])));
  return {
    ...stand,
    spots: new Map([...stand.spots].filter(([key]) => !gone.has(key))),
    held: new Map([...stand.held].filter(([v, { from }]) => v !== variable && !gone.has(from))),
    copies: new Map([...stand.copies].filter(([copy, of]) => copy !== variable && of !== variable)),
    compared: new Map([...stand.compared].filter(([v, { text }]) => v !== variable && text !== variable)),
    asked: new Map([...stand.asked].filter(([v, { from }]) => v !== variable && !gone.has(from))),
  };
}

/** `s` is trusted not to change the text if it is a call: that is said of all that may. */
export function behindStatement(before: Stand, s: Stmt, shape: LoopShape): Stand {
  const isCall = 'by' in s && s.by !== undefined;
  const kept = runsOthers(s) ? withoutClasses(before) : before;
  const stand = !isCall && mayWrite(s, TEXT, shape.cfg) ? withoutEnds(kept) : kept;
  switch (s.kind) {
    case 'assign':
      return assigned(usedIn(stand, s.value), s.target, s.value, shape);
    case 'go-through': {
      const place = s.guard === null && s.position ? placeIn(stand, s.position) : null;
      return place ? reached(stand, place) : stand;
    }
    case 'load-at':
      return characterRead(stand, s.target, s.access, shape);
    case 'load': {
      const place = elementAt(stand, s, shape);
      return place ? holding(stand, s.target, place, shape) : forgotten(stand, s.target);
    }
    case 'havoc':
      return s.from ? characterRead(stand, s.target, s.from, shape) : returned(stand, s);
    default:
      return variablesWritten(s).reduce(forgotten, stand);
  }
}

export const TEXT: MemoryPlace = {
  unit: 'char',
  path: '',
  type: { bits: 8, signed: true, bool: false, name: 'char' },
};

/** Something may have been put where a zero was, or another character than it was. */
function withoutEnds(stand: Stand): Stand {
  const isKnown = [...stand.spots.values()].some(({ spot }) => spot.beforeEnd > spot.least || isNarrowed(spot));
  const isHeld = [...stand.held.values()].some(({ still }) => still);
  if (!isKnown && !isHeld && stand.asked.size === 0) return stand;
  return {
    ...stand,
    spots: new Map([...stand.spots].map(([key, p]) => [key, { ...p, spot: withAnything(p.spot) }])),
    held: new Map([...stand.held].map(([v, held]) => [v, { ...held, still: false }])),
    asked: new Map(),
  };
}

/** What rests on the locale is gone. */
const withoutClasses = (stand: Stand): Stand => ({
  ...stand,
  spots: new Map(
    [...stand.spots].map(([key, p]) => [key, { ...p, spot: { ...p.spot, still: inAnyLocale(p.spot.still) } }]),
  ),
  asked: new Map([...stand.asked].filter(([, { always }]) => always)),
});

const isNarrowed = ({ still }: Spot): boolean => still.bytes !== NO_BYTES && still.bytes !== ALL_BYTES;

const withAnything = (spot: Spot): Spot => ({
  ...spot,
  beforeEnd: spot.least,
  still: spot.still.bytes === NO_BYTES ? NOTHING : ANYTHING,
});

function assigned(stand: Stand, target: VarId, value: Expr, { cfg: { fn } }: LoopShape): Stand {
  const sum = sumOf(value);
  const rest = forgotten(stand, target);
  if (fn.variables[target]?.pointer === true) {
    const spot = spotOf(stand, value);
    if (!spot) return rest;
    const met = withSpot(rest, { pointer: target, behind: null }, spot);
    const [of] = sum?.plus ?? [];
    const isCopy = sum?.constant === 0n && sum.plus.length === 1 && sum.minus.length === 0 && of !== target;
    return isCopy && of !== undefined
      ? { ...met, copies: new Map([...met.copies, [target, stand.copies.get(of) ?? of]]) }
      : met;
  }
  const of = withoutCasts(value);
  const held = of.kind === 'var' ? stand.held.get(of.id) : undefined;
  if (held && of.kind === 'var') {
    const sign = held.sign && signOf(value, of.id, held.sign);
    return { ...rest, held: new Map([...rest.held, [target, { ...held, sign }]]) };
  }
  if (!sum || wrapsEarly(fn.variables[target])) return rest;
  return distancesFrom(stand, target, sum).reduce((met, { cursor, spot }) => withSpot(met, cursor, spot), rest);
}

/** Text may be longer than it counts. */
const wrapsEarly = (variable: Variable | undefined): boolean =>
  variable === undefined || (!variable.type.signed && variable.type.bits < WHOLE);

/** What is so far behind pointers, where a variable has been set to this. */
function distancesFrom(stand: Stand, behind: VarId, { constant, plus, minus }: Sum): readonly Placed[] {
  const [first, ...others] = plus;
  const [last, ...more] = minus;
  if (others.length + more.length > 0) return [];
  return [...stand.spots.values()].flatMap(({ cursor, spot }): Placed[] => {
    const { pointer } = cursor;
    const isDistance =
      first === undefined
        ? last === undefined && cursor.behind === null
        : last === undefined
          ? cursor.behind === first
          : cursor.behind === null && pointer === first;
    const moved = isDistance ? shifted(spot, constant) : null;
    return moved ? [{ cursor: { pointer: last ?? pointer, behind }, spot: { ...moved, mayBeNull: false } }] : [];
  });
}

function shifted(spot: Spot, by: bigint): Spot | null {
  if (by === 0n) return spot;
  const [least, characters] = [spot.least + by, spot.characters - by];
  const still = least > 0n ? NOTHING : ANYTHING;
  return characters < 0n || (by < 0n && least < 0n) ? null : { ...spot, least, beforeEnd: least, characters, still };
}

function characterRead(stand: Stand, target: VarId, from: Access, shape: LoopShape): Stand {
  const { position, index, path, type } = from;
  const place = path === '' && index === null && type.bits === 8 ? placeIn(stand, position) : null;
  return place ? holding(stand, target, place, shape) : forgotten(stand, target);
}

function holding(stand: Stand, target: VarId, place: Place, { cfg: { fn } }: LoopShape): Stand {
  const used = forgotten(reached(stand, place), target);
  if (!used.spots.has(place.from)) return used;
  const type = fn.variables[target]?.type;
  const sign = type?.bits === 8 ? { signed: type.signed } : null;
  return { ...used, held: new Map([...used.held, [target, { ...place, still: true, sign }]]) };
}

/** It is read there, or written. */
function reached(stand: Stand, { from }: Place): Stand {
  const pointer = stand.spots.get(from)?.cursor.pointer;
  return pointer === undefined ? stand : withoutNull(stand, pointer);
}

/** What a call returns: where something was found, how many characters were passed, or how texts compare. */
function returned(stand: Stand, s: Stmt & { readonly kind: 'havoc' }): Stand {
  const rest = forgotten(stand, s.target);
  const found = foundIn(s);
  const from = found && spotAt(stand, found.text);
  if (found && from) {
    const { least } = from;
    const still = amongBytes(least < 0n ? ANYTHING : from.still, found.among);
    const spot = { least, beforeEnd: least, characters: found.characters, mayBeNull: true, still };
    return withSpot(rest, { pointer: s.target, behind: null }, spot);
  }
  const by = s.by?.what === 'result' ? s.by : undefined;
  if (by?.compared) return { ...rest, compared: new Map([...rest.compared, [s.target, by.compared]]) };
  if (by?.spans) return passedOver(rest, s.target, by.spans);
  return s.classified ? askedOf(rest, s.target, s.classified) : rest;
}

/** `p + n`, where n says how many characters are passed over. */
function passedOver(stand: Stand, target: VarId, { text, stopsAt }: SpanOfText): Stand {
  return pointersLike(stand, text).reduce((met, pointer) => {
    const spot = spotAt(stand, pointer);
    if (!spot) return met;
    const { least } = spot;
    const end: Spot = {
      least,
      beforeEnd: stopsAt === ZERO_BYTE ? FAR : least,
      characters: 0n,
      mayBeNull: false,
      still: least < 0n ? ANYTHING : amongBytes(spot.still, stopsAt),
    };
    return withSpot(met, { pointer, behind: target }, end);
  }, stand);
}

function askedOf(stand: Stand, result: VarId, { by, character, always }: Classified): Stand {
  const of = withoutCasts(character);
  const held = of.kind === 'var' ? stand.held.get(of.id) : undefined;
  if (!held || held.by !== 0n || !held.still) return stand;
  return { ...stand, asked: new Map([...stand.asked, [result, { name: by, always, from: held.from }]]) };
}

export function foundIn(s: Stmt): FoundInText | null {
  const found = s.kind === 'havoc' ? s.by?.found : undefined;
  return found && found.size === undefined ? found : null;
}

/** Nobody reckons from a null pointer (C11 6.5.6p8). */
function usedIn(stand: Stand, value: Expr): Stand {
  const place = placeIn(stand, value);
  return place && (place.by !== 0n || stand.spots.get(place.from)?.cursor.behind !== null)
    ? reached(stand, place)
    : stand;
}

function spotOf(stand: Stand, value: Expr): Spot | null {
  if (value.kind === 'const' && value.value === 0n) return NULL;
  const place = placeIn(stand, value);
  const spot = place && stand.spots.get(place.from)?.spot;
  return spot ? shifted(spot, place.by) : null;
}

/** A pointer into the text, perhaps a distance, and a number. */
function placeIn(stand: Stand, position: Expr): Place | null {
  const { constant, plus, minus } = sumOf(position) ?? { constant: 0n, plus: [], minus: [] };
  if (minus.length > 0) return null;
  const from = cursorOf(stand, plus);
  return from === null ? null : { from, by: constant };
}

function cursorOf({ spots }: Stand, [a, b, ...others]: readonly VarId[]): CursorKey | null {
  if (a === undefined || others.length > 0) return null;
  const keys = b === undefined ? [`${a}`] : [`${a}+${b}`, `${b}+${a}`];
  return keys.find((key) => spots.has(key)) ?? null;
}

/** Which character it is, of an array that a pointer leads into which the loop leaves alone: `s - start + 1`. */
export function elementAt(
  stand: Stand,
  s: Stmt & { readonly kind: 'load' | 'store' },
  { cfg, written }: LoopShape,
): Place | null {
  const { constant, plus, minus } = sumOf(s.index) ?? { constant: 0n, plus: [], minus: [] };
  const [base, ...more] = minus;
  if (base === undefined || more.length > 0 || written.has(base)) return null;
  const from = cfg.fn.arrays[s.array]?.element.bits === 8 ? cursorOf(stand, plus) : null;
  return from === null ? null : { from, by: constant };
}

/** Bits that hold a pointer. */
const WHOLE = 63;

export interface Sum {
  readonly constant: bigint;
  readonly plus: readonly VarId[];
  readonly minus: readonly VarId[];
}

export function sumOf(e: Expr): Sum | null {
  switch (e.kind) {
    case 'const':
      return { constant: e.value, plus: [], minus: [] };
    case 'var':
      return { constant: 0n, plus: [e.id], minus: [] };
    case 'cast':
      return e.type.bits >= WHOLE ? sumOf(e.arg) : null;
    case 'binary': {
      if (e.op !== 'add' && e.op !== 'sub') return null;
      const [left, right] = [sumOf(e.left), sumOf(e.right)];
      if (!left || !right) return null;
      const [more, less] = e.op === 'add' ? [right.plus, right.minus] : [right.minus, right.plus];
      return {
        constant: e.op === 'add' ? left.constant + right.constant : left.constant - right.constant,
        plus: [...left.plus, ...more],
        minus: [...left.minus, ...less],
      };
    }
    default:
      return null;
  }
}

/** Where two ways meet. */
export function join(a: Stand, b: Stand): Stand {
  const spots = new Map<CursorKey, Placed>();
  for (const [key, { cursor, spot: one }] of a.spots) {
    const other = b.spots.get(key)?.spot;
    if (other) spots.set(key, { cursor, spot: joined(one, other) });
  }
  const kept = <K, V>(of: ReadonlyMap<K, V>, other: ReadonlyMap<K, V>, isSame: (x: V, y: V) => boolean): Map<K, V> =>
    new Map([...of].filter(([key, value]) => other.has(key) && isSame(value, other.get(key) as V)));
  return {
    isNonNull: a.isNonNull && b.isNonNull,
    spots,
    held: kept(a.held, b.held, isSameHeld),
    asked: kept(a.asked, b.asked, isSameAsked),
    copies: kept(a.copies, b.copies, (x, y) => x === y),
    compared: kept(a.compared, b.compared, (x, y) => x === y),
  };
}

const isSameHeld = (a: Held, b: Held): boolean =>
  a.from === b.from && a.by === b.by && a.still === b.still && a.sign?.signed === b.sign?.signed;

const isSameAsked = (a: Asked, b: Asked): boolean => a.from === b.from && a.name === b.name;

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const joined = (a: Spot, b: Spot): Spot => ({
  least: lesser(a.least, b.least),
  beforeEnd: lesser(a.beforeEnd, b.beforeEnd),
  characters: lesser(a.characters, b.characters),
  mayBeNull: a.mayBeNull || b.mayBeNull,
  still: either(a.still, b.still),
});

export const isSame = (a: Stand, b: Stand): boolean =>
  a.isNonNull === b.isNonNull &&
  a.held.size === b.held.size &&
  a.spots.size === b.spots.size &&
  a.copies.size === b.copies.size &&
  a.compared.size === b.compared.size &&
  a.asked.size === b.asked.size &&
  [...a.held].every(([v, held]) => isSameHeld(held, b.held.get(v) as Held)) &&
  [...a.spots].every(([key, { spot }]) => {
    const other = b.spots.get(key)?.spot;
    return (
      other?.least === spot.least &&
      other.characters === spot.characters &&
      other.mayBeNull === spot.mayBeNull &&
      other.beforeEnd === spot.beforeEnd &&
      isSamePossible(other.still, spot.still)
    );
  });
