/**
 * A function as a transition system between cut points: its entry and the headers of its loops. A transition is one
 * acyclic way from a cut point to the next, to a failing assertion or out of the function. What is proven inductive
 * over all transitions holds whenever the cut point is passed; it needs no summary.
 */
import type { Budget } from '../../budget/index.ts';
import type { BlockId, Cfg } from '../../program/index.ts';
import { feasible } from '../../decide/index.ts';
import type { Formula, Symbol, Symbols, Term } from '../../logic/index.ts';
import {
  TRUE,
  add,
  and,
  conjuncts,
  disjuncts,
  div,
  int,
  ite,
  mod,
  mul,
  not,
  partsOf,
  scale,
  sym,
} from '../../logic/index.ts';
import type { Reason } from '../../source/index.ts';
import type { IntegerMode } from '../../machine/index.ts';
import type { ArrayState, ExploredPath } from '../../explore/index.ts';
import { explore } from '../../explore/index.ts';
import { entryState } from './backbone.ts';
import { isPlainFormula } from './polynomial-ideal.ts';

export interface Cut {
  readonly block: BlockId;
  /** Symbols of the variables that matter from here on. */
  readonly live: readonly Symbol[];
}

export type Target =
  | { readonly kind: 'cut'; readonly cut: number }
  | { readonly kind: 'fail'; readonly assertion: number }
  | { readonly kind: 'end' }
  /** Not followed: nothing is known of what comes. */
  | { readonly kind: 'lost'; readonly reason: Reason };

export interface Transition {
  /** Index of a cut point; null: the function's entry. */
  readonly from: number | null;
  readonly to: Target;
  /**
   * On the state before, and on fresh symbols that no other transition has. Linear conditions against undefined
   * behaviour are included.
   */
  readonly guard: Formula;
  /** The state afterwards, of the variables that may have changed; terms over the state before. */
  readonly update: ReadonlyMap<Symbol, Term>;
  /** Symbols read from the environment on the way, in order. */
  readonly nondet: readonly Symbol[];
  /** Where the guard holds the transition can be taken; missing: the guard may be too weak. */
  readonly exact?: boolean;
  /**
   * Symbols that may be anything in every engine's eyes, with the reason. They are results of unknown calls, or what a
   * volatile variable contains.
   */
  readonly arbitrary?: ReadonlyMap<Symbol, Reason>;
  /** What was written to arrays on the way; only where elements are followed. */
  readonly stores?: ReadonlyMap<number, ArrayState>;
}

export interface CutSystem {
  readonly cfg: Cfg;
  readonly symbols: Symbols;
  readonly cuts: readonly Cut[];
  readonly transitions: readonly Transition[];
  /**
   * What follows for a transition from what holds before it, where that is more than what holds: the same for other
   * elements.
   */
  readonly instances?: (t: Transition, before: readonly Formula[]) => readonly Formula[];
}

const MAX_PATHS = 400;
const MAX_EFFORT = 15_000_000;

export interface CutSystemRequest {
  readonly cfg: Cfg;
  readonly symbols: Symbols;
  readonly mode: IntegerMode;
  /** The wrap-around of unsigned values: as transitions of their own, or as a modulus in the terms. */
  readonly wrapAround: 'split' | 'in-terms';
  /** Whether reads are of what the arrays contain at a transition's start, and transitions tell what they write. */
  readonly elements?: boolean;
  readonly budget: Budget;
}

/** The function's system. Null where it has no such form: too many ways, or loops with several entries. */
export function cutPointSystem({
  cfg,
  symbols,
  mode,
  wrapAround,
  elements = false,
  budget,
}: CutSystemRequest): CutSystem | null {
  if (cfg.irreducible) return null;
  const headers = [...new Set(cfg.loops.filter((l) => l.repeats).map((l) => l.site.header))]
    .filter((h) => cfg.reachable.has(h))
    .sort((a, b) => a - b);
  const cutAt = new Map(headers.map((h, i) => [h, i]));
  const region = new Set([...cfg.reachable].filter((b) => !cutAt.has(b)));
  const written = elements ? new Set<number>() : arraysWrittenAnywhere(cfg);
  const entry = entryState(cfg, symbols, mode);
  const identity = cfg.fn.variables.map((v) => sym(cfg.symbols[v.id] as Symbol));
  const cuts: Cut[] = headers.map((block) => ({
    block,
    live: [...(cfg.live[block] ?? [])].sort((a, b) => a - b).map((v) => cfg.symbols[v] as Symbol),
  }));
  const transitions: Transition[] = [];
  const split = wrapAround === 'split';
  const from = (source: number | null, start: BlockId, env: readonly Term[]): boolean => {
    const result = explore({
      cfg,
      start,
      region,
      env,
      facts: TRUE,
      symbols,
      mode,
      splitOn: () => split,
      splitConditions: split,
      inner: () => ({ cases: [], arrays: [] }),
      assertions: 'exit',
      unstableArrays: written,
      keepStores: elements,
      maxPaths: MAX_PATHS,
      maxEffort: MAX_EFFORT,
      budget,
    });
    if (result.kind !== 'paths') return false;
    for (const p of result.paths)
      transitions.push(
        ...withoutConditionals(transition(p, { cfg, from: source, start, cuts, cutAt, identity, elements }), symbols),
      );
    return transitions.length <= MAX_PATHS * 2;
  };
  const first = cutAt.get(cfg.fn.entry);
  if (first !== undefined) {
    transitions.push({
      from: null,
      to: { kind: 'cut', cut: first },
      guard: TRUE,
      update: changed(cfg, entry, identity, cuts[first] as Cut),
      nondet: [],
    });
  } else if (!from(null, cfg.fn.entry, entry)) return null;
  for (const [i, cut] of cuts.entries()) if (!from(i, cut.block, identity)) return null;
  return { cfg, symbols, cuts, transitions };
}

/** Where a way begins, and where it may end. */
interface Between {
  readonly cfg: Cfg;
  /** The cut point, and its block; null: the entry. */
  readonly from: number | null;
  readonly start: BlockId;
  readonly cuts: readonly Cut[];
  readonly cutAt: ReadonlyMap<BlockId, number>;
  /** The variables as they are at the start. */
  readonly identity: readonly Term[];
  readonly elements: boolean;
}

function transition(path: ExploredPath, { cfg, from, start, cuts, cutAt, identity, elements }: Between): Transition {
  const { end } = path;
  const at = end.kind === 'back' ? cutAt.get(start) : end.kind === 'leave' ? cutAt.get(end.to) : undefined;
  const to: Target =
    at !== undefined
      ? { kind: 'cut', cut: at }
      : end.kind === 'fail'
        ? end
        : end.kind === 'lost'
          ? end
          : end.kind === 'halt' && end.reason
            ? { kind: 'lost', reason: end.reason }
            : { kind: 'end' };
  return {
    from,
    to,
    guard: and(path.guard, ...conjuncts(path.defined).filter(isPlainFormula)),
    update: at === undefined ? new Map() : changed(cfg, path.env, identity, cuts[at] as Cut),
    nondet: path.fresh.filter((f) => f.kind === 'nondet').map((f) => f.symbol),
    exact: path.definedKnown && path.reasons.length === 0 && conjuncts(path.defined).every(isPlainFormula),
    arbitrary: new Map(
      path.fresh.flatMap((f) =>
        f.kind === 'unmodelled' && f.reason && !FOLLOWED_ELSEWHERE.has(f.reason.code)
          ? [[f.symbol, f.reason] as const]
          : [],
      ),
    ),
    ...(elements ? { stores: path.stores } : {}),
  };
}

/** Values that are lost here, but not to all: elements of arrays, variables that a slice leaves out. */
const FOLLOWED_ELSEWHERE: ReadonlySet<string> = new Set(['array-element', 'not-followed']);

function changed(cfg: Cfg, env: readonly Term[], identity: readonly Term[], at: Cut): ReadonlyMap<Symbol, Term> {
  const live = new Set(at.live);
  return new Map(
    env.flatMap((t, v) =>
      t !== identity[v] && live.has(cfg.symbols[v] as Symbol) ? [[cfg.symbols[v] as Symbol, t] as const] : [],
    ),
  );
}

function arraysWrittenAnywhere(cfg: Cfg): ReadonlySet<number> {
  const out = new Set<number>();
  for (const b of cfg.reachable)
    for (const s of cfg.fn.blocks[b]?.stmts ?? [])
      if (s.kind === 'store' || s.kind === 'havoc-array' || s.kind === 'fill-array') out.add(s.array);
  return out;
}

const MAX_SPLITS = 12;

/** The transition by the cases of the conditional terms in it, as far as these are few. */
export function withoutConditionals(transition: Transition, symbols: Symbols): Transition[] {
  const done: Transition[] = [];
  const work = [transition];
  for (let next = work.pop(); next; next = work.pop()) {
    const cond = done.length + work.length < MAX_SPLITS ? conditionIn([...next.update.values()]) : null;
    if (!cond) {
      done.push(next);
      continue;
    }
    for (const [side, taken] of [
      ...disjuncts(cond).map((d) => [d, true] as const),
      ...disjuncts(not(cond)).map((d) => [d, false] as const),
    ]) {
      const guard = and(next.guard, side);
      if (guard.kind === 'false' || feasible(guard, symbols.range) === 'no') continue;
      work.push({ ...next, guard, update: new Map([...next.update].map(([v, u]) => [v, decided(u, cond, taken)])) });
    }
  }
  return done;
}

function conditionIn(terms: readonly Term[]): Formula | null {
  for (const t of terms)
    for (const { mono } of partsOf(t).parts)
      for (const f of mono.kind === 'prod' ? mono.factors : [mono]) {
        if (f.kind === 'ite') return f.cond;
        const inner = f.kind === 'div' || f.kind === 'mod' ? conditionIn([f.arg]) : null;
        if (inner) return inner;
      }
  return null;
}

/** The term where the condition is known. */
function decided(term: Term, cond: Formula, taken: boolean): Term {
  switch (term.kind) {
    case 'const':
    case 'sym':
    case 'pow':
    case 'app':
      return term;
    case 'ite':
      return term.cond.key === cond.key
        ? decided(taken ? term.then : term.else, cond, taken)
        : ite(term.cond, decided(term.then, cond, taken), decided(term.else, cond, taken));
    case 'sum':
      return term.parts.reduce<Term>(
        (acc, p) => add(acc, scale(p.coef, decided(p.mono, cond, taken))),
        int(term.constant),
      );
    case 'prod':
      return term.factors.reduce<Term>((acc, f) => mul(acc, decided(f, cond, taken)), int(1));
    case 'div':
      return div(decided(term.arg, cond, taken), term.by);
    case 'mod':
      return mod(decided(term.arg, cond, taken), term.by);
  }
}
