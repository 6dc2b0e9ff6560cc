/** Loops that a structure's size bounds: a walk in steps of one to a string's terminating zero, along a list to its null pointer. */
import {
  READ,
  add,
  applications,
  int,
  intervalOf,
  partsOf,
  plus,
  printC,
  rewriteFormula,
  sub,
  substitute,
  sym,
} from '../logic/index.ts';
import type { AppTerm, Symbol, Term } from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import { followedMember } from './followed-lists.ts';
import { movedUntil, movement, moves, unreduced } from './progress.ts';
import type { MemoryPlace } from './memory-reads.ts';
import { isPointerRead, placeOf, pointersIn } from './memory-reads.ts';
import type { JustBefore } from './values-before-loop.ts';
import { inTermsBefore } from './count-text.ts';
import type { AtEntry } from './no-wrap.ts';
import type { NoWrap } from './progress.ts';
import type { IrFunction, VarId } from '../program/index.ts';

export interface WalkCount {
  readonly text: string;
  /** The test alone ends the loop just there. */
  readonly exact: boolean;
  readonly assuming: readonly string[];
  /** What must stay as it is, or move as it was taken to, beside what is assumed. */
  readonly restsOn: Term;
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
  const read = soleRead(test, effects);
  if (!read || read.args.length !== 1 || test.behind || !failsAtZero(test, read)) return null;
  const place = placeOf(read.of, effects.reading.symbols);
  const start = startOfWalk(read.args[0] as Term, test, effects, entry);
  const told =
    start && (place ? nameInMemory(place, start, before, effects) : nameInArray(read, start, before, effects));
  if (!told) return null;
  return {
    text: test.begun ? `${told} + 1` : told,
    exact: test.kind === 'ne' && test.quantity === read,
    assuming: [],
    restsOn: test.quantity,
  };
}

/** Where the first element is that the test looks at; null where it isn't the next one each time. */
function startOfWalk(index: Term, test: ExitTest, effects: BlockEffects, entry: AtEntry): Term | null {
  const needs: NoWrap[] = [];
  const plain = unreduced(index, effects, test.block, needs);
  const moved = movement(plain, effects);
  const first = movedUntil(moved, test);
  if (moved.step.lo !== 1n || moved.step.hi !== 1n || !first || first.lo === null || first.lo !== first.hi) return null;
  // no array is so long that a wide index wraps around on the way through it
  // of a pointer and an index only the index is looked at: an object's end is a pointer, too
  const start = intervalOf(substitute(withoutPointer(plain, effects), entry.values), entry.range);
  const isSmall = start.lo !== null && start.lo >= 0n && start.hi !== null && start.hi < LONGEST;
  if ([...needs, ...moved.needs].some(({ by }) => by < WIDE) || (needs.length + moved.needs.length > 0 && !isSmall))
    return null;
  return plus(substitute(plain, entry.values), first.lo);
}

/** The length of what begins at an element of a named array: a string. */
function nameInArray(read: AppTerm, start: Term, before: JustBefore, effects: BlockEffects): string | null {
  const { cfg } = effects.shape;
  const array = cfg.arrays.indexOf(read.of as Symbol);
  if (cfg.fn.arrays[array]?.element.bits !== 8) return null;
  const pointer = pointerTo(array, start, effects);
  const told = pointer && inTermsBefore(pointer.term, before);
  const text = told && printC(told, { ...before.names, nonNegative: () => false });
  const name = pointer?.array ?? null;
  const place = name === null ? text : text === '0' ? name : text && `${name} + ${text}`;
  return place ? `strlen(${place})` : null;
}

/** The length of what begins at a position: `strlen(p)`, `entries(argv + 1)`, of structs by their member: `entries(table, name)`. */
function nameInMemory(place: MemoryPlace, start: Term, before: JustBefore, effects: BlockEffects): string | null {
  const told = inTermsBefore(start, before);
  const text = told && positionText(told, before, effects);
  if (!text) return null;
  const member = place.path
    .split('/')
    .filter((key) => key !== '' && !key.startsWith('#'))
    .join('.');
  if (member !== '') return `entries(${text}, ${member})`;
  return place.type.bits === 8 ? `strlen(${text})` : `entries(${text})`;
}

/** One pointer, in front, and how far on: `l + i`; null where it is something else or has no text. */
function positionText(position: Term, before: JustBefore, effects: BlockEffects): string | null {
  const [pointer, ...others] = pointersIn(position, effects.shape.cfg, effects.reading.symbols);
  if (!pointer || others.length > 0) return null;
  const write = (t: Term): string | null => printC(t, { ...before.names, nonNegative: () => false });
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

/** Where the element is zero the test ends the loop. */
const failsAtZero = ({ stays }: ExitTest, read: AppTerm): boolean =>
  rewriteFormula(stays, (t) => (t === read ? int(0) : null)).kind === 'false';

/** Where an index of an array is, as a pointer; `array`: its name, where it is that and an index. */
function pointerTo(
  array: number,
  index: Term,
  { shape: { cfg } }: BlockEffects,
): { readonly term: Term; readonly array: string | null } | null {
  const { fn } = cfg;
  const object = fn.arrays[array];
  if (!object) return null;
  const pointers = partsOf(index).parts.filter(
    ({ mono }) => mono.kind === 'sym' && fn.variables[cfg.symbols.indexOf(mono.symbol)]?.pointer,
  );
  const isBase = (s: Symbol): boolean =>
    s.origin === cfg.arrays[array] ||
    fn.paramPointers?.[fn.paramArrays?.indexOf(array) ?? -1] === cfg.symbols.indexOf(s);
  if (pointers.length === 0) {
    const at = fn.paramArrays?.indexOf(array) ?? -1;
    const isNamed = at < 0 ? object.scope !== 'param' : !isMoved(fn, fn.paramPointers?.[at] ?? null);
    const isUnique = fn.arrays.filter((a) => a.name === object.name).length === 1;
    return isNamed && isUnique && /^\w+$/.test(object.name) ? { term: index, array: object.name } : null;
  }
  const [there] = pointers.filter(({ coef }) => coef === 1n);
  const [base, ...others] = pointers.filter(({ coef }) => coef === -1n);
  if (there?.mono.kind !== 'sym' || base?.mono.kind !== 'sym' || others.length > 0 || pointers.length !== 2)
    return null;
  return isBase(base.mono.symbol) ? { term: add(index, base.mono), array: null } : null;
}

/** The parameter may lead elsewhere than where it was handed in to lead. */
const isMoved = (fn: IrFunction, pointer: VarId | null): boolean =>
  pointer !== null && fn.blocks.some((b) => b.stmts.some((s) => 'target' in s && s.target === pointer));

/** A sentence of more names tells nobody what to check. */
const MOST_TRUSTED = 2;

/** The pointer that goes along the list: `p` of `p != NULL`, and of `(q = p->next) != NULL`. */
function walkerOf(t: Term, { reading }: BlockEffects): Symbol | null {
  if (t.kind === 'sym') return t.symbol;
  const at = t.kind === 'app' && isPointerRead(t, reading.symbols) ? t.args[0] : undefined;
  return at?.kind === 'sym' ? at.symbol : null;
}

const isMember = (t: AppTerm, member: string | undefined, { reading }: BlockEffects): boolean =>
  placeOf(t.of, reading.symbols)?.path === member;

/** `p != NULL` with `p = p->next` in every iteration. */
export function countList(test: ExitTest, effects: BlockEffects, before: JustBefore): WalkCount | null {
  const { quantity, kind, block } = test;
  const { shape } = effects;
  const walker = walkerOf(quantity, effects);
  if (!walker || kind !== 'ne' || test.behind || block !== shape.loop.site.header) return null;
  const pointer = effects.variableOf(walker);
  if (pointer === undefined || shape.cfg.fn.variables[pointer]?.pointer !== true) return null;
  const followed = followedMember(shape, pointer, effects.reading.ignores);
  if (quantity.kind === 'app' && !isMember(quantity, followed?.member, effects)) return null;
  const told = followed && inTermsBefore(quantity, before);
  const name = told && printC(told, { ...before.names, nonNegative: () => false });
  if (!name) return null;
  const length = `length(${name})`;
  const assuming =
    followed.trusted.length > MOST_TRUSTED
      ? [`the calls and stores in its body don't relink the list at ${name}`]
      : followed.trusted.map((who) => `${who} doesn't relink the list at ${name}`);
  return { text: test.begun ? `${length} + 1` : length, exact: true, assuming, restsOn: sym(walker) };
}
