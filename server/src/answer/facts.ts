/**
 * What holds whenever the statement behind a loop is reached from it, as short C conditions. They say what the exit
 * condition says, bounds, sums that stay, and congruences. For loops whose values don't fit into a few lines of C. Each
 * is shown, by induction over the loop's paths or for each of its cases.
 */
import { implies } from '../decide/index.ts';
import type { CNames, Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import {
  TRUE,
  and,
  extremeOf,
  ge0,
  int,
  isLiteral,
  partsOf,
  printC,
  printCondition,
  rewrite,
  sub,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { Candidate, Side } from './fact-candidates.ts';
import { candidatesFor } from './fact-candidates.ts';
import type { LoopSteps } from './loop-steps.ts';
import { holdsBehind, holdsOnceBegun, isInductive } from './loop-steps.ts';
import type { Behind } from './outcomes-behind.ts';
import type { CodeNames } from './straight-line-code.ts';
import { fits, fitsIn } from './within-128-bits.ts';

export interface FactsRequest {
  readonly loop: LoopSteps;
  /** Null: the cases aren't all there is. */
  readonly behind: Behind | null;
  /** What has a name behind the loop. */
  readonly named: readonly Symbol[];
  /** A variable's value when the loop begins, over those just before it; null: it can't be told. */
  readonly start: (s: Symbol) => Term | null;
  readonly names: CodeNames;
  readonly range: RangeOf;
}

const MOST_FACTS = 6;
const MAX_LENGTH = 90;
/** Such numbers come from where types end. */
const LIMIT_OF_TYPE = /\d{10}|power\(2, \d+\)/;

export function facts(request: FactsRequest): readonly string[] {
  const { loop } = request;
  const named = request.named.filter((s) => !request.names.isPointer(s));
  const candidates = candidatesFor(loop, named);
  const kept = keptBy(candidates, loop);
  const always = and(...kept.map((c) => c.claim));
  const shown: Candidate[] = [];
  const texts: string[] = [];
  for (const c of candidates) {
    if (texts.length >= MOST_FACTS) break;
    if (implies(and(loop.facts, ...shown.map((x) => x.claim)), c.claim, loop.range)) continue;
    if (!kept.includes(c) && !isShown(c.claim, always, request)) continue;
    const told = withFixed(c, shown);
    if (!isOfChanged(told, loop)) continue;
    const text = textOf(told, request);
    if (text === null || text.length > MAX_LENGTH || LIMIT_OF_TYPE.test(text)) continue;
    shown.push(c);
    texts.push(text);
  }
  return texts;
}

const isShown = (claim: Formula, always: Formula, request: FactsRequest): boolean =>
  holdsBehind(claim, always, request.loop) ||
  holdsOnceBegun(claim, always, request.loop) ||
  holdsInCases(claim, request);

/** `n + 1 == 0`: n is -1. */
function fixedBy(claim: Formula): readonly (readonly [Symbol, Term])[] {
  if (!isLiteral(claim) || claim.kind !== 'eq') return [];
  const { constant, parts } = partsOf(claim.term);
  const [part, ...others] = parts;
  if (part?.mono.kind !== 'sym' || others.length > 0 || (part.coef !== 1n && part.coef !== -1n)) return [];
  return [[part.mono.symbol, int(-constant * part.coef)]];
}

/** `t <= 999 - n` behind `n == -1` is `t <= 1000`. */
function withFixed(candidate: Candidate, shown: readonly Candidate[]): Candidate {
  const fixed = new Map(shown.flatMap(({ claim }) => fixedBy(claim)));
  const { claim, side } = candidate;
  if (fixed.size === 0 || side === undefined) return candidate;
  return { claim, side: { ...side, left: substitute(side.left, fixed), right: substitute(side.right, fixed) } };
}

/** `0 <= before(n)` is left of `n < before(n)` behind `n == -1`: it says nothing of what is behind the loop. */
const isOfChanged = ({ side }: Candidate, { changed }: LoopSteps): boolean =>
  side === undefined || [side.left, side.right].some((t) => [...symbolsOf(t)].some((s) => changed.has(s)));

/** What holds whenever an iteration begins, as far as candidates say it. */
export function holdsThroughout(loop: LoopSteps, named: readonly Symbol[]): Formula {
  return and(...keptBy(candidatesFor(loop, named), loop).map((c) => c.claim));
}

/** Those that every iteration keeps. */
function keptBy(candidates: readonly Candidate[], loop: LoopSteps): readonly Candidate[] {
  return candidates.filter((c) => isInductive(c.claim, TRUE, loop));
}

/** It holds of what each case leaves. */
function holdsInCases(claim: Formula, { loop, behind, start, range }: FactsRequest): boolean {
  if (behind === null || behind.outcomes.length === 0) return false;
  const speaksOf = [...symbolsOfFormula(claim)];
  return behind.outcomes.every((outcome) => {
    const map = new Map<Symbol, Term>();
    for (const symbol of loop.changed) {
      const first = loop.first(symbol);
      const then = start(symbol);
      if (speaksOf.includes(first)) {
        if (then === null) return false;
        map.set(first, then);
      }
      if (!speaksOf.includes(symbol)) continue;
      const now = outcome.values.get(symbol);
      if (now === null || now === undefined) return false;
      map.set(symbol, now);
    }
    return implies(and(behind.facts, outcome.guard), substituteFormula(claim, map), range);
  });
}

/** In C, over the values behind the loop and, as `before(x)`, those before it; null: C has no expression for it. */
function textOf({ claim, side }: Candidate, request: FactsRequest): string | null {
  const { loop, start, names, range } = request;
  const later = new Map<Symbol, Term>();
  const changed = [...loop.changed];
  for (const s of changed) later.set(s, sym(loop.later(s)));
  const map = new Map<Symbol, Term>(later);
  for (const s of changed) {
    const then = start(s);
    if (then !== null) map.set(loop.first(s), then);
  }
  const missing = [...symbolsOfFormula(claim)].some((s) => s.kind === 'before' && !map.has(s));
  if (missing) return null;
  const isChanged = new Set(changed);
  const now = new Map(changed.map((s) => [loop.later(s), s]));
  const told = side ? [substitute(side.left, map), substitute(side.right, map)] : [];
  const spoken = [...told.flatMap((t) => [...symbolsOf(t)]), ...symbolsOfFormula(substituteFormula(claim, map))];
  // of values before the loop alone it says nothing new
  if (!spoken.some((s) => now.has(s))) return null;
  const cNames: CNames = {
    ...names,
    symbol(s) {
      const of = now.get(s);
      if (of) return request.named.includes(of) ? names.symbol(of) : null;
      const name = names.symbol(s);
      if (name === null || !isChanged.has(s)) return name;
      return /^\w+$/.test(name) ? `before(${name})` : null;
    },
    element: () => null,
    isPointer: (s) => names.isPointer(now.get(s) ?? s),
    nonNegative: (t) => implies(TRUE, ge0(t), range),
  };
  if (side) return sideText(side, map, cNames, range);
  const formula = substituteFormula(claim, map);
  const [own, ...others] = [...symbolsOfFormula(formula)].filter((s) => now.has(s));
  return fitsIn(formula, range)
    ? printCondition(formula, own && others.length === 0 ? { ...cNames, own } : cNames)
    : null;
}

/** `max(0, n)` of an `n` that is never negative: `n`. */
function withoutIdleExtremes(term: Term, range: RangeOf): Term {
  return rewrite(term, (t) => {
    const kind = t.kind === 'ite' ? extremeOf(t.cond, t.then, t.else) : null;
    if (t.kind !== 'ite' || kind === null) return null;
    const [least, most] = kind === 'max' ? [t.then, t.else] : [t.else, t.then];
    if (implies(TRUE, ge0(sub(most, least)), range)) return t.else;
    return implies(TRUE, ge0(sub(least, most)), range) ? t.then : null;
  });
}

/** `x <= max(before(x), n)` */
function sideText(
  { left, operator, right, modulus }: Side,
  map: ReadonlyMap<Symbol, Term>,
  names: CNames,
  range: RangeOf,
): string | null {
  const [a, b] = [substitute(left, map), withoutIdleExtremes(substitute(right, map), range)];
  if (!fits(a, range) || !fits(b, range)) return null;
  const own = [...symbolsOf(b)].find((s) => names.symbol(s)?.startsWith('before('));
  const [x, y] = [printC(a, names), printC(b, own ? { ...names, own } : names)];
  if (x === null || y === null) return null;
  if (modulus === undefined) return `${x} ${operator} ${y}`;
  return `${/^\w+$/.test(x) ? x : `(${x})`} % ${modulus} ${operator} ${y}`;
}
