/**
 * Paths through a region of a control-flow graph, executed symbolically: through one iteration of a loop (the loop paths of
 * Proteus, definition 2; condition and operation by LoopSCC, algorithm 1) or through a whole function, inner loops being
 * replaced by the cases of their summaries. A path forks where a condition, a wrap-around or an inner loop's case is open.
 */
import { effort, feasible } from '../ir/facts.ts';
import type { Formula } from '../ir/formula.ts';
import { TRUE, and, disjuncts, eq, isLiteral, not, substituteFormula } from '../ir/formula.ts';
import type { Block, BlockId, Stmt } from '../ir/program.ts';
import type { Reason } from '../ir/source.ts';
import type { Term } from '../ir/term.ts';
import { add, app, partsOf, scale, substitute, sym } from '../ir/term.ts';
import { Translator } from './expressions.ts';
import type { ExploreRequest, ExploreResult, ExploredPath, Fresh, InnerUse, PathEnd, UndefinedSite } from './region.ts';
import { renamed } from './region.ts';

/** Thrown inside a statement where a decision is open; the statement is run again for each alternative. No error: a stack would cost much. */
class Fork {
  readonly alternatives: readonly Formula[];
  readonly viable: readonly number[];
  constructor(alternatives: readonly Formula[], viable: readonly number[]) {
    this.alternatives = alternatives;
    this.viable = viable;
  }
}
/** Thrown where a path turns out to be impossible. */
class Infeasible {}
const INFEASIBLE = new Infeasible();

interface ArrayState {
  readonly version: string;
  readonly writes: readonly { readonly index: Term; readonly value: Term }[];
}

interface State {
  env: Term[];
  guard: Formula;
  defined: Formula;
  definedKnown: boolean;
  facts: Formula;
  fresh: Fresh[];
  inner: InnerUse[];
  reasons: Reason[];
  sites: UndefinedSite[];
  arrays: Map<number, ArrayState>;
  written: Set<number>;
  blocks: BlockId[];
}

interface Work {
  readonly state: State;
  readonly block: BlockId;
  /** Index of the statement; the number of statements means the terminator; -1 an inner loop's entry. */
  readonly at: number;
  readonly decisions: number[];
}

const clone = (s: State): State => ({
  ...s, env: [...s.env], fresh: [...s.fresh], inner: [...s.inner], reasons: [...s.reasons], sites: [...s.sites],
  arrays: new Map(s.arrays), written: new Set(s.written), blocks: [...s.blocks],
});

/** What deciding feasibility may cost one exploration. */
const MAX_EFFORT = 1_500_000;

/** What a slice doesn't follow may be anything at the end of a path. */
function forget(s: State, request: ExploreRequest): void {
  for (const v of request.slice?.ignored ?? []) {
    const variable = request.cfg.fn.variables[v];
    if (!variable) continue;
    const name = request.symbols.fresh(variable.name);
    request.symbols.setType(name, variable.type, request.mode);
    const reason: Reason = { code: 'not-followed', message: 'The body has too many paths: only what decides when the loop is left is followed.', range: null };
    s.fresh.push({ name, kind: 'unmodelled', reason });
    s.env[v] = sym(name);
  }
}

/** Enumerates the paths, depth first, in the order of the source. */
export function explore(request: ExploreRequest): ExploreResult {
  const { cfg } = request;
  const paths: ExploredPath[] = [];
  const work: Work[] = [{
    state: {
      env: [...request.env], guard: TRUE, defined: TRUE, definedKnown: true, facts: request.facts, fresh: [], inner: [], reasons: [], sites: [],
      arrays: new Map(), written: new Set(), blocks: [],
    },
    block: request.start, at: 0, decisions: [],
  }];
  const begun = effort();
  const finish = (s: State, end: PathEnd): void => {
    forget(s, request);
    paths.push({
      end, guard: s.guard, defined: s.defined, definedKnown: s.definedKnown, undefinedKinds: s.sites, env: s.env, fresh: s.fresh, inner: s.inner,
      reasons: s.reasons, arraysWritten: s.written, blocks: s.blocks,
    });
  };
  for (let item = work.pop(); item; item = work.pop()) {
    if (paths.length + work.length > request.maxPaths || effort() - begun > (request.maxEffort ?? MAX_EFFORT) || request.cancelled()) return { kind: 'too-many', paths };
    const step = new Step(request, clone(item.state), item.decisions);
    try {
      const block = cfg.fn.blocks[item.block] as Block;
      const moved = step.run(block, item.at);
      if (moved.kind === 'end') finish(step.state, moved.end);
      else if (moved.kind === 'next') work.push({ state: step.state, block: item.block, at: moved.at, decisions: [] });
      else {
        const to = moved.to;
        if (to === request.start && request.region !== null) finish(step.state, { kind: 'back' });
        else if (request.region !== null && !request.region.has(to)) finish(step.state, { kind: 'leave', to });
        else {
          const isInner = cfg.loopAt.has(to) && (cfg.loops[cfg.loopAt.get(to) as number]?.repeats ?? false);
          work.push({ state: step.state, block: to, at: isInner ? -1 : 0, decisions: [] });
        }
      }
    } catch (e) {
      if (e instanceof Infeasible) continue;
      if (!(e instanceof Fork)) throw e;
      for (const i of [...e.viable].reverse()) work.push({ ...item, decisions: [...item.decisions, i] });
    }
  }
  return { kind: 'paths', paths };
}

type Moved = { readonly kind: 'end'; readonly end: PathEnd } | { readonly kind: 'next'; readonly at: number } | { readonly kind: 'goto'; readonly to: BlockId };

/** One statement on one path, with the decisions taken for it so far. */
class Step {
  readonly state: State;
  private readonly request: ExploreRequest;
  /** Alternatives taken in this statement, in order; -1 - i where i was the only one that can be. */
  private readonly decisions: number[];
  private used = 0;
  private readonly translator: Translator;

  constructor(request: ExploreRequest, state: State, decisions: number[]) {
    this.request = request;
    this.state = state;
    this.decisions = decisions;
    this.translator = new Translator({
      mode: request.mode,
      range: request.symbols.range,
      variable: (id) => state.env[id] as Term,
      facts: () => state.facts,
      choose: (alternatives) => this.choose(alternatives),
      require: (condition, kind, range) => {
        state.defined = and(state.defined, condition);
        state.facts = and(state.facts, condition);
        state.sites.push({ kind, range });
        if (state.facts.kind === 'false') throw INFEASIBLE;
      },
    });
  }

  /** Takes one of the alternatives, which must cover everything; those that can't be are never taken. */
  private choose(alternatives: readonly Formula[], decides = true): number {
    const { state } = this;
    const decided = this.decisions[this.used];
    if (decided === undefined) {
      const viable: number[] = [];
      for (const [i, f] of alternatives.entries()) {
        if (f.kind !== 'false' && feasible(and(state.facts, f), this.request.symbols.range) !== 'no') viable.push(i);
      }
      if (viable.length === 0) throw INFEASIBLE;
      if (viable.length > 1 || !decides) throw new Fork(alternatives, viable);
      // the only one that can be: what decides it is known already
      this.used++;
      this.decisions.push(-1 - (viable[0] as number));
      return viable[0] as number;
    }
    this.used++;
    if (decided < 0) return -1 - decided;
    const f = alternatives[decided] as Formula;
    state.guard = and(state.guard, f);
    state.facts = and(state.facts, f);
    if (state.facts.kind === 'false') throw INFEASIBLE;
    return decided;
  }

  /** A conditional value becomes one of its branches, on a path of its own. */
  private split(value: Term): Term {
    if (!this.request.splitValues) return value;
    const part = partsOf(value).parts.find((p) => p.mono.kind === 'ite');
    if (part?.mono.kind !== 'ite') return value;
    const { cond, then, else: other } = part.mono;
    const taken = this.choose([cond, not(cond)]) === 0 ? then : other;
    this.flatten();
    return this.split(add(value, scale(-part.coef, part.mono), scale(part.coef, taken)));
  }

  /** Makes a formula hold, splitting its disjunctions into disjoint alternatives. */
  private assume(f: Formula, keepDisjunction = false): void {
    if (f.kind === 'true') return;
    if (f.kind === 'or' && !keepDisjunction) {
      const ds = disjuncts(f);
      // even the only one that can be is stated: the facts know it from the disjunction, which the guard no longer has
      this.choose(ds.map((d, i) => and(d, ...ds.slice(0, i).map(not))), false);
      return;
    }
    this.choose([f], false);
  }

  run(block: Block, at: number): Moved {
    const past = this.request.slice?.skip.get(block.id);
    if (at < 0) return past !== undefined ? { kind: 'goto', to: past } : this.enterLoop(block.id);
    if (at === 0) this.state.blocks.push(block.id);
    const stmt = block.stmts[at];
    if (stmt) {
      const end = this.statement(stmt);
      return end ? { kind: 'end', end } : { kind: 'next', at: at + 1 };
    }
    const end = block.end;
    switch (end.kind) {
      case 'goto': return { kind: 'goto', to: end.to };
      case 'halt': return { kind: 'end', end: { kind: 'halt', reason: end.reason } };
      case 'return': return { kind: 'end', end: { kind: 'return', value: end.value ? this.translator.value(end.value, false) : null } };
      case 'branch': {
        if (past !== undefined) return { kind: 'goto', to: past };
        if (end.then === end.else) return { kind: 'goto', to: end.then };
        const c = this.translator.condition(end.cond, this.request.splitConditions);
        const leaves = (to: BlockId): boolean => this.request.region !== null && !this.request.region.has(to);
        const which = this.choose([c, not(c)]);
        const to = which === 0 ? end.then : end.else;
        // a path's guard is a conjunction; where the path leaves at once a disjunction does no harm
        if (!leaves(to)) this.flatten();
        return { kind: 'goto', to };
      }
    }
  }

  /** Splits the disjunctions in the guard, so that it becomes a conjunction of literals. */
  private flatten(): void {
    const { state } = this;
    if (this.request.region === null) return;
    const parts = state.guard.kind === 'and' ? state.guard.parts : [state.guard];
    const open = parts.find((p) => !isLiteral(p) && p.kind === 'or');
    if (!open) return;
    const rest = parts.filter((p) => p !== open);
    state.guard = and(...rest);
    this.assume(open);
    this.flatten();
  }

  private statement(stmt: Stmt): PathEnd | null {
    const { state, request, translator } = this;
    const { symbols } = request;
    if ('target' in stmt && stmt.target !== null && request.slice?.ignored.has(stmt.target)) return null;
    switch (stmt.kind) {
      case 'assign':
        state.env[stmt.target] = this.split(translator.value(stmt.value, request.splitOn(stmt.target)));
        return null;
      case 'nondet':
      case 'havoc': {
        const v = request.cfg.fn.variables[stmt.target];
        if (!v) return null;
        const name = symbols.fresh(stmt.kind === 'nondet' ? 'nondet' : v.name);
        symbols.setType(name, v.type, request.mode);
        state.fresh.push({ name, kind: stmt.kind === 'nondet' ? 'nondet' : 'unmodelled', reason: stmt.kind === 'havoc' ? stmt.reason : null });
        state.env[stmt.target] = sym(name);
        return null;
      }
      case 'load': return this.load(stmt);
      case 'store': {
        const index = translator.value(stmt.index, false);
        const value = translator.value(stmt.value, false);
        const before = this.array(stmt.array);
        state.arrays.set(stmt.array, { version: before.version, writes: [...before.writes, { index, value }] });
        state.written.add(stmt.array);
        return null;
      }
      case 'havoc-array':
        state.arrays.set(stmt.array, { version: symbols.fresh('v'), writes: [] });
        state.written.add(stmt.array);
        return null;
      case 'assume': {
        const c = translator.condition(stmt.cond, request.splitConditions);
        if (request.region === null) this.assume(c, true);
        else {
          if (this.choose([c, not(c)]) === 1) return { kind: 'halt', reason: null };
          this.flatten();
        }
        return null;
      }
      case 'assert': {
        if (request.assertions === 'ignore') return null;
        const c = translator.condition(stmt.cond, request.splitConditions);
        if (this.choose([c, not(c)]) === 1) return { kind: 'fail', assertion: stmt.assertion };
        this.flatten();
        return null;
      }
      case 'call': {
        // a call that could not be inlined has been turned into havocs; whatever is left is one we may not pass
        return { kind: 'lost', reason: { code: 'call', message: `The call of ${stmt.callee} is not analysed.`, range: stmt.range } };
      }
      case 'note':
        return null;
    }
  }

  private array(id: number): ArrayState {
    return this.state.arrays.get(id) ?? { version: '0', writes: [] };
  }

  private load(stmt: Stmt & { kind: 'load' }): null {
    const { state, request } = this;
    const { symbols } = request;
    const object = request.cfg.fn.arrays[stmt.array];
    const target = request.cfg.fn.variables[stmt.target];
    if (!object || !target) return null;
    const index = this.translator.value(stmt.index, false);
    const store = this.array(stmt.array);
    for (const w of [...store.writes].reverse()) {
      if (w.index === index) {
        state.env[stmt.target] = w.value;
        return null;
      }
      if (feasible(and(state.facts, eq(w.index, index)), symbols.range) !== 'no') return this.unknownElement(stmt, object.name);
    }
    if (request.unstableArrays.has(stmt.array) || store.version !== '0') return this.unknownElement(stmt, object.name);
    const fn = `read:${object.name}#${store.version}`;
    symbols.setType(fn, object.element, request.mode);
    state.env[stmt.target] = app(fn, [index]);
    return null;
  }

  private unknownElement(stmt: Stmt & { kind: 'load' }, array: string): null {
    const { state, request } = this;
    const target = request.cfg.fn.variables[stmt.target];
    if (!target) return null;
    const name = request.symbols.fresh(array);
    request.symbols.setType(name, target.type, request.mode);
    state.fresh.push({
      name, kind: 'unmodelled',
      reason: { code: 'array-element', message: `An element of ${array} is read that may have been written before.`, range: stmt.range },
    });
    state.env[stmt.target] = sym(name);
    return null;
  }

  /** An inner loop: one of the cases of its summary happens. */
  private enterLoop(header: BlockId): Moved {
    const { state, request } = this;
    const { cfg, symbols } = request;
    const index = cfg.loopAt.get(header) as number;
    const exact = state.definedKnown && state.reasons.length === 0 && !state.fresh.some((f) => f.kind === 'unmodelled');
    const summary = request.inner(index, state.env, state.facts, exact);
    const before = new Map<string, Term>();
    if (!summary.absolute) for (const v of cfg.fn.variables) before.set(cfg.names[v.id] as string, state.env[v.id] as Term);
    const guards = summary.cases.map((c) => substituteFormula(c.guard, before));
    // fresh symbols are the case's own; a case's guard over them says that there are such values
    const pick = this.choose(guards, false);
    const chosen = summary.cases[pick];
    if (!chosen) throw INFEASIBLE;
    const map = new Map(before);
    const renames: [Fresh, string][] = [];
    for (const f of chosen.fresh) {
      const name = symbols.fresh(f.name.replace(/!.*$/, ''));
      symbols.copy(f.name, name);
      map.set(f.name, sym(name));
      renames.push([f, name]);
    }
    for (const [f, name] of renames) state.fresh.push(renamed(f, name, map));
    if (chosen.fresh.length > 0) {
      // the alternative was chosen over the case's names: say it again over the new ones
      const renamed = new Map([...map].filter(([k]) => chosen.fresh.some((f) => f.name === k)));
      state.guard = substituteFormula(state.guard, renamed);
      state.facts = substituteFormula(state.facts, renamed);
    }
    for (const [v, t] of chosen.post) state.env[v] = substitute(t, map);
    if (chosen.defined) {
      const d = substituteFormula(chosen.defined, map);
      state.defined = and(state.defined, d);
      state.facts = and(state.facts, d);
    }
    else state.definedKnown = false;
    state.reasons.push(...chosen.reasons);
    for (const a of summary.arrays) {
      state.arrays.set(a, { version: symbols.fresh('v'), writes: [] });
      state.written.add(a);
    }
    state.inner.push({
      loop: index, summary, case: pick, iterations: chosen.iterations ? substitute(chosen.iterations, map) : null,
      freshBefore: state.fresh.length - chosen.fresh.length, renaming: map,
    });
    this.flatten();
    if (chosen.end.kind === 'leave') return { kind: 'goto', to: chosen.end.to };
    return { kind: 'end', end: chosen.end };
  }
}
