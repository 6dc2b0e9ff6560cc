/**
 * Elements that are followed, at indices that depend on an arbitrary one: an index J, or for matrices a row R and a
 * column J.
 */
import type { Cfg } from '../../program/index.ts';
import {
  add,
  evaluate,
  int,
  partsOf,
  plus,
  rewrite,
  rewriteFormula,
  scale,
  sub,
  substitute,
  sumOf,
  sym,
  symbol,
  symbolsOf,
} from '../../logic/index.ts';
import { floorDiv } from '../../arithmetic/index.ts';
import { ROW } from '../../program/index.ts';
import type { Symbol, Term } from '../../logic/index.ts';
import type { CutSystem, Transition } from '../transitions/index.ts';
import type { Sample } from '../sampling/index.ts';

/** The index; for matrices, the column. */
export const INDEX = symbol('index', '#j');
export const ROW_INDEX = symbol('index', '#r');

/**
 * An element that is followed: of this array, at `sign * (stride * R + J) + offset`. The offset is over variables that
 * no loop changes.
 */
export interface Slot {
  readonly symbol: Symbol;
  readonly array: number;
  readonly sign: 1n | -1n;
  readonly offset: Term;
  /** Distance of rows; 0: the array isn't used by rows, the index is `sign * J + offset`. */
  readonly stride: bigint;
}

const MOST_SLOTS = 7;

/** Which array a term reads from. */
export type ArrayOf = (t: Term) => number | undefined;

/** The index of a slot's element. */
export function placeOf(s: Slot): Term {
  return add(scale(s.sign, add(sym(INDEX), scale(s.stride, sym(ROW_INDEX)))), s.offset);
}

/** Row and column at which the slot's element is the one with this index; whatever the strides, it is one such pair. */
export function coordinates(
  slot: Pick<Slot, 'sign' | 'offset' | 'stride'>,
  index: Term,
): { readonly row: Term; readonly column: Term } {
  const base = scale(slot.sign, sub(index, slot.offset));
  if (slot.stride === 0n) return { row: int(0), column: base };
  const { constant, parts } = partsOf(base);
  const inRow = parts.filter((p) => p.coef % slot.stride === 0n);
  const row = sumOf(
    floorDiv(constant, slot.stride),
    inRow.map((p) => ({ coef: p.coef / slot.stride, mono: p.mono })),
  );
  return { row, column: sub(base, scale(slot.stride, row)) };
}

/**
 * One slot for each array, and those for elements that are read or written together with another one at a related
 * index.
 */
export function slotsOf(
  system: CutSystem,
  arrays: readonly number[],
  arrayOf: ArrayOf,
  seen: readonly (readonly Sample[])[],
): Slot[] {
  const all = system.transitions.map((t) => accesses(t, arrayOf));
  const strides = new Map(arrays.map((a) => [a, strideOf(system.cfg, a, all.flat())]));
  const slots = new Slots(strides);
  for (const a of arrays) slots.add(a, 1n, int(0));
  const changed = new Set(system.transitions.filter((t) => t.from !== null).flatMap((t) => [...t.update.keys()]));
  const everywhere = new Set(system.cuts[0]?.live.filter((v) => system.cuts.every((c) => c.live.includes(v))));
  const stable = (t: Term): boolean =>
    [...symbolsOf(t)].every((s) => !changed.has(s) && everywhere.has(s)) && t.size < 20;
  const failing = system.transitions.filter((t) => t.from !== null && t.to.kind === 'fail');
  for (const transition of [...failing, ...system.transitions.filter((o) => o.from !== null && o.to.kind === 'cut')]) {
    const states = seen[transition.from ?? -1] ?? [];
    // the second index less the first one, or their sum
    const distance = (first: Access, second: Access, sign: 1n | -1n): Term | null => {
      const exact = sub(second.index, scale(sign, first.index));
      return stable(exact)
        ? exact
        : asSeen(
            exact,
            states,
            [...everywhere].filter((v) => stable(sym(v))),
          );
    };
    for (const [x, y] of pairs(accesses(transition, arrayOf).slice(0, 6)))
      slots.relate(x, y, distance, transition.to.kind === 'fail');
  }
  return slots.all;
}

const pairs = <T>(list: readonly T[]): (readonly [T, T])[] =>
  list.flatMap((a, i) => list.slice(i + 1).map((b) => [a, b] as const));

/** The elements to be followed. */
class Slots {
  readonly all: Slot[] = [];
  private readonly strides: ReadonlyMap<number, bigint>;

  constructor(strides: ReadonlyMap<number, bigint>) {
    this.strides = strides;
  }

  add(array: number, sign: 1n | -1n, offset: Term): void {
    if (
      this.all.length >= MOST_SLOTS ||
      this.all.some((s) => s.array === array && s.sign === sign && s.offset === offset)
    )
      return;
    this.all.push({
      symbol: symbol('element', `#e${array}`, this.all.length),
      array,
      sign,
      offset,
      stride: this.strides.get(array) ?? 0n,
    });
  }

  /** Follows the second access together with the first one: at a fixed distance from it, or mirrored. */
  relate(
    first: Access,
    second: Access,
    distance: (x: Access, y: Access, sign: 1n | -1n) => Term | null,
    isAsserted: boolean,
  ): void {
    for (const sign of [1n, -1n] as const) {
      const offset = distance(first, second, sign);
      if (offset === null || (this.strides.get(first.array) ?? 0n) > 0n) continue;
      this.add(second.array, sign, offset);
      // the other way round, too: swapped elements change sides
      if (isAsserted && sign === -1n) this.add(first.array, sign, offset);
    }
  }
}

/** What rows are apart: by the array's sizes, or as its indices are computed. */
function strideOf(cfg: Cfg, array: number, all: readonly Access[]): bigint {
  const indices = all.filter((a) => a.array === array).map((a) => partsOf(a.index));
  if (cfg.fn.arrays[array]?.sizes?.length === 2 && indices.some(({ parts }) => parts.some((p) => p.coef % ROW === 0n)))
    return ROW;
  const coefficients = indices.flatMap(({ parts }) =>
    parts.length > 1 && parts.some((p) => p.coef === 1n) ? parts.map((p) => p.coef) : [],
  );
  return coefficients.reduce((most, c) => (c > most ? c : most), 1n) > 1n
    ? coefficients.reduce((most, c) => (c > most ? c : most), 1n)
    : 0n;
}

/**
 * What the term was always worth: a constant, or near one of the variables. A guess at what is worth following; nothing
 * rests on it.
 */
function asSeen(term: Term, states: readonly Sample[], variables: readonly Symbol[]): Term | null {
  if (states.length < 3) return null;
  for (const base of [int(0), ...variables.map((v) => sym(v))]) {
    const values = new Set(states.map((s) => evaluate(sub(term, base), (x) => s.get(x))));
    const [only] = values;
    if (values.size === 1 && only != null && only < 1n << 32n && only > -(1n << 32n)) return plus(base, only);
  }
  return null;
}

export interface Access {
  readonly array: number;
  readonly index: Term;
}

/** Elements that a transition reads and writes, over the state before it. */
function accesses(transition: Transition, arrayOf: ArrayOf): Access[] {
  const found = new Map<string, Access>();
  const see = (x: Term): null => {
    const array = arrayOf(x);
    if (array !== undefined && x.kind === 'app') found.set(x.key, { array, index: x.args[0] as Term });
    return null;
  };
  rewriteFormula(transition.guard, see);
  for (const u of transition.update.values()) rewrite(u, see);
  for (const [array, s] of transition.stores ?? [])
    for (const w of s.writes) {
      rewrite(w.value, see);
      found.set(`${array} ${w.index.key}`, { array, index: w.index });
    }
  return [...found.values()];
}

/**
 * What is read and written, by cut point that the indices are over; that of the cut points that follow is carried back.
 */
export function accessesAt(system: CutSystem, arrayOf: ArrayOf): Access[][] {
  const here = system.cuts.map(() => new Map<string, Access>());
  const take = (c: number, access: Access): void => {
    const into = here[c] as Map<string, Access>;
    const live = new Set(system.cuts[c]?.live);
    const { index: t } = access;
    if (
      into.size < 12 &&
      t.size < 24 &&
      partsOf(t).parts.every((p) => p.mono.kind === 'sym' && live.has(p.mono.symbol))
    )
      into.set(`${access.array} ${t.key}`, access);
  };
  for (const t of system.transitions) if (t.from !== null) for (const a of accesses(t, arrayOf)) take(t.from, a);
  for (let depth = 0; depth < 2; depth++) {
    for (const t of system.transitions) {
      if (t.from === null || t.to.kind !== 'cut' || t.to.cut === t.from) continue;
      for (const a of [...(here[t.to.cut] as Map<string, Access>).values()])
        take(t.from, { ...a, index: substitute(a.index, t.update) });
    }
  }
  return here.map((m) => [...m.values()]);
}
