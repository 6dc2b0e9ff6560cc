/**
 * The cases cover all entry states (obligation vi): a state that is in none fails some literal of each. The tree of "the first literal
 * that fails", case by case, is gone through; each branch must be impossible, or lead to undefined behaviour for certain.
 */
import type { Formula } from '../ir/formula.ts';
import { FALSE, TRUE, and, conjuncts, eq0, ge0, not, or, substituteFormula, symbolsOfFormula } from '../ir/formula.ts';
import { int, isConst, mod, neg, plus, sub, substitute, sym } from '../ir/term.ts';
import { evaluate } from '../ir/evaluate.ts';
import { gcd } from '../ir/integers.ts';
import type { CaseClaim, Discharge, Obligation, SummaryClaim } from './certificate.ts';
import { weaker } from './certificate.ts';
import { comesTrue } from './eventually.ts';
import type { Prover } from './prove.ts';

const MAX_BRANCHES = 2_000;

export function covered(claim: SummaryClaim, prover: Prover): Obligation {
  const walk = { claim, prover, branches: 0, how: 'identity' as Discharge };
  const all = none(claim.facts, claim.cases.map(apart), walk);
  return { duty: 'covered', about: 'entry', discharge: all ? walk.how : 'open' };
}

interface Walk {
  readonly claim: SummaryClaim;
  readonly prover: Prover;
  branches: number;
  how: Discharge;
}

/** A case's literals over the entry state first, then those on its counts; symbols of counts under names of their own. */
interface Open {
  readonly plain: readonly Formula[];
  readonly counted: readonly Formula[];
  /** Counts with what defines them as the least of their kind. */
  readonly least: ReadonlyMap<string, Formula>;
}

function apart(c: CaseClaim, index: number): Open {
  const names = new Map(c.fresh.map((f) => [f.name, sym(`${f.name}#${index}`)]));
  const parts = conjuncts(substituteFormula(c.guard, names));
  const own = new Set([...names.values()].map((s) => s.name));
  const isCounted = (f: Formula): boolean => [...symbolsOfFormula(f)].some((s) => own.has(s));
  return {
    plain: parts.filter((f) => !isCounted(f)), counted: parts.filter(isCounted),
    least: new Map(c.fresh.flatMap((f) => (f.least ? [[(names.get(f.name) as { name: string }).name, substituteFormula(f.least, names)] as const] : []))),
  };
}

/** No state of the context is outside all of the cases. */
function none(context: Formula, cases: readonly Open[], walk: Walk): boolean {
  if (++walk.branches > MAX_BRANCHES) return false;
  const how = walk.prover.refutes(context);
  if (how !== null) {
    walk.how = weaker(walk.how, how);
    return true;
  }
  // the case that agrees with what is known already
  const [first, ...rest] = cases;
  if (!first) {
    const undefined_ = leadsToUndefined(context, walk);
    if (!undefined_) walk.prover.doubt(context);
    return undefined_;
  }
  let held: Formula = context;
  for (const f of first.plain) {
    if (!none(and(held, not(f)), rest, walk)) return false;
    held = and(held, f);
  }
  if (first.counted.length === 0) return true;
  const defined = definitions(first, held, walk);
  if (defined === null) return none(held, rest, walk);
  held = and(held, defined);
  for (const f of first.counted) {
    if (!none(and(held, not(f)), rest, walk)) return false;
    held = and(held, f);
  }
  return true;
}

/** What counts are, where such counts exist: the condition holds at them and not one before; null where they may not exist. */
function definitions(c: Open, context: Formula, walk: Walk): Formula | null {
  const symbols = new Set(c.counted.flatMap((f) => [...symbolsOfFormula(f)]).filter((s) => s.includes('#')));
  const out: Formula[] = [];
  for (const s of symbols) {
    const stop = c.least.get(s);
    if (!stop || !comesTrue(stop, s, context, walk.prover)) return null;
    const before = substituteFormula(stop, new Map([[s, plus(sym(s), -1)]]));
    out.push(ge0(plus(sym(s), -1)), stop, or(not(ge0(plus(sym(s), -2))), not(before)));
  }
  return and(...out);
}

/**
 * Entry states from which no way out can be reached, and on whose every path a condition against undefined behaviour comes closer to
 * failing with each iteration (or fails at once): the loop can't be left there without undefined behaviour.
 */
function leadsToUndefined(context: Formula, walk: Walk): boolean {
  const { claim, prover } = walk;
  if (claim.paths.some((p) => p.partial || p.free.kind !== 'true' || !p.definedKnown)) return false;
  const state = generalized(context, claim, prover);
  if (state === null) return false;
  let invariant = state;
  const iterative = claim.paths.filter((p) => !p.exit);
  const possible = (p: (typeof iterative)[number]): boolean => prover.refutes(and(invariant, p.guard, p.defined)) === null;
  for (;;) {
    const paths = iterative.filter(possible);
    const kept = conjuncts(invariant).filter((f) => paths.every((p) => prover.proves(and(invariant, p.guard, p.defined), substituteFormula(f, p.update)) !== null));
    const next = and(...kept);
    if (next.key === invariant.key) break;
    invariant = next;
  }
  if (claim.paths.some((p) => p.exit && prover.refutes(and(invariant, p.guard, p.defined)) === null)) return false;
  const paths = iterative.filter(possible);
  const [first] = paths;
  if (!first) return true;
  const ok = conjuncts(first.defined).some((f) => f.kind === 'ge' && paths.every((p) => conjuncts(p.defined).some((g) => g.key === f.key)
    && prover.proves(and(invariant, p.guard, p.defined), ge0(plus(sub(f.term, substitute(f.term, p.update)), -1))) !== null));
  if (ok) walk.how = weaker(walk.how, 'decided');
  return ok;
}

/** The run from one state leads to undefined behaviour. */
export function undefinedFrom(claim: SummaryClaim, inputs: ReadonlyMap<string, bigint>, prover: Prover): boolean {
  const modified = new Set(claim.paths.flatMap((p) => [...p.update.keys()]));
  const state = new Map([...claim.entry].map(([x, t]) => [x, evaluate(t, (s) => inputs.get(s))]));
  const entry = new Map([...state].map(([x, v]) => [x, modified.has(x) && v !== null ? int(v) : sym(x)]));
  const facts = and(...[...state].filter(([x, v]) => !modified.has(x) && v !== null).map(([x, v]) => eq0(plus(sym(x), -(v as bigint)))));
  return leadsToUndefined(facts, { claim: { ...claim, entry, facts }, prover, branches: 0, how: 'identity' });
}

/** What is known at entry as a condition on states; variables with a constant start are bounded by it on the side that they move away from. */
function generalized(context: Formula, claim: SummaryClaim, prover: Prover): Formula | null {
  const modified = new Set(claim.paths.flatMap((p) => [...p.update.keys()]));
  const moved = [...claim.entry].filter(([x]) => modified.has(x));
  const same = new Set([...claim.entry].filter(([x, t]) => t === sym(x)).map(([x]) => x));
  const bounds: Formula[] = [];
  for (const [x, t] of moved) {
    if (same.has(x)) continue;
    if (!isConst(t)) return null;
    const changes = claim.paths.filter((p) => !p.exit).map((p) => ({ p, d: sub(p.update.get(x) ?? sym(x), sym(x)) }));
    if (changes.every(({ p, d }) => prover.proves(p.guard, ge0(d)) !== null)) bounds.push(ge0(sub(sym(x), t)));
    if (changes.every(({ p, d }) => prover.proves(p.guard, ge0(neg(d))) !== null)) bounds.push(ge0(sub(t, sym(x))));
    const stride = changes.reduce((g, { d }) => (isConst(d) ? gcd(g, d.value) : 1n), 0n);
    if (stride > 1n) bounds.push(eq0(mod(sub(sym(x), t), stride)));
  }
  const kept = conjuncts(context).filter((f) => [...symbolsOfFormula(f)].every((s) => same.has(s)));
  // what the paths require, and what the loop doesn't change being at an end of its range, where it holds at entry
  const candidates = claim.paths.filter((p) => !p.exit).flatMap((p) => conjuncts(p.guard));
  for (const x of same) {
    const i = modified.has(x) ? undefined : prover.range(x);
    if (i && i.lo !== null && i.hi !== null) candidates.push(ge0(plus(sym(x), -i.hi)), ge0(plus(neg(sym(x)), i.lo)));
  }
  for (const f of new Map(candidates.map((f) => [f.key, f])).values()) if (prover.proves(context, substituteFormula(f, claim.entry)) !== null) bounds.push(f);
  return kept.some((f) => f === FALSE) ? null : and(TRUE, ...kept, ...bounds);
}

