/**
 * What the program itself says of elements: its conditions, its assertions, and what it stores. Each is taken for a
 * fact about the elements that are followed, at any index: `a[i] = i + 1` says that the element at J is worth J + 1.
 * They are guesses until they are shown.
 */
import type { Formula, Symbol, Term } from '../../logic/index.ts';
import {
  READ,
  app,
  eq,
  isLiteral,
  not,
  partsOf,
  rewriteFormula,
  scale,
  sub,
  substitute,
  sym,
  symbolsOfFormula,
} from '../../logic/index.ts';
import type { ArrayOf, Slot } from './array-slots.ts';
import { INDEX, ROW_INDEX, coordinates, placeOf } from './array-slots.ts';
import type { CutSystem } from '../transitions/index.ts';

const MOST_FACTS = 28;
const LARGEST = 40;

export interface ElementFacts {
  /** What was asserted or stored. */
  readonly stated: readonly Formula[];
  /** What was asked. */
  readonly asked: readonly Formula[];
}

export function elementFacts(system: CutSystem, slots: readonly Slot[], arrayOf: ArrayOf): ElementFacts {
  /** The first few that these give, each once. */
  const facts = (formulas: Iterable<Formula>): ReadonlyMap<string, Formula> => {
    const out = new Map<string, Formula>();
    for (const f of formulas)
      for (const g of generalised(f, slots, arrayOf))
        if (out.size < MOST_FACTS && (isLiteral(g) || g.kind === 'or')) out.set(g.key, g);
    return out;
  };
  const stated = facts([...assertedIn(system), ...storedIn(system)]);
  const asked = facts(system.transitions.flatMap((t) => literalsIn(t.guard)));
  return {
    stated: [...stated.values()],
    asked: [...asked.values()].filter((f) => !stated.has(f.key) && !stated.has(not(f).key)),
  };
}

const assertedIn = ({ transitions }: CutSystem): readonly Formula[] =>
  transitions.flatMap((t) => (t.to.kind === 'fail' ? literalsIn(not(t.guard)) : []));

/** What an element is after each store. */
const storedIn = ({ transitions, cfg }: CutSystem): readonly Formula[] =>
  transitions.flatMap((t) =>
    [...(t.stores ?? [])].flatMap(([array, { writes }]) =>
      writes.map((w) => eq(app(READ, [w.index], cfg.arrays[array] ?? null), w.value)),
    ),
  );

function literalsIn(f: Formula): readonly Formula[] {
  if (isLiteral(f)) return [f];
  return f.kind === 'and' || f.kind === 'or' ? f.parts.flatMap(literalsIn) : [];
}

/** The formula with its elements as slots, for each element that may be taken for the one at J. */
function generalised(formula: Formula, slots: readonly Slot[], arrayOf: ArrayOf): Formula[] {
  if (formula.size > LARGEST) return [];
  const reads = new Map<string, { readonly array: number; readonly index: Term }>();
  rewriteFormula(formula, (x) => {
    const array = arrayOf(x);
    if (array !== undefined && x.kind === 'app') reads.set(x.key, { array, index: x.args[0] as Term });
    return null;
  });
  /** `guessed` stands for elements whose index is no slot's. */
  const over = (map: ReadonlyMap<Symbol, Term>, guessed: Slot | null): Formula | null => {
    let whole = true;
    const general = rewriteFormula(formula, (x) => {
      const array = arrayOf(x);
      if (array === undefined || x.kind !== 'app') return x.kind === 'sym' ? (map.get(x.symbol) ?? null) : null;
      const place = substitute(x.args[0] as Term, map);
      const slot =
        slots.find((o) => o.array === array && placeOf(o) === place) ??
        (guessed?.array === array ? guessed : undefined);
      if (slot === undefined) whole = false;
      return slot === undefined ? null : sym(slot.symbol);
    });
    return whole ? general : null;
  };
  const maps = [...reads.values()].flatMap((r) =>
    slots.filter((s) => s.array === r.array).flatMap((s) => anchors(s, r.index)),
  );
  let found = maps.flatMap((map) => over(map, null) ?? []);
  // an index may be another one's by what is known of the variables
  if (found.length === 0) found = maps.flatMap((map) => slots.flatMap((s) => over(map, s) ?? []));
  // one element by itself, whatever its index
  const [only] = reads.values();
  if (reads.size === 1)
    for (const s of slots)
      if (s.array === only?.array)
        found.push(rewriteFormula(formula, (x) => (arrayOf(x) === undefined ? null : sym(s.symbol))));
  return found.filter((g) => [...symbolsOfFormula(g)].some((x) => slots.some((s) => s.symbol === x)));
}

/** What the variables of an index are worth where it is that of the slot. */
function anchors(slot: Slot, index: Term): ReadonlyMap<Symbol, Term>[] {
  const { row, column } = coordinates(slot, index);
  const columns = solutions(column, sym(INDEX));
  if (slot.stride === 0n) return columns;
  return solutions(row, sym(ROW_INDEX)).flatMap((r) => columns.map((c) => new Map([...r, ...c])));
}

function solutions(t: Term, worth: Term): ReadonlyMap<Symbol, Term>[] {
  return partsOf(t).parts.flatMap((p) => {
    if (p.mono.kind !== 'sym' || (p.coef !== 1n && p.coef !== -1n)) return [];
    const rest = sub(t, scale(p.coef, p.mono));
    return [new Map([[p.mono.symbol, scale(p.coef, sub(worth, rest))]])];
  });
}
