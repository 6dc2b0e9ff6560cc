/**
 * A function as a transition system over its variables and some elements of its arrays. These are at the index J,
 * arbitrary but fixed, and at indices that depend on it. What holds of these for any J holds of all elements. So it may
 * be used at every index that a transition reads at (`for all` through one symbolic index). Source: Flanagan and Qadeer
 * (POPL 2002); Monniaux and Gonnord (SAS 2016).
 */
import type { Budget } from '../../budget/index.ts';
import { isProgramStart } from '../../program/index.ts';
import type { Cfg } from '../../program/index.ts';
import type { Formula, Symbol, Term } from '../../logic/index.ts';
import {
  READ,
  and,
  eq,
  int,
  ite,
  ne,
  or,
  rewrite,
  rewriteFormula,
  substitute,
  substituteFormula,
  sym,
  symbolsOfFormula,
} from '../../logic/index.ts';
import type { IntegerMode } from '../../machine/index.ts';
import type { CutSystem, Transition } from '../transitions/index.ts';
import { cutPointSystem, withoutConditionals } from '../transitions/index.ts';
import { budgetedSymbols } from '../budgeted-symbols.ts';
import type { ElementFacts } from './array-facts.ts';
import { elementFacts } from './array-facts.ts';
import type { Access, ArrayOf, Slot } from './array-slots.ts';
import { INDEX, ROW_INDEX, accessesAt, coordinates, placeOf, slotsOf } from './array-slots.ts';
import type { Sample } from '../sampling/index.ts';

export interface ElementSystem extends CutSystem {
  readonly slots: readonly Slot[];
  /** What is read or written, by cut point that the indices are over. */
  readonly accesses: readonly (readonly Access[])[];
  readonly facts: ElementFacts;
}

const MOST_ARRAYS = 7;
const MOST_WRITES = 24;
const MOST_READS = 14;
const MOST_SYMBOLS = 40;

/** Null where the function has no such form. `seen`: states at its cut points. */
export function elementSystem(
  cfg: Cfg,
  mode: IntegerMode,
  budget: Budget,
  seen: (plain: CutSystem) => readonly (readonly Sample[])[],
): ElementSystem | null {
  const used = new Set(
    cfg.fn.blocks.flatMap((b) => b.stmts).flatMap((s) => (s.kind === 'load' || s.kind === 'store' ? [s.array] : [])),
  );
  if (used.size === 0 || used.size > MOST_ARRAYS) return null;
  const symbols = budgetedSymbols(budget);
  const request = { cfg, symbols, mode, elements: true, budget };
  const plain =
    cutPointSystem({ ...request, wrapAround: 'split' }) ?? cutPointSystem({ ...request, wrapAround: 'in-terms' });
  if (!plain || plain.cuts.length === 0) return null;
  const arrayOf = (t: Term): number | undefined =>
    t.kind === 'app' && t.fn === READ && t.of && used.has(t.of.id) ? t.of.id : undefined;
  const slots = slotsOf(plain, [...used], arrayOf, seen(plain));
  for (const s of slots) symbols.setType(s.symbol, cfg.fn.arrays[s.array]!.element, mode);
  const reads = new Map<Transition, Reads>();
  const transitions: Transition[] = [];
  for (const transition of plain.transitions) {
    const names = new Reads(plain, slots, mode, arrayOf, (s) => placeIn(transition, s));
    const update = new Map([...transition.update].map(([v, u]) => [v, names.take(u)]));
    const guard = rewriteFormula(transition.guard, (x) => names.replace(x));
    if (transition.to.kind === 'cut')
      for (const s of slots) {
        const after = written(transition, s, cfg, symbols, mode);
        if (after !== null) update.set(s.symbol, names.take(after));
      }
    const known = transition.from === null ? initially(cfg, slots) : [];
    for (const part of withoutConditionals({ ...transition, guard: and(guard, ...known), update }, symbols)) {
      transitions.push(part);
      reads.set(part, names);
    }
  }
  const rows = slots.some((s) => s.stride > 0n) ? [ROW_INDEX] : [];
  const cuts = plain.cuts.map((c) => ({ ...c, live: [...c.live, INDEX, ...rows, ...slots.map((s) => s.symbol)] }));
  return {
    ...plain,
    cuts,
    transitions,
    slots,
    accesses: accessesAt(plain, arrayOf),
    facts: elementFacts(plain, slots, arrayOf),
    instances: (t, before) => reads.get(t)?.instances(before) ?? [],
  };
}

/** What the slot's element is after the transition, in terms of what is before it; null: the same. */
function written(
  transition: Transition,
  slot: Slot,
  cfg: Cfg,
  symbols: CutSystem['symbols'],
  mode: IntegerMode,
): Term | null {
  const state = transition.stores?.get(slot.array);
  if (!state) return null;
  const unknown = (): Term => {
    const name = symbols.fresh('value', 'element');
    symbols.setType(name, cfg.fn.arrays[slot.array]!.element, mode);
    return sym(name);
  };
  if (state.writes.length > MOST_WRITES) return unknown();
  const at = placeIn(transition, slot);
  const { version } = state;
  const before: Term =
    version.kind === 'filled' ? int(version.value) : version.kind === 'initial' ? sym(slot.symbol) : unknown();
  const after = state.writes.reduce<Term>((value, w) => ite(eq(w.index, at), w.value, value), before);
  return after === before && version.kind === 'initial' ? null : after;
}

/** What the arrays of `main` contain at first, where that is all the same. */
function initially(cfg: Cfg, slots: readonly Slot[]): Formula[] {
  if (!isProgramStart(cfg.fn)) return [];
  return slots.flatMap((slot) => {
    const array = cfg.fn.arrays[slot.array];
    const first = array?.initial?.[0] ?? 0n;
    const same =
      array &&
      array.scope === 'global' &&
      array.initial !== null &&
      array.initial.every((v) => v === first) &&
      (first === 0n || BigInt(array.initial.length) === array.length);
    return same && slot.sign === 1n && slot.offset.kind === 'const' && slot.offset.value === 0n
      ? [eq(sym(slot.symbol), int(first))]
      : [];
  });
}

/** The elements that one transition reads, as symbols. */
class Reads {
  private readonly system: CutSystem;
  private readonly slots: readonly Slot[];
  private readonly mode: IntegerMode;
  private readonly arrayOf: ArrayOf;
  private readonly known = new Map<string, Access & { readonly symbol: Term }>();
  /** Equal indices, equal elements. */
  private readonly congruent: Formula[] = [];

  private readonly place: (s: Slot) => Term;

  constructor(
    system: CutSystem,
    slots: readonly Slot[],
    mode: IntegerMode,
    arrayOf: ArrayOf,
    place: (s: Slot) => Term,
  ) {
    this.place = place;
    this.system = system;
    this.slots = slots;
    this.mode = mode;
    this.arrayOf = arrayOf;
    for (const [i, s] of slots.entries())
      for (const o of slots.slice(0, i)) {
        if (o.array === s.array) this.congruent.push(or(ne(place(s), place(o)), eq(sym(s.symbol), sym(o.symbol))));
      }
  }

  take(t: Term): Term {
    return rewrite(t, (x) => this.replace(x));
  }

  replace(x: Term): Term | null {
    const array = this.arrayOf(x);
    if (array === undefined || x.kind !== 'app') return null;
    return this.symbol(array, this.take(x.args[0] as Term));
  }

  private symbol(array: number, index: Term): Term {
    const key = `${array} ${index.key}`;
    const found = this.known.get(key);
    if (found) return found.symbol;
    const { symbols, cfg } = this.system;
    const name = symbols.fresh('value', 'read');
    symbols.setType(name, cfg.fn.arrays[array]!.element, this.mode);
    const symbol = sym(name);
    for (const s of this.slots)
      if (s.array === array) this.congruent.push(or(ne(index, this.place(s)), eq(symbol, sym(s.symbol))));
    for (const o of this.known.values())
      if (o.array === array) this.congruent.push(or(ne(index, o.index), eq(symbol, o.symbol)));
    this.known.set(key, { array, index, symbol });
    return symbol;
  }

  /** The formulas at the indices that are read: those about a slot where the element read is that slot's. */
  instances(before: readonly Formula[]): Formula[] {
    const about = new Map(this.slots.map((s) => [s, before.filter((f) => symbolsOfFormula(f).has(s.symbol))]));
    const out: Formula[] = [];
    for (const read of [...this.known.values()].slice(0, MOST_READS)) {
      for (const slot of this.slots) {
        const facts = about.get(slot) ?? [];
        if (slot.array !== read.array || facts.length === 0 || this.known.size > MOST_SYMBOLS) continue;
        const { row, column } = coordinates(slot, read.index);
        const map = new Map<Symbol, Term>([
          [INDEX, column],
          [ROW_INDEX, row],
        ]);
        const mentioned = new Set(facts.flatMap((f) => [...symbolsOfFormula(f)]));
        for (const o of this.slots)
          if (mentioned.has(o.symbol)) map.set(o.symbol, this.symbol(o.array, substitute(placeOf(o), map)));
        for (const f of facts) out.push(substituteFormula(f, map));
      }
    }
    return [...out, ...this.congruent];
  }
}

/**
 * The index of a slot's element after the transition's start. An offset is over variables that only the way from the
 * entry sets.
 */
function placeIn(t: Transition, s: Slot): Term {
  return t.from === null ? placeOf({ ...s, offset: substitute(s.offset, t.update) }) : placeOf(s);
}
