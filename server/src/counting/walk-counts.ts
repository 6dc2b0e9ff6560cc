/**
 * Loops that a structure's size bounds. They walk in steps of one to a string's terminating zero, or to another
 * element that is asked for. Source: Proteus, section 4.2, for traversals.
 */
import {
  READ,
  add,
  applications,
  int,
  intervalOf,
  isConst,
  objectAt,
  partsOf,
  plus,
  printC,
  rewrite,
  rewriteFormula,
  scale,
  sub,
  substitute,
  sumOf,
  symbolsOfFormula,
  elementOf,
} from '../logic/index.ts';
import type { AppTerm, Symbol, Term } from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { fixedElement } from './elements-within.ts';
import type { ExitTest } from './exit-tests.ts';
import type { Movement, NoWrap, Unreduced } from './progress.ts';
import { movedUntil, movement, moves, unreduced } from './progress.ts';
import type { MemoryPlace } from './memory-reads.ts';
import { isPointer, placeOf, pointersIn } from './memory-reads.ts';
import type { JustBefore } from './values-before-loop.ts';
import { inTermsBefore } from './count-text.ts';
import { fromBelow } from './from-below.ts';
import type { AtEntry } from './no-wrap.ts';
import { textWalks } from './text-walks.ts';
import { isOfVariables, wrapless } from './unproven-wraps.ts';
import { mentionedBy, mentionedIn } from './tracked-values.ts';
import type { ArrayObject, Block, VarId } from '../program/index.ts';
import type { LoopShape } from './loop-shape.ts';

export interface WalkCount {
  readonly text: string;
  /** The test alone ends the loop just there. */
  readonly exact: boolean;
  /** The zero isn't asked for: it is one of the characters that end the loop. */
  readonly incidental?: true;
  readonly assuming: readonly string[];
  /** What must stay as it is, or move as it was taken to, beside what is assumed. */
  restsOn(): readonly Term[];
}

const WIDE = 1n << 64n;
const LONGEST = 1n << 61n;

/** `*p`, `s[i]`: as many elements as come before the first zero. Null where the test doesn't ask for that. */
export function countString(
  test: ExitTest,
  effects: BlockEffects,
  entry: AtEntry,
  before: JustBefore,
): WalkCount | null {
  const read = soleRead(test, effects) ?? readWithin(test, effects);
  const index = read && walkingIndex(read, effects);
  if (!read || !index || test.behind) return null;
  const place = placeOf(read.of, effects.reading.symbols);
  const atZero = atTheEnd(test, read, bitsOf(read, effects) === 8, effects);
  if (atZero === null) return null;
  const isExact = test.kind === 'ne' && test.quantity === read;
  // numbers end in a zero only where that is what is asked for
  if (!isExact && !endsInZero(read, place, effects)) return null;
  // nor do members of structs that are numbers, where it goes on while they are worth another
  if (test.stays.kind === 'eq' && place && place.type.bits !== 8 && !isPointer(place)) return null;
  const start = startOfWalk(index, test, effects, entry);
  const told = start && nameOfText(read, start.at, before, effects);
  if (!told) return null;
  return {
    text: test.begun ? `${told} + 1` : told,
    exact: isExact,
    ...(isExact ? {} : { incidental: true }),
    assuming: [...start.wraps, ...atZero],
    restsOn: () => mentionedBy(test, effects),
  };
}

/**
 * The element that others are looked up by, `*p` of `classes[*p]`: the only one that moves, and that what else moves is
 * made of.
 */
function readWithin({ quantity, kind }: ExitTest, effects: BlockEffects): AppTerm | null {
  const reads = kind === 'any' ? [] : [...applications([quantity], READ).values()].filter((t) => moves(t, effects));
  const inner = reads.filter((t) => !reads.some((other) => other !== t && applications(t.args, READ).has(other.key)));
  const [only] = inner;
  if (!only || inner.length > 1) return null;
  return moves(
    rewrite(quantity, (t) => (t === only ? int(0) : null)),
    effects,
  )
    ? null
    : only;
}

/** An element of a constant table. */
function lookedUp(t: Term, effects: BlockEffects): Term | null {
  const [index, ...others] = t.kind === 'app' && t.fn === READ ? t.args : [];
  if (t.kind !== 'app' || !index || !isConst(index) || others.length > 0) return null;
  const value = fixedElement(t.of, index.value, effects);
  return value === null ? null : int(value);
}

/** What is assumed for the zero to end the loop; null: it doesn't. What is looked up there isn't always known. */
function atTheEnd(
  { stays }: ExitTest,
  read: AppTerm,
  isText: boolean,
  effects: BlockEffects,
): readonly string[] | null {
  const atZero = rewriteFormula(stays, (t) => (t === read ? int(0) : null));
  const there = rewriteFormula(atZero, (t) => lookedUp(t, effects));
  if (there.kind === 'false') return [];
  const isKept = [...symbolsOfFormula(there)].every((s) => effects.variableOf(s) === undefined);
  const isLookedUp = isKept && applications([there], READ).size > 0;
  return isText && isLookedUp ? ["it ends at '\\0'"] : null;
}

/**
 * What says which element is read: a position, or the index in an array that is a member of what stays the same. Null
 * where rows of it are gone through.
 */
function walkingIndex(read: AppTerm, effects: BlockEffects): Term | null {
  const [position, element, ...others] = read.args;
  if (!element) return position ?? null;
  const isPlain = others.length === 0 && !placeOf(read.of, effects.reading.symbols)?.rows;
  return isPlain && position && !moves(position, effects) ? element : null;
}

/** It is text, or pointers. */
function endsInZero(read: AppTerm, place: MemoryPlace | undefined, { shape: { cfg } }: BlockEffects): boolean {
  if (place) return place.type.bits === 8 || place.type.name === 'pointer' || place.path !== '';
  return cfg.fn.arrays[cfg.arrays.indexOf(read.of as Symbol)]?.element.bits === 8;
}

/** It asks for a value of elements. */
export const mayBeRun = ({ kind, quantity }: ExitTest): boolean =>
  (kind === 'eq' || kind === 'ne') && applications([quantity], READ).size > 0;

/**
 * While elements are worth one value, or not that: `leading(p, 0)`, `elements_before(s, '\n')`, of structs by their
 * member: `elements_before(table, id, -1)`. Only a loop that goes on to there shows that there is such an element.
 */
export function countRun(test: ExitTest, effects: BlockEffects, entry: AtEntry, before: JustBefore): WalkCount | null {
  const read = soleRead(test, effects);
  if (!read || read.args.length !== 1 || test.behind) return null;
  const value = comparedWith(test, read, effects);
  const start = value && startOfWalk(read.args[0] as Term, test, effects, entry);
  const from = start && beginningOf(read, start.at, before, effects);
  const compared = value && valueText(value, read, before, effects);
  if (!from || !compared) return null;
  const told = `${test.kind === 'eq' ? 'leading' : 'elements_before'}(${from}, ${compared})`;
  return {
    text: test.begun ? `${told} + 1` : told,
    exact: true,
    assuming: start.wraps,
    restsOn: () => mentionedBy(test, effects),
  };
}

/** What the element is compared with, which the loop leaves alone: of `++a[i] == 0` the greatest value. */
function comparedWith({ quantity, kind }: ExitTest, read: AppTerm, effects: BlockEffects): Term | null {
  if (kind !== 'eq' && kind !== 'ne') return null;
  const sum = quantity.kind === 'mod' ? quantity.arg : quantity;
  const coef = partsOf(sum).parts.find(({ mono }) => mono === read)?.coef;
  if (coef !== 1n && coef !== -1n) return null;
  const value = scale(-coef, sub(sum, scale(coef, read)));
  if (moves(value, effects)) return null;
  if (quantity.kind !== 'mod') return value;
  const { lo, hi } = intervalOf(read, effects.reading.symbols.range);
  if (!isConst(value) || lo === null || hi === null || hi - lo >= quantity.by) return null;
  const there = lo + ((((value.value - lo) % quantity.by) + quantity.by) % quantity.by);
  return there <= hi ? int(there) : null;
}

function valueText(value: Term, read: AppTerm, before: JustBefore, effects: BlockEffects): string | null {
  const told = inTermsBefore(value, before);
  if (told === null) return null;
  if (isConst(told) && placeOf(read.of, effects.reading.symbols)?.type.name === 'pointer')
    return told.value === 0n ? 'NULL' : null;
  const character = isConst(told) ? before.inside.character?.(told.value, read) : null;
  if (character) return character;
  return isConst(told) ? numberText(told.value) : printC(told, { ...before.names, nonNegative: () => false });
}

/** The greatest value of 64 bits is told as C would write it. */
const numberText = (value: bigint): string => (value === (1n << 64n) - 1n ? '(unsigned long long)-1' : `${value}`);

/** The element that the walk begins with, as a pointer, and which member of it is read: `table, id`. */
function beginningOf(read: AppTerm, start: Term, before: JustBefore, effects: BlockEffects): string | null {
  const place = placeOf(read.of, effects.reading.symbols);
  if (!place) return arrayPosition(read, start, before, effects);
  const told = inTermsBefore(start, before);
  const text = told && positionText(told, before, effects);
  const member = memberPath(place);
  return text && member !== '' ? `${text}, ${member}` : text;
}

/** `text.length` of a struct's; empty where the element itself is read. */
const memberPath = ({ path }: MemoryPlace): string =>
  path
    .split('/')
    .filter((key) => key !== '' && !key.startsWith('#'))
    .join('.');

/** Where the walk begins, if none of what is said there wraps around on the way. */
interface Start {
  readonly at: Term;
  readonly wraps: readonly string[];
}

/** Where the first element is that the test looks at; null where it isn't the next one each time. */
function startOfWalk(index: Term, test: ExitTest, effects: BlockEffects, entry: AtEntry): Start | null {
  const { quantity: plain, needs } = unreduced(index, effects, test.block);
  const moved = movement(plain, effects);
  const first = movedUntil(moved, test);
  if (moved.step.lo !== 1n || moved.step.hi !== 1n || !first || first.lo === null || first.lo !== first.hi) return null;
  const start = startOf({ quantity: plain, needs }, moved, effects, fromBelow(index, test, effects, entry));
  return start && { ...start, at: plus(start.at, first.lo) };
}

/**
 * No object is so large that a wide index wraps around on the way through it: where one that isn't known is beyond, it is
 * in no object. A narrower one is said not to.
 */
function startOf(
  { quantity: plain, needs }: Unreduced,
  moved: Movement,
  effects: BlockEffects,
  { values, range }: AtEntry,
): Start | null {
  const narrow = [...needs, ...moved.needs].filter(({ by }) => by < WIDE);
  if (!narrow.every((need) => isOfVariables(need, needs.includes(need), range))) return null;
  const { lo } = intervalOf(substitute(withoutPointer(plain, effects), values), range);
  if (needs.length + moved.needs.length > 0 && lo !== null && lo >= LONGEST) return null;
  const isAssigned = ({ arg, block }: NoWrap): boolean =>
    moved.needs.some((own) => own.arg === arg && own.block === block);
  const wraps = new Set(
    narrow.flatMap((need) => wrapless(need.arg, effects, needs.includes(need) && !isAssigned(need))),
  );
  return { at: asPosition(substitute(plain, values)), wraps: [...wraps] };
}

/** As pointers count: `s + (size_t)(i + 1)` is where `s + i + 1` is, and so is what is a whole address space away. */
function asPosition(t: Term): Term {
  const { constant, parts } = partsOf(t);
  const counted = parts.map(({ coef, mono }) => scale(coef, mono.kind === 'mod' && mono.by === WIDE ? mono.arg : mono));
  const from = partsOf(add(int(constant), ...counted));
  return sumOf(BigInt.asIntN(64, from.constant), from.parts);
}

/** A walk through a string that never passes its end, by whatever steps and for whatever reason it ends. */
export function countTextWalk(effects: BlockEffects, entry: AtEntry, before: JustBefore): WalkCount | null {
  const isText = (read: AppTerm): boolean =>
    read.of !== null &&
    bitsOf(read, effects) === 8 &&
    endsInZero(read, placeOf(read.of, effects.reading.symbols), effects);
  for (const { read, index, moved, isTestedFirst, restsOn } of textWalks(effects, isText)) {
    const start = startOf({ quantity: index, needs: [] }, moved, effects, entry);
    const told = start && nameOfText(read, start.at, before, effects);
    if (!told) continue;
    return {
      text: isTestedFirst ? told : `${told} + 1`,
      exact: false,
      assuming: start.wraps,
      restsOn: () => mentionedIn([read], restsOn, effects),
    };
  }
  return null;
}

function bitsOf(read: AppTerm, { shape: { cfg }, reading }: BlockEffects): number | undefined {
  const place = placeOf(read.of, reading.symbols);
  return place ? place.type.bits : cfg.fn.arrays[cfg.arrays.indexOf(read.of as Symbol)]?.element.bits;
}

/** The length of what begins at an element of a named array: of a string, or of what ends in a zero. */
function nameInArray(read: AppTerm, start: Term, before: JustBefore, effects: BlockEffects): string | null {
  const { cfg } = effects.shape;
  const place = arrayPosition(read, start, before, effects);
  const isText = cfg.fn.arrays[cfg.arrays.indexOf(read.of as Symbol)]?.element.bits === 8;
  return place && `${isText ? 'strlen' : 'entries'}(${place})`;
}

/** An element of a named array as a pointer. */
function arrayPosition(read: AppTerm, start: Term, before: JustBefore, effects: BlockEffects): string | null {
  const { cfg } = effects.shape;
  const array = cfg.arrays.indexOf(read.of as Symbol);
  const pointer = pointerTo(array, start, effects);
  const told = pointer && inTermsBefore(pointer.term, before);
  if (!told) return null;
  if (pointer.array === null) return positionText(told, before, effects);
  const { flat, shape } = cfg.fn.arrays[array] as ArrayObject;
  const names = { ...before.names, nonNegative: () => false };
  if (!flat) return shape ? rowPosition(elementOf(shape, told, names)) : null;
  const text = printC(told, names);
  return text === '0' ? pointer.array : text && `${pointer.array} + ${text}`;
}

/** Of `m[i][0]` the pointer `m[i]`. */
const rowPosition = (element: string | null): string | null =>
  element && (element.endsWith('[0]') ? element.slice(0, -'[0]'.length) : `&${element}`);

/** The length of what begins at an element. */
function nameOfText(read: AppTerm, start: Term, before: JustBefore, effects: BlockEffects): string | null {
  const place = placeOf(read.of, effects.reading.symbols);
  if (!place) return nameInArray(read, start, before, effects);
  return read.args[1] ? nameInMember(place, read, start, before) : nameInMemory(place, start, before, effects);
}

/** Of an array that is a member: `strlen(d->d_name + i)`. */
function nameInMember(place: MemoryPlace, { of, args }: AppTerm, start: Term, before: JustBefore): string | null {
  const [position, index] = [inTermsBefore(args[0] as Term, before), inTermsBefore(start, before)];
  const array = of && position && before.names.element(of, '0', [position]);
  const from = index && printC(index, { ...before.names, nonNegative: () => false });
  if (!array || !from) return null;
  const told = from === '0' ? array : `${array} + ${from}`;
  return place.type.bits === 8 ? `strlen(${told})` : `entries(${told})`;
}

/**
 * The length of what begins at a position: `strlen(p)`, `entries(argv + 1)`, of structs by their member:
 * `entries(table, name)`.
 */
function nameInMemory(place: MemoryPlace, start: Term, before: JustBefore, effects: BlockEffects): string | null {
  const told = inTermsBefore(start, before);
  const text = told && positionText(told, before, effects);
  if (!text) return null;
  const member = memberPath(place);
  if (member !== '') return `entries(${text}, ${member})`;
  return place.type.bits === 8 ? `strlen(${text})` : `entries(${text})`;
}

/** A position at the loop's head, as a pointer. */
export function textAt(position: Term, before: JustBefore, effects: BlockEffects): string | null {
  const told = inTermsBefore(position, before);
  return told && positionText(told, before, effects);
}

/** One pointer, in front, and how far on: `l + i`; null where it is something else or has no text. */
function positionText(position: Term, before: JustBefore, effects: BlockEffects): string | null {
  const [pointer, ...others] = pointersIn(position, effects.shape.cfg, effects.reading.symbols);
  // a position in an array that has a name is a number, which is told by that name
  const object = isConst(position) ? objectAt(position.value, effects.shape.cfg.fn.positions ?? []) : undefined;
  const isOfArray = object !== undefined && /^\w+$/.test(object.name);
  if (!isOfArray && (!pointer || others.length > 0)) return null;
  const write = (t: Term): string | null => printC(t, { ...before.names, nonNegative: () => false });
  if (!pointer) return write(position);
  const [base, rest] = [write(pointer), write(sub(position, pointer))];
  if (base === null || rest === null || rest.startsWith('-')) return write(position);
  return rest === '0' ? base : `${base} + ${rest}`;
}

/** How far on from the pointer. */
function withoutPointer(t: Term, effects: BlockEffects): Term {
  const [pointer, ...others] = pointersIn(t, effects.shape.cfg, effects.reading.symbols);
  return pointer && others.length === 0 && partsOf(t).parts.length > 1 ? sub(t, pointer) : t;
}

/** The only element in it that changes. */
function soleRead({ quantity, kind }: ExitTest, effects: BlockEffects): AppTerm | null {
  if (kind === 'any') return quantity as AppTerm;
  const reads = [...applications([quantity], READ).values()].filter((t) => moves(t, effects));
  const [only] = reads;
  return only && reads.length === 1 ? only : null;
}

/** `name`, `d->name`, `entry.text`. */
const MEMBER = /^\w+(?:(?:->|\.)\w+)*$/;

/** Where an index of an array is, as a pointer; `array`: its name, where it is that and an index. */
function pointerTo(
  array: number,
  index: Term,
  { shape }: BlockEffects,
): { readonly term: Term; readonly array: string | null } | null {
  const { cfg } = shape;
  const { fn } = cfg;
  const object = fn.arrays[array];
  if (!object) return null;
  const pointers = partsOf(index).parts.filter(
    ({ mono }) => mono.kind === 'sym' && fn.variables[cfg.symbols.indexOf(mono.symbol)]?.pointer,
  );
  // of a pointer that is set once, what it leads to is an array of its name
  const isNamesake = (s: Symbol): boolean =>
    object.scope === 'local' && object.length === null && fn.variables[cfg.symbols.indexOf(s)]?.name === object.name;
  const isBase = (s: Symbol): boolean =>
    s.origin === cfg.arrays[array] ||
    isNamesake(s) ||
    fn.paramPointers?.[fn.paramArrays?.indexOf(array) ?? -1] === cfg.symbols.indexOf(s);
  if (pointers.length === 0) {
    const at = fn.paramArrays?.indexOf(array) ?? -1;
    // a member of what a parameter leads to has a place of its own where that stays the same
    const isOwn = object.scope !== 'param' || /^\w+->/.test(object.name);
    const isNamed = at < 0 ? isOwn : !isMovedUntil(shape, fn.paramPointers?.[at] ?? null);
    const isUnique = fn.arrays.filter((a) => a.name === object.name).length === 1;
    return isNamed && isUnique && MEMBER.test(object.name) ? { term: index, array: object.name } : null;
  }
  const [there] = pointers.filter(({ coef }) => coef === 1n);
  const [base, ...others] = pointers.filter(({ coef }) => coef === -1n);
  if (there && pointers.length === 1) {
    // reckoned from where the array is, whose position is a number
    const from = -partsOf(index).constant;
    const named = objectAt(from, fn.positions ?? []);
    const isOwn = named?.holds?.kind === 'elements' && named.holds.array === array && !named.holds.nested;
    return isOwn ? { term: plus(index, named.at), array: null } : null;
  }
  if (there?.mono.kind !== 'sym' || base?.mono.kind !== 'sym' || others.length > 0 || pointers.length !== 2)
    return null;
  return isBase(base.mono.symbol) ? { term: add(index, base.mono), array: null } : null;
}

/** In the loop the parameter may lead elsewhere than where it was handed in to lead. */
function isMovedUntil({ cfg: { fn, predecessors }, loop }: LoopShape, pointer: VarId | null): boolean {
  const moves = (b: Block): boolean => b.stmts.some((s) => 'target' in s && s.target === pointer);
  if (pointer === null || !fn.blocks.some(moves)) return false;
  const before = new Set([loop.site.header]);
  for (const b of before) for (const p of predecessors.get(b) ?? []) before.add(p);
  return [...before].some((b) => moves(fn.blocks[b] as Block));
}
