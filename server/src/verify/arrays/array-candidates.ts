/** Guesses at what holds of an element for all indices in a range, from what was seen: clauses `J in range -> fact about the elements at J`. */
import {
  TRUE, and, compareSymbols, conjuncts, eq, eq0, evaluate, formulaHolds, ge, int, isDeclared, lt, mod, not, or,
  partsOf, plus, scale, sub, sym, symbolsOf, symbolsOfFormula,
} from '../../logic/index.ts';
import type { Formula, Symbol, Term } from '../../logic/index.ts';
import { abs } from '../../arithmetic/index.ts';
import { INDEX, ROW_INDEX, coordinates, placeOf } from './array-slots.ts';
import type { ElementSystem } from './array-transitions.ts';
import { bounds, consistent, equalities, valueConditions } from '../invariants/index.ts';
import type { Sample } from '../sampling/index.ts';
import { constantsOf } from '../sampling/index.ts';

/** `stated`: what the program says itself. `fitted`: equalities that were seen, too. `bounded`: and inequalities, of which there are many. */
export type Guesses = 'stated' | 'fitted' | 'bounded';

const MOST_LIMITS = 24;
const MOST_SIDES = { stated: 80, fitted: 80, bounded: 60 } as const;
const MOST_CLAUSES = { stated: 120, fitted: 160, bounded: 220 } as const;
const FEWEST = 3;
const MOST_SAMPLES = 8;

/** By cut point; the samples have values for the index and for the slots. */
export function elementCandidates(system: ElementSystem, states: readonly (readonly Sample[])[], guesses: Guesses): Formula[][] {
  const constants = constantsOf(system.cfg.fn).filter((c) => c >= 0n).slice(0, 8);
  return system.cuts.map((cut, c) => {
    const all = states[c] ?? [];
    if (all.length === 0) return [];
    const elements = system.slots.map((s) => s.symbol);
    const others = cut.live.filter(isDeclared).slice(0, 9);
    const clauses: Formula[] = [];
    const weaker: Formula[] = [];
    const about = (f: Formula): boolean => [...symbolsOfFormula(f)].some((s) => elements.includes(s));
    const facts = factsFor(system, new Set(cut.live));
    for (const { side, inside } of sidesOf(system, c, others, constants, all, MOST_SIDES[guesses])) {
      const premise = not(side);
      // of elements outside of their array nothing is known
      const holds = (f: Formula): boolean => inside.every((s) => formulaHolds(f, (x) => s.get(x)) !== false) && inside.some((s) => formulaHolds(f, (x) => s.get(x)) === true);
      for (const f of facts) if (holds(f)) clauses.push(or(premise, f));
      if (guesses === 'stated' || inside.length < FEWEST) continue;
      for (const f of equalities([...elements, INDEX, ...others], inside, 1)) if (about(f)) clauses.push(or(premise, f));
      if (guesses === 'fitted') continue;
      const near = bounds([...elements, INDEX, ...others.slice(0, 5)], inside, constants.slice(0, 3), [], true).filter(about);
      for (const f of consistent(near, inside, system.symbols.range)) weaker.push(or(premise, f));
    }
    const most = MOST_CLAUSES[guesses];
    const known = new Map([...clauses.slice(0, most), ...weaker].map((f) => [f.key, f]));
    return consistent([...known.values()].slice(0, 2 * most), all, system.symbols.range).slice(0, most);
  });
}

/** What the program says of elements, that and its contrary where it asks; equal elements of two arrays. */
function factsFor(system: ElementSystem, live: ReadonlySet<Symbol>): Formula[] {
  const { stated, asked } = system.facts;
  const out = [...stated, ...asked, ...asked.map(not)];
  for (const s of system.slots) for (const o of system.slots) {
    if (compareSymbols(o.symbol, s.symbol) < 0 && o.sign === s.sign && o.offset === s.offset) out.push(eq(sym(o.symbol), sym(s.symbol)));
  }
  const known = new Map(out.map((f) => [f.key, f]));
  return [...known.values()].filter((f) => [...symbolsOfFormula(f)].every((x) => live.has(x)));
}

interface Side {
  readonly side: Formula;
  readonly inside: readonly Sample[];
}

/** Ranges of the index: below and from a limit on, between two, each also for one residue or one value of a flag. */
function sidesOf(system: ElementSystem, c: number, others: readonly Symbol[], constants: readonly bigint[], states: readonly Sample[], most: number): Side[] {
  const j = sym(INDEX);
  const own = (system.accesses[c] ?? []).flatMap((a) => system.slots.filter((s) => s.array === a.array).map((s) => coordinates(s, a.index)));
  const near = own.map((o) => o.column);
  const limits = limitsOf([...near, ...near.map((t) => plus(t, 1)), ...endsOf(system, c), ...others.map((x) => sym(x)), ...constants.filter((k) => k > 1n).map((k) => int(k))]);
  const seen = new Map<string, number>();
  const out: Side[] = [];
  const make = (side: Formula, times: number): Side | null => {
    if (side.kind === 'false') return null;
    let mask = '';
    const inside = states.filter((s) => {
      const holds = formulaHolds(side, (x) => s.get(x)) === true;
      mask += holds ? '1' : '0';
      return holds;
    });
    const before = seen.get(mask) ?? 0;
    if (inside.length === 0 || out.length >= most || before >= times) return null;
    seen.set(mask, before + 1);
    const made = { side, inside };
    out.push(made);
    return made;
  };
  make(TRUE, 1);
  if (system.slots.some((s) => s.stride > 0n)) for (const side of inRows(own, others, constants)) make(side, 2);
  const below: Side[] = [];
  const from: Side[] = [];
  for (const l of limits) {
    const [a, b] = [make(and(ge(j, int(0)), lt(j, l)), 1), make(ge(j, l), 1)];
    if (a) below.push(a);
    if (b) from.push(b);
  }
  const singles = [...below.slice(0, 4), ...out];
  const between = (some: readonly Side[], others: readonly Side[]): void => { for (const b of some) for (const a of others) make(and(b.side, a.side), 1); };
  // what begins somewhere ends with the array at the latest
  const widest = below.reduce<Side[]>((a, b) => (a[0] && a[0].inside.length >= b.inside.length ? a : [b]), []);
  between(from, widest);
  between(from.slice(0, 4), below.slice(0, 4));
  const live = new Set(system.cuts[c]?.live);
  const asked = system.facts.asked.filter((f) => [...symbolsOfFormula(f)].every((x) => live.has(x))).slice(0, 4);
  for (const g of [...residues(system, own.map((o) => o.column)), ...flags(others, states), ...askedOf(system, others)]) {
    make(g, 2);
    for (const s of singles.slice(0, 18)) make(and(g, s.side), 1);
  }
  for (const g of [...asked, ...asked.map(not)]) for (const s of below.slice(0, 4)) make(and(g, s.side), 1);
  between(from.slice(0, 8), below.slice(0, 10));
  return out;
}

/** Where the program's conditions say that counters end, in terms of what no loop changes. */
function endsOf(system: ElementSystem, c: number): Term[] {
  const changed = new Set(system.transitions.filter((t) => t.from !== null).flatMap((t) => [...t.update.keys()]));
  const live = new Set(system.cuts[c]?.live);
  const out = new Map<string, Term>();
  for (const t of system.transitions) for (const f of conjuncts(t.guard)) {
    if (f.kind !== 'ge' || f.size > 12) continue;
    for (const { coef, mono } of partsOf(f.term).parts) {
      if (mono.kind !== 'sym' || !changed.has(mono.symbol) || (coef !== 1n && coef !== -1n)) continue;
      const end = scale(-coef, sub(f.term, scale(coef, mono)));
      // `end - 1 - i >= 0`, or `i - end >= 0`
      const exclusive = coef === -1n ? plus(end, 1) : end;
      if (out.size < 6 && [...symbolsOf(exclusive)].every((x) => live.has(x) && !changed.has(x)) && !(exclusive.kind === 'const' && exclusive.value < 2n)) out.set(exclusive.key, exclusive);
    }
  }
  return [...out.values()];
}

/** Values of single variables that the program asks for. */
function askedOf(system: ElementSystem, others: readonly Symbol[]): Formula[] {
  const out = new Map<string, Formula>();
  for (const t of system.transitions) for (const f of conjuncts(t.guard)) {
    if (f.kind !== 'eq' && f.kind !== 'ne') continue;
    const { parts } = partsOf(f.term);
    const [only] = parts;
    if (parts.length === 1 && only?.mono.kind === 'sym' && others.includes(only.mono.symbol) && out.size < 4) out.set(f.term.key, eq0(f.term));
  }
  return [...out.values()];
}

function limitsOf(terms: readonly Term[], most = MOST_LIMITS): Term[] {
  const limits = new Map<string, Term>();
  const take = (t: Term): void => { if (limits.size < most) limits.set(t.key, t); };
  for (const t of terms) take(t);
  for (const t of [...limits.values()]) take(plus(t, 1));
  return [...limits.values()];
}

/** Parts of a matrix: rows before one, or that one, as far as a column. */
function inRows(own: readonly { readonly row: Term; readonly column: Term }[], others: readonly Symbol[], constants: readonly bigint[]): Formula[] {
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
  const consider = (m: bigint): void => { if (m > 1n && m <= 4n) moduli.add(m); };
  for (const i of own) for (const p of partsOf(i).parts) consider(abs(p.coef));
  for (const t of system.transitions) for (const [v, u] of t.update) {
    const d = sub(u, sym(v));
    if (d.kind === 'const') consider(abs(d.value));
  }
  for (const f of system.transitions.map((t) => t.guard)) for (const m of moduliIn(f)) consider(m);
  return [...moduli].slice(0, 2).flatMap((m) => Array.from({ length: Number(m) }, (_, r) => eq0(mod(plus(sym(INDEX), -BigInt(r)), m))));
}

function moduliIn(f: Formula): bigint[] {
  if (f.kind === 'and' || f.kind === 'or') return f.parts.flatMap(moduliIn);
  if (f.kind === 'true' || f.kind === 'false') return [];
  return partsOf(f.term).parts.flatMap((p) => (p.mono.kind === 'mod' ? [p.mono.by] : []));
}

/** Variables with few values say what was found; those with the fewest first. */
function flags(others: readonly Symbol[], states: readonly Sample[]): Formula[] {
  const values = new Map(others.map((x) => [x, new Set(states.map((s) => s.get(x))).size]));
  const few = others.filter((x) => values.get(x) === 2 || values.get(x) === 3).sort((a, b) => (values.get(a) ?? 0) - (values.get(b) ?? 0));
  return valueConditions(few, states).slice(0, 6);
}

/** The samples of a state: the elements at some indices, near the values of its variables. */
export function samplesAt(system: ElementSystem, cut: number, values: Sample, element: (array: number, index: bigint) => bigint | null, pick: number): Sample[] {
  const common = new Set<bigint>([0n, 1n, BigInt(pick % 7)]);
  for (const k of constantsOf(system.cfg.fn).slice(0, 5)) for (const d of [-1n, 0n, 1n]) if (k > 1n && (BigInt(pick) + k + d) % 2n === 0n) common.add(k + d);
  const [rows, columns] = [new Set<bigint>(), new Set<bigint>()];
  for (const a of system.accesses[cut] ?? []) for (const s of system.slots) {
    if (s.array !== a.array) continue;
    const { row, column } = coordinates(s, a.index);
    for (const [t, near] of [[row, rows], [column, columns]] as const) {
      const v = evaluate(t, (x) => values.get(x));
      if (v !== null) for (const d of [-1n, 0n, 1n]) near.add(v + d);
    }
  }
  for (const [x, v] of values) if (x.kind !== 'temporary' && abs(v) < 1_000_000n) for (const d of [-1n, 0n]) common.add(v + d);
  const out: Sample[] = [];
  // not the same ones every time
  const some = (near: ReadonlySet<bigint>, k: number, step: number): bigint => [...near][(pick * step + k) % near.size] ?? 0n;
  const take = (r: bigint, j: bigint): void => {
    const sample = new Map(values);
    sample.set(INDEX, j);
    sample.set(ROW_INDEX, r);
    for (const s of system.slots) {
      const place = evaluate(placeOf(s), (x) => sample.get(x));
      const e = place === null ? null : element(s.array, place);
      if (e !== null) sample.set(s.symbol, e);
    }
    out.push(sample);
  };
  const byRows = system.slots.some((s) => s.stride > 0n);
  for (let k = 0; k < MOST_SAMPLES; k++) {
    const [row, column] = [k % 3 === 0 ? common : rows, k % 2 === 0 ? common : columns];
    take(byRows ? some(row.size > 0 ? row : common, k, 5) : 0n, some(column.size > 0 ? column : common, k >> 1, 3));
  }
  return out;
}
