/**
 * Ranking functions by linear programming, exact. Edges of a strongly connected component are removed as soon as a
 * function shows that they can't be taken infinitely often. By repetition the functions become lexicographic. They are
 * linear, or nested (multiphase: each phase ends because the one before has). They may differ from location to
 * location. Source: Podelski and Rybalchenko (VMCAI 2004); Gonnord, Monniaux and Radanne (PLDI 2015); Leike and
 * Heizmann (TACAS 2014).
 */
import { implies } from '../decide/index.ts';
import type { Literal, RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  TRUE,
  conjuncts,
  ge0,
  isConst,
  isFresh,
  neg,
  partsOf,
  plus,
  sub,
  substitute,
  sumOf,
  sym,
  symbolsOfFormula,
} from '../logic/index.ts';
import { Candidates, floorDiv, lcm } from '../arithmetic/index.ts';
import type { LpBudget, Rational } from '../arithmetic/index.ts';
import type { Generator, UnknownSummand, UnknownTerm } from './polyhedron.ts';
import { Minimizer, polyhedron, unknownTerm, valueAt } from './polyhedron.ts';
import type { Edge, Step, TransitionSystem } from './loop-transitions.ts';
import { components } from './loop-transitions.ts';

/** Linear, falling by at least `step` along every edge, not negative where an edge starts. By location. */
export interface Ranking {
  readonly byLocation: ReadonlyMap<number, Term>;
  readonly step: bigint;
}

export interface RankingResult {
  readonly proven: boolean;
  /** Where one linear function ranks everything. */
  readonly single: Ranking | null;
}

export interface RankingRequest {
  readonly system: TransitionSystem;
  readonly variables: readonly Symbol[];
  readonly range: RangeOf;
  readonly budget: LpBudget;
  /** Phases of nested functions that are tried. */
  readonly maxDepth: number;
}

/** Proves that no edge can be taken for ever. */
export function rank(request: RankingRequest): RankingResult {
  const ranker = new Ranker(request);
  const work = components(request.system.edges);
  if (work.length === 0) return { proven: true, single: null };
  let single: Ranking | null = null;
  // edges between components are taken once: what falls within a component says nothing of them
  const whole = work.length === 1 && work[0]?.length === request.system.edges.length ? work[0] : null;
  for (let group = work.pop(); group; group = work.pop()) {
    const found = ranker.removable(group);
    if (found === null) return { proven: false, single: null };
    if (group === whole && found.rest.length === 0) single = found.ranking;
    work.push(...components(found.rest));
  }
  return { proven: true, single };
}

class Ranker {
  private readonly request: RankingRequest;
  private readonly minimizers = new Map<Edge, Minimizer>();
  private readonly generators = new Map<Edge, Generator[]>();

  constructor(request: RankingRequest) {
    this.request = request;
  }

  private minimizerOf(edge: Edge): Minimizer {
    let m = this.minimizers.get(edge);
    if (!m) {
      const terms = [...this.request.variables.map((v) => sym(v)), ...edge.step.update.values()];
      this.minimizers.set(
        edge,
        (m = new Minimizer(polyhedron(edge.guard, terms, this.request.range), this.request.budget)),
      );
    }
    return m;
  }

  /** Points and directions of the edge's polyhedron that refuted something. */
  private generatorsOf(e: Edge): Generator[] {
    let known = this.generators.get(e);
    if (!known) this.generators.set(e, (known = []));
    return known;
  }

  /** Edges of a component that can be left away since they are taken finitely often; null: none was found. */
  removable(group: readonly Edge[]): { readonly rest: readonly Edge[]; readonly ranking: Ranking | null } | null {
    const all = this.solve(group, new Set(group), 1);
    if (all) return { rest: [], ranking: all };
    if (group.length > 1) {
      for (const e of group)
        if (this.solve(group, new Set([e]), 1)) return { rest: group.filter((o) => o !== e), ranking: null };
    }
    for (let depth = 2; depth <= this.request.maxDepth; depth++) {
      if (this.solve(group, new Set(group), depth)) return { rest: [], ranking: null };
      if (group.length > 1) {
        for (const e of group)
          if (this.solve(group, new Set([e]), depth)) return { rest: group.filter((o) => o !== e), ranking: null };
      }
    }
    return null;
  }

  /**
   * Nested functions f1..fd. No edge increases any. Along the strict edges f1 falls by one, f(i+1) falls by one more
   * than what fi lacks to zero, and fd is not negative. Then the strict edges are taken finitely often: f1 ends up
   * negative, so f2 does, ...
   *
   * Functions are proposed that are right at the points and directions known so far, and refuted by new ones. These are
   * vertices and rays of the edges' polyhedra, of which there are finitely many. What refuted one proposal is kept for
   * all that is asked about the edge. Source: Gonnord, Monniaux and Radanne, PLDI 2015.
   */
  private solve(group: readonly Edge[], strict: ReadonlySet<Edge>, depth: number): Ranking | null {
    const candidates = new Candidates(this.request.budget);
    const { unknowns, conditions } = this.conditions(group, strict, depth, candidates);
    const demand: Demand = (c, at) => candidates.require(valueAt(c.term, at), -c.least * (at.get('') ?? 0n));
    for (const c of conditions) for (const at of this.generatorsOf(c.edge)) demand(c, at);
    for (let values = candidates.find(); values !== null; values = candidates.find()) {
      const proposal = wholeNumbers(values);
      const refuted = this.refuted(proposal, conditions, demand);
      if (refuted === 'unknown') return null;
      if (refuted === 'no')
        return depth > 1 ? ZERO : this.rankingOf(group, unknowns, this.plainer(proposal, conditions) ?? proposal);
    }
    return null;
  }

  /** A vertex may lie where a type ends: beside `m + 2147483645/2147483647 n - i - j` also `m + n - i - j` does. */
  private plainer({ values, denominator }: Proposal, conditions: readonly Condition[]): Proposal | null {
    if (denominator <= PLAIN_DENOMINATOR) return null;
    const rounded = values.map((v) => floorDiv(2n * v + denominator, 2n * denominator));
    const proposal = { values: rounded, denominator: 1n };
    return this.refuted(proposal, conditions, () => undefined) === 'no' ? proposal : null;
  }

  /** Looks for where the proposal breaks the conditions; what is found there is demanded of the next one. */
  private refuted(
    { values, denominator }: Proposal,
    conditions: readonly Condition[],
    demand: Demand,
  ): 'no' | 'yes' | 'unknown' {
    let refuted: 'no' | 'yes' = 'no';
    for (const condition of conditions) {
      const coefs = new Map<string, bigint>();
      for (const [column, sums] of condition.term) {
        let k = 0n;
        for (const [u, factor] of sums) k += factor * (values[u] as bigint);
        coefs.set(column, k);
      }
      const at = this.minimizerOf(condition.edge).below(coefs, condition.least * denominator);
      if (at === null) return 'unknown';
      if (at === 'none') continue;
      refuted = 'yes';
      this.generatorsOf(condition.edge).push(at);
      for (const other of conditions) if (other.edge === condition.edge) demand(other, at);
    }
    return refuted;
  }

  /** The functions of the first level: what is multiplied by the common denominator falls by it. */
  private rankingOf(
    group: readonly Edge[],
    unknowns: ReadonlyMap<string, number>,
    { values, denominator }: Proposal,
  ): Ranking {
    const byLocation = new Map<number, Term>();
    for (const location of new Set(group.flatMap((e) => [e.from, e.to]))) {
      const value = (column: string): bigint => values[unknowns.get(`1 ${location} ${column}`) ?? -1] ?? 0n;
      byLocation.set(
        location,
        sumOf(
          value(''),
          this.request.variables.map((v) => ({ coef: value(v.key), mono: sym(v) })),
        ),
      );
    }
    return { byLocation: this.lowered(byLocation, group), step: denominator };
  }

  /**
   * Where an iteration starts `m + n - i - j` is 2 at least, if both `m > i` and `n > j`: it ranks without these 2,
   * too.
   */
  private lowered(byLocation: ReadonlyMap<number, Term>, group: readonly Edge[]): ReadonlyMap<number, Term> {
    let least: bigint | null = null;
    for (const e of group) {
      const found = this.minimizerOf(e).least(byLocation.get(e.from) as Term);
      if (found === null) return byLocation;
      if (found !== 'empty') least = least === null || found < least ? found : least;
    }
    const spare = least ?? 0n;
    return spare <= 0n || spare > MOST_SPARE
      ? byLocation
      : new Map([...byLocation].map(([at, t]) => [at, plus(t, -spare)]));
  }

  /**
   * What is to hold of the functions along the edges. Unknowns are their coefficients: by level, location and variable.
   */
  private conditions(
    group: readonly Edge[],
    strict: ReadonlySet<Edge>,
    depth: number,
    candidates: Candidates,
  ): { readonly unknowns: ReadonlyMap<string, number>; readonly conditions: readonly Condition[] } {
    const { variables } = this.request;
    const unknowns = new Map<string, number>();
    const unknown = (level: number, location: number, column: string): number => {
      const key = `${level} ${location} ${column}`;
      let u = unknowns.get(key);
      if (u === undefined) unknowns.set(key, (u = candidates.unknown()));
      return u;
    };
    const before = (level: number, location: number): readonly UnknownSummand[] => [
      ...variables.map((v) => ({ column: sym(v).key, unknown: unknown(level, location, v.key), factor: 1n })),
      { column: '', unknown: unknown(level, location, ''), factor: 1n },
    ];
    const after = (level: number, edge: Edge): readonly UnknownSummand[] => [
      ...variables.flatMap((v) => {
        const { constant, parts } = partsOf(edge.step.update.get(v) ?? sym(v));
        const coefficient = unknown(level, edge.to, v.key);
        const summands = parts.map((p) => ({ column: p.mono.key, unknown: coefficient, factor: -p.coef }));
        return constant === 0n ? summands : [...summands, { column: '', unknown: coefficient, factor: -constant }];
      }),
      { column: '', unknown: unknown(level, edge.to, ''), factor: -1n },
    ];
    const conditions: Condition[] = [];
    for (const edge of group) {
      const isStrict = strict.has(edge);
      for (let level = 1; level <= depth; level++) {
        const step = [...before(level, edge.from), ...after(level, edge)];
        const term = unknownTerm(isStrict && level > 1 ? [...step, ...before(level - 1, edge.from)] : step);
        conditions.push({ edge, term, least: isStrict ? 1n : 0n });
      }
      if (isStrict) conditions.push({ edge, term: unknownTerm(before(depth, edge.from)), least: 0n });
    }
    return { unknowns, conditions };
  }
}

/** The term is at least so much wherever the edge is taken. */
interface Condition {
  readonly edge: Edge;
  readonly term: UnknownTerm;
  readonly least: bigint;
}

type Demand = (condition: Condition, at: Generator) => void;

/** Coefficients that are tried, by their unknown, all times one denominator. */
interface Proposal {
  readonly values: readonly bigint[];
  readonly denominator: bigint;
}

function wholeNumbers(values: readonly Rational[]): Proposal {
  let denominator = 1n;
  for (const { den } of values) denominator = lcm(denominator, den);
  return { values: values.map(({ num, den }) => (num * denominator) / den), denominator };
}

/** More comes of a type's end: `2147483647 * x + y` isn't told better so. */
const MOST_SPARE = 1024n;
/** Smaller ones are steps of the program. */
const PLAIN_DENOMINATOR = 64n;

const ZERO: Ranking = { byLocation: new Map(), step: 1n };

/**
 * A guard `E >= 0` that holds before every step and whose E every step makes smaller: the cheapest of all arguments.
 */
export function guardRanking(
  steps: readonly Step[],
  range: RangeOf,
): { readonly term: Term; readonly step: bigint } | null {
  for (const term of comparedTerms(steps)) {
    const step = leastFall(term, steps, range);
    if (step !== null) return { term, step };
  }
  return null;
}

/** Terms that guards ask not to be negative: a few guards tell, as the term has to be in all of them. */
function comparedTerms(steps: readonly Step[]): readonly Term[] {
  const shortest = [...steps].sort((a, b) => conjuncts(a.guard).length - conjuncts(b.guard).length)[0];
  const candidates = new Map<string, Literal>();
  for (const f of [steps[0], shortest].flatMap((s) => conjuncts(s?.guard ?? TRUE))) {
    // what the environment answers now says nothing of its next answer
    if ([...symbolsOfFormula(f)].some((x) => isFresh(x))) continue;
    for (const t of f.kind === 'ge' ? [f.term] : f.kind === 'eq' ? [f.term, neg(f.term)] : []) {
      const l = ge0(t);
      if (l.kind === 'ge') candidates.set(l.key, l);
    }
  }
  return [...candidates.values()].map((l) => l.term);
}

/**
 * By how much the term falls at least along each of the steps, at whose beginning it is not negative; null where it
 * doesn't.
 */
function leastFall(term: Term, steps: readonly Step[], range: RangeOf): bigint | null {
  let least: bigint | null = null;
  for (const s of steps) {
    const drop = neg(growth(term, s.update));
    const by = isConst(drop) ? drop.value : 1n;
    if (by < 1n || !proves(s, term, range) || !(isConst(drop) || proves(s, plus(drop, -1), range))) return null;
    least = least === null || by < least ? by : least;
  }
  return least;
}

/** Is the term not negative wherever the step is taken? */
function proves(step: Step, term: Term, range: RangeOf): boolean {
  const wanted = ge0(term).key;
  if (conjuncts(step.guard).some((f) => f.key === wanted)) return true;
  if (conjuncts(step.guard).length < MANY_CONDITIONS) return implies(step.guard, ge0(term), range);
  const least = new Minimizer(polyhedron(step.guard, [term], range), { work: CHECK_WORK }).least(term);
  return least === 'empty' || (least !== null && least >= 0n);
}

/** From so many conditions on, linear programs are quicker than elimination. */
const MANY_CONDITIONS = 12;
const CHECK_WORK = 50_000;

/** How much a term grows along a step. */
export const growth = (t: Term, update: ReadonlyMap<Symbol, Term>): Term => sub(substitute(t, update), t);
