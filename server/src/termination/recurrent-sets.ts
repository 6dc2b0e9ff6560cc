/**
 * Regions that a run never leaves once it is inside (recurrent sets). They are closed under one step. The environment
 * chooses its answers in the run's favour. A region starts as the step's guard and is strengthened literal by literal
 * until it is closed. Source: Gupta, Henzinger, Majumdar, Rybalchenko and Xu (POPL 2008).
 */
import { feasible, implies } from '../decide/index.ts';
import type { Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  and,
  collect,
  conjuncts,
  eq,
  ge0,
  int,
  intervalOf,
  isConst,
  isLiteral,
  isOne,
  neg,
  plus,
  sub,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { Step } from './loop-transitions.ts';
import { growth } from './ranking-functions.ts';

export interface RecurrentSet {
  readonly region: Formula;
  readonly step: Step;
}

export interface SearchLimit {
  /** Implications that may still be asked. */
  questions: number;
}

const MAX_DEPTH = 6;
const MAX_CHOICES = 40;
const MAX_PER_SYMBOL = 9;
/** Answers of the environment that are chosen together. */
const MAX_FRESH = 4;

/** Closed regions of a step, from the weakest found on. */
export function* recurrentSets(step: Step, range: RangeOf, limit: SearchLimit): Generator<RecurrentSet> {
  if (!step.exact || step.fresh.length > MAX_FRESH) return;
  for (const chosen of choices(step, range)) {
    const fixpoint = fixpoints(chosen);
    for (const region of close(chosen.guard, chosen, range, limit, 0)) yield { region, step: chosen };
    if (fixpoint.kind !== 'false' && feasible(fixpoint, range) !== 'no') yield { region: fixpoint, step: chosen };
    if (limit.questions < 0) return;
  }
}

/** Where the step changes nothing. */
function fixpoints(step: Step): Formula {
  return and(step.guard, ...[...step.update].map(([v, t]) => eq(t, sym(v))));
}

/**
 * The step with answers of the environment put in: every answer is a term over the state that the guard's conditions
 * suggest.
 */
function choices(step: Step, range: RangeOf): Step[] {
  let open: Step[] = [step];
  for (const fresh of step.fresh) {
    const next: Step[] = [];
    for (const s of open) {
      for (const answer of answers(fresh.symbol, s, range)) {
        if (next.length >= MAX_CHOICES) break;
        const map = new Map([[fresh.symbol, answer]]);
        const guard = and(substituteFormula(s.guard, map), inRange(answer, fresh.symbol, range));
        if (guard.kind === 'false') continue;
        next.push({ ...s, guard, update: new Map([...s.update].map(([v, t]) => [v, substitute(t, map)])) });
      }
    }
    open = next;
  }
  return open.map((s) => ({ ...s, fresh: [] }));
}

function inRange(answer: Term, name: Symbol, range: RangeOf): Formula {
  const own = range(name);
  const i = intervalOf(answer, range);
  const low = own?.lo != null && (i.lo === null || i.lo < own.lo) ? [ge0(plus(answer, -own.lo))] : [];
  const high = own?.hi != null && (i.hi === null || i.hi > own.hi) ? [ge0(sub(int(own.hi), answer))] : [];
  return and(...low, ...high);
}

/** Values worth trying for an answer: what the conditions on it and on what comes of it bound it by. */
function answers(name: Symbol, step: Step, range: RangeOf): Term[] {
  const out = new Map<string, Term>();
  const others = new Set(step.fresh.map((f) => f.symbol));
  const take = (term: Term): void => {
    if (
      out.size < MAX_PER_SYMBOL &&
      !symbolsOf(term).has(name) &&
      ![...symbolsOf(term)].some((s) => others.has(s) && !isLower(s, name, step))
    )
      out.set(term.key, term);
  };
  const next = substituteFormula(step.guard, step.update);
  for (const conjunct of [...conjuncts(step.guard), ...conjuncts(next)]) {
    if (!isLiteral(conjunct) || !symbolsOfFormula(conjunct).has(name)) continue;
    const polynomial = collect(conjunct.term, name);
    if (!polynomial || polynomial.length !== 2) continue;
    const [rest, slope] = polynomial as [Term, Term];
    if (!isConst(slope) || (slope.value !== 1n && slope.value !== -1n)) continue;
    const bound = isOne(slope) ? neg(rest) : rest;
    take(bound);
    if (conjunct.kind === 'ne') {
      out.delete(bound.key);
      take(plus(bound, 1));
      take(plus(bound, -1));
    }
  }
  for (const [v, t] of step.update) if (t.kind === 'sym' && t.symbol === name) take(sym(v));
  for (const c of [0n, 1n, -1n]) {
    const own = range(name);
    if ((own?.lo == null || own.lo <= c) && (own?.hi == null || own.hi >= c)) take(int(c));
  }
  return [...out.values()];
}

/** Answers are put in in order: a later one may not occur in an earlier one. */
function isLower(s: Symbol, name: Symbol, step: Step): boolean {
  const order = step.fresh.map((f) => f.symbol);
  return order.indexOf(s) > order.indexOf(name);
}

function* close(region: Formula, step: Step, range: RangeOf, limit: SearchLimit, depth: number): Generator<Formula> {
  if (region.kind === 'false' || depth > MAX_DEPTH || limit.questions < 0) return;
  const parts = conjuncts(region);
  if (!parts.every(isLiteral)) return;
  const open: Formula[] = [];
  for (const l of parts) {
    const after = substituteFormula(l, step.update);
    limit.questions--;
    if (!implies(region, after, range)) open.push(l);
  }
  if (open.length === 0) {
    if (feasible(region, range) !== 'no') yield region;
    return;
  }
  if (feasible(region, range) === 'no') return;
  const literal = open[0] as Formula;
  if (!isLiteral(literal)) return;
  // what is compared doesn't get smaller; or it is still enough after one step more
  const stays = literal.kind === 'ge' ? ge0(growth(literal.term, step.update)) : null;
  if (stays) yield* close(and(region, stays), step, range, limit, depth + 1);
  const after = substituteFormula(literal, step.update);
  if (conjuncts(after).every(isLiteral)) yield* close(and(region, after), step, range, limit, depth + 1);
}
