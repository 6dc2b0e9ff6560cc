/**
 * Guesses at what holds of an element for all indices in a range, from what was seen. They are clauses `J in range ->
 * fact about the elements at J`.
 */
import {
  TRUE,
  and,
  compareSymbols,
  conjuncts,
  eq,
  eq0,
  evaluate,
  formulaHolds,
  ge,
  int,
  isDeclared,
  lt,
  mod,
  not,
  or,
  partsOf,
  plus,
  scale,
  sub,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../../logic/index.ts';
import type { Formula, RangeOf, Symbol, Term } from '../../logic/index.ts';
import { abs } from '../../arithmetic/index.ts';
import { INDEX, ROW_INDEX, coordinates, placeOf } from './array-slots.ts';
import type { ElementSystem } from './array-transitions.ts';
import { bounds, consistent, equalities, valueConditions } from '../invariants/index.ts';
import type { Sample } from '../sampling/index.ts';
import { constantsOf } from '../sampling/index.ts';

/**
 * `stated`: what the program says itself. `fitted`: equalities that were seen, too. `bounded`: and inequalities, of
 * which there are many.
 */
export type Guesses = 'stated' | 'fitted' | 'bounded';

const MOST_LIMITS = 24;
const MOST_SIDES = { stated: 80, fitted: 80, bounded: 60 } as const;
const MOST_CLAUSES = { stated: 120, fitted: 160, bounded: 220 } as const;
const FEWEST = 3;
const MOST_SAMPLES = 8;

/** By cut point; the samples have values for the index and for the slots. */
export function elementCandidates(
  system: ElementSystem,
  states: readonly (readonly Sample[])[],
  guesses: Guesses,
): Formula[][] {
  const constants = constantsOf(system.cfg.fn)
    .filter((c) => c >= 0n)
    .slice(0, 8);
  return system.cuts.map((cut, index) => {
    const all = states[index] ?? [];
    if (all.length === 0) return [];
    const elements = system.slots.map((s) => s.symbol);
    const others = cut.live.filter(isDeclared).slice(0, 9);
    const facts = factsFor(system, new Set(cut.live));
    const sides = sidesOf({ system, cut: index, others, constants, states: all, most: MOST_SIDES[guesses] });
    const found = sides.map((side) =>
      clausesOn(side, { elements, others, constants, facts, guesses, range: system.symbols.range }),
    );
    const [clauses, weaker] = [found.flatMap((f) => f.clauses), found.flatMap((f) => f.weaker)];
    const most = MOST_CLAUSES[guesses];
    const known = new Map([...clauses.slice(0, most), ...weaker].map((f) => [f.key, f]));
    return consistent([...known.values()].slice(0, 2 * most), all, system.symbols.range).slice(0, most);
  });
}

interface Vocabulary {
  readonly elements: readonly Symbol[];
  readonly others: readonly Symbol[];
  readonly constants: readonly bigint[];
  /** What the program says of elements. */
  readonly facts: readonly Formula[];
  readonly guesses: Guesses;
  readonly range: RangeOf;
}

/**
 * What holds of the elements in a range of the index: `0 <= J < i -> a[J] == 0`. Inequalities are weaker clauses, taken
 * after all others.
 */
function clausesOn(
  { side, inside }: Side,
  vocabulary: Vocabulary,
): { readonly clauses: readonly Formula[]; readonly weaker: readonly Formula[] } {
  const { elements, others, constants, facts, guesses, range } = vocabulary;
  const premise = not(side);
  const about = (f: Formula): boolean => [...symbolsOfFormula(f)].some((s) => elements.includes(s));
  const clauses = facts.filter((f) => wasSeen(f, inside)).map((f) => or(premise, f));
  if (guesses === 'stated' || inside.length < FEWEST) return { clauses, weaker: [] };
  const equal = equalities([...elements, INDEX, ...others], inside, 1).filter(about);
  clauses.push(...equal.map((f) => or(premise, f)));
  if (guesses === 'fitted') return { clauses, weaker: [] };
  const near = bounds([...elements, INDEX, ...others.slice(0, 5)], inside, constants.slice(0, 3), [], true).filter(
    about,
  );
  return { clauses, weaker: consistent(near, inside, range).map((f) => or(premise, f)) };
}

/** Of elements outside of their array nothing is known: it is enough where it was never wrong, and right somewhere. */
function wasSeen(formula: Formula, inside: readonly Sample[]): boolean {
  return (
    inside.every((s) => formulaHolds(formula, (x) => s.get(x)) !== false) &&
    inside.some((s) => formulaHolds(formula, (x) => s.get(x)) === true)
  );
}

/** What the program says of elements, that and its contrary where it asks; equal elements of two arrays. */
function factsFor(system: ElementSystem, live: ReadonlySet<Symbol>): Formula[] {
  const { stated, asked } = system.facts;
  const out = [...stated, ...asked, ...asked.map(not)];
  for (const s of system.slots)
    for (const o of system.slots) {
      if (compareSymbols(o.symbol, s.symbol) < 0 && o.sign === s.sign && o.offset === s.offset)
        out.push(eq(sym(o.symbol), sym(s.symbol)));
    }
  const known = new Map(out.map((f) => [f.key, f]));
  return [...known.values()].filter((f) => [...symbolsOfFormula(f)].every((x) => live.has(x)));
}

interface Side {
  readonly side: Formula;
  readonly inside: readonly Sample[];
}

interface SidesRequest {
  readonly system: ElementSystem;
  readonly cut: number;
  readonly others: readonly Symbol[];
  readonly constants: readonly bigint[];
  readonly states: readonly Sample[];
  /** So many ranges, at most. */
  readonly most: number;
}

/** Ranges of the index: below and from a limit on, between two, each also for one residue or one value of a flag. */
function sidesOf({ system, cut, others, constants, states, most }: SidesRequest): readonly Side[] {
  const index = sym(INDEX);
  const own = (system.accesses[cut] ?? []).flatMap((a) =>
    system.slots.filter((s) => s.array === a.array).map((s) => coordinates(s, a.index)),
  );
  const near = own.map((o) => o.column);
  const limits = limitsOf([
    ...near,
    ...near.map((t) => plus(t, 1)),
    ...endsOf(system, cut),
    ...others.map((x) => sym(x)),
    ...constants.filter((k) => k > 1n).map((k) => int(k)),
  ]);
  const sides = new Sides(states, most);
  sides.add(TRUE, 1);
  if (system.slots.some((s) => s.stride > 0n)) for (const side of inRows(own, others, constants)) sides.add(side, 2);
  const below: Side[] = [];
  const from: Side[] = [];
  for (const l of limits) {
    const [a, b] = [sides.add(and(ge(index, int(0)), lt(index, l)), 1), sides.add(ge(index, l), 1)];
    if (a) below.push(a);
    if (b) from.push(b);
  }
  const singles = [...below.slice(0, 4), ...sides.found];
  // what begins somewhere ends with the array at the latest
  const widest = below.reduce<Side[]>((a, b) => (a[0] && a[0].inside.length >= b.inside.length ? a : [b]), []);
  sides.addBetween(from, widest);
  sides.addBetween(from.slice(0, 4), below.slice(0, 4));
  const live = new Set(system.cuts[cut]?.live);
  const asked = system.facts.asked.filter((f) => [...symbolsOfFormula(f)].every((x) => live.has(x))).slice(0, 4);
  for (const g of [...residues(system, near), ...flags(others, states), ...askedOf(system, others)]) {
    sides.add(g, 2);
    sides.addWhere(g, singles.slice(0, 18));
  }
  for (const g of [...asked, ...asked.map(not)]) sides.addWhere(g, below.slice(0, 4));
  sides.addBetween(from.slice(0, 8), below.slice(0, 10));
  return sides.found;
}

/** Ranges that some samples lie in. Ranges with the same samples can't be told apart: only a few of these are kept. */
class Sides {
  readonly found: Side[] = [];
  private readonly states: readonly Sample[];
  private readonly most: number;
  /** How many ranges were kept, by the samples in them. */
  private readonly kept = new Map<string, number>();

  constructor(states: readonly Sample[], most: number) {
    this.states = states;
    this.most = most;
  }

  /** `times`: so many with the same samples. Null where it isn't kept. */
  add(side: Formula, times: number): Side | null {
    if (side.kind === 'false') return null;
    const holds = this.states.map((s) => formulaHolds(side, (x) => s.get(x)) === true);
    const inside = this.states.filter((_, i) => holds[i]);
    const which = holds.map((h) => (h ? '1' : '0')).join('');
    const before = this.kept.get(which) ?? 0;
    if (inside.length === 0 || this.found.length >= this.most || before >= times) return null;
    this.kept.set(which, before + 1);
    const made = { side, inside };
    this.found.push(made);
    return made;
  }

  addWhere(condition: Formula, some: readonly Side[]): void {
    for (const s of some) this.add(and(condition, s.side), 1);
  }

  addBetween(from: readonly Side[], below: readonly Side[]): void {
    for (const b of from) for (const a of below) this.add(and(b.side, a.side), 1);
  }
}

const MOST_ENDS = 6;

/** Where the program's conditions say that counters end, in terms of what no loop changes. */
function endsOf(system: ElementSystem, code: number): Term[] {
  const changed = new Set(system.transitions.filter((t) => t.from !== null).flatMap((t) => [...t.update.keys()]));
  const live = new Set(system.cuts[code]?.live);
  const isFixed = (t: Term): boolean => [...symbolsOf(t)].every((x) => live.has(x) && !changed.has(x));
  const out = new Map<string, Term>();
  for (const t of system.transitions)
    for (const f of conjuncts(t.guard)) {
      if (f.kind !== 'ge' || f.size > 12) continue;
      for (const end of endsIn(f.term, changed)) {
        if (out.size < MOST_ENDS && isFixed(end) && !(end.kind === 'const' && end.value < 2n)) out.set(end.key, end);
      }
    }
  return [...out.values()];
}

/** Of `end - 1 - i >= 0`, or `i - end >= 0`: `end`, for each counter `i` in it. */
function endsIn(term: Term, changed: ReadonlySet<Symbol>): readonly Term[] {
  return partsOf(term).parts.flatMap(({ coef, mono }) => {
    if (mono.kind !== 'sym' || !changed.has(mono.symbol) || (coef !== 1n && coef !== -1n)) return [];
    const end = scale(-coef, sub(term, scale(coef, mono)));
    return [coef === -1n ? plus(end, 1) : end];
  });
}

/** Values of single variables that the program asks for. */
function askedOf(system: ElementSystem, others: readonly Symbol[]): Formula[] {
  const out = new Map<string, Formula>();
  for (const t of system.transitions)
    for (const f of conjuncts(t.guard)) {
      if (f.kind !== 'eq' && f.kind !== 'ne') continue;
      const { parts } = partsOf(f.term);
      const [only] = parts;
      if (parts.length === 1 && only?.mono.kind === 'sym' && others.includes(only.mono.symbol) && out.size < 4)
        out.set(f.term.key, eq0(f.term));
    }
  return [...out.values()];
}

function limitsOf(terms: readonly Term[], most = MOST_LIMITS): Term[] {
  const limits = new Map<string, Term>();
  const take = (t: Term): void => {
    if (limits.size < most) limits.set(t.key, t);
  };
  for (const t of terms) take(t);
  for (const t of [...limits.values()]) take(plus(t, 1));
  return [...limits.values()];
}

/** Parts of a matrix: rows before one, or that one, as far as a column. */
function inRows(
  own: readonly { readonly row: Term; readonly column: Term }[],
  others: readonly Symbol[],
  constants: readonly bigint[],
): Formula[] {
  const [r, j] = [sym(ROW_INDEX), sym(INDEX)];
  const common: Term[] = [...others.map((x) => sym(x)), ...constants.filter((k) => k > 1n).map((k) => int(k))];
  const rows = limitsOf([...own.map((o) => o.row), ...common], 8);
  const columns = limitsOf([...own.map((o) => o.column), ...common], 8);
  const before = (t: Term, l: Term): Formula => and(ge(t, int(0)), lt(t, l));
  return rows.flatMap((l) => columns.flatMap((k) => [and(before(r, l), before(j, k)), and(eq(r, l), before(j, k))]));
}

/** `J mod m = r` where indices move by m. */
function residues(system: ElementSystem, own: readonly Term[]): Formula[] {
  const moduli = new Set<bigint>();
  const consider = (m: bigint): void => {
    if (m > 1n && m <= 4n) moduli.add(m);
  };
  for (const i of own) for (const p of partsOf(i).parts) consider(abs(p.coef));
  for (const t of system.transitions)
    for (const [v, u] of t.update) {
      const d = sub(u, sym(v));
      if (d.kind === 'const') consider(abs(d.value));
    }
  for (const f of system.transitions.map((t) => t.guard)) for (const m of moduliIn(f)) consider(m);
  return [...moduli]
    .slice(0, 2)
    .flatMap((m) => Array.from({ length: Number(m) }, (_, r) => eq0(mod(plus(sym(INDEX), -BigInt(r)), m))));
}

function moduliIn(f: Formula): bigint[] {
  if (f.kind === 'and' || f.kind === 'or') return f.parts.flatMap(moduliIn);
  if (f.kind === 'true' || f.kind === 'false') return [];
  return partsOf(f.term).parts.flatMap((p) => (p.mono.kind === 'mod' ? [p.mono.by] : []));
}

/** Variables with few values say what was found; those with the fewest first. */
function flags(others: readonly Symbol[], states: readonly Sample[]): Formula[] {
  const values = new Map(others.map((x) => [x, new Set(states.map((s) => s.get(x))).size]));
  const few = others
    .filter((x) => values.get(x) === 2 || values.get(x) === 3)
    .sort((a, b) => (values.get(a) ?? 0) - (values.get(b) ?? 0));
  return valueConditions(few, states).slice(0, 6);
}

/** The samples of a state: the elements at some indices, near the values of its variables. */
export function samplesAt(
  system: ElementSystem,
  cut: number,
  values: Sample,
  element: ElementAt,
  pick: number,
): Sample[] {
  const common = commonIndices(system, values, pick);
  const { rows, columns } = accessedIndices(system, cut, values);
  // not the same ones every time
  const some = (near: ReadonlySet<bigint>, k: number, step: number): bigint =>
    [...near][(pick * step + k) % near.size] ?? 0n;
  const byRows = system.slots.some((s) => s.stride > 0n);
  return Array.from({ length: MOST_SAMPLES }, (_, k) => {
    const [row, column] = [k % 3 === 0 ? common : rows, k % 2 === 0 ? common : columns];
    const r = byRows ? some(row.size > 0 ? row : common, k, 5) : 0n;
    return sampleAt(system, values, element, r, some(column.size > 0 ? column : common, k >> 1, 3));
  });
}

/** What an array contains at an index; null where there is no such element. */
type ElementAt = (array: number, index: bigint) => bigint | null;

/** The first indices, and those near constants and values. */
function commonIndices(system: ElementSystem, values: Sample, pick: number): ReadonlySet<bigint> {
  const out = new Set<bigint>([0n, 1n, BigInt(pick % 7)]);
  for (const k of constantsOf(system.cfg.fn).slice(0, 5)) {
    for (const d of [-1n, 0n, 1n]) if (k > 1n && (BigInt(pick) + k + d) % 2n === 0n) out.add(k + d);
  }
  for (const [x, v] of values)
    if (x.kind !== 'temporary' && abs(v) < 1_000_000n) for (const d of [-1n, 0n]) out.add(v + d);
  return out;
}

/** Near the indices that are read or written from here on. */
function accessedIndices(
  system: ElementSystem,
  cut: number,
  values: Sample,
): { readonly rows: ReadonlySet<bigint>; readonly columns: ReadonlySet<bigint> } {
  const [rows, columns] = [new Set<bigint>(), new Set<bigint>()];
  const near = (t: Term): readonly bigint[] => {
    const v = evaluate(t, (x) => values.get(x));
    return v === null ? [] : [v - 1n, v, v + 1n];
  };
  for (const a of system.accesses[cut] ?? [])
    for (const s of system.slots) {
      if (s.array !== a.array) continue;
      const { row, column } = coordinates(s, a.index);
      for (const index of near(row)) rows.add(index);
      for (const index of near(column)) columns.add(index);
    }
  return { rows, columns };
}

/** The state with one row and column, and the elements there. */
function sampleAt(system: ElementSystem, values: Sample, element: ElementAt, row: bigint, column: bigint): Sample {
  const sample = new Map(values);
  sample.set(INDEX, column);
  sample.set(ROW_INDEX, row);
  for (const s of system.slots) {
    const place = evaluate(placeOf(s), (x) => sample.get(x));
    const e = place === null ? null : element(s.array, place);
    if (e !== null) sample.set(s.symbol, e);
  }
  return sample;
}
