/**
 * One statement on one symbolic path: what it makes of the state, where a decision is open, and where the path goes
 * on.
 */
import { feasibleWith } from '../decide/index.ts';
import type { Formula, SymTerm, Symbol, Term } from '../logic/index.ts';
import {
  TRUE,
  add,
  and,
  disjuncts,
  isLiteral,
  not,
  partsOf,
  scale,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { Block, BlockId, Stmt } from '../program/index.ts';
import type { Contents } from './array-contents.ts';
import { elementOf, hidden, placed, unreadElement } from './array-contents.ts';
import type { ArrayState } from './array-state.ts';
import { UNTOUCHED, unknownArray } from './array-state.ts';
import type { State } from './path-state.ts';
import type { ExploreRequest, Fresh, InnerSummary, PathEnd } from './region.ts';
import { renamed } from './region.ts';
import { Translator } from './symbolic-expressions.ts';
import type { Way } from './ways-through.ts';
import { waysOf } from './ways-through.ts';

/** Thrown where a path turns out to be impossible. No error: a stack would cost much. */
export class Infeasible {}

const INFEASIBLE = new Infeasible();

/** An inner loop's summary in the state in which it is entered. */
export interface LoopEntry {
  readonly summary: InnerSummary;
  /** Values of its symbols. */
  readonly before: ReadonlyMap<Symbol, Term>;
  /** By case: elements that it reads of which nothing is known. */
  readonly unknown: readonly (readonly Fresh[])[];
  /** The summary is not quite the loop's own: the elements that it reads have been put in. */
  readonly moved: boolean;
  /** Of each case. */
  readonly guards: readonly Formula[];
  readonly ways: readonly Way[];
}

/** Variables whose values before the loop its cases speak of. */
function mentioned(summary: InnerSummary, names: readonly Symbol[]): readonly number[] {
  const known = spokenOf.get(summary);
  if (known) return known;
  const seen = new Set<Symbol>();
  const inFormula = (f: Formula | null | undefined): void => {
    if (f) for (const s of symbolsOfFormula(f)) seen.add(s);
  };
  const inTerm = (t: Term | null | undefined): void => {
    if (t) for (const s of symbolsOf(t)) seen.add(s);
  };
  for (const c of summary.cases) {
    inFormula(c.guard);
    inFormula(c.defined);
    inTerm(c.iterations);
    for (const t of [...c.post.values(), ...(c.counts?.values() ?? [])]) inTerm(t);
    for (const f of c.fresh) {
      inFormula(f.least);
      inTerm(f.follows?.position);
    }
  }
  const out = names.flatMap((name, v) => (seen.has(name) ? [v] : []));
  spokenOf.set(summary, out);
  return out;
}

const spokenOf = new WeakMap<InnerSummary, readonly number[]>();

type Moved =
  | { readonly kind: 'end'; readonly end: PathEnd }
  | { readonly kind: 'next'; readonly at: number }
  | { readonly kind: 'goto'; readonly to: BlockId };

/**
 * One statement on one path. Where a decision is open the first alternative is taken; the others are noted. Each is
 * noted as the decisions with which the statement is to be run from the same state.
 */
export class Step {
  readonly state: State;
  entry: LoopEntry | null;
  private readonly request: ExploreRequest;
  /** Alternatives taken in this statement, in order; -1 - i where i was the only one that can be. */
  private readonly decisions: number[];
  private used = 0;
  /** The alternatives that were not taken, by their decisions; the one to be taken next comes last. */
  readonly alternatives: (readonly number[])[] = [];
  private readonly translator: Translator;

  /** `decisions`: those that are taken already, for a statement that has been run before. */
  constructor(request: ExploreRequest, state: State, decisions: readonly number[], entry: LoopEntry | null) {
    this.request = request;
    this.entry = entry;
    this.state = state;
    this.decisions = [...decisions];
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

  /**
   * Takes one of the alternatives, which must cover everything; those that can't be are never taken. `stated`: how the
   * one taken is said.
   */
  private choose(
    alternatives: readonly Formula[],
    decides = true,
    stated: (i: number) => Formula = (i) => alternatives[i] as Formula,
  ): number {
    const { state } = this;
    if (this.used === this.decisions.length) this.decide(alternatives, decides);
    const decided = this.decisions[this.used++] as number;
    if (decided < 0) return -1 - decided;
    const condition = stated(decided);
    state.order += String.fromCharCode(decided);
    state.guard = and(state.guard, condition);
    state.facts = and(state.facts, condition);
    if (state.facts.kind === 'false') throw INFEASIBLE;
    return decided;
  }

  /** Adds a decision: for the first of the alternatives that can be. */
  private decide(alternatives: readonly Formula[], decides: boolean): void {
    const { state, request } = this;
    const viable = [...alternatives.keys()].filter((i) => {
      const f = alternatives[i] as Formula;
      return f.kind !== 'false' && feasibleWith(state.facts, f, request.symbols.range) !== 'no';
    });
    const [first, ...others] = viable;
    if (first === undefined) throw INFEASIBLE;
    for (const i of others.reverse()) this.alternatives.push([...this.decisions, i]);
    // where only one can be, what decides it is known already
    this.decisions.push(viable.length > 1 || !decides ? first : -1 - first);
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
  private assume(formula: Formula, keepDisjunction = false): void {
    if (formula.kind === 'true') return;
    if (formula.kind === 'or' && !keepDisjunction) {
      const ds = disjuncts(formula);
      // even the only one that can be is stated: the facts know it from the disjunction, which the guard no longer has
      this.choose(
        ds.map((d, i) => and(d, ...ds.slice(0, i).map(not))),
        false,
      );
      return;
    }
    this.choose([formula], false);
  }

  run(block: Block, at: number): Moved {
    const past = this.request.slice?.skip.get(block.id);
    if (at < 0) return past !== undefined ? { kind: 'goto', to: past } : this.enterLoop(block.id);
    const stmt = block.stmts[at];
    if (stmt) {
      const end = this.statement(stmt);
      return end ? { kind: 'end', end } : { kind: 'next', at: at + 1 };
    }
    const end = block.end;
    switch (end.kind) {
      case 'goto':
        return { kind: 'goto', to: end.to };
      case 'halt':
        return { kind: 'end', end: { kind: 'halt', reason: end.reason } };
      case 'return':
        return {
          kind: 'end',
          end: { kind: 'return', value: end.value ? this.translator.value(end.value, false) : null },
        };
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
        const variable = request.cfg.fn.variables[stmt.target];
        if (!variable) return null;
        const name =
          stmt.kind === 'nondet'
            ? symbols.fresh('nondet', 'nondet', variable.type)
            : symbols.fresh('unmodelled', variable.name, variable.type);
        symbols.setType(name, variable.type, request.mode);
        this.setBounds(name, stmt);
        state.fresh.push({
          symbol: name,
          kind: stmt.kind === 'nondet' ? 'nondet' : 'unmodelled',
          reason: stmt.kind === 'havoc' ? stmt.reason : null,
          ...this.followed(stmt),
        });
        state.env[stmt.target] = sym(name);
        return null;
      }
      case 'load':
        return this.load(stmt);
      case 'store': {
        const index = translator.value(stmt.index, false);
        const value = translator.value(stmt.value, false);
        const before = this.array(stmt.array);
        state.arrays.set(stmt.array, { version: before.version, writes: [...before.writes, { index, value }] });
        state.written.add(stmt.array);
        return null;
      }
      case 'havoc-array':
        if (request.apart && stmt.stored !== undefined) return null;
        state.arrays.set(stmt.array, unknownArray(symbols));
        state.written.add(stmt.array);
        return null;
      case 'fill-array':
        state.arrays.set(stmt.array, { version: { kind: 'filled', value: stmt.all }, writes: [] });
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
      case 'call':
      case 'load-at':
      case 'store-at': {
        // a call that could not be inlined has been turned into havocs; whatever is left is one we may not pass
        return {
          kind: 'lost',
          reason: {
            code: 'call',
            message:
              stmt.kind === 'call'
                ? `The call of ${stmt.callee} is not analysed.`
                : 'What a pointer leads to is not analysed.',
            range: stmt.range,
          },
        };
      }
      case 'go-through':
      case 'note':
        return null;
    }
  }

  /** What is promised of the value, in numbers. */
  private setBounds(name: Symbol, stmt: Stmt): void {
    if (stmt.kind !== 'havoc' || stmt.within?.most.kind !== 'const') return;
    this.request.symbols.set(name, { lo: stmt.within.least, hi: stmt.within.most.value });
  }

  /** For what is read behind a pointer: which member of what. */
  private followed(stmt: Stmt): Pick<Fresh, 'follows'> {
    if (stmt.kind !== 'havoc' || stmt.follows === undefined || stmt.follows.beside) return {};
    return { follows: { position: this.translator.value(stmt.follows.position, false), member: stmt.follows.member } };
  }

  private array(id: number): ArrayState {
    return this.state.arrays.get(id) ?? UNTOUCHED;
  }

  private load(stmt: Stmt & { kind: 'load' }): null {
    const { state, request } = this;
    const object = request.cfg.fn.arrays[stmt.array];
    const target = request.cfg.fn.variables[stmt.target];
    if (!object || !target) return null;
    const element = elementOf(this.contents(), stmt.array, this.translator.value(stmt.index, false));
    if (element === null) {
      const unread = unreadElement(object, target.type, stmt.range, request);
      state.fresh.push(unread);
      state.env[stmt.target] = sym(unread.symbol);
    } else state.env[stmt.target] = element;
    return null;
  }

  private contents(): Contents {
    return { request: this.request, states: this.state.arrays, facts: this.state.facts };
  }

  private prepareEntry(index: number): LoopEntry {
    const { state, request } = this;
    const exact =
      !state.hull &&
      state.definedKnown &&
      state.reasons.length === 0 &&
      !state.fresh.some((f) => f.kind === 'unmodelled');
    const { cfg } = request;
    const contents = this.contents();
    const now = hidden(contents, state.env);
    const found = request.inner(index, now.env, now.facts, exact);
    const own = new Map(now.values);
    if (!found.absolute)
      for (const v of mentioned(found, cfg.symbols)) own.set(cfg.symbols[v] as Symbol, state.env[v] as Term);
    const { summary, unknown, values: before } = placed(contents, found, own, cfg.loops[index]?.site.head ?? null);
    const guards = summary.cases.map((c) => substituteFormula(c.guard, before));
    // of a whole function it is enough that each case may happen
    const ways = request.region === null ? [] : waysOf(summary.cases, guards, state.facts, request.symbols);
    return { summary, before, unknown, moved: summary !== found, guards, ways };
  }

  /** New names for a case's fresh symbols, which the state has from now on; `all`: with the values before the loop. */
  private opened(
    fresh: readonly Fresh[],
    before: ReadonlyMap<Symbol, Term>,
  ): { readonly names: ReadonlyMap<Symbol, Term>; readonly all: ReadonlyMap<Symbol, Term> } {
    const { symbols } = this.request;
    const names = new Map(fresh.map((f) => [f.symbol, sym(symbols.renew(f.symbol))] as const));
    const all = new Map<Symbol, Term>([...before, ...names]);
    for (const f of fresh) this.state.fresh.push(renamed(f, (names.get(f.symbol) as SymTerm).symbol, all));
    return { names, all };
  }

  /** An inner loop: one of the cases of its summary happens. */
  private enterLoop(header: BlockId): Moved {
    const { state, request } = this;
    const { cfg, symbols } = request;
    const index = cfg.loopAt.get(header) as number;
    this.entry ??= this.prepareEntry(index);
    const { summary, before, guards, unknown, moved, ways } = this.entry;
    const entered = [...state.env];
    // fresh symbols are the case's own, and get new names; a case's guard over them says that there are such values
    let renaming: ReadonlyMap<Symbol, Term> = before;
    const pick = this.choose(guards, false, (i) => {
      const { names, all } = this.opened(summary.cases[i]?.fresh ?? [], before);
      renaming = all;
      return and(ways[i]?.condition ?? TRUE, substituteFormula(guards[i] as Formula, names));
    });
    const chosen = summary.cases[pick];
    if (!chosen) throw INFEASIBLE;
    for (const [v, t] of chosen.post) state.env[v] = substitute(t, renaming);
    if (chosen.defined) {
      const d = substituteFormula(chosen.defined, renaming);
      state.defined = and(state.defined, d);
      state.facts = and(state.facts, d);
    } else state.definedKnown = false;
    state.reasons.push(...chosen.reasons);
    for (const a of summary.arrays) {
      state.arrays.set(a, unknownArray(symbols));
      state.written.add(a);
    }
    state.inner.push({
      loop: index,
      summary,
      case: pick,
      ...(moved ? { placed: true as const } : {}),
      iterations: chosen.iterations ? substitute(chosen.iterations, renaming) : null,
      freshBefore: state.fresh.length - chosen.fresh.length,
      renaming,
      entered,
    });
    state.fresh.push(...(unknown[pick] ?? []), ...(ways[pick]?.fresh ?? []));
    this.flatten();
    if (chosen.end.kind === 'leave') return { kind: 'goto', to: chosen.end.to };
    return { kind: 'end', end: chosen.end };
  }
}
