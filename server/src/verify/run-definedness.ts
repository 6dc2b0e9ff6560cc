/**
 * What has to hold for a run along a backbone to be defined. The summaries of its loops don't always say that in one
 * formula. Then it is said of each iteration of each segment of the loops' traces. Counters say how many iterations
 * there were before. With known inputs these conditions are decided without going through the iterations
 * (`decide/for-all-counters.ts`).
 */
import type { ClosedForms, Letter, Step } from '../certify/index.ts';
import { COUNTER } from '../certify/index.ts';
import type { Assignment, Formula, Symbol, Term } from '../logic/index.ts';
import {
  TooLarge,
  add,
  int,
  isConst,
  mul,
  not,
  or,
  substitute,
  substituteFormula,
  sym,
  symbol,
} from '../logic/index.ts';
import type { Counter } from '../decide/index.ts';
import { holdsThroughout } from '../decide/index.ts';
import type { ExploredPath, InnerUse, LoopPath } from '../explore/index.ts';
import type { Case, Summary } from '../summary/index.ts';
import { valueOf, valuesAfterSteps } from '../summary/index.ts';
import { bySymbol } from '../program/index.ts';

interface Duty {
  readonly counters: readonly Counter[];
  readonly condition: Formula;
}

type State = ReadonlyMap<Symbol, Term>;

/** What a trace can't be followed for: the values that its conditions are about aren't known. */
class Unknown extends Error {}

const known = new WeakMap<ExploredPath, readonly Duty[] | null>();

/**
 * Whether the loops along a backbone are defined, where their cases don't say when; `names`: symbols by variable. Null:
 * not known.
 */
export function loopsDefined(path: ExploredPath, names: readonly Symbol[], value: Assignment): boolean | null {
  let duties = known.get(path);
  if (duties === undefined) known.set(path, (duties = dutiesOf(path, names)));
  if (duties === null) return null;
  let open = false;
  for (const d of duties) {
    const holds = holdsThroughout(d.condition, d.counters, value);
    if (holds === false) return false;
    if (holds === null) open = true;
  }
  return open ? null : true;
}

function dutiesOf(path: ExploredPath, names: readonly Symbol[]): readonly Duty[] | null {
  const collector = new Collector(names);
  try {
    collector.inner(path.inner, new Map(), []);
    return collector.duties;
  } catch (e) {
    if (e instanceof Unknown || e instanceof TooLarge) return null;
    throw e;
  }
}

/**
 * What all branches change alike, where a loop's counter was summarised apart from its branches. It is known at each
 * iteration since the loop began.
 */
interface Shared {
  readonly forms: ClosedForms;
  readonly start: State;
}

/** Something done several times, with closed forms for what it does. */
interface Repetition {
  readonly times: Term;
  readonly forms: ClosedForms;
  readonly update: State;
  /** Where it begins. */
  readonly place: Place;
  readonly visit: (now: Place) => void;
  /** Iterations that it takes each time; missing: one. */
  readonly length?: Term;
}

/** A place in a loop's trace. */
interface Place {
  readonly paths: readonly LoopPath[];
  readonly state: State;
  /** What counts are over. */
  readonly entry: State;
  readonly counters: readonly Counter[];
  readonly shared: Shared | null;
  /** Iterations before. */
  readonly past: Term;
}

class Collector {
  readonly duties: Duty[] = [];
  private readonly names: readonly Symbol[];
  private made = 0;

  constructor(names: readonly Symbol[]) {
    this.names = names;
  }

  /** The loops within a path whose cases don't say when they are defined; `at`: values of the path's symbols. */
  inner(uses: readonly InnerUse[], at: State, counters: readonly Counter[]): void {
    for (const use of uses) {
      const chosen = use.summary.cases[use.case];
      if (chosen && chosen.defined === null) this.loop(use, use.summary as Summary, chosen as Case, at, counters);
    }
  }

  private loop(use: InnerUse, summary: Summary, chosen: Case, at: State, counters: readonly Counter[]): void {
    const { paths } = summary;
    if (use.placed || !chosen.exact || chosen.exit === null || !chosen.steps || !paths[chosen.exit])
      throw new Unknown();
    const standIns = [...(summary.standIns ?? [])].map(([s, t]): [Symbol, Term] => [s, substitute(t, at)]);
    const state = new Map([
      ...this.names.map((x, v): [Symbol, Term] => [x, substitute(use.entered[v] ?? sym(x), at)]),
      ...standIns,
    ]);
    const fresh = chosen.fresh.map((f): [Symbol, Term] => [
      f.symbol,
      substitute(use.renaming.get(f.symbol) ?? sym(UNKNOWN), at),
    ]);
    const entry = new Map([...(summary.absolute ? [...at, ...standIns] : state), ...fresh]);
    const begin: Place = { paths, state, entry, counters, shared: null, past: int(0) };
    const end = chosen.counter ? this.counted(chosen, begin) : this.steps(chosen.steps, begin);
    this.iteration(chosen.exit, end);
  }

  /** A case whose counter was summarised apart. */
  private counted(chosen: Case, begin: Place): Place {
    const claim = chosen.counter;
    if (!claim || claim.count === null || !claim.inner?.steps || [...claim.forms.values()].some((f) => f.prefix > 0))
      throw new Unknown();
    const all = substitute(claim.count, begin.entry);
    const entry = new Map([...begin.entry, [claim.symbol, all] as const]);
    const end = this.steps(claim.inner.steps, { ...begin, entry, shared: { forms: claim.forms, start: begin.state } });
    return { ...end, state: overlaid(end.state, { forms: claim.forms, start: begin.state }, all), shared: null };
  }

  private steps(steps: readonly Step[], begin: Place): Place {
    let place = begin;
    for (const s of steps) {
      if (s.kind === 'any' || s.count === null) throw new Unknown();
      if (s.kind === 'path') place = this.repeated({ path: s.path, count: s.count, forms: s.forms }, place);
      else if (s.kind === 'cycle') place = this.cycle(s.word, s.count, s.forms, s.fixed, place);
      else place = this.orbit(s, s.count, place);
    }
    return place;
  }

  /** A path once, or several times with a closed form. */
  private repeated({ path, count, forms }: Letter, place: Place): Place {
    const taken = place.paths[path];
    if (!taken) throw new Unknown();
    const iterations = substitute(count, place.entry);
    if (isConst(iterations) && iterations.value === 1n) {
      this.iteration(path, place);
      return { ...place, state: this.after(this.updateOf(taken), place), past: add(place.past, iterations) };
    }
    if (forms === null) throw new Unknown();
    const update = this.updateOf(taken);
    this.each({ times: iterations, forms, update, place, visit: (now) => this.iteration(path, now) });
    const few = isConst(iterations) && iterations.value < prefixOf(forms);
    const end = few
      ? new Map([...place.state, ...substituted(valuesAfterSteps(update, Number(iterations.value)), place.state)])
      : after(forms, iterations, update, place.state);
    return { ...place, state: end, past: add(place.past, iterations) };
  }

  private cycle(word: readonly Letter[], count: Term, forms: ClosedForms, fixed: State, begin: Place): Place {
    const iterations = substitute(count, begin.entry);
    const length = word.reduce<Term>((sum, w) => add(sum, substitute(w.count, begin.entry)), int(0));
    const once = (at: Place): Place => word.reduce((now, letter) => this.repeated(letter, now), at);
    // what the word changes is told by what it leads to: the updates of its letters one after the other
    const update = new Map<Symbol, Term>();
    for (const w of word)
      for (const [v] of begin.paths[w.path]?.update ?? []) update.set(this.names[v] as Symbol, sym(UNKNOWN));
    for (const x of fixed.keys()) update.delete(x);
    const start = { ...begin, state: new Map([...begin.state, ...fixed]) };
    if (isConst(iterations) && iterations.value < prefixOf(forms)) throw new Unknown();
    this.each({ times: iterations, forms, update, place: start, visit: (now) => void once(now), length });
    return {
      ...start,
      state: after(forms, iterations, update, start.state),
      past: add(begin.past, mul(length, iterations)),
    };
  }

  private orbit(step: Step & { kind: 'orbit' }, count: Term, begin: Place): Place {
    const iterations = substitute(count, begin.entry);
    const at = (k: Term): State =>
      new Map([
        ...begin.state,
        ...[...step.after].map(([x, t]): [Symbol, Term] => [x, substitute(t, new Map([...begin.state, [COUNTER, k]]))]),
      ]);
    const iteration = this.counter();
    const now: Place = {
      ...begin,
      state: at(iteration),
      counters: [...begin.counters, { name: iteration.symbol, limit: iterations }],
      past: add(begin.past, iteration),
    };
    for (const path of step.visits.keys()) this.iteration(path, now, true);
    return { ...begin, state: at(iterations), past: add(begin.past, iterations) };
  }

  private counter(): Term & { kind: 'sym' } {
    return sym(symbol('auxiliary', '·k', ++this.made));
  }

  /** Every repetition: those that the closed forms don't tell one by one, then any. */
  private each({ times: iterations, forms, update, place, visit, length = int(1) }: Repetition): void {
    const prefix = Number(prefixOf(forms));
    for (let k = 0; k < prefix; k++) {
      if (isConst(iterations) && iterations.value <= BigInt(k)) return;
      if ([...update.values()].some((t) => t.kind === 'sym' && t.symbol === UNKNOWN)) throw new Unknown();
      const state = new Map([...place.state, ...substituted(valuesAfterSteps(update, k), place.state)]);
      visit({ ...place, state, past: add(place.past, mul(length, int(k))) });
    }
    const iteration = this.counter();
    const nth = add(iteration, int(prefix));
    visit({
      ...place,
      state: after(forms, nth, update, place.state),
      past: add(place.past, mul(length, nth)),
      counters: [...place.counters, { name: iteration.symbol, limit: add(iterations, int(-prefix)) }],
    });
  }

  /** The duties of one iteration of a path; `perhaps`: if it is this path that is taken. */
  private iteration(path: number, place: Place, perhaps = false): void {
    const p = place.paths[path];
    if (!p) throw new Unknown();
    const state = place.shared ? overlaid(place.state, place.shared, place.past) : place.state;
    const condition = substituteFormula(p.defined, state);
    const demand = perhaps ? or(not(substituteFormula(p.guard, state)), condition) : condition;
    if (demand.kind !== 'true') this.duties.push({ counters: place.counters, condition: demand });
    if (p.definedKnown) return;
    if (perhaps) throw new Unknown();
    this.inner(p.inner, state, place.counters);
  }

  private updateOf(p: LoopPath): State {
    return bySymbol(p.update, this.names);
  }

  private after(update: State, place: Place): State {
    const state = place.shared ? overlaid(place.state, place.shared, place.past) : place.state;
    return new Map([...place.state, ...substituted(update, state)]);
  }
}

/** Stands for what isn't known: it has no value. */
const UNKNOWN = symbol('auxiliary', '·');

const substituted = (values: State, by: State): State => new Map([...values].map(([x, t]) => [x, substitute(t, by)]));

/** From this iteration on all forms are right. */
const prefixOf = (forms: ClosedForms): bigint => BigInt(Math.max(0, ...[...forms.values()].map((f) => f.prefix)));

/** Values after n repetitions; what is changed and has no closed form is unknown. */
function after(forms: ClosedForms, count: Term, update: State, start: State): State {
  const at = new Map([...start, [COUNTER, count]]);
  const out = new Map(start);
  for (const x of update.keys()) out.set(x, sym(UNKNOWN));
  for (const [x, f] of forms) out.set(x, substitute(valueOf(f), at));
  return out;
}

/** With what the counter tells of this iteration. */
const overlaid = (state: State, { forms, start }: Shared, past: Term): State =>
  after(forms, past, new Map(), new Map([...start, ...state]));
