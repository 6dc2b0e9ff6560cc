/**
 * The path dependency automaton (Proteus, definition 5; algorithm 1), computed on demand. Its states are the loop
 * paths, each with its acceleration. Words of visits that repeat are composed into states of their own.
 */
import type { ClosedForms, Step } from '../certify/index.ts';
import { implies } from '../decide/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import {
  FLOOR_QUOTIENT,
  TRUE,
  and,
  conjuncts,
  ge0,
  isConst,
  isFresh,
  partsOf,
  substitute,
  substituteFormula,
  sym,
  symbol,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { Reason } from '../source/index.ts';
import type { LoopPath } from '../explore/index.ts';
import { literalsOf } from '../explore/index.ts';
import type { Acceleration, PathLike } from './acceleration/index.ts';
import { accelerate } from './acceleration/index.ts';
import type { TraceRequest } from './trace-request.ts';
import { bySymbol } from '../program/index.ts';

/** How a state can be gone through: accelerated, or one iteration at a time; with `why`, not at all. */
export type Option =
  | { readonly kind: 'accelerated'; readonly acceleration: Acceleration }
  | { readonly kind: 'steps'; readonly why: Reason | null };

export interface Visit {
  readonly path: number;
  /** How often, over the state symbols at the start of the visit; 1 for a path that is taken step by step. */
  readonly count: Term;
}

/**
 * A word as a path of its own: what a node of LoopSCC's contracted single-loop-path graph (CSG) is, for the components
 * that one period goes round in.
 */
export interface ContractedPath extends PathLike {
  /** Variables that are this constant whenever the word begins. */
  readonly fixed: ReadonlyMap<Symbol, Term>;
}

export class Automaton {
  readonly request: TraceRequest;
  private readonly options = new Map<number, Option>();
  readonly modified: ReadonlySet<Symbol>;
  readonly likes: readonly PathLike[];

  constructor(request: TraceRequest) {
    this.request = request;
    const modified = new Set<Symbol>();
    for (const p of request.paths) for (const v of p.update.keys()) modified.add(request.names[v] as Symbol);
    this.modified = modified;
    this.likes = request.paths.map((p) => this.like(p));
  }

  private like(path: LoopPath): PathLike {
    const literals = literalsOf(path.guard) ?? [];
    return {
      // what a quotient by a variable is bounded by has no acceleration of its own, and needs none
      guard: literals.filter(
        (l) =>
          !dividesBySymbol(l.term) ||
          !implies(and(this.stableFacts(), ...literals.filter((o) => o !== l)), l, this.request.symbols.range),
      ),
      update: bySymbol(path.update, this.request.names),
      defined: path.defined,
      fresh: new Set(path.fresh.map((f) => f.symbol)),
    };
  }

  optionOf(index: number): Option {
    const known = this.options.get(index);
    if (known) return known;
    const like = this.likes[index] as PathLike;
    const mixed = like.guard.some((l) => [...symbolsOf(l.term)].some((s) => like.fresh.has(s)));
    const unknown = this.unknowable(this.request.paths[index] as LoopPath);
    let option: Option;
    if (unknown) option = { kind: 'steps', why: unknown };
    else if (mixed)
      option = {
        kind: 'steps',
        why: {
          code: 'input-dependent',
          message: 'A condition compares a value from outside with a variable of the loop.',
          range: null,
        },
      };
    else {
      const r = accelerate({ ...like, start: this.constantsOnce() }, this.stableFacts(), this.request.symbols.range);
      option = r.kind === 'accelerated' ? r : { kind: 'steps', why: null };
    }
    this.options.set(index, option);
    return option;
  }

  /**
   * The reason why the order of several paths isn't known: which one is taken depends on something that isn't modelled.
   */
  private unknowable(p: LoopPath): Reason | null {
    if (p.free.kind === 'true' || this.request.paths.filter((o) => o.kind === 'iterative').length === 1) return null;
    const asked = symbolsOfFormula(p.free);
    return p.fresh.find((f) => f.kind === 'unmodelled' && f.reason && asked.has(f.symbol))?.reason ?? null;
  }

  /** Values at entry that are constants, where a path that is left is never taken again: it is the only one. */
  private constantsOnce(): ReadonlyMap<Symbol, Term> {
    const only = this.request.paths.filter((p) => p.kind === 'iterative').length === 1;
    return new Map(only ? [...this.request.entry].filter(([, t]) => isConst(t)) : []);
  }

  /** Facts at entry about what the loop doesn't change, over the state symbols. */
  stableFacts(): Formula {
    const inverse = [...this.request.entry]
      .filter(([x, t]) => !this.modified.has(x) && t.kind === 'sym' && t.symbol === x)
      .map(([x]) => x);
    const stable = new Set(inverse);
    return and(...conjuncts(this.request.facts).filter((f) => [...symbolsOfFormula(f)].every((s) => stable.has(s))));
  }

  /** The counts of the next round; null unless each is a constant or a term that the loop doesn't change. */
  period(visits: readonly Visit[], values: ReadonlyMap<Symbol, Term>): Visit[] | null {
    let now: ReadonlyMap<Symbol, Term> = values;
    const out: Visit[] = [];
    for (const visit of visits) {
      const count = substitute(visit.count, now);
      if (
        [...symbolsOf(count)].some(
          (s) => this.modified.has(s) || isFresh(s) || s.kind === 'counter' || s.kind === 'auxiliary',
        )
      )
        return null;
      const option = this.optionOf(visit.path);
      const path = this.request.paths[visit.path] as LoopPath;
      const effect =
        option.kind === 'accelerated'
          ? option.acceleration.valuesAfter(visit.count)
          : (this.likes[visit.path] as PathLike).update;
      if (option.kind === 'accelerated' && option.acceleration.closed.open.size > 0) return null;
      if ([...path.update.values()].some((t) => [...symbolsOf(t)].some((s) => path.fresh.some((f) => f.symbol === s))))
        return null;
      const next = new Map(now);
      for (const [x, t] of effect) next.set(x, substitute(t, now));
      out.push({ path: visit.path, count });
      now = next;
    }
    return out;
  }

  /**
   * The word as a path of its own over the state symbols: guard and update of one whole period. Variables whose value
   * is a constant that the period leads back to are that constant.
   */
  contractedPath(word: readonly Visit[], now: ReadonlyMap<Symbol, Term>): ContractedPath | null {
    const fixed = new Map<Symbol, Term>();
    for (const x of this.modified) {
      const t = now.get(x);
      if (t && isConst(t)) fixed.set(x, t);
    }
    for (;;) {
      const built = this.composedPath(word, fixed);
      if (built === null) return null;
      const drifting = [...fixed].filter(([x, t]) => built.values.get(x) !== t).map(([x]) => x);
      if (drifting.length === 0) return { ...built.path, fixed };
      for (const x of drifting) fixed.delete(x);
    }
  }

  /** What lets a repeated word be checked. */
  cycleStep(
    word: readonly Visit[],
    count: Term | null,
    acceleration: Acceleration,
    fixed: ReadonlyMap<Symbol, Term>,
  ): Step {
    const forms = (path: number): ClosedForms | null => {
      const option = this.optionOf(path);
      return option.kind === 'accelerated' ? option.acceleration.closed.forms : null;
    };
    return {
      kind: 'cycle',
      word: word.map((w) => ({ path: w.path, count: w.count, forms: forms(w.path) })),
      count,
      forms: acceleration.closed.forms,
      fixed,
    };
  }

  private composedPath(
    word: readonly Visit[],
    fixed: ReadonlyMap<Symbol, Term>,
  ): { path: PathLike; values: ReadonlyMap<Symbol, Term> } | null {
    let values: ReadonlyMap<Symbol, Term> = new Map(
      [...this.request.entry].map(([x, t]) => [x, fixed.get(x) ?? (this.modified.has(x) ? sym(x) : t)]),
    );
    let guard: Formula = TRUE;
    let defined: Formula = TRUE;
    let known = true;
    for (const visit of word) {
      const like = this.likes[visit.path] as PathLike;
      const option = this.optionOf(visit.path);
      const acceleration = option.kind === 'accelerated' ? option.acceleration : null;
      const through = acceleration ? acceleration.holdsThrough(visit.count) : and(...like.guard);
      if (through === null) return null;
      guard = and(guard, substituteFormula(through, values));
      const safe = acceleration ? acceleration.definedThrough(visit.count) : like.defined;
      if (safe && (this.request.paths[visit.path] as LoopPath).definedKnown)
        defined = and(defined, substituteFormula(safe, values));
      else known = false;
      const next = new Map(values);
      for (const [x, t] of acceleration ? acceleration.valuesAfter(visit.count) : like.update)
        next.set(x, substitute(t, values));
      values = next;
    }
    const literals = literalsOf(guard);
    if (guard.kind === 'false' || literals === null) return null;
    const update = new Map(
      [...values].filter(([x, t]) => this.modified.has(x) && !fixed.has(x) && !(t.kind === 'sym' && t.symbol === x)),
    );
    return { path: { guard: literals, update, defined: known ? defined : UNKNOWN_DEFINED, fresh: new Set() }, values };
  }
}

function dividesBySymbol(t: Term): boolean {
  return partsOf(t).parts.some(({ mono }) =>
    (mono.kind === 'prod' ? mono.factors : [mono]).some((f) => f.kind === 'app' && f.fn === FLOOR_QUOTIENT),
  );
}

/** Stands for conditions that have no formula: no rule applies to it, so that nothing is claimed. */
export const UNKNOWN_DEFINED: Formula = ge0(sym(symbol('auxiliary', '#unknown')));
