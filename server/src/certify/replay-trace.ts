/** A trace gone through again, segment by segment: the values it leads to, and what has to be shown on the way (obligations i-iii, v). */
import type { Formula, Literal, Symbol, Term } from '../logic/index.ts';
import {
  TRUE, add, and, conjuncts, ge0, int, isConst, isLiteral, mul, neg, or, plus, printFormula, sub, substitute,
  substituteFormula, sym, symbolsOf, symbolsOfFormula,
} from '../logic/index.ts';
import type { ClosedForms, Discharge, Duty, Letter, Obligation, Step } from './certificate.ts';
import { COUNTER, weaker } from './certificate.ts';
import { over, prefixOf, stepped, valuesAt } from './check-closed-forms.ts';
import type { Fraction, Update } from './check-closed-forms.ts';
import { checkOrbit } from './check-orbit.ts';
import { explicitly } from './explicit-steps.ts';
import { monotoneConditions } from './monotone-conditions.ts';
import { INDEX, ends, isInductive, throughout } from './check-throughout.ts';
import type { Replayed, Values } from './replay-context.ts';
import { Replay, answers, open } from './replay-context.ts';

/** With more iterations than this that are not of a closed form, nothing is claimed. */
const MAX_EXPLICIT = 8n;

export interface Trace extends Replayed {
  /** How often each path was taken, all in all; null where some segment never ends. */
  readonly counts: ReadonlyMap<number, Term> | null;
  /** What they add up to: each iteration takes one path. */
  readonly total: Term | null;
}

/** Goes through the steps from the values at entry, given what holds there; `given`: what holds where nothing is undefined, null where that isn't known. */
export function replay(steps: readonly Step[], context: Formula, given: Formula | null, on: Replay): Trace {
  const obligations: Obligation[] = [];
  const counts = new Map<number, Term>();
  const endless = steps.some((s) => s.kind === 'any' || s.count === null);
  if (steps.slice(0, -1).some((s) => s.kind === 'any' || s.count === null)) obligations.push(open('never ends', 'trace'));
  let values: Values = on.claim.entry;
  let defined: Formula = TRUE;
  let safe: Discharge | null = given && 'identity';
  let total: Term = int(0);
  for (const s of steps) {
    total = add(total, lengthOf(s));
    if (!endless) for (const [p, n] of visits(s, values)) counts.set(p, add(counts.get(p) ?? int(0), n));
    const through = segment(s, values, context, safe && given, defined, on);
    obligations.push(...through.obligations);
    values = through.values;
    defined = and(defined, through.defined);
    safe = safe && through.safe && weaker(safe, through.safe);
  }
  return { values, obligations, defined, safe, counts: endless ? null : counts, total: endless ? null : total };
}

/** How often a segment takes each path. */
function visits(s: Step, values: Values): readonly (readonly [number, Term])[] {
  if (s.kind === 'any' || s.count === null) return [];
  const { count } = s;
  if (s.kind === 'path') return [[s.path, count]];
  if (s.kind === 'cycle') return s.word.map((w) => [w.path, mul(w.count, count)]);
  return [...s.visits].map(([p, n]) => [p, substitute(n, new Map([...values, [COUNTER, count]]))]);
}

/** How many iterations a segment that ends is: in an orbit, each is one of the path that is taken. */
function lengthOf(s: Step): Term {
  if (s.kind === 'any' || s.count === null) return int(0);
  return s.kind === 'cycle' ? mul(s.word.reduce<Term>((sum, w) => add(sum, w.count), int(0)), s.count) : s.count;
}

/** `before`: what was shown to hold in the segments before where nothing in them is undefined. */
function segment(s: Step, values: Values, context: Formula, given: Formula | null, before: Formula, on: Replay): Replayed {
  switch (s.kind) {
    case 'path': return pathSegment(s, values, context, given, on);
    case 'cycle': return cycleSegment(s, values, context, given, on);
    case 'orbit': {
      const through = checkOrbit(s, values, context, on);
      return { ...through, ...monotoneConditions(through.unmet, { before: values, after: through.values, context: and(context, before), given }, on.prover) };
    }
    case 'any': return { values, obligations: [neverLeft(context, on)], defined: TRUE, safe: neverUndefined(on) };
  }
}

const neverUndefined = (on: Replay): Discharge | null => (on.claim.paths.every((p) => p.definedKnown && p.defined.kind === 'true') ? 'identity' : null);

const applied = (effect: ReadonlyMap<Symbol, Term>, values: Values, renaming: ReadonlyMap<Symbol, Term>): Values => {
  const map = renaming.size === 0 ? values : new Map([...values, ...renaming]);
  const out = new Map(values);
  for (const [x, t] of effect) out.set(x, substitute(t, map));
  return out;
};

function pathSegment(s: Step & { kind: 'path' }, values: Values, context: Formula, given: Formula | null, on: Replay): Replayed {
  const p = on.path(s.path);
  const fail = (duty: Duty): Replayed => ({ values, obligations: [open(duty, p.id)], defined: TRUE, safe: null });
  if (p.exit || p.partial) return fail('guard');
  // a few iterations: one by one
  if (s.count && isConst(s.count) && (s.forms === null || s.count.value <= BigInt(Math.max(prefixOf(s.forms), 1)))) {
    if (s.count.value < 0n || s.count.value > MAX_EXPLICIT) return fail('guard');
    return explicitly(p, Number(s.count.value), values, s.renaming, context, given, on.prover);
  }
  if (s.forms === null) return fail('closed form');
  const { forms } = s;
  const own = answers(p.update, p.fresh);
  const outside = new Set([...p.fresh.map((f) => f.symbol), ...own ?? []]);
  if (own === null || conjuncts(p.guard).some((f) => [...symbolsOfFormula(f)].some((x) => outside.has(x)))) return fail('guard');
  if (s.count === null && p.fresh.length === 0 && [...p.update.keys()].some((x) => !forms.has(x))) return withoutEnd(s, forms, values, context, on);
  const obligations = [...on.forms(p.id, p.update, forms, p.fresh, p.definedKnown ? p.defined : TRUE), ...guardsOf(p.guard, p.update, forms, p.id, p.guard, values, s.count, context, on)];
  obligations.push(...reaches(prefixOf(forms), s.count, p.id, context, on));
  return {
    values: s.count ? repeated(forms, values, s.count, s.renaming) : values, obligations,
    defined: p.definedKnown ? met(definedAtEnds(p.defined, forms, values, s.count), s.count, context, on) : TRUE,
    safe: p.definedKnown && given && !on.whereDefined(forms) ? safely(p.defined, p.update, forms, p.guard, values, s.count, given, on) : null,
  };
}

/** A path for ever: what its guard doesn't read needs no closed form, if those that are read don't need it either. */
function withoutEnd(s: Step & { kind: 'path' }, forms: ClosedForms, values: Values, context: Formula, on: Replay): Replayed {
  const p = on.path(s.path);
  const update = new Map([...p.update].filter(([x]) => forms.has(x)));
  const read = new Set([...symbolsOfFormula(p.guard), ...[...update.values()].flatMap((u) => [...symbolsOf(u)])]);
  const unknown = [...p.update.keys()].some((x) => !forms.has(x) && read.has(x));
  const obligations = unknown ? [open('closed form', p.id)] : [...on.forms(p.id, update, forms), ...guardsOf(p.guard, update, forms, p.id, p.guard, values, null, context, on)];
  return { values, obligations, defined: TRUE, safe: null };
}

/** Obligation vii: no condition against undefined behaviour fails in any of the iterations. */
export function safely(defined: Formula, update: Update, forms: ClosedForms, whole: Formula, values: Values, count: Term | null, given: Formula, on: Replay): Discharge | null {
  const all = guardsOf(defined, update, forms, '', and(whole, defined), values, count, given, on);
  return all.some((o) => o.discharge === 'open') ? null : all.reduce<Discharge>((how, o) => weaker(how, o.discharge), 'identity');
}

/** Values after `count` repetitions; the forms are over the values at the start, the count is over those at entry. */
const repeated = (forms: ClosedForms, values: Values, count: Term, renaming: ReadonlyMap<Symbol, Term>): Values =>
  applied(valuesAt(forms, sym(COUNTER)), values, new Map([...renaming, [COUNTER, count]]));

/** A count from which on the closed form holds. */
export function reaches(prefix: number, count: Term | null, about: string, context: Formula, on: Replay): readonly Obligation[] {
  if (count === null) return [];
  const how = on.prover.proves(context, ge0(plus(count, -prefix)));
  return how ? [] : [open('counts', about)];
}

/** Obligation iii: every literal of a guard holds before each of `count` iterations (null: for ever). */
export function guardsOf(
  guard: Formula, update: Update, forms: ClosedForms, about: string, whole: Formula, values: Values, count: Term | null, context: Formula, on: Replay,
): Obligation[] {
  const prefix = prefixOf(forms);
  const out: Obligation[] = [];
  const early = Array.from({ length: prefix }, (_, k) => stepped(update, k));
  for (const f of conjuncts(guard)) {
    if (!isLiteral(f)) return [...out, open('guard', about)];
    let how: Discharge = 'identity';
    for (const [k, before] of early.entries()) {
      // where there are so many iterations
      const now = substituteFormula(substituteFormula(f, before), values);
      const one = on.prover.proves(count === null ? context : and(context, ge0(plus(count, -k - 1))), now);
      how = one === null ? 'open' : weaker(how, one);
    }
    const t = numeratorOf(f, forms, values);
    const held = how === 'open' ? null : throughout(f.kind, t, BigInt(prefix), count, context, on.prover, () => isInductive(f, whole, update, on.prover), count && on.earlierThan(count));
    out.push(held ? { duty: 'guard', about, discharge: weaker(how, held.discharge), rule: held.rule } : open('guard', [about, printFormula(f)].join(': ')));
  }
  return out;
}

/** A term with the sign of the literal's at iteration INDEX. */
function numeratorOf(l: Literal, forms: ClosedForms, values: Values): Term {
  const fractions = new Map<Symbol, Fraction>();
  const all = valuesAt(forms, sym(COUNTER));
  for (const x of symbolsOf(l.term)) {
    const f = forms.get(x);
    if (f) fractions.set(x, f.modulus === null ? { numerator: f.numerator, denominator: f.denominator } : { numerator: all.get(x) as Term, denominator: 1n });
  }
  return substitute(over(l.term, fractions).numerator, new Map([...values, [COUNTER, sym(INDEX)]]));
}

/** A condition that is met where there is an iteration. */
const met = (f: Formula, count: Term | null, context: Formula, { prover }: Replay): Formula =>
  f.kind === 'true' || count === null || prover.proves(context, ge0(plus(count, -1))) !== null ? f : or(f, ge0(neg(count)));

/** What the absence of undefined behaviour says of the first and the last of `count` iterations. */
export function definedAtEnds(defined: Formula, forms: ClosedForms, values: Values, count: Term | null): Formula {
  if (defined.kind === 'true') return TRUE;
  const first = substituteFormula(defined, values);
  if (count === null) return first;
  const last = substituteFormula(substituteFormula(defined, valuesAt(forms, sym(COUNTER))), new Map([...values, [COUNTER, plus(count, -1)]]));
  // the forms say nothing of the last iteration where it is within their prefix
  const prefix = prefixOf(forms);
  return and(first, prefix === 0 ? last : or(last, ge0(sub(int(prefix), count))));
}

interface Word {
  readonly update: Update;
  /** What every round requires, over the values at its start. */
  readonly guard: Formula;
  /** What it requires for not to be undefined; null: not known. */
  readonly defined: Formula | null;
  readonly obligations: readonly Obligation[];
}

export interface Round extends Word {
  /** What is known of the values that the loop doesn't change. */
  readonly stable: Formula;
}

/** One round of a word over the values at its start; counts of letters are over the values at entry and the same in each round. */
function wordOf(word: readonly Letter[], start: Values, context: Formula, on: Replay): Word | null {
  let values = start;
  const obligations: Obligation[] = [];
  const guard: Formula[] = [];
  let defined: Formula | null = TRUE;
  for (const w of word) {
    const p = on.path(w.path);
    if (p.exit || p.partial) return null;
    if (!p.definedKnown) defined = null;
    if ([...p.update.values()].some((t) => p.fresh.some((f) => symbolsOf(t).has(f.symbol)))) return null;
    const few = isConst(w.count) && (w.forms === null || w.count.value <= BigInt(Math.max(prefixOf(w.forms), 1)));
    if (few) {
      const times = Number((w.count as Term & { kind: 'const' }).value);
      if (times < 1 || times > Number(MAX_EXPLICIT)) return null;
      for (let k = 0; k < times; k++) {
        guard.push(substituteFormula(p.guard, values));
        defined = defined && and(defined, substituteFormula(p.defined, values));
        values = applied(p.update, values, new Map());
      }
      continue;
    }
    if (w.forms === null) return null;
    const { forms } = w;
    const prefix = prefixOf(forms);
    if (on.prover.proves(context, ge0(plus(w.count, -prefix))) === null) return null;
    obligations.push(...on.forms(p.id, p.update, forms, p.fresh));
    const needs = (condition: Formula): readonly Formula[] | null => {
      const out: Formula[] = [];
      for (const f of conjuncts(condition)) {
        if (!isLiteral(f)) return null;
        for (let k = 0; k < prefix; k++) out.push(substituteFormula(substituteFormula(f, stepped(p.update, k)), values));
        const t = substitute(numeratorOf(f, forms, new Map()), values);
        const needed = ends({ ...f, term: t }, w.count, (g) => on.prover.proves(and(context, ge0(plus(w.count, -1))), g) !== null);
        if (needed === null) return null;
        out.push(...needed);
      }
      return out;
    };
    const needed = needs(p.guard);
    if (needed === null) return null;
    guard.push(...needed);
    const safe: readonly Formula[] | null = defined && needs(p.defined);
    defined = defined && safe && and(defined, ...safe);
    values = applied(valuesAt(forms, w.count), values, new Map());
  }
  const update = new Map([...values].filter(([x, t]) => on.modified.has(x) && t !== start.get(x)));
  return { update, guard: and(...guard), defined, obligations };
}

/** One round of a repeated word from given values, with what has to be shown of its closed form; else the duty that fails. */
export function roundOf(s: Step & { kind: 'cycle' }, values: Values, context: Formula, on: Replay): Round | Duty {
  // over the values at the start of a round, those that the loop doesn't change and fixed ones being what they are
  const start = new Map([...values].map(([x, t]) => [x, s.fixed.get(x) ?? (on.modified.has(x) ? sym(x) : t)]));
  for (const [x, t] of s.fixed) if (on.prover.equal(context, values.get(x) ?? sym(x), t) === null) return 'start';
  const stable = and(...conjuncts(context).filter((f) => isLiteral(f) && untouched(f.term, on)));
  // a symbol of the round's start must not be taken for one of the entry
  for (const [x, t] of start) if (!on.modified.has(x) && !untouched(t, on)) return 'closed form';
  if (s.word.some((w) => !untouched(w.count, on))) return 'counts';
  const word = wordOf(s.word, start, stable, on);
  if (word === null) return 'closed form';
  for (const x of s.fixed.keys()) if (word.update.has(x)) return 'start';
  return { ...word, stable, obligations: [...word.obligations, ...on.forms(wordName(s, on), word.update, s.forms)] };
}

const wordName = (s: Step & { kind: 'cycle' }, on: Replay): string => s.word.map((w) => on.path(w.path).id).join(' ');

function cycleSegment(s: Step & { kind: 'cycle' }, values: Values, context: Formula, given: Formula | null, on: Replay): Replayed {
  const about = wordName(s, on);
  const word = roundOf(s, values, context, on);
  if (typeof word === 'string') return { values, obligations: [open(word, about)], defined: TRUE, safe: null };
  const { stable } = word;
  const count = s.count;
  const obligations = [...word.obligations, ...reaches(prefixOf(s.forms), count, about, context, on)];
  obligations.push(...guardsOf(word.guard, word.update, s.forms, about, and(stable, word.guard), values, count, context, on));
  return {
    values: count === null ? values : repeated(s.forms, values, count, new Map()), obligations,
    defined: word.defined ? met(definedAtEnds(word.defined, s.forms, values, count), count, context, on) : TRUE,
    safe: word.defined && given ? safely(word.defined, word.update, s.forms, and(stable, word.guard), values, count, given, on) : null,
  };
}

/** No symbol in it is that of a variable which the loop changes. */
const untouched = (t: Term, on: Replay): boolean => [...symbolsOf(t)].every((x) => !on.modified.has(x));

/** Obligation v where the order of the paths doesn't matter: what no path changes excludes every way out. */
function neverLeft(context: Formula, on: Replay): Obligation {
  const { paths, entry } = on.claim;
  const stable = conjuncts(context).filter((f) => [...symbolsOfFormula(f)].every((x) => !on.modified.has(x)));
  if ([...entry].some(([x, t]) => !on.modified.has(x) && !untouched(t, on))) return open('never ends', 'any path');
  const state = new Map([...entry].map(([x, t]) => [x, on.modified.has(x) ? sym(x) : t]));
  if (paths.some((p) => p.partial || p.free.kind !== 'true')) return open('never ends', 'any path');
  let how: Discharge = 'identity';
  for (const p of paths) {
    if (!p.exit) continue;
    const one = on.prover.refutes(and(...stable, substituteFormula(p.guard, state)));
    if (one === null) return open('never ends', p.id);
    how = weaker(how, one);
  }
  return { duty: 'never ends', about: 'any path', discharge: how };
}
