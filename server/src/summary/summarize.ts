/** Summaries of all the loops of a function, inside-out, each in general and for a given state at entry. */
import type { Cfg, Loop } from '../ir/cfg.ts';
import { exitBlocks } from '../ir/cfg.ts';
import { constantsAtLoops } from '../ir/constants.ts';
import type { Formula } from '../ir/formula.ts';
import { TRUE, substituteFormula, symbolsOfFormula } from '../ir/formula.ts';
import type { Reason } from '../ir/source.ts';
import type { Term } from '../ir/term.ts';
import { TooLarge, isConst, substitute, sym, symbolsOf } from '../ir/term.ts';
import type { IntType, IntegerMode } from '../ir/types.ts';
import { classify } from '../loop/classify.ts';
import type { InnerSummary, SymbolTable } from '../loop/region.ts';
import type { LoopPath, LoopPaths, PathsRequest } from '../loop/paths.ts';
import { arraysWritten, loopPaths, mentionedBy } from '../loop/paths.ts';
import { liveAfter, sliceLoop } from '../loop/slice.ts';
import { inAnyOrder } from './any-order.ts';
import { joinFamilies } from './families.ts';
import { mergeCases } from './merge.ts';
import { overapproximate } from './overapproximate.ts';
import type { Certified } from './certified.ts';
import { certified } from './certified.ts';
import type { Case, Summary } from './summary.ts';
import type { Arrival, EntryState } from './entry.ts';
import { constantEntry, joinEntries } from './entry.ts';
import { findOscillation } from './oscillation.ts';
import { separateTraces } from './separate.ts';
import type { TraceRequest, TraceResult } from './trace.ts';
import { summarizeTraces } from './trace.ts';

export type { EntryState } from './entry.ts';

export interface SummarizerOptions {
  readonly mode: IntegerMode;
  readonly assertions: 'exit' | 'ignore';
  readonly cancelled: () => boolean;
}

/** 64 ways through an iteration, and the way out. */
const MAX_PATHS = 65;
/** What deciding may cost while there are other ways to look at a loop. */
const LITTLE_EFFORT = 40_000;
/** And where they have all been tried. */
const LAST_EFFORT = 120_000;
const GIVEN_UP: Reason = { code: 'irregular', message: 'The paths interleave without a fixed period.', range: null };

/**
 * How an iteration is divided into paths: `plain`, what orders are compared with split on wrap-around; `values`, every conditional and every wrapping value
 * split; `moduli`, conditional values split, wrap-around left in the terms as a modulus; `separate`: as `moduli`, the loop's counter apart from its
 * branches.
 */
type View = 'plain' | 'values' | 'moduli' | 'separate';

/** What was found out in one view, to be used once more. */
interface Attempt {
  traced: TraceResult | null;
  checked: Certified | null;
}

/** Reasons that may fall away where more is known of the state at entry. */
const STATE_MAY_MEND: ReadonlySet<string> = new Set(['irregular', 'too-many-traces', 'no-closed-form', 'too-large', 'uncertified']);

/** Summaries of one function's loops, computed on demand and kept. */
export class Summarizer {
  readonly cfg: Cfg;
  readonly symbols: SymbolTable;
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

  constructor(cfg: Cfg, symbols: SymbolTable, options: SummarizerOptions) {
    this.cfg = cfg;
    this.symbols = symbols;
    this.options = options;
  }

  /** All loop paths; where there are too many, those of the slice by what is read after the loop, or only by what decides when it is left. */
  pathsOf(index: number, view: View = this.viewOf(index)): LoopPaths {
    const moduli = view === 'moduli' || (view === 'separate' && this.wraps(index));
    const splitValues = view === 'values' || moduli;
    const key = `${index} ${splitValues} ${moduli}`;
    const known = this.paths.get(key);
    if (known) return known;
    const loop = this.loop(index);
    const request: PathsRequest = {
      cfg: this.cfg, loop, symbols: this.symbols, mode: this.options.mode,
      inner: (inner, env, facts, exact) => {
        this.arrive(inner, env, facts, exact);
        return this.summary(inner);
      },
      assertions: this.options.assertions, interest: null, maxPaths: MAX_PATHS, splitValues, keepModuli: moduli, slice: null, cancelled: this.options.cancelled,
    };
    let found = loopPaths(request);
    if (!found.complete) {
      // what was not followed may reach the inner loops in other states
      for (const [i, l] of this.cfg.loops.entries()) if (i !== index && loop.blocks.has(l.site.header)) this.unseen.add(i);
      for (const interest of [liveAfter(this.cfg, loop), []]) {
        if (found.complete || this.options.cancelled()) break;
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
    const identity = new Map(this.cfg.names.map((n) => [n, sym(n) as Term]));
    const { view, summary } = this.inSomeView(index, identity, TRUE);
    if (summary.exact) this.views.set(index, view);
    this.general.set(index, summary);
    return summary;
  }

  private viewOf(index: number): View {
    return this.views.get(index) ?? 'plain';
  }

  /** The summary in the first view in which little effort makes it exact; if there is none, in the usual one. */
  private inSomeView(index: number, entry: ReadonlyMap<string, Term>, facts: Formula): { readonly view: View; readonly summary: Summary } {
    const usual = this.viewOf(index);
    const others = this.otherViews(index, usual);
    let first: Attempt | null = null;
    for (const view of others.length === 0 ? [] : [usual, ...others]) {
      if (this.options.cancelled()) break;
      const attempt: Attempt = { traced: null, checked: null };
      const summary = this.guarded(index, () => this.summarize(index, view, entry, facts, LITTLE_EFFORT, attempt, true));
      if (summary.exact) return { view, summary };
      first ??= attempt;
    }
    // what didn't fail for want of effort is not done again
    const attempt = first?.traced && !first.traced.limited ? first : { traced: null, checked: null };
    return { view: usual, summary: this.guarded(index, () => this.summarize(index, usual, entry, facts, others.every((v) => v === 'separate') ? null : LAST_EFFORT, attempt, false)) };
  }

  /** Views in which the paths of a loop may be others. */
  private otherViews(index: number, usual: View): readonly View[] {
    const { paths } = this.pathsOf(index, usual);
    // what isn't modelled isn't in any view
    if (paths.some((p) => p.reasons.length > 0 || p.end.kind === 'lost' || readsUnmodelled(p))) return [];
    const views: View[] = usual !== 'separate' && paths.length > 2 ? ['separate'] : [];
    if (usual === 'plain' && paths.some((p) => [...p.update.values()].some(isConditional))) views.push('values');
    if (usual !== 'moduli' && this.wraps(index)) views.push('moduli');
    return views;
  }

  /** Some variable of the loop wraps around where it passes the limits of its type. */
  private wraps(index: number): boolean {
    const { fn } = this.cfg;
    const written = [...this.loop(index).blocks].flatMap((b) => fn.blocks[b]?.stmts ?? []);
    return written.some((s) => 'target' in s && s.target !== null && wrapsAround(fn.variables[s.target]?.type));
  }

  /**
   * The summary from states `entry` that satisfy the facts, over the symbols that these use. They are renamed for the time being:
   * a caller's `x` is not the loop's `x`.
   */
  summaryAt(index: number, env: readonly Term[], facts: Formula): Summary {
    const key = `${index} ${env.map((t) => t.key).join()} ${facts.key}`;
    const known = this.special.get(key);
    if (known) return known;
    const away = new Map<string, Term>();
    const back = new Map<string, Term>();
    const seen = new Set<string>(symbolsOfFormula(facts));
    for (const t of env) for (const s of symbolsOf(t)) seen.add(s);
    for (const s of seen) {
      const other = `${s}°`;
      this.symbols.copy(s, other);
      away.set(s, sym(other));
      back.set(other, sym(s));
    }
    const entry = new Map(this.cfg.names.map((n, v) => [n, substitute(env[v] as Term, away)]));
    const { summary } = this.inSomeView(index, entry, substituteFormula(facts, away));
    const result = { ...summary, absolute: true, cases: summary.cases.map((c) => renameCase(c, back)) };
    this.special.set(key, result);
    return result;
  }

  /** The summary from the states that reach the loop, over the values just before it. */
  summaryFrom(index: number, entry: EntryState): Summary {
    if (entry.general) return this.summary(index);
    const key = `${index} ${[...entry.values].map(([name, t]) => `${name}=${t.key}`).join()} ${entry.facts.key}`;
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
      return constantEntry(this.cfg.names, this.constants.get(this.loop(index).site.header) ?? new Map());
    }
    return joinEntries(this.cfg.names, [...(this.arrivals.get(index)?.values() ?? [])], this.symbols);
  }

  /** The states that were seen to reach the loop: over the symbols of the enclosing loop's variables, or of the function's at its entry. */
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

  /** For a region that contains the loop: where it is reached once and from there exact, its summary from there; else its general one, or that from the given state where only that one is exact. */
  inner(index: number, env: readonly Term[], facts: Formula, exact = false): InnerSummary {
    this.arrive(index, env, facts, exact);
    const only = this.loop(index).parent === null && !this.general.has(index) && this.arrivalsOf(index).length === 1;
    const reached = only ? this.entryOf(index) : null;
    if (reached && !reached.general) {
      const here = this.summaryFrom(index, reached);
      if (here.exact) return here;
    }
    const general = this.summary(index);
    if (general.exact || this.pathsOf(index).paths.length === 0 || !general.reasons.every((r) => STATE_MAY_MEND.has(r.code))) return general;
    const special = this.summaryAt(index, env, facts);
    return special.exact || special.cases.length < general.cases.length ? special : general;
  }

  /** `wholly`: where traces get lost, nothing is certified or approximated. */
  private summarize(
    index: number, view: View, entry: ReadonlyMap<string, Term>, facts: Formula, maxEffort: number | null, attempt: Attempt, wholly: boolean,
  ): Summary {
    const { paths: general, complete } = this.pathsOf(index, view);
    const paths = withConstants(general, this.cfg.names, entry);
    const arrays = [...arraysWritten(this.cfg, this.loop(index))];
    if (!complete) return this.havoc(index, { code: 'too-many-paths', message: `One iteration of the loop can go more than ${MAX_PATHS} ways.`, range: this.loop(index).site.head });
    const lostPath = paths.find((p) => p.end.kind === 'lost');
    const own = entryOfPaths(entry, paths, this.cfg.names, facts);
    const request = { paths, names: this.cfg.names, entry: own, facts, symbols: this.symbols, cancelled: this.options.cancelled, oscillation: null, ...(maxEffort === null ? {} : { maxEffort }) };
    const traced = attempt.traced ??= view === 'separate' ? this.apart(request, wholly && view !== this.viewOf(index)) : this.traces(request, view);
    if (wholly && (traced.lost.length > 0 || traced.cases.some((c) => !c.exact))) return this.havoc(index, traced.lost[0]?.reason ?? GIVEN_UP);
    const check = (t: TraceResult): Certified => certified(
      { paths, names: this.cfg.names, entry: own, facts, range: this.symbols.range, cancelled: this.options.cancelled, counters: t.counters },
      t.counters ? t.cases : joinFamilies(mergeCases(t.cases, facts, this.symbols.range), facts, this.symbols), t.lost.length === 0 && !lostPath, wholly && view !== this.viewOf(index),
    );
    let checked = attempt.checked ??= check(traced);
    // what is missing may be what never ends: whether it is undefined some day need not be seen
    if (checked.missing && !traced.counters) {
      const more = this.traces({ ...request, undefinedToo: true }, view);
      const again = more.lost.length === 0 && more.cases.length > traced.cases.length ? check(more) : null;
      if (again?.coverage) checked = attempt.checked = again;
    }
    const cases: Case[] = [...checked.cases];
    const lost = [...new Map([...traced.lost, ...checked.rejected].map((l) => [`${l.entered} ${l.reason.code} ${l.guard.key}`, l])).values()];
    const reasons: Reason[] = [];
    const range = this.loop(index).site.head;
    const free = lost.length > 0 && !lostPath ? inAnyOrder(request) : null;
    if (free) return { paths, ...free, arrays, followed: true, exact: true, type: classify(paths, this.cfg.names, traced.pattern), pattern: traced.pattern, reasons: [] };
    for (const l of lost) {
      const reason = { ...l.reason, range: l.reason.range ?? range };
      reasons.push(reason);
      cases.push(...overapproximate(request, l.guard, l.entered, reason).filter((c) => !cases.some((o) => isSameAtOnce(c, o))));
    }
    for (const c of cases) reasons.push(...c.reasons);
    const followed = lost.length === 0 && !lostPath;
    return {
      paths, cases, arrays, coverage: checked.coverage, counters: traced.counters, followed, exact: followed && cases.every((c) => c.exact),
      type: classify(paths, this.cfg.names, traced.pattern), pattern: traced.pattern, reasons: distinct(reasons),
    };
  }

  /** Traces by the number of iterations; `only`: or none. */
  private apart(request: TraceRequest, only: boolean): TraceResult {
    const found = separateTraces(request, (branches) => this.traces(branches, 'separate'));
    return found ?? (only ? { cases: [], lost: [{ guard: TRUE, entered: false, reason: GIVEN_UP }], pattern: 'irregular', limited: false } : this.traces(request, 'separate'));
  }

  /** Traces by periods; where these get lost and the loop oscillates, by its orbits. A counter that goes round has one count in an orbit, several in a period. */
  private traces(request: TraceRequest, view: View): TraceResult {
    const whole = (r: TraceResult): boolean => r.lost.length === 0 && r.cases.every((c) => c.exact);
    const byOrbits = (): TraceResult | null => {
      const modified = new Set(request.paths.flatMap((p) => [...p.update.keys()].map((v) => request.names[v] as string)));
      const oscillation = findOscillation(request.paths, request.names, modified);
      return oscillation && summarizeTraces({ ...request, oscillation });
    };
    const first = view === 'moduli' || view === 'separate' ? byOrbits() : null;
    if (first && whole(first)) return first;
    const periodic = summarizeTraces(request);
    if (whole(periodic)) return periodic;
    const orbital = first ?? byOrbits();
    return orbital && whole(orbital) ? orbital : { ...periodic, limited: periodic.limited || orbital?.limited === true };
  }

  /** Nothing is known but which variables the loop may change and where it may lead. */
  private havoc(index: number, reason: Reason): Summary {
    const loop = this.loop(index);
    const written = new Set<number>();
    const failing = new Set<number>();
    for (const b of loop.blocks) for (const s of this.cfg.fn.blocks[b]?.stmts ?? []) {
      if ('target' in s && s.target !== null) written.add(s.target);
      if (s.kind === 'assert') failing.add(s.assertion);
    }
    const make = (end: Case['end']): Case => {
      const fresh = [...written].map((v) => {
        const stem = this.cfg.names[v] as string;
        const name = this.symbols.fresh(stem);
        this.symbols.setType(name, (this.cfg.fn.variables[v] as { type: Parameters<SymbolTable['setType']>[1] }).type, this.options.mode);
        return { v, fresh: { name, kind: 'unmodelled' as const, reason } };
      });
      return {
        guard: TRUE, defined: null, post: new Map(fresh.map((f) => [f.v, sym(f.fresh.name)])), end, fresh: fresh.map((f) => f.fresh),
        iterations: null, exact: false, reasons: [reason], trace: null, exit: null, counts: new Map(), steps: null,
      };
    };
    const cases = exitBlocks(this.cfg, loop).map((to) => make({ kind: 'leave', to }));
    if (this.options.assertions === 'exit') for (const assertion of failing) cases.push(make({ kind: 'fail', assertion }));
    return { paths: [], cases, followed: false, exact: false, type: null, pattern: null, arrays: [...arraysWritten(this.cfg, loop)], reasons: [reason] };
  }

  private guarded(index: number, run: () => Summary): Summary {
    const range = this.loop(index).site.head;
    if (this.cfg.irreducible) return this.havoc(index, { code: 'irreducible', message: 'A goto leads into the middle of a loop.', range });
    try {
      return run();
    } catch (e) {
      if (!(e instanceof TooLarge)) throw e;
      return this.havoc(index, { code: 'too-large', message: 'The terms that describe the loop grow too large.', range });
    }
  }
}

/** Both leave at once, by the same way in the same states. */
const isSameAtOnce = (a: Case, b: Case): boolean => a.exact && b.exact && a.steps?.length === 0 && b.steps?.length === 0 && a.exit === b.exit && a.guard.key === b.guard.key;

/** Unsigned, or so narrow that arithmetic is converted back to it. */
const wrapsAround = (type: IntType | undefined): boolean => type !== undefined && !type.bool && (!type.signed || type.bits < 32);

/** The entry values of what the paths or the facts mention: with what was inlined a function may have many more variables. */
function entryOfPaths(entry: ReadonlyMap<string, Term>, paths: readonly LoopPath[], names: readonly string[], facts: Formula): ReadonlyMap<string, Term> {
  const read = mentionedBy(paths, names);
  for (const s of symbolsOfFormula(facts)) read.add(s);
  return new Map([...entry].filter(([x]) => read.has(x)));
}

/** The paths with what is a constant at entry and never changed replaced by it. */
function withConstants(paths: readonly LoopPath[], names: readonly string[], entry: ReadonlyMap<string, Term>): readonly LoopPath[] {
  const changed = new Set(paths.flatMap((p) => [...p.update.keys()].map((v) => names[v])));
  const read = new Set(paths.flatMap((p) => [...symbolsOfFormula(p.guard), ...[...p.update.values()].flatMap((t) => [...symbolsOf(t)])]));
  const map = new Map([...entry].filter(([x, t]) => isConst(t) && read.has(x) && !changed.has(x)));
  if (map.size === 0 || paths.some((p) => p.inner.length > 0 || p.arraysWritten.size > 0)) return paths;
  // those that are then impossible stay as they are, so that all keep their places
  return paths.map((p) => (substituteFormula(p.guard, map).kind === 'false' ? p : {
    ...p, guard: substituteFormula(p.guard, map), free: substituteFormula(p.free, map), update: new Map([...p.update].map(([v, t]) => [v, substitute(t, map)])), defined: substituteFormula(p.defined, map),
    end: p.end.kind === 'return' && p.end.value ? { ...p.end, value: substitute(p.end.value, map) } : p.end,
  }));
}

/** A value that depends on a condition. */
const isConditional = (t: Term): boolean => t.kind === 'ite' || (t.kind === 'sum' && t.parts.some((p) => p.mono.kind === 'ite'));

function renameCase(c: Case, map: ReadonlyMap<string, Term>): Case {
  return {
    ...c, guard: substituteFormula(c.guard, map), defined: c.defined && substituteFormula(c.defined, map),
    post: new Map([...c.post].map(([v, t]) => [v, substitute(t, map)])), iterations: c.iterations && substitute(c.iterations, map),
    counts: new Map([...c.counts].map(([p, t]) => [p, substitute(t, map)])),
    trace: c.trace && c.trace.map((s) => (s.kind === 'path' ? { ...s, count: substitute(s.count, map) }
       : { ...s, count: substitute(s.count, map), word: s.word.map((w) => ({ ...w, count: substitute(w.count, map) })) })),
  };
}

function distinct(reasons: readonly Reason[]): Reason[] {
  const seen = new Set<string>();
  return reasons.filter((r) => {
    const key = `${r.code} ${r.message} ${r.range?.start.line}:${r.range?.start.column}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The guard or an update of the path depends on a value that nothing is known of. */
function readsUnmodelled(p: LoopPath): boolean {
  const unmodelled = new Set(p.fresh.filter((f) => f.kind === 'unmodelled').map((f) => f.name));
  return unmodelled.size > 0 && [symbolsOfFormula(p.guard), ...[...p.update.values()].map(symbolsOf)].some((symbols) => [...symbols].some((s) => unmodelled.has(s)));
}
