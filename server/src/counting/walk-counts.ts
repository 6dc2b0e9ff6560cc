/** Loops that a structure's size bounds: a walk in steps of one to a string's terminating zero, along a list to its null pointer. */
import {
  READ,
  applications,
  add,
  eq0,
  ge0,
  int,
  intervalOf,
  ne0,
  partsOf,
  plus,
  printC,
  rewrite,
  substitute,
} from '../logic/index.ts';
import type { AppTerm, Formula, Symbol, Term } from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { ExitTest } from './exit-tests.ts';
import { followedMember } from './followed-lists.ts';
import { movedUntil, movement, unreduced } from './progress.ts';
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
  const read = soleRead(test.quantity);
  if (!read || test.behind || !failsAtZero(test, read)) return null;
  const index = read.args[0] as Term;
  const { shape } = effects;
  const array = shape.cfg.arrays.indexOf(read.of as Symbol);
  const object = shape.cfg.fn.arrays[array];
  if (object?.element.bits !== 8) return null;
  const needs: NoWrap[] = [];
  const plain = unreduced(index, effects, test.block, needs);
  const moved = movement(plain, effects);
  const first = movedUntil(moved, test);
  if (moved.step.lo !== 1n || moved.step.hi !== 1n || !first || first.lo === null || first.lo !== first.hi) return null;
  // no array is so long that a wide index wraps around on the way through it
  const start = intervalOf(substitute(plain, entry.values), entry.range);
  const isSmall = start.lo !== null && start.lo >= 0n && start.hi !== null && start.hi < LONGEST;
  if ([...needs, ...moved.needs].some(({ by }) => by < WIDE) || (needs.length + moved.needs.length > 0 && !isSmall))
    return null;
  const pointer = pointerTo(array, plus(substitute(plain, entry.values), first.lo), effects);
  const told = pointer && inTermsBefore(pointer.term, before);
  const text = told && printC(told, { ...before.names, nonNegative: () => false });
  const name = pointer?.array ?? null;
  const place = name === null ? text : text === '0' ? name : text && `${name} + ${text}`;
  if (!place) return null;
  const length = `strlen(${place})`;
  return {
    text: test.begun ? `${length} + 1` : length,
    exact: test.kind === 'ne' && test.quantity === read,
    assuming: [],
  };
}

/** The only read of an array in it, also one that is converted: `(unsigned char)*p`. */
function soleRead(t: Term): AppTerm | null {
  const [only, ...others] = applications([t], READ).values();
  return others.length === 0 && only?.args.length === 1 ? only : null;
}

/** Where the element is zero the test ends the loop. */
function failsAtZero({ kind, quantity }: ExitTest, read: AppTerm): boolean {
  const there = rewrite(quantity, (t) => (t === read ? int(0) : null));
  const f: Formula = kind === 'ge' ? ge0(there) : kind === 'eq' ? eq0(there) : ne0(there);
  return f.kind === 'false';
}

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

/** `p != NULL` with `p = p->next` in every iteration. */
export function countList(test: ExitTest, effects: BlockEffects, before: JustBefore): WalkCount | null {
  const { quantity, kind, block } = test;
  const { shape } = effects;
  if (quantity.kind !== 'sym' || kind !== 'ne' || test.behind || block !== shape.loop.site.header) return null;
  const pointer = effects.variableOf(quantity.symbol);
  if (pointer === undefined || shape.cfg.fn.variables[pointer]?.pointer !== true) return null;
  const followed = followedMember(shape, pointer);
  const told = followed && inTermsBefore(quantity, before);
  const name = told && printC(told, { ...before.names, nonNegative: () => false });
  if (!name) return null;
  const length = `length(${name})`;
  const assuming = followed.trusted.map((callee) => `${callee}() doesn't relink the list at ${name}`);
  if (assuming.length > MOST_TRUSTED) return null;
  return { text: test.begun ? `${length} + 1` : length, exact: true, assuming };
}
