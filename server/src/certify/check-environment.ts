/**
 * The cases of a loop that asks its environment cover all runs (obligation vi). A run is a sequence of paths, each
 * repeated as often as it is taken in a row. Where it goes round, a word that some case repeats is repeated as often as
 * it can be. All such sequences are followed, their numbers of repetitions as symbols; where a run leaves, some case
 * has its outcome. A run that only the environment keeps from leaving needs no case.
 */
import type { Formula, Literal, Symbol, Term } from '../logic/index.ts';
import {
  add,
  and,
  collect,
  conjuncts,
  eq,
  ge0,
  int,
  isConst,
  isLiteral,
  lt,
  mentions,
  mul,
  ne,
  not,
  or,
  plus,
  scale,
  substitute,
  substituteFormula,
  sym,
  symbol,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { ClosedForms, FreshClaim, Obligation, PathClaim, Step } from './certificate.ts';
import { COUNTER } from './certificate.ts';
import { prefixOf, valuesAt } from './check-closed-forms.ts';
import { inOneOf } from './check-cover.ts';
import { comesTrue } from './passed-bounds.ts';
import { requirements, within } from './matching-outcome.ts';
import type { Replay, Values } from './replay-context.ts';
import { roundOf } from './replay-trace.ts';

const MAX_NODES = 400;
/** Paths and words one after the other. */
const MAX_LENGTH = 16;
/** Up to so many repetitions of a letter its guard is looked at each time. */
const FEW = 8n;

type Cycle = Step & { kind: 'cycle' };

/** `said`: what the case says of undefined behaviour was shown. */
export function runsCovered(replay: Replay, said: (index: number) => boolean): Obligation {
  const words = new Map(
    replay.claim.cases
      .flatMap((c) => c.steps ?? [])
      .filter((s): s is Cycle => s.kind === 'cycle')
      .map((s) => [wordKey(s), s]),
  );
  const walk: Walk = { on: replay, said, words: [...words.values()], nodes: 0, answers: 0, numbers: 0 };
  const all = follow(
    { values: replay.claim.entry, context: replay.claim.facts, counts: new Map(), length: 0, last: null, tracks: [] },
    walk,
  );
  return { duty: 'covered', about: 'every run', discharge: all ? 'decided' : 'open' };
}

const wordKey = (s: Cycle): string =>
  [...s.word.map((w) => `${w.path}^${w.count.key}`), ...[...s.fixed].map(([x, t]) => `${x.key}=${t.key}`)].join(' ');

/** How far a run has come in a word of which it doesn't make another whole round. */
interface Track {
  readonly word: Cycle;
  readonly position: number;
}

interface Node {
  readonly values: Values;
  readonly context: Formula;
  /** How often each path was taken. */
  readonly counts: ReadonlyMap<number, Term>;
  readonly length: number;
  /** The path that was taken last, as often as it was in a row. */
  readonly last: number | null;
  readonly tracks: readonly Track[];
}

interface Walk {
  readonly on: Replay;
  readonly said: (index: number) => boolean;
  readonly words: readonly Cycle[];
  nodes: number;
  answers: number;
  numbers: number;
}

/** All runs that go on from here are in some case. */
function follow(node: Node, walk: Walk): boolean {
  const { on } = walk;
  if (++walk.nodes > MAX_NODES || node.length > MAX_LENGTH) return false;
  // how often a word is gone through from here; a word that begins with what was just left isn't
  for (const s of walk.words) {
    if (s.word[0]?.path === node.last || node.tracks.some((t) => t.word === s && t.position === 0)) continue;
    const after = rounds(s, node, walk);
    if (after !== null) return after.every((next) => follow(next, walk));
  }
  return on.claim.paths.every((p, i) => {
    if (i === node.last) return true;
    if (p.partial || asksFirst(p)) return false;
    // a run that is undefined here needs no case
    const context = and(node.context, substituteFormula(and(p.guard, p.defined), node.values));
    if (on.prover.refutes(context) !== null) return true;
    if (p.exit) return isInCase(i, { ...node, context }, walk);
    const once = taken(p, i, { ...node, context }, walk);
    return once !== null && once.every((next) => follow(next, walk));
  });
}

/** Whether the path is taken depends on an answer in a way that is not kept apart. */
const asksFirst = (p: PathClaim): boolean =>
  p.fresh.some((f) => f.least !== undefined || symbolsOfFormula(p.guard).has(f.symbol));

/**
 * Every run from here as so many rounds of the word, none or more, and then not another one. Null where the word can't
 * begin here, or that can't be said.
 */
function rounds(cycle: Cycle, node: Node, walk: Walk): readonly Node[] | null {
  const { on } = walk;
  const { prover } = on;
  const first = on.path(cycle.word[0]?.path ?? 0);
  if (
    prefixOf(cycle.forms) > 1 ||
    prover.refutes(and(node.context, substituteFormula(first.guard, node.values))) !== null
  )
    return null;
  const round = roundOf(cycle, node.values, node.context, on);
  if (typeof round === 'string' || round.obligations.some((o) => o.discharge === 'open')) return null;
  const count = sym(symbol('counter', '#rounds', walk.numbers++));
  const at = (n: Term): Values =>
    replaced(node.values, valuesAt(cycle.forms, sym(COUNTER)), new Map([...node.values, [COUNTER, n]]));
  // a run that is undefined needs no case
  const guard = cycle.word.every((w) => isNecessary(w.count, on.path(w.path)))
    ? and(round.guard, round.defined ?? and())
    : and();
  if (cycle.word.every((w) => on.path(w.path).free.kind === 'true') && !ends(guard, at, node.context, walk))
    return null;
  const run: Run = { forms: cycle.forms, fresh: [], at, count };
  const before = and(...conjuncts(guard).map((f) => untilLast(f, run, node.context, walk)));
  const counts = new Map(node.counts);
  for (const w of cycle.word) counts.set(w.path, add(counts.get(w.path) ?? int(0), mul(w.count, count)));
  const fresh = { word: cycle, position: 0 };
  return [
    { ...node, tracks: [...node.tracks, fresh] },
    {
      values: at(count),
      context: and(node.context, ge0(plus(count, -1)), substituteFormula(guard, node.values), before),
      counts,
      length: node.length + 1,
      last: null,
      tracks: [fresh],
    },
  ];
}

/**
 * Whether a round asks no more of a path than at its first and at its last repetition. It asks that its guard and its
 * conditions against undefined behaviour hold. With few repetitions all are asked; of many, literals other than `!=`
 * hold in between where they hold at both ends.
 */
const isNecessary = (count: Term, p: PathClaim): boolean =>
  (isConst(count) && count.value <= FEW) ||
  conjuncts(and(p.guard, p.defined)).every((f) => isLiteral(f) && f.kind !== 'ne');

const replaced = (values: Values, effect: ReadonlyMap<Symbol, Term>, map: ReadonlyMap<Symbol, Term>): Values =>
  new Map([...values].map(([x, t]) => [x, effect.has(x) ? substitute(effect.get(x) as Term, map) : t]));

/** What the environment answers in an iteration, as symbols of its own, and the values that these can have. */
function answersOf(path: PathClaim, walk: Walk): { readonly answers: Values; readonly possible: Formula } {
  const used = new Set([...path.update.values()].flatMap((t) => [...symbolsOf(t)]));
  const answers = new Map<Symbol, Term>(
    path.fresh
      .filter((f) => used.has(f.symbol))
      .map((f) => [f.symbol, sym(symbol('value', '#answer', walk.answers++, f.symbol.type, f.symbol))]),
  );
  return { answers, possible: and(...[...answers].flatMap(([x, t]) => within(t, walk.on.claim.range(x)))) };
}

/** The path taken as often as it is in a row; null where this can't be said. */
function taken(claimed: PathClaim, path: number, node: Node, walk: Walk): readonly Node[] | null {
  const { on } = walk;
  const { prover } = on;
  const { values, context } = node;
  const { answers, possible } = answersOf(claimed, walk);
  const forms = formsOf(path, on);
  if (forms === null || prefixOf(forms) > 1) {
    const next = replaced(values, claimed.update, new Map([...values, ...answers]));
    const again = prover.refutes(and(context, possible, substituteFormula(claimed.guard, next))) === null;
    return again ? null : repeated(path, int(1), { ...node, values: next, context: and(context, possible) }, walk);
  }
  if (
    on
      .forms(claimed.id, claimed.update, forms, claimed.fresh, claimed.definedKnown ? claimed.defined : and())
      .some((o) => o.discharge === 'open')
  )
    return null;
  const count = sym(symbol('counter', '#times', walk.numbers++));
  const at = (n: Term): Values =>
    replaced(values, valuesAt(forms, sym(COUNTER)), new Map([...values, ...answers, [COUNTER, n]]));
  if (claimed.free.kind === 'true' && !ends(claimed.guard, at, context, walk)) return null;
  const run: Run = { forms, fresh: claimed.fresh, at, count };
  const before = and(...conjuncts(and(claimed.guard, claimed.defined)).map((f) => untilLast(f, run, context, walk)));
  const known = and(context, possible, before);
  const once = prover.refutes(and(known, ge0(plus(count, -2)), substituteFormula(claimed.guard, at(int(1))))) !== null;
  return repeated(
    path,
    once ? int(1) : count,
    {
      ...node,
      values: at(once ? int(1) : count),
      context: once ? and(context, possible) : and(known, ge0(plus(count, -1))),
    },
    walk,
  );
}

/** After a path: the node by how often it was taken, where a word that isn't to be completed asks for so many. */
function repeated(path: number, count: Term, node: Node, walk: Walk): readonly Node[] {
  const { prover } = walk.on;
  let ways: readonly (Pick<Node, 'context' | 'tracks'> & { readonly count: Term })[] = [
    { context: node.context, tracks: [], count },
  ];
  for (const track of node.tracks) {
    const letter = track.word.word[track.position];
    if (letter?.path !== path) continue;
    const last = track.position === track.word.word.length - 1;
    const next = { word: track.word, position: track.position + 1 };
    ways = ways
      .flatMap((w) =>
        last
          ? [{ ...w, context: and(w.context, lt(w.count, letter.count)) }]
          : [
              { context: and(w.context, eq(w.count, letter.count)), tracks: [...w.tracks, next], count: letter.count },
              { ...w, context: and(w.context, ne(w.count, letter.count)) },
            ],
      )
      .filter((w) => prover.refutes(w.context) === null);
  }
  return ways.map((w): Node => {
    const known = count.kind === 'sym' ? new Map([[count.symbol, w.count]]) : new Map<Symbol, Term>();
    return {
      values: new Map([...node.values].map(([x, t]) => [x, substitute(t, known)])),
      context: substituteFormula(w.context, known),
      tracks: w.tracks,
      counts: new Map(node.counts).set(path, add(node.counts.get(path) ?? int(0), w.count)),
      length: node.length + 1,
      last: path,
    };
  });
}

const REPETITIONS = symbol('counter', '#repetitions');

/** Some condition fails after enough repetitions. */
function ends(guard: Formula, at: (n: Term) => Values, context: Formula, { on }: Walk): boolean {
  return conjuncts(guard).some(
    (f): f is Literal =>
      isLiteral(f) &&
      f.kind === 'ge' &&
      comesTrue(not(substituteFormula(f, at(sym(REPETITIONS)))), REPETITIONS, context, on.prover),
  );
}

/** A path or word that is repeated `count` times: the values after any number of these. */
interface Run {
  readonly forms: ClosedForms;
  readonly fresh: readonly FreshClaim[];
  readonly at: (n: Term) => Values;
  readonly count: Term;
}

/**
 * A condition holds before each repetition: what that says of the values before the last one, by the closed form.
 * `x != 0` where x goes down by ones says more: x is still on the side of zero where it began.
 */
function untilLast(formula: Formula, { forms, fresh, at, count }: Run, context: Formula, { on }: Walk): Formula {
  const own = [...symbolsOfFormula(formula)].flatMap((x) => forms.get(x) ?? []);
  // an answer that the condition is about is not the one that is known afterwards
  if (own.some((form) => fresh.some((a) => mentions(form.numerator, a.symbol)))) return and();
  const last = substituteFormula(formula, at(plus(count, -1)));
  if (own.some((form) => form.prefix > 0)) return or(eq(count, int(1)), last);
  if (formula.kind !== 'ne' || count.kind !== 'sym') return last;
  const [first, end] = [int(0), plus(count, -1)].map((n) => substitute(formula.term, at(n))) as [Term, Term];
  const [, slope, ...more] = collect(end, count.symbol) ?? [];
  if (!slope || more.length > 0 || !isConst(slope) || (slope.value !== 1n && slope.value !== -1n)) return last;
  for (const sign of [1n, -1n])
    if (on.prover.proves(context, ge0(plus(scale(sign, first), -1))) !== null) return ge0(plus(scale(sign, end), -1));
  return last;
}

/** A closed form that some case has for repeating the path. */
function formsOf(path: number, { claim }: Replay): ClosedForms | null {
  for (const c of claim.cases)
    for (const s of c.steps ?? []) {
      const [own] =
        s.kind === 'path' ? [s] : s.kind === 'cycle' ? s.word.filter((w) => w.path === path && w.forms !== null) : [];
      if (own?.path === path && own.forms !== null) return own.forms;
    }
  return null;
}

/** A run that leaves here has the outcome of a case. */
function isInCase(exit: number, { values, context, counts }: Node, walk: Walk): boolean {
  const { on, said } = walk;
  const path = on.path(exit);
  const { answers, possible } = answersOf(path, walk);
  const after = replaced(values, path.update, new Map([...values, ...answers]));
  const fitting = on.claim.cases.flatMap((c, i) =>
    c.steps === null ? [] : [requirements(c, { exit, values: after, counts }, on.modified, on.claim.range, said(i))],
  );
  return inOneOf(
    and(context, possible),
    fitting.flatMap((f) => (f === null ? [] : [f])),
    on.claim,
    on.prover,
  );
}
