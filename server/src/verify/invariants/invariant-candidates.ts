/**
 * Guesses at what holds whenever a cut point is passed. They come from the program's own conditions and assertions, and
 * from sampled states. These give equalities by null spaces, congruences by gcds, and bounds. Nothing here is a claim;
 * houdini.ts keeps what is inductive.
 */
import {
  add,
  and,
  conjuncts,
  disjuncts,
  eq0,
  evaluate,
  formulaHolds,
  ge0,
  int,
  intervalOf,
  isLiteral,
  mod,
  mul,
  neg,
  not,
  or,
  partsOf,
  plus,
  scale,
  sub,
  substituteFormula,
  sumOf,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../../logic/index.ts';
import { Echelon, abs, floorMod, gcd } from '../../arithmetic/index.ts';
import type { Formula, Literal, RangeOf, Symbol, Term } from '../../logic/index.ts';
import type { CutSystem, Transition } from '../transitions/index.ts';
import { Ideal, isPlain } from '../transitions/index.ts';
import type { Sample } from '../sampling/index.ts';

const MAX_LITERALS = 90;
const MAX_MONOMIALS = 56;
const MAX_ROWS = 220;
const MAX_CLAUSE = 6;

/** A goal: no transition into these assertions may be possible. */
export function goals(system: CutSystem, assertions: ReadonlySet<number>): readonly Transition[] {
  return system.transitions.filter((t) => t.to.kind === 'fail' && assertions.has(t.to.assertion));
}

/**
 * Literals over the state before that the program itself talks about at a cut point. Those of later cut points are
 * carried back.
 */
export function ownLiterals(system: CutSystem, depth: number): Literal[][] {
  const here = system.cuts.map(() => new Map<string, Literal>());
  const take = (c: number, formula: Formula): void => {
    const live = new Set(system.cuts[c]?.live);
    for (const l of literalsIn(formula)) {
      const into = here[c] as Map<string, Literal>;
      if (into.size < MAX_LITERALS && l.term.size < 60 && [...symbolsOf(l.term)].every((s) => live.has(s)))
        into.set(l.key, l);
    }
  };
  for (const t of system.transitions) if (t.from !== null) take(t.from, t.guard);
  // carried forward: a condition that is passed on the way here may hold on, with one step's slack
  for (const t of system.transitions) {
    if (t.from === null || t.to.kind !== 'cut') continue;
    for (const l of literalsIn(t.guard)) take(t.to.cut, l);
  }
  for (let d = 0; d < depth; d++) {
    const before = here.map((m) => [...m.values()]);
    for (const t of system.transitions) {
      if (t.from === null || t.to.kind !== 'cut') continue;
      for (const l of before[t.to.cut] as Literal[]) take(t.from, substituteFormula(l, t.update));
    }
  }
  return here.map((m) => [...m.values()]);
}

function* literalsIn(f: Formula): Generator<Literal> {
  if (isLiteral(f)) yield f;
  else if (f.kind === 'and' || f.kind === 'or') for (const p of f.parts) yield* literalsIn(p);
}

/** Bounds and equalities around a literal: itself, its negation, and with one more or less. */
export function around(literal: Literal): Formula[] {
  const term = literal.term;
  const plain = partsOf(term).parts.every((p) => p.mono.kind === 'sym');
  // products, remainders: their neighbours rarely mean anything
  if (!plain) return literal.kind === 'ge' ? [literal, not(literal)] : [eq0(term), not(eq0(term))];
  if (literal.kind === 'ge')
    return [literal, not(literal), ge0(plus(term, 1)), ge0(plus(neg(term), 0n)), ge0(plus(term, -1)), eq0(term)];
  return [
    eq0(term),
    ge0(term),
    ge0(neg(term)),
    ge0(plus(term, 1)),
    ge0(plus(neg(term), 1n)),
    ge0(plus(term, -1)),
    ge0(plus(neg(term), -1n)),
  ];
}

/** The negation of what leads from a cut point into failure, as clauses. */
export function goalClauses(system: CutSystem, failing: readonly Transition[], depth: number): Formula[][] {
  const out = system.cuts.map(() => [] as Formula[]);
  const clause = (c: number, guard: Formula): Formula | null => {
    const live = new Set(system.cuts[c]?.live);
    // what depends on the environment may always happen: it is left out, which makes the clause stronger
    const parts = conjuncts(guard).filter((p) => [...symbolsOfFormula(p)].every((s) => live.has(s)));
    if (parts.length === 0 || parts.length > MAX_CLAUSE) return null;
    return not(and(...parts));
  };
  for (const t of failing) {
    if (t.from === null) continue;
    const f = clause(t.from, t.guard);
    if (f) (out[t.from] as Formula[]).push(f);
  }
  let frontier = out.map((l) => [...l]);
  for (let d = 0; d < depth; d++) {
    const next = system.cuts.map(() => [] as Formula[]);
    for (const t of system.transitions) {
      if (t.from === null || t.to.kind !== 'cut') continue;
      for (const f of frontier[t.to.cut] as Formula[]) {
        const before = clause(t.from, and(t.guard, substituteFormula(not(f), t.update)));
        if (before && before.kind !== 'false' && (out[t.from] as Formula[]).length < 60)
          (next[t.from] as Formula[]).push(before);
      }
    }
    for (const [c, l] of next.entries()) (out[c] as Formula[]).push(...l);
    frontier = next;
  }
  return out;
}

/** Candidates that no sample refutes and that say more than the types do. */
export function consistent(
  candidates: readonly Formula[],
  samples: readonly Sample[],
  range: RangeOf = () => undefined,
): Formula[] {
  const seen = new Set<string>();
  return candidates.filter((f) => {
    if (f.kind === 'true' || f.kind === 'false' || seen.has(f.key)) return false;
    seen.add(f.key);
    if (f.kind === 'ge') {
      const { lo } = intervalOf(f.term, range);
      if (lo !== null && lo >= 0n) return false;
    }
    return samples.every((s) => formulaHolds(f, (x) => s.get(x)) !== false);
  });
}

/** Variables that are worth fitting: they vary, and are no temporaries of the front end. */
export function varying(live: readonly Symbol[], samples: readonly Sample[]): Symbol[] {
  return live.filter((x) => samples.some((s) => s.get(x) !== samples[0]?.get(x)));
}

/**
 * Equalities that all samples satisfy: constants, then linear ones, then polynomials in the variables that are left.
 */
export function equalities(
  live: readonly Symbol[],
  samples: readonly Sample[],
  degree: number,
  range: RangeOf = () => undefined,
): Formula[] {
  if (samples.length < 3) return [];
  const out: Formula[] = [];
  for (const x of live) {
    const first = samples[0]?.get(x);
    if (first !== undefined && samples.every((s) => s.get(x) === first)) out.push(eq0(plus(sym(x), -first)));
  }
  const names = varying(live, samples);
  const linear = vanishing([int(1), ...names.map((x) => sym(x))], samples);
  out.push(...linear);
  if (degree < 2) return out;
  // a variable that a linear equality determines adds nothing new
  const free = new Set(names);
  for (const f of linear) {
    if (!isLiteral(f)) continue;
    const last = partsOf(f.term)
      .parts.map((p) => p.mono)
      .filter((m) => m.kind === 'sym' && free.has(m.symbol))
      .pop();
    if (last?.kind === 'sym') free.delete(last.symbol);
  }
  for (let d = 2; d <= degree; d++) {
    const monomials = monomialsUpTo([...free], d);
    if (monomials.length > MAX_MONOMIALS) break;
    const known = new Ideal(and(...out), [], range);
    const found = vanishing(monomials, samples).filter((f) => !known.contains(f));
    out.push(...found);
    if (found.length > 0 && d > 2) break;
  }
  return out;
}

function monomialsUpTo(names: readonly Symbol[], degree: number): Term[] {
  let layer: Term[] = [int(1)];
  const all = new Map<string, Term>([[int(1).key, int(1)]]);
  for (let d = 0; d < degree; d++) {
    const next: Term[] = [];
    for (const m of layer)
      for (const x of names) {
        const p = mul(m, sym(x));
        if (all.has(p.key)) continue;
        all.set(p.key, p);
        next.push(p);
        if (all.size > MAX_MONOMIALS) return [...all.values()];
      }
    layer = next;
  }
  return [...all.values()];
}

/** Combinations of the terms that are zero on every sample; none where the samples don't say enough. */
function vanishing(terms: readonly Term[], samples: readonly Sample[]): Formula[] {
  const space = new Echelon(terms.length);
  let used = 0;
  let idle = 0;
  const stride = Math.max(1, Math.floor(samples.length / MAX_ROWS));
  for (let i = 0; i < samples.length && idle < 60; i += stride) {
    const s = samples[i] as Sample;
    const row = terms.map((t) => evaluate(t, (x) => s.get(x)));
    if (row.some((v) => v === null)) continue;
    used++;
    if (space.add(row as bigint[])) idle = 0;
    else idle++;
  }
  const degree = Math.max(...terms.map((t) => (t.kind === 'prod' ? t.factors.length : 1)));
  if (used < space.rows.length + (degree > 1 ? 8 : 2)) return [];
  const largest = degree > 1 ? 2_000n : 1_000_000n;
  const out: Formula[] = [];
  for (const v of space.nullSpace()) {
    if (v.some((c) => abs(c) > largest)) continue;
    const t = terms.reduce<Term>((acc, m, i) => add(acc, scale(v[i] as bigint, m)), int(0));
    const f = eq0(t);
    if (isLiteral(f) && (degree === 1 || partsOf(f.term).parts.length <= 14)) out.push(f);
  }
  return consistent(out, samples);
}

/** Equalities that may hold in the ring of the unsigned type only, once something has wrapped around. */
export function inRing(equalities: readonly Formula[], modulus: (symbol: Symbol) => bigint | null): Formula[] {
  const out: Formula[] = [];
  for (const f of equalities) {
    if (!isLiteral(f) || f.kind !== 'eq') continue;
    let least: bigint | null = null;
    for (const s of symbolsOf(f.term)) {
      const m = modulus(s);
      if (m !== null && (least === null || m < least)) least = m;
    }
    if (least !== null) out.push(eq0(mod(f.term, least)));
  }
  return out;
}

/** `x mod m = r` and `x - y mod m = r` as the samples show them. */
export function congruences(live: readonly Symbol[], samples: readonly Sample[]): Formula[] {
  if (samples.length < 3) return [];
  const names = varying(live, samples).slice(0, 10);
  const terms: Term[] = names.map((x) => sym(x));
  for (const [i, x] of names.entries())
    for (const y of names.slice(i + 1)) terms.push(sub(sym(x), sym(y)), add(sym(x), sym(y)));
  const out: Formula[] = [];
  for (const t of terms) {
    const values = samples.map((s) => evaluate(t, (x) => s.get(x)) ?? 0n);
    const first = values[0] as bigint;
    const g = values.reduce((d, v) => gcd(d, v - first), 0n);
    if (g > 1n && g < 1_000_000n) out.push(eq0(mod(plus(t, -floorMod(first, g)), g)));
  }
  return out;
}

/** `t >= c` for constants near what the samples show, `t` over one and two variables and the given terms. */
export function bounds(
  live: readonly Symbol[],
  samples: readonly Sample[],
  constants: readonly bigint[],
  extra: readonly Term[],
  pairs: boolean,
): Formula[] {
  if (samples.length === 0) return [];
  const terms = boundedTerms(live.slice(0, 24), extra, pairs);
  const thresholds = [
    ...new Set([0n, 1n, -1n, ...constants.flatMap((c) => [c, -c, c - 1n, c + 1n, -c - 1n, 1n - c])]),
  ].sort((a, b) => (a > b ? -1 : a < b ? 1 : 0));
  return terms.flatMap((t) => {
    const least = leastOf(t, samples);
    if (least === null) return [];
    const fitting = thresholds.filter((c) => c <= least).slice(0, 3);
    if (!fitting.includes(least) && abs(least) < 1_000n) fitting.push(least);
    return fitting.map((c) => ge0(plus(t, -c)));
  });
}

/**
 * Terms without constants that may have bounds: variables and what is given, in both directions; sums and differences
 * of pairs.
 */
function boundedTerms(names: readonly Symbol[], extra: readonly Term[], pairs: boolean): readonly Term[] {
  const terms = new Map<string, Term>();
  const take = (t: Term): void => {
    const { constant } = partsOf(t);
    const slope = plus(t, -constant);
    if (slope.kind !== 'const') terms.set(slope.key, slope);
  };
  for (const x of names) {
    take(sym(x));
    take(neg(sym(x)));
  }
  for (const t of extra)
    if (isPlain(t) && t.size < 12) {
      take(t);
      take(neg(t));
    }
  const few = pairs ? names.filter((x) => x.kind !== 'temporary').slice(0, 9) : [];
  for (const [i, x] of few.entries())
    for (const y of few.slice(i + 1)) {
      take(sub(sym(x), sym(y)));
      take(sub(sym(y), sym(x)));
      take(add(sym(x), sym(y)));
      take(neg(add(sym(x), sym(y))));
    }
  return [...terms.values()];
}

/** The least value of a term in the samples; null where it has none. */
export function leastOf(term: Term, samples: readonly Sample[]): bigint | null {
  let least: bigint | null = null;
  for (const s of samples) {
    const v = evaluate(term, (x) => s.get(x));
    if (v !== null && (least === null || v < least)) least = v;
  }
  return least;
}

/** For every condition that holds in some samples and not in others: what holds wherever it does, as clauses. */
export function byPhase(
  conditions: readonly Literal[],
  candidates: readonly Formula[],
  samples: readonly Sample[],
  limit: number,
): Formula[] {
  const out: Formula[] = [];
  const seen = new Set<string>();
  for (const condition of conditions) {
    for (const side of [condition as Formula, not(condition)]) {
      const inside = samples.filter((s) => formulaHolds(side, (x) => s.get(x)) === true);
      if (inside.length < 2 || inside.length === samples.length) continue;
      for (const c of candidates) {
        if (out.length >= limit) return out;
        if (inside.some((s) => formulaHolds(c, (x) => s.get(x)) === false)) continue;
        const f = or(not(side), c);
        if (f.kind !== 'or' || seen.has(f.key) || disjuncts(f).length > 3) continue;
        seen.add(f.key);
        out.push(f);
      }
    }
  }
  return out;
}

/** Variables with few values: `x = v` for each, as conditions of phases. */
export function valueConditions(live: readonly Symbol[], samples: readonly Sample[]): Literal[] {
  const out: Literal[] = [];
  for (const x of varying(live, samples)) {
    const values = new Set(samples.map((s) => s.get(x)));
    if (values.size > 5) continue;
    for (const v of values) {
      const f = eq0(sumOf(-(v ?? 0n), [{ coef: 1n, mono: sym(x) }]));
      if (isLiteral(f)) out.push(f);
    }
  }
  return out;
}
