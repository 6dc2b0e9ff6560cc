/**
 * Invariants of a loop: lower bounds of template terms (variables, their sums and differences, what guards and entry facts compare),
 * per location of the transition system, found by iteration with widening over exact linear programs.
 */
import type { Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  TRUE, add, and, conjuncts, ge0, int, isConst, isLinear, neg, partsOf, plus, sub, substitute, sym, symbolsOf,
} from '../logic/index.ts';
import type { LpBudget } from '../arithmetic/index.ts';
import { Minimizer, polyhedron } from './polyhedron.ts';
import type { TransitionSystem } from './loop-transitions.ts';

/** A state in which a loop is reached: values over symbols, and what holds of these. */
export interface Start {
  readonly values: ReadonlyMap<Symbol, Term>;
  readonly facts: Formula;
}

export interface InvariantRequest {
  readonly system: TransitionSystem;
  /** Null: any state. */
  readonly starts: readonly Start[] | null;
  readonly templates: readonly Term[];
  readonly range: RangeOf;
  readonly budget: LpBudget;
}

/** Lower bounds by template; a missing one: none. `null`: the location is not reached. */
type Bounds = ReadonlyMap<Term, bigint> | null;

const WIDEN_AFTER = 3;
const NARROWING = 2;

/** What holds at each location whenever it is reached; FALSE-like locations are given as `null`. */
export function invariants(request: InvariantRequest): (Formula | null)[] | null {
  const { system, templates, range, budget } = request;
  const initial: Bounds[] = system.locations.map((l) => (l.last === null && l.seen === 0 ? initially(request, l.region) : null));
  let state: Bounds[] = [...initial];
  const formula = (b: Bounds): Formula => (b === null ? TRUE : and(...[...b].map(([t, lo]) => ge0(plus(t, -lo)))));
  const minimizers = new Map<string, Minimizer>();
  /** What is known behind an edge; of templates that nothing is known of any more at its end nothing is asked. */
  const transfer = (e: TransitionSystem['edges'][number], from: Bounds, known: Bounds, growing: boolean): Bounds => {
    const guard = and(e.guard, formula(from));
    if (guard.kind === 'false') return null;
    const key = `${system.edges.indexOf(e)} ${guard.key}`;
    const images = imagesOf(e);
    let m = minimizers.get(key);
    if (!m) minimizers.set(key, m = new Minimizer(polyhedron(guard, images, range), budget));
    const out = new Map<Term, bigint>();
    if (m.least(int(0)) === 'empty') return null;
    for (const [i, t] of templates.entries()) {
      const wanted = known?.get(t);
      if (known !== null && wanted === undefined) continue;
      const image = images[i] as Term;
      // what only grows keeps its bound
      const before = growing ? from?.get(t) : undefined;
      const by = before === undefined || wanted === undefined ? null : sub(image, t);
      if (by !== null && isConst(by) && (before as bigint) + by.value >= (wanted as bigint)) {
        out.set(t, wanted as bigint);
        continue;
      }
      const lo = m.least(image);
      if (lo === 'empty') return null;
      if (lo !== null) out.set(t, lo);
    }
    return out;
  };
  const allImages = new Map<TransitionSystem['edges'][number], readonly Term[]>();
  const imagesOf = (e: TransitionSystem['edges'][number]): readonly Term[] => {
    let known = allImages.get(e);
    if (!known) allImages.set(e, known = templates.map((t) => substitute(t, e.step.update)));
    return known;
  };
  for (let round = 0; ; round++) {
    if (budget.work < 0 || round > 12) return null;
    let changed = false;
    for (const e of system.edges) {
      const from = state[e.from] as Bounds;
      if (from === null) continue;
      const known = state[e.to] as Bounds;
      const image = transfer(e, from, known, true);
      const joined = join(known, image);
      if (sameBounds(known, joined)) continue;
      changed = true;
      state[e.to] = round < WIDEN_AFTER ? joined : widen(known, joined);
    }
    if (!changed) break;
  }
  for (let k = 0; k < NARROWING; k++) {
    const next: Bounds[] = [...initial];
    for (const e of system.edges) {
      const from = state[e.from] as Bounds;
      if (from !== null) next[e.to] = join(next[e.to] as Bounds, transfer(e, from, next[e.to] as Bounds, false));
    }
    if (budget.work < 0) break;
    state = next;
  }
  return state.map((b) => (b === null ? null : formula(b)));
}

function initially(request: InvariantRequest, region: Formula): Bounds {
  const { starts, templates, range, budget } = request;
  if (starts === null) return new Map();
  let out: Bounds = null;
  for (const s of starts) {
    const images = templates.map((t) => substitute(t, s.values));
    const m = new Minimizer(polyhedron(and(s.facts, ...substituted(region, s.values)), images, range), budget);
    const own = new Map<Term, bigint>();
    let empty = false;
    for (const [i, t] of templates.entries()) {
      const image = images[i] as Term;
      const lo = isConst(image) ? image.value : m.least(image);
      if (lo === 'empty') empty = true;
      else if (lo !== null) own.set(t, lo);
    }
    if (!empty) out = join(out, own);
  }
  return out;
}

function substituted(region: Formula, values: ReadonlyMap<Symbol, Term>): Formula[] {
  return conjuncts(region).flatMap((f) => (f.kind === 'ge' ? [ge0(substitute(f.term, values))] : []));
}

function join(a: Bounds, b: Bounds): Bounds {
  if (a === null) return b;
  if (b === null) return a;
  const out = new Map<Term, bigint>();
  for (const [t, lo] of a) {
    const other = b.get(t);
    if (other !== undefined) out.set(t, lo < other ? lo : other);
  }
  return out;
}

function widen(a: Bounds, joined: Bounds): Bounds {
  if (a === null || joined === null) return joined;
  return new Map([...joined].filter(([t, lo]) => a.get(t) === lo));
}

function sameBounds(a: Bounds, b: Bounds): boolean {
  if (a === null || b === null) return a === b;
  return a.size === b.size && [...a].every(([t, lo]) => b.get(t) === lo);
}

const MAX_TEMPLATES = 60;

/** Terms worth bounding: variables, sums and differences, what is compared at entry and in guards. */
export function templatesOf(system: TransitionSystem, variables: readonly Symbol[], starts: readonly Start[] | null): Term[] {
  const own = new Set(variables);
  const out = new Map<string, Term>();
  const take = (t: Term): void => {
    const bare = plus(t, -partsOf(t).constant);
    if (bare.kind === 'const' || !isLinear(bare) || ![...symbolsOf(bare)].every((s) => own.has(s)) || partsOf(bare).parts.some((p) => p.mono.kind !== 'sym')) return;
    for (const x of [bare, neg(bare)]) if (out.size < MAX_TEMPLATES) out.set(x.key, x);
  };
  for (const v of variables) take(sym(v));
  // facts about values at entry that still have names
  for (const s of starts ?? []) {
    const back = new Map<Symbol, Term>();
    for (const v of variables) {
      const t = s.values.get(v);
      if (t?.kind === 'sym' && !back.has(t.symbol)) back.set(t.symbol, sym(v));
    }
    for (const f of conjuncts(s.facts)) if (f.kind === 'ge' || f.kind === 'eq') take(substitute(f.term, back));
  }
  const steps = new Set(system.edges.map((e) => e.step));
  for (const s of steps) for (const f of conjuncts(s.guard)) if (f.kind === 'ge' || f.kind === 'eq') take(f.term);
  for (const l of system.locations) for (const f of conjuncts(l.region)) if (f.kind === 'ge') take(f.term);
  if (variables.length <= 6) {
    for (const [i, v] of variables.entries()) for (const w of variables.slice(i + 1)) {
      take(sub(sym(v), sym(w)));
      take(add(sym(v), sym(w)));
    }
  }
  void int;
  return [...out.values()];
}
