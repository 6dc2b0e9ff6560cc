/**
 * A trace gone through again, segment by segment. What values it leads to, and what has to be shown on the way
 * (obligations i-iii, v).
 */
import type { Formula, Literal, Symbol, Term } from '../logic/index.ts';
import {
  TRUE,
  add,
  and,
  conjuncts,
  ge0,
  int,
  isConst,
  isLiteral,
  mul,
  neg,
  or,
  plus,
  printFormula,
  sub,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { ClosedForms, Discharge, Duty, Letter, Obligation, PathClaim, Step } from './certificate.ts';
import { COUNTER, weaker } from './certificate.ts';
import { over, prefixOf, stepped, valuesAt } from './check-closed-forms.ts';
import type { Fraction, Update } from './check-closed-forms.ts';
import { checkOrbit } from './check-orbit.ts';
import { explicitly } from './explicit-steps.ts';
import { monotoneConditions } from './monotone-conditions.ts';
import { ends, isInductive, throughout } from './check-throughout.ts';
import { INDEX } from './every-iteration.ts';
import type { Replayed, SegmentStart, Values } from './replay-context.ts';
import { Replay, answers, open } from './replay-context.ts';

/** With more iterations than this that are not of a closed form, nothing is claimed. */
const MAX_EXPLICIT = 8n;

export interface Trace extends Replayed {
  /** How often each path was taken, all in all; null where some segment never ends. */
  readonly counts: ReadonlyMap<number, Term> | null;
  /** What they add up to: each iteration takes one path. */
  readonly total: Term | null;
}

/**
 * Goes through the steps from the values at entry, given what holds there; `given`: what holds where nothing is
 * undefined, null where that isn't known.
 */
export function replay(steps: readonly Step[], context: Formula, given: Formula | null, on: Replay): Trace {
  const obligations: Obligation[] = [];
  const counts = new Map<number, Term>();
  const endless = steps.some((s) => s.kind === 'any' || s.count === null);
  if (steps.slice(0, -1).some((s) => s.kind === 'any' || s.count === null))
    obligations.push(open('never ends', 'trace'));
  let values: Values = on.claim.entry;
  let defined: Formula = TRUE;
  let safe: Discharge | null = given && 'identity';
  let total: Term = int(0);
  for (const s of steps) {
    total = add(total, lengthOf(s));
    if (!endless) for (const [p, n] of visits(s, values)) counts.set(p, add(counts.get(p) ?? int(0), n));
    const through = segment(s, { values, context, given: safe && given }, defined, on);
    obligations.push(...through.obligations);
    values = through.values;
    defined = and(defined, through.defined);
    safe = safe && through.safe && weaker(safe, through.safe);
  }
  return { values, obligations, defined, safe, counts: endless ? null : counts, total: endless ? null : total };
}

/** How often a segment takes each path. */
function visits(step: Step, values: Values): readonly (readonly [number, Term])[] {
  if (step.kind === 'any' || step.count === null) return [];
  const { count } = step;
  if (step.kind === 'path') return [[step.path, count]];
  if (step.kind === 'cycle') return step.word.map((w) => [w.path, mul(w.count, count)]);
  return [...step.visits].map(([p, n]) => [p, substitute(n, new Map([...values, [COUNTER, count]]))]);
}

/** How many iterations a segment that ends is: in an orbit, each is one of the path that is taken. */
function lengthOf(step: Step): Term {
  if (step.kind === 'any' || step.count === null) return int(0);
  return step.kind === 'cycle'
    ? mul(
        step.word.reduce<Term>((sum, w) => add(sum, w.count), int(0)),
        step.count,
      )
    : step.count;
}

/** `before`: what was shown to hold in the segments before where nothing in them is undefined. */
function segment(step: Step, start: SegmentStart, before: Formula, replay: Replay): Replayed {
  const { values, context, given } = start;
  switch (step.kind) {
    case 'path':
      return pathSegment(step, start, replay);
    case 'cycle':
      return cycleSegment(step, start, replay);
    case 'orbit': {
      const through = checkOrbit(step, values, context, replay);
      return {
        ...through,
        ...monotoneConditions(
          through.unmet,
          { before: values, after: through.values, context: and(context, before), given },
          replay.prover,
        ),
      };
    }
    case 'any':
      return { values, obligations: [neverLeft(context, replay)], defined: TRUE, safe: neverUndefined(replay) };
  }
}

const neverUndefined = (on: Replay): Discharge | null =>
  on.claim.paths.every((p) => p.definedKnown && p.defined.kind === 'true') ? 'identity' : null;

const applied = (effect: ReadonlyMap<Symbol, Term>, values: Values, renaming: ReadonlyMap<Symbol, Term>): Values => {
  const map = renaming.size === 0 ? values : new Map([...values, ...renaming]);
  const out = new Map(values);
  for (const [x, t] of effect) out.set(x, substitute(t, map));
  return out;
};

/** So few repetitions are done one by one: the closed form isn't needed. */
const isFew = (count: Term | null, forms: ClosedForms | null): count is Term & { kind: 'const' } =>
  count !== null && isConst(count) && (forms === null || count.value <= BigInt(Math.max(prefixOf(forms), 1)));

function pathSegment(step: Step & { kind: 'path' }, start: SegmentStart, replay: Replay): Replayed {
  const { values, context } = start;
  const path = replay.path(step.path);
  const fail = (duty: Duty): Replayed => ({ values, obligations: [open(duty, path.id)], defined: TRUE, safe: null });
  if (path.exit || path.partial) return fail('guard');
  if (isFew(step.count, step.forms)) {
    const times = step.count.value;
    return times < 0n || times > MAX_EXPLICIT
      ? fail('guard')
      : explicitly(path, { times: Number(times), renaming: step.renaming }, start, replay.prover);
  }
  if (step.forms === null) return fail('closed form');
  const { forms } = step;
  const own = answers(path.update, path.fresh);
  const outside = new Set([...path.fresh.map((f) => f.symbol), ...(own ?? [])]);
  if (own === null || conjuncts(path.guard).some((f) => [...symbolsOfFormula(f)].some((x) => outside.has(x))))
    return fail('guard');
  const repetition: Repetition = { update: path.update, forms, guard: path.guard, values, count: step.count };
  if (step.count === null && path.fresh.length === 0 && [...path.update.keys()].some((x) => !forms.has(x)))
    return withoutEnd(path, repetition, context, replay);
  const obligations = [
    ...replay.forms(path.id, path.update, forms, path.fresh, path.definedKnown ? path.defined : TRUE),
    ...guardsOf(path.guard, repetition, path.id, context, replay),
  ];
  obligations.push(...reaches(prefixOf(forms), step.count, path.id, context, replay));
  const defined = path.definedKnown ? path.defined : null;
  return {
    values: step.count ? repeated(repetition, step.count, step.renaming) : values,
    obligations,
    ...definedness(defined, repetition, replay.whereDefined(forms) ? { ...start, given: null } : start, replay),
  };
}

/**
 * What the conditions against undefined behaviour say of the repetitions (null: they aren't known), and how they were
 * shown.
 */
function definedness(
  defined: Formula | null,
  repetition: Repetition,
  { context, given }: SegmentStart,
  replay: Replay,
): Pick<Replayed, 'defined' | 'safe'> {
  if (defined === null) return { defined: TRUE, safe: null };
  return {
    defined: met(definedAtEnds(defined, repetition), repetition.count, context, replay),
    safe: given ? safely(defined, repetition, given, replay) : null,
  };
}

/** A path for ever: what its guard doesn't read needs no closed form, if those that are read don't need it either. */
function withoutEnd(path: PathClaim, repetition: Repetition, context: Formula, replay: Replay): Replayed {
  const { forms, values } = repetition;
  const update = new Map([...path.update].filter(([x]) => forms.has(x)));
  const read = new Set([...symbolsOfFormula(path.guard), ...[...update.values()].flatMap((u) => [...symbolsOf(u)])]);
  const unknown = [...path.update.keys()].some((x) => !forms.has(x) && read.has(x));
  const obligations = unknown
    ? [open('closed form', path.id)]
    : [
        ...replay.forms(path.id, update, forms),
        ...guardsOf(path.guard, { ...repetition, update }, path.id, context, replay),
      ];
  return { values, obligations, defined: TRUE, safe: null };
}

/** What is done again and again. */
export interface Repetition {
  readonly update: Update;
  /** Over the values at the start. */
  readonly forms: ClosedForms;
  /** All that every repetition requires. */
  readonly guard: Formula;
  /** At the start. */
  readonly values: Values;
  /** Over the values at entry; null: for ever. */
  readonly count: Term | null;
}

/** Obligation vii: in no iteration is anything undefined. */
export function safely(defined: Formula, repetition: Repetition, given: Formula, replay: Replay): Discharge | null {
  const all = guardsOf(defined, { ...repetition, guard: and(repetition.guard, defined) }, '', given, replay);
  return all.some((o) => o.discharge === 'open')
    ? null
    : all.reduce<Discharge>((how, o) => weaker(how, o.discharge), 'identity');
}

/** Values after `count` repetitions; the forms are over the values at the start, the count is over those at entry. */
const repeated = ({ forms, values }: Repetition, count: Term, renaming: ReadonlyMap<Symbol, Term>): Values =>
  applied(valuesAt(forms, sym(COUNTER)), values, new Map([...renaming, [COUNTER, count]]));

/** A count from which on the closed form holds. */
export function reaches(
  prefix: number,
  count: Term | null,
  about: string,
  context: Formula,
  replay: Replay,
): readonly Obligation[] {
  if (count === null) return [];
  const how = replay.prover.proves(context, ge0(plus(count, -prefix)));
  return how ? [] : [open('counts', about)];
}

/** Obligation iii: every literal of a condition holds before each of `count` repetitions (null: for ever). */
export function guardsOf(
  condition: Formula,
  repetition: Repetition,
  about: string,
  context: Formula,
  replay: Replay,
): Obligation[] {
  const { update, forms, guard, values, count } = repetition;
  const prefix = prefixOf(forms);
  const out: Obligation[] = [];
  const early = Array.from({ length: prefix }, (_, k) => stepped(update, k));
  for (const conjunct of conjuncts(condition)) {
    if (!isLiteral(conjunct)) return [...out, open('guard', about)];
    let how: Discharge = 'identity';
    for (const [k, before] of early.entries()) {
      // where there are so many iterations
      const now = substituteFormula(substituteFormula(conjunct, before), values);
      const one = replay.prover.proves(count === null ? context : and(context, ge0(plus(count, -k - 1))), now);
      how = one === null ? 'open' : weaker(how, one);
    }
    const held =
      how === 'open'
        ? null
        : throughout(
            {
              kind: conjunct.kind,
              term: numeratorOf(conjunct, forms, values),
              from: BigInt(prefix),
              count,
              context,
              inductive: () => isInductive(conjunct, guard, update, replay.prover),
              earlier: count && replay.earlierThan(count),
            },
            replay.prover,
          );
    out.push(
      held
        ? { duty: 'guard', about, discharge: weaker(how, held.discharge), rule: held.rule }
        : open('guard', [about, printFormula(conjunct)].join(': ')),
    );
  }
  return out;
}

/** A term with the sign of the literal's at iteration INDEX. */
function numeratorOf(literal: Literal, forms: ClosedForms, values: Values): Term {
  const fractions = new Map<Symbol, Fraction>();
  const all = valuesAt(forms, sym(COUNTER));
  for (const x of symbolsOf(literal.term)) {
    const f = forms.get(x);
    if (f)
      fractions.set(
        x,
        f.modulus === null
          ? { numerator: f.numerator, denominator: f.denominator }
          : { numerator: all.get(x) as Term, denominator: 1n },
      );
  }
  return substitute(over(literal.term, fractions).numerator, new Map([...values, [COUNTER, sym(INDEX)]]));
}

/** A condition that is met where there is an iteration. */
const met = (f: Formula, count: Term | null, context: Formula, { prover }: Replay): Formula =>
  f.kind === 'true' || count === null || prover.proves(context, ge0(plus(count, -1))) !== null
    ? f
    : or(f, ge0(neg(count)));

/** What the absence of undefined behaviour says of the first and the last of `count` iterations. */
export function definedAtEnds(
  defined: Formula,
  { forms, values, count }: Pick<Repetition, 'forms' | 'values' | 'count'>,
): Formula {
  if (defined.kind === 'true') return TRUE;
  const first = substituteFormula(defined, values);
  if (count === null) return first;
  const last = substituteFormula(
    substituteFormula(defined, valuesAt(forms, sym(COUNTER))),
    new Map([...values, [COUNTER, plus(count, -1)]]),
  );
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

/** A round, as far as it has come. */
interface WordSoFar {
  readonly values: Values;
  readonly guard: readonly Formula[];
  /** Null: not known. */
  readonly defined: Formula | null;
  readonly obligations: readonly Obligation[];
}

/**
 * One round of a word over the values at its start; counts of letters are over the values at entry and the same in each
 * round.
 */
function wordOf(word: readonly Letter[], start: Values, context: Formula, replay: Replay): Word | null {
  let sofar: WordSoFar = { values: start, guard: [], defined: TRUE, obligations: [] };
  for (const letter of word) {
    const next = afterLetter(letter, sofar, context, replay);
    if (next === null) return null;
    sofar = next;
  }
  const { values, guard, defined, obligations } = sofar;
  const update = new Map([...values].filter(([x, t]) => replay.modified.has(x) && t !== start.get(x)));
  return { update, guard: and(...guard), defined, obligations };
}

function afterLetter(letter: Letter, before: WordSoFar, context: Formula, replay: Replay): WordSoFar | null {
  const p = replay.path(letter.path);
  if (p.exit || p.partial || [...p.update.values()].some((t) => p.fresh.some((f) => symbolsOf(t).has(f.symbol))))
    return null;
  const known = p.definedKnown ? before : { ...before, defined: null };
  if (isFew(letter.count, letter.forms)) return oneByOne(p, letter.count.value, known);
  return letter.forms && inClosedForm(p, { count: letter.count, forms: letter.forms }, known, context, replay);
}

/** A letter that stands for a few iterations. */
function oneByOne(path: PathClaim, times: bigint, before: WordSoFar): WordSoFar | null {
  if (times < 1n || times > MAX_EXPLICIT) return null;
  let { values, guard, defined } = before;
  for (let k = 0n; k < times; k++) {
    guard = [...guard, substituteFormula(path.guard, values)];
    defined = defined && and(defined, substituteFormula(path.defined, values));
    values = applied(path.update, values, new Map());
  }
  return { ...before, values, guard, defined };
}

/** A letter that is repeated so often that its guard is asked for by what makes it hold throughout. */
function inClosedForm(
  path: PathClaim,
  { count, forms }: { readonly count: Term; readonly forms: ClosedForms },
  before: WordSoFar,
  context: Formula,
  replay: Replay,
): WordSoFar | null {
  const { values } = before;
  const prefix = prefixOf(forms);
  if (replay.prover.proves(context, ge0(plus(count, -prefix))) === null) return null;
  const obligations = [...before.obligations, ...replay.forms(path.id, path.update, forms, path.fresh)];
  const proves = (g: Formula): boolean => replay.prover.proves(and(context, ge0(plus(count, -1))), g) !== null;
  const needs = (condition: Formula): readonly Formula[] | null => {
    const out: Formula[] = [];
    for (const f of conjuncts(condition)) {
      if (!isLiteral(f)) return null;
      for (let k = 0; k < prefix; k++)
        out.push(substituteFormula(substituteFormula(f, stepped(path.update, k)), values));
      const t = substitute(numeratorOf(f, forms, new Map()), values);
      const needed = ends({ ...f, term: t }, count, proves);
      if (needed === null) return null;
      out.push(...needed);
    }
    return out;
  };
  const needed = needs(path.guard);
  if (needed === null) return null;
  const safe = before.defined && needs(path.defined);
  return {
    values: applied(valuesAt(forms, count), values, new Map()),
    guard: [...before.guard, ...needed],
    defined: before.defined && safe && and(before.defined, ...safe),
    obligations,
  };
}

/**
 * One round of a repeated word from given values, with what has to be shown of its closed form; else the duty that
 * fails.
 */
export function roundOf(
  step: Step & { kind: 'cycle' },
  values: Values,
  context: Formula,
  replay: Replay,
): Round | Duty {
  // over the values at the start of a round, those that the loop doesn't change and fixed ones being what they are
  const start = new Map([...values].map(([x, t]) => [x, step.fixed.get(x) ?? (replay.modified.has(x) ? sym(x) : t)]));
  for (const [x, t] of step.fixed)
    if (replay.prover.equal(context, values.get(x) ?? sym(x), t) === null) return 'start';
  const stable = and(...conjuncts(context).filter((f) => isLiteral(f) && untouched(f.term, replay)));
  // a symbol of the round's start must not be taken for one of the entry
  for (const [x, t] of start) if (!replay.modified.has(x) && !untouched(t, replay)) return 'closed form';
  if (step.word.some((w) => !untouched(w.count, replay))) return 'counts';
  const word = wordOf(step.word, start, stable, replay);
  if (word === null) return 'closed form';
  for (const x of step.fixed.keys()) if (word.update.has(x)) return 'start';
  return {
    ...word,
    stable,
    obligations: [...word.obligations, ...replay.forms(wordName(step, replay), word.update, step.forms)],
  };
}

const wordName = (s: Step & { kind: 'cycle' }, on: Replay): string => s.word.map((w) => on.path(w.path).id).join(' ');

function cycleSegment(step: Step & { kind: 'cycle' }, start: SegmentStart, replay: Replay): Replayed {
  const { values, context } = start;
  const { count, forms } = step;
  const about = wordName(step, replay);
  const word = roundOf(step, values, context, replay);
  if (typeof word === 'string') return { values, obligations: [open(word, about)], defined: TRUE, safe: null };
  const repetition: Repetition = { update: word.update, forms, guard: and(word.stable, word.guard), values, count };
  const obligations = [...word.obligations, ...reaches(prefixOf(forms), count, about, context, replay)];
  obligations.push(...guardsOf(word.guard, repetition, about, context, replay));
  return {
    values: count === null ? values : repeated(repetition, count, new Map()),
    obligations,
    ...definedness(word.defined, repetition, start, replay),
  };
}

/** No symbol in it is that of a variable which the loop changes. */
const untouched = (t: Term, on: Replay): boolean => [...symbolsOf(t)].every((x) => !on.modified.has(x));

/** Obligation v where the order of the paths doesn't matter: what no path changes excludes every way out. */
function neverLeft(context: Formula, replay: Replay): Obligation {
  const { paths, entry } = replay.claim;
  const stable = conjuncts(context).filter((f) => [...symbolsOfFormula(f)].every((x) => !replay.modified.has(x)));
  if ([...entry].some(([x, t]) => !replay.modified.has(x) && !untouched(t, replay)))
    return open('never ends', 'any path');
  const state = new Map([...entry].map(([x, t]) => [x, replay.modified.has(x) ? sym(x) : t]));
  if (paths.some((p) => p.partial || p.free.kind !== 'true')) return open('never ends', 'any path');
  let how: Discharge = 'identity';
  for (const p of paths) {
    if (!p.exit) continue;
    const one = replay.prover.refutes(and(...stable, substituteFormula(p.guard, state)));
    if (one === null) return open('never ends', p.id);
    how = weaker(how, one);
  }
  return { duty: 'never ends', about: 'any path', discharge: how };
}
