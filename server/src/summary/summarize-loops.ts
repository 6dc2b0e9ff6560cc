/** Summaries of all the loops of a function, inside-out, each in general and for a given state at entry. */
import type { Budget } from '../budget/index.ts';
import { exhausted } from '../budget/index.ts';
import type { Cfg, Loop } from '../program/index.ts';
import { constantsAtLoops, exitBlocks } from '../program/index.ts';
import type { Formula, Symbol, Symbols, Term } from '../logic/index.ts';
import {
  TRUE,
  TooLarge,
  derived,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { Reason } from '../source/index.ts';
import type { IntType, IntegerMode } from '../machine/index.ts';
import type { InnerSummary, LoopPath, LoopPaths, PathsRequest } from '../explore/index.ts';
import { arraysWritten, liveAfter, loopPaths, sliceLoop } from '../explore/index.ts';
import type { Case, Summary } from './loop-summary.ts';
import type { Arrival, EntryState } from './entry-states.ts';
import { constantEntry, joinEntries } from './entry-states.ts';
import { otherViews } from './loop-views.ts';
import type { View } from './loop-views.ts';
import type { Attempt, ViewRequest } from './summarize-in-view.ts';
import { summarizeInView } from './summarize-in-view.ts';

export type { EntryState } from './entry-states.ts';

export interface SummarizerOptions {
  readonly mode: IntegerMode;
  readonly assertions: 'exit' | 'ignore';
  /** What all summaries may take; each loop has a part of its own in it. */
  readonly budget: Budget;
}

/** Work for the summary of one loop from one kind of state, inner loops apart. */
const LOOP_WORK = 10_000_000;
/** 64 ways through an iteration, and the way out. */
const MAX_PATHS = 65;
/** What deciding may cost while there are other ways to look at a loop. */
const LITTLE_EFFORT = 40_000;
/** And where they have all been tried. */
const LAST_EFFORT = 120_000;

/** Reasons that may fall away where more is known of the state at entry. */
const STATE_MAY_MEND: ReadonlySet<string> = new Set([
  'irregular',
  'too-many-traces',
  'effort',
  'no-closed-form',
  'too-large',
  'uncertified',
]);

/** Summaries of one function's loops, computed on demand and kept. */
export class Summarizer {
  readonly cfg: Cfg;
  readonly symbols: Symbols;
  readonly options: SummarizerOptions;
  private readonly paths = new Map<string, LoopPaths>();
  private readonly general = new Map<number, Summary>();
  private readonly arrivals = new Map<number, Map<string, Arrival>>();
  /** How loops are looked at for which the plain view is not the one that gave an exact summary. */
  private readonly views = new Map<number, View>();
  /** Loops that may be reached in states which were not seen. */
  private readonly unseen = new Set<number>();
  private constants: ReadonlyMap<number, ReadonlyMap<number, bigint>> | null = null;
  private readonly special = new Map<string, Summary>();
  private readonly fromEntry = new Map<string, Summary>();

  constructor(cfg: Cfg, symbols: Symbols, options: SummarizerOptions) {
    this.cfg = cfg;
    this.symbols = symbols;
    this.options = options;
  }

  /**
   * All loop paths. Where there are too many, those of the slice by what is read after the loop, or only by what
   * decides when it is left.
   */
  pathsOf(index: number, view: View = this.viewOf(index)): LoopPaths {
    const moduli = view === 'moduli' || (view === 'separate' && this.wraps(index));
    const splitValues = view === 'values' || moduli;
    const key = `${index} ${splitValues} ${moduli}`;
    const known = this.paths.get(key);
    if (known) return known;
    const loop = this.loop(index);
    const budget = this.options.budget.part(LOOP_WORK);
    const request: PathsRequest = {
      cfg: this.cfg,
      loop,
      symbols: this.symbols,
      mode: this.options.mode,
      inner: (inner, env, facts, exact) =>
        budget.apart(() => {
          this.arrive(inner, env, facts, exact);
          return this.summary(inner);
        }),
      assertions: this.options.assertions,
      interest: null,
      maxPaths: MAX_PATHS,
      splitValues,
      keepModuli: moduli,
      slice: null,
      budget,
    };
    let found = loopPaths(request);
    if (!found.complete) {
      // what was not followed may reach the inner loops in other states
      for (const [i, l] of this.cfg.loops.entries())
        if (i !== index && loop.blocks.has(l.site.header)) this.unseen.add(i);
      for (const interest of [liveAfter(this.cfg, loop), []]) {
        if (found.complete || budget.exhausted()) break;
        const slice = sliceLoop(this.cfg, loop, interest, this.options.assertions === 'exit');
        if (slice.ignored.size > 0) found = loopPaths({ ...request, slice });
      }
    }
    this.paths.set(key, found);
    return found;
  }

  /** The ways that lead to the loops were not all followed: what is known of their entries doesn't come from there. */
  distrustArrivals(): void {
    for (const i of this.cfg.loops.keys()) this.unseen.add(i);
  }

  /** The same for one loop. */
  distrustArrival(index: number): void {
    this.unseen.add(index);
  }

  /** Every way that leads to the loop within the loop around it (or the function) has been followed. */
  entrySeen(index: number): boolean {
    return !this.unseen.has(index);
  }

  private loop(index: number): Loop {
    return this.cfg.loops[index] as Loop;
  }

  /** The summary from any state: over the symbols of the variables. */
  summary(index: number): Summary {
    const known = this.general.get(index);
    if (known) return known;
    const identity = new Map(this.cfg.symbols.map((n) => [n, sym(n) as Term]));
    const { view, summary } = this.inSomeView(index, identity, TRUE);
    if (summary.exact) this.views.set(index, view);
    this.general.set(index, summary);
    return summary;
  }

  private viewOf(index: number): View {
    return this.views.get(index) ?? 'plain';
  }

  /** The summary in the first view in which little effort makes it exact; if there is none, in the usual one. */
  private inSomeView(
    index: number,
    entry: ReadonlyMap<Symbol, Term>,
    facts: Formula,
  ): { readonly view: View; readonly summary: Summary } {
    const usual = this.viewOf(index);
    const others = this.otherViews(index, usual);
    const budget = this.options.budget.part(LOOP_WORK);
    const inView = (view: View, how: Pick<ViewRequest, 'maxEffort' | 'attempt' | 'wholly'>): Summary =>
      this.guarded(index, () => this.in(index, view, entry, facts, { budget, ...how }));
    let first: Attempt | null = null;
    for (const view of others.length === 0 ? [] : [usual, ...others]) {
      if (budget.exhausted()) break;
      const attempt: Attempt = { traced: null, checked: null };
      const summary = inView(view, { maxEffort: LITTLE_EFFORT, attempt, wholly: true });
      if (summary.exact) return { view, summary };
      first ??= attempt;
    }
    // what didn't fail for want of effort is not done again
    const attempt = first?.traced && !first.traced.limited ? first : { traced: null, checked: null };
    const maxEffort = others.every((v) => v === 'separate') ? null : LAST_EFFORT;
    return { view: usual, summary: inView(usual, { maxEffort, attempt, wholly: false }) };
  }

  /** Views in which the paths of a loop may be others. */
  private otherViews(index: number, usual: View): readonly View[] {
    const { paths } = this.pathsOf(index, usual);
    // what isn't modelled isn't in any view
    if (paths.some((p) => p.reasons.length > 0 || p.end.kind === 'lost' || readsUnmodelled(p))) return [];
    return otherViews({ usual, paths, wraps: () => this.wraps(index) });
  }

  /** Some variable of the loop wraps around where it passes the limits of its type. */
  private wraps(index: number): boolean {
    const { fn } = this.cfg;
    const written = [...this.loop(index).blocks].flatMap((b) => fn.blocks[b]?.stmts ?? []);
    return written.some((s) => 'target' in s && s.target !== null && wrapsAround(fn.variables[s.target]?.type));
  }

  /**
   * The summary from states `entry` that satisfy the facts, over the symbols that these use. They are renamed for the
   * time being: a caller's `x` is not the loop's `x`.
   */
  summaryAt(index: number, env: readonly Term[], facts: Formula): Summary {
    const key = `${index} ${env.map((t) => t.key).join()} ${facts.key}`;
    const known = this.special.get(key);
    if (known) return known;
    const away = new Map<Symbol, Term>();
    const back = new Map<Symbol, Term>();
    const seen = new Set<Symbol>(symbolsOfFormula(facts));
    for (const t of env) for (const s of symbolsOf(t)) seen.add(s);
    for (const s of seen) {
      const other = derived(s, '°');
      this.symbols.copy(s, other);
      away.set(s, sym(other));
      back.set(other, sym(s));
    }
    const entry = new Map(this.cfg.symbols.map((n, v) => [n, substitute(env[v] as Term, away)]));
    const { summary } = this.inSomeView(index, entry, substituteFormula(facts, away));
    const result = { ...summary, absolute: true, standIns: back, cases: summary.cases.map((c) => renameCase(c, back)) };
    this.special.set(key, result);
    return result;
  }

  /** The summary from the states that reach the loop, over the values just before it. */
  summaryFrom(index: number, entry: EntryState): Summary {
    if (entry.general) return this.summary(index);
    const key = `${index} ${[...entry.values].map(([name, t]) => `${name.key}=${t.key}`).join()} ${entry.facts.key}`;
    const known = this.fromEntry.get(key);
    if (known) return known;
    const { summary } = this.inSomeView(index, entry.values, entry.facts);
    this.fromEntry.set(key, summary);
    return summary;
  }

  /** What holds of every state that was seen to reach the loop. */
  entryOf(index: number): EntryState {
    if (this.unseen.has(index)) {
      this.constants ??= this.options.mode === 'mathematical' ? new Map() : constantsAtLoops(this.cfg);
      return constantEntry(this.cfg.symbols, this.constants.get(this.loop(index).site.header) ?? new Map());
    }
    return joinEntries(this.cfg.symbols, [...(this.arrivals.get(index)?.values() ?? [])], this.symbols);
  }

  /**
   * The states that were seen to reach the loop. They are over the symbols of the enclosing loop's variables, or of the
   * function's at its entry.
   */
  arrivalsOf(index: number): readonly Arrival[] {
    return [...(this.arrivals.get(index)?.values() ?? [])];
  }

  /** Keeps a state in which the loop is reached. */
  arrive(index: number, env: readonly Term[], facts: Formula, exact: boolean): void {
    const list = this.arrivals.get(index) ?? new Map<string, Arrival>();
    this.arrivals.set(index, list);
    const key = `${env.map((t) => t.key).join()} ${facts.key}`;
    list.set(key, { env: [...env], facts, exact: exact || list.get(key)?.exact === true });
  }

  /**
   * For a region that contains the loop. Where it is reached once and from there exact, its summary from there.
   * Otherwise its general one, or that from the given state where only that one is exact.
   */
  inner(index: number, env: readonly Term[], facts: Formula, exact = false): InnerSummary {
    this.arrive(index, env, facts, exact);
    const only = this.loop(index).parent === null && !this.general.has(index) && this.arrivalsOf(index).length === 1;
    const reached = only ? this.entryOf(index) : null;
    if (reached && !reached.general) {
      const here = this.summaryFrom(index, reached);
      if (here.exact) return here;
    }
    const general = this.summary(index);
    if (
      general.exact ||
      this.pathsOf(index).paths.length === 0 ||
      !general.reasons.every((r) => STATE_MAY_MEND.has(r.code))
    )
      return general;
    const special = this.summaryAt(index, env, facts);
    return special.exact || special.cases.length < general.cases.length ? special : general;
  }

  private in(
    index: number,
    view: View,
    entry: ReadonlyMap<Symbol, Term>,
    facts: Formula,
    how: Pick<ViewRequest, 'budget' | 'maxEffort' | 'attempt' | 'wholly'>,
  ): Summary {
    const { cfg, symbols } = this;
    const loop = this.loop(index);
    const { paths, missing } = how.budget.apart(() => this.pathsOf(index, view));
    if (missing === 'too-many')
      return this.havoc(index, {
        code: 'too-many-paths',
        message: `One iteration of the loop can go more than ${MAX_PATHS} ways.`,
        range: loop.site.head,
      });
    if (missing === 'too-much') return this.havoc(index, exhausted('the paths through one iteration', loop.site.head));
    const found = summarizeInView({
      cfg,
      loop,
      paths,
      view,
      first: view === this.viewOf(index),
      entry,
      facts,
      symbols,
      ...how,
    });
    return 'givenUp' in found ? this.havoc(index, found.givenUp) : found;
  }

  /** Nothing is known but which variables the loop may change and where it may lead. */
  private havoc(index: number, reason: Reason): Summary {
    const loop = this.loop(index);
    const written = new Set<number>();
    const failing = new Set<number>();
    for (const b of loop.blocks)
      for (const s of this.cfg.fn.blocks[b]?.stmts ?? []) {
        if ('target' in s && s.target !== null) written.add(s.target);
        if (s.kind === 'assert') failing.add(s.assertion);
      }
    const make = (end: Case['end']): Case => {
      const fresh = [...written].map((v) => {
        const stem = this.cfg.symbols[v] as Symbol;
        const name = this.symbols.fresh('unmodelled', stem.display, stem.type, stem);
        this.symbols.setType(
          name,
          (this.cfg.fn.variables[v] as { type: Parameters<Symbols['setType']>[1] }).type,
          this.options.mode,
        );
        return { v, fresh: { symbol: name, kind: 'unmodelled' as const, reason } };
      });
      return {
        guard: TRUE,
        defined: null,
        post: new Map(fresh.map((f) => [f.v, sym(f.fresh.symbol)])),
        end,
        fresh: fresh.map((f) => f.fresh),
        iterations: null,
        exact: false,
        reasons: [reason],
        trace: null,
        exit: null,
        counts: new Map(),
        steps: null,
      };
    };
    const cases = exitBlocks(this.cfg, loop).map((to) => make({ kind: 'leave', to }));
    if (this.options.assertions === 'exit')
      for (const assertion of failing) cases.push(make({ kind: 'fail', assertion }));
    return {
      paths: [],
      cases,
      followed: false,
      exact: false,
      type: null,
      pattern: null,
      arrays: [...arraysWritten(this.cfg, loop)],
      reasons: [reason],
    };
  }

  private guarded(index: number, run: () => Summary): Summary {
    if (this.cfg.irreducible) return this.havoc(index, this.cfg.irreducible);
    try {
      return run();
    } catch (e) {
      if (!(e instanceof TooLarge)) throw e;
      return this.havoc(index, {
        code: 'too-large',
        message: 'The terms that describe the loop grow too large.',
        range: this.loop(index).site.head,
      });
    }
  }
}

/** Unsigned, or so narrow that arithmetic is converted back to it. */
const wrapsAround = (type: IntType | undefined): boolean =>
  type !== undefined && !type.bool && (!type.signed || type.bits < 32);

function renameCase(summaryCase: Case, map: ReadonlyMap<Symbol, Term>): Case {
  return {
    ...summaryCase,
    guard: substituteFormula(summaryCase.guard, map),
    defined: summaryCase.defined && substituteFormula(summaryCase.defined, map),
    post: new Map([...summaryCase.post].map(([v, t]) => [v, substitute(t, map)])),
    iterations: summaryCase.iterations && substitute(summaryCase.iterations, map),
    counts: new Map([...summaryCase.counts].map(([p, t]) => [p, substitute(t, map)])),
    trace:
      summaryCase.trace &&
      summaryCase.trace.map((s) =>
        s.kind === 'path'
          ? { ...s, count: substitute(s.count, map) }
          : {
              ...s,
              count: substitute(s.count, map),
              word: s.word.map((w) => ({ ...w, count: substitute(w.count, map) })),
            },
      ),
  };
}

/** The guard or an update of the path depends on a value that nothing is known of. */
function readsUnmodelled(path: LoopPath): boolean {
  const unmodelled = new Set(path.fresh.filter((f) => f.kind === 'unmodelled').map((f) => f.symbol));
  return (
    unmodelled.size > 0 &&
    [symbolsOfFormula(path.guard), ...[...path.update.values()].map(symbolsOf)].some((symbols) =>
      [...symbols].some((s) => unmodelled.has(s)),
    )
  );
}
