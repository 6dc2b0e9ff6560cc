/**
 * Invariants of a loop: lower bounds of template terms, one for each location of the transition system. Templates are
 * variables, their sums and differences, and what guards and entry facts compare. The bounds are found by iteration
 * with widening over exact linear programs. Source: template polyhedra (Sankaranarayanan, Sipma and Manna, VMCAI
 * 2005).
 */
import type { Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  TRUE,
  add,
  and,
  conjuncts,
  ge0,
  int,
  isConst,
  isLinear,
  neg,
  partsOf,
  plus,
  sub,
  substitute,
  sym,
  symbolsOf,
} from '../logic/index.ts';
import type { LpBudget } from '../arithmetic/index.ts';
import { Minimizer, polyhedron } from './polyhedron.ts';
import type { Edge, TransitionSystem } from './loop-transitions.ts';

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
/** Rounds after which the bounds are given up. */
const MOST_ROUNDS = 12;

/** What holds at each location whenever it is reached; FALSE-like locations are given as `null`. */
export function invariants(request: InvariantRequest): (Formula | null)[] | null {
  const { system, budget } = request;
  const transfer = new Transfer(request);
  const initial: Bounds[] = system.locations.map((l) =>
    l.last === null && l.seen === 0 ? initially(request, l.region) : null,
  );
  let state: Bounds[] = [...initial];
  for (let round = 0, changed = true; changed; round++) {
    if (budget.work < 0 || round > MOST_ROUNDS) return null;
    const raised = raise(state, transfer, round < WIDEN_AFTER ? (_, joined) => joined : widen);
    changed = raised !== null;
    state = raised ?? state;
  }
  for (let k = 0; k < NARROWING; k++) {
    const next: Bounds[] = [...initial];
    for (const e of system.edges) {
      const from = state[e.from] as Bounds;
      if (from !== null) next[e.to] = join(next[e.to] as Bounds, transfer.narrowed(e, from, next[e.to] as Bounds));
    }
    if (budget.work < 0) break;
    state = next;
  }
  return state.map((b) => (b === null ? null : asFormula(b)));
}

/**
 * Takes what is known before each edge to its end, one after the other. Null where that says no less of any location
 * than before.
 */
function raise(
  before: readonly Bounds[],
  transfer: Transfer,
  extrapolate: (known: Bounds, joined: Bounds) => Bounds,
): Bounds[] | null {
  const state = [...before];
  let changed = false;
  for (const e of transfer.request.system.edges) {
    const from = state[e.from] as Bounds;
    if (from === null) continue;
    const known = state[e.to] as Bounds;
    const joined = join(known, transfer.growing(e, from, known));
    if (sameBounds(known, joined)) continue;
    changed = true;
    state[e.to] = extrapolate(known, joined);
  }
  return changed ? state : null;
}

const asFormula = (b: Bounds): Formula => (b === null ? TRUE : and(...[...b].map(([t, lo]) => ge0(plus(t, -lo)))));

/**
 * What is known behind an edge from what is known before. Templates of which nothing is known any more at its end
 * (`known`) are left out.
 */
class Transfer {
  readonly request: InvariantRequest;
  private readonly minimizers = new Map<string, Minimizer>();
  private readonly images = new Map<Edge, readonly Term[]>();

  constructor(request: InvariantRequest) {
    this.request = request;
  }

  /** Where bounds are raised: what only grows along the edge keeps the bound that it has at its end. */
  growing(edge: Edge, from: Bounds, known: Bounds): Bounds {
    return this.behind(edge, from, known, (t, image) => {
      const [before, wanted] = [from?.get(t), known?.get(t)];
      const by = before === undefined || wanted === undefined ? null : sub(image, t);
      return by !== null && isConst(by) && (before as bigint) + by.value >= (wanted as bigint)
        ? (wanted as bigint)
        : null;
    });
  }

  narrowed(e: Edge, from: Bounds, known: Bounds): Bounds {
    return this.behind(e, from, known, () => null);
  }

  /** `kept`: a bound that needs no look. */
  private behind(
    edge: Edge,
    from: Bounds,
    known: Bounds,
    kept: (template: Term, image: Term) => bigint | null,
  ): Bounds {
    const guard = and(edge.guard, asFormula(from));
    if (guard.kind === 'false') return null;
    const images = this.imagesOf(edge);
    const minimizer = this.minimizerOf(edge, guard, images);
    if (minimizer.least(int(0)) === 'empty') return null;
    const out = new Map<Term, bigint>();
    for (const [i, t] of this.request.templates.entries()) {
      if (known !== null && !known.has(t)) continue;
      const image = images[i] as Term;
      const lo = kept(t, image) ?? minimizer.least(image);
      if (lo === 'empty') return null;
      if (lo !== null) out.set(t, lo);
    }
    return out;
  }

  private minimizerOf(edge: Edge, guard: Formula, images: readonly Term[]): Minimizer {
    const { system, range, budget } = this.request;
    const key = `${system.edges.indexOf(edge)} ${guard.key}`;
    const known = this.minimizers.get(key) ?? new Minimizer(polyhedron(guard, images, range), budget);
    this.minimizers.set(key, known);
    return known;
  }

  private imagesOf(e: Edge): readonly Term[] {
    const known = this.images.get(e) ?? this.request.templates.map((t) => substitute(t, e.step.update));
    this.images.set(e, known);
    return known;
  }
}

function initially(request: InvariantRequest, region: Formula): Bounds {
  const { starts, templates, range, budget } = request;
  if (starts === null) return new Map();
  let out: Bounds = null;
  for (const start of starts) {
    const images = templates.map((t) => substitute(t, start.values));
    const minimizer = new Minimizer(
      polyhedron(and(start.facts, ...substituted(region, start.values)), images, range),
      budget,
    );
    const own = new Map<Term, bigint>();
    let empty = false;
    for (const [i, t] of templates.entries()) {
      const image = images[i] as Term;
      const lo = isConst(image) ? image.value : minimizer.least(image);
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

function join(first: Bounds, second: Bounds): Bounds {
  if (first === null) return second;
  if (second === null) return first;
  const out = new Map<Term, bigint>();
  for (const [t, lo] of first) {
    const other = second.get(t);
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
/** With more variables than this their sums and differences are too many. */
const MOST_PAIRED = 6;

/** Terms worth bounding: variables, sums and differences, what is compared at entry and in guards. */
export function templatesOf(
  system: TransitionSystem,
  variables: readonly Symbol[],
  starts: readonly Start[] | null,
): Term[] {
  const own = new Set(variables);
  const out = new Map<string, Term>();
  for (const t of candidates(system, variables, starts)) {
    const bare = plus(t, -partsOf(t).constant);
    if (
      bare.kind === 'const' ||
      !isLinear(bare) ||
      ![...symbolsOf(bare)].every((s) => own.has(s)) ||
      partsOf(bare).parts.some((p) => p.mono.kind !== 'sym')
    )
      continue;
    for (const x of [bare, neg(bare)]) if (out.size < MAX_TEMPLATES) out.set(x.key, x);
  }
  return [...out.values()];
}

function* candidates(
  system: TransitionSystem,
  variables: readonly Symbol[],
  starts: readonly Start[] | null,
): Generator<Term> {
  for (const v of variables) yield sym(v);
  for (const s of starts ?? []) yield* comparedAtEntry(s, variables);
  const steps = new Set(system.edges.map((e) => e.step));
  for (const s of steps) for (const f of conjuncts(s.guard)) if (f.kind === 'ge' || f.kind === 'eq') yield f.term;
  for (const l of system.locations) for (const f of conjuncts(l.region)) if (f.kind === 'ge') yield f.term;
  if (variables.length > MOST_PAIRED) return;
  for (const [i, v] of variables.entries()) {
    for (const w of variables.slice(i + 1)) {
      yield sub(sym(v), sym(w));
      yield add(sym(v), sym(w));
    }
  }
}

/** What is known of values at entry that still have names, as facts about the variables. */
function* comparedAtEntry({ values, facts }: Start, variables: readonly Symbol[]): Generator<Term> {
  const back = new Map<Symbol, Term>();
  for (const v of variables) {
    const t = values.get(v);
    if (t?.kind === 'sym' && !back.has(t.symbol)) back.set(t.symbol, sym(v));
  }
  for (const f of conjuncts(facts)) if (f.kind === 'ge' || f.kind === 'eq') yield substitute(f.term, back);
}
