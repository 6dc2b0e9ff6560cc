/**
 * Certificates: what a case of a summary claims, said so that it can be checked without knowing how it was found. This
 * folder holds the independent checker of summaries (docs/engines/certification.md). It may import `decide` and below.
 * It must never import what it checks.
 *
 * A case's evidence is its trace as a word of segments. A segment is a path taken once, or a path or word that is
 * repeated, or an orbit of an oscillating form. A repeated one has a closed form of the values after n repetitions.
 * Everything is plain data over terms. Source: our own; certificates as in certifying algorithms (McConnell, Mehlhorn,
 * Näher and Schweitzer, 2011).
 */
import type { Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import { symbol } from '../logic/index.ts';

/** The symbol that closed forms are functions of. */
export const COUNTER = symbol('counter', '#n');

/**
 * `numerator / denominator`, exact; where there is a modulus reduced into [offset, offset + modulus). Holds for every n
 * >= prefix.
 */
export interface ClosedForm {
  readonly numerator: Term;
  readonly denominator: bigint;
  readonly modulus: bigint | null;
  readonly offset: bigint;
  readonly prefix: number;
}
export type ClosedForms = ReadonlyMap<Symbol, ClosedForm>;

/** One letter of a repeated word: a path, how often in a row, and its closed form where that is not once. */
export interface Letter {
  readonly path: number;
  readonly count: Term;
  readonly forms: ClosedForms | null;
}

/**
 * A piece of a trace. Counts are over the values at entry; null: for ever. Closed forms are over the values at the
 * segment's start.
 */
export type Step =
  | {
      readonly kind: 'path';
      readonly path: number;
      readonly count: Term | null;
      readonly forms: ClosedForms | null;
      readonly renaming: ReadonlyMap<Symbol, Term>;
    }
  /** `fixed`: variables whose value is this constant whenever the word begins. */
  | {
      readonly kind: 'cycle';
      readonly word: readonly Letter[];
      readonly count: Term | null;
      readonly forms: ClosedForms;
      readonly fixed: ReadonlyMap<Symbol, Term>;
    }
  /** Values and numbers of visits of each path after n iterations, in whatever order. */
  | {
      readonly kind: 'orbit';
      readonly count: Term | null;
      readonly after: ReadonlyMap<Symbol, Term>;
      readonly visits: ReadonlyMap<number, Term>;
    }
  /** Any paths, for ever: no way out is possible. */
  | { readonly kind: 'any' };

/** A loop path as the checker sees it: symbols instead of variables. */
export interface PathClaim {
  readonly id: string;
  readonly exit: boolean;
  readonly guard: Formula;
  /** What the environment must answer; true: the path is taken whenever its guard holds. */
  readonly free: Formula;
  readonly update: ReadonlyMap<Symbol, Term>;
  readonly defined: Formula;
  readonly definedKnown: boolean;
  readonly fresh: readonly FreshClaim[];
  /** What is known of it is not all: nothing exact is claimed of traces through it. */
  readonly partial: boolean;
}

export interface FreshClaim {
  readonly symbol: Symbol;
  readonly kind: 'nondet' | 'unmodelled' | 'count';
  /** The symbol is the least number >= 1 for which this holds. */
  readonly least?: Formula | undefined;
}

/** A case as it is claimed, over the symbols of the state at entry. */
export interface CaseClaim {
  readonly guard: Formula;
  readonly defined: Formula | null;
  /** Values afterwards of the symbols that may change; not looked at where the run never ends. */
  readonly post: ReadonlyMap<Symbol, Term>;
  /** The exit path; null: the run never ends. */
  readonly exit: number | null;
  readonly counts: ReadonlyMap<number, Term>;
  readonly iterations: Term | null;
  readonly fresh: readonly FreshClaim[];
  /** Null where no trace is claimed. */
  readonly steps: readonly Step[] | null;
  /** Claimed by the number of iterations, in place of steps. */
  readonly counter?: CounterClaim | undefined;
}

/** A case of a loop whose number of iterations is decided by what all paths change alike (`check-counter.ts`). */
export interface CounterClaim {
  /** Stands for the number of iterations in `inner`. */
  readonly symbol: Symbol;
  /** That number, at least 1, over the values at entry; null: the counter never ends the loop. */
  readonly count: Term | null;
  /** The counter. */
  readonly forms: ClosedForms;
  /** What the branches do in so many iterations; null where these never end. */
  readonly inner: CaseClaim | null;
}

/** All that the cases with a counter were made of. */
export interface CountersClaim {
  readonly outer: readonly {
    readonly guard: Formula;
    readonly fresh: readonly FreshClaim[];
    readonly count: Term | null;
  }[];
  readonly inner: readonly { readonly guard: Formula; readonly fresh: readonly FreshClaim[] }[];
}

export interface SummaryClaim {
  readonly paths: readonly PathClaim[];
  /** Values at entry by state symbol, over the caller's symbols. */
  readonly entry: ReadonlyMap<Symbol, Term>;
  readonly facts: Formula;
  readonly cases: readonly CaseClaim[];
  readonly range: RangeOf;
  readonly counters?: CountersClaim | undefined;
}

/**
 * How an obligation was met. `identity`: equal normal forms or a literal that is there; `decided`: by the decision
 * procedure without solver; `solver`; `residues`: for each residue of a period on its own; `run`: tried, which proves
 * nothing; `assumed`: presupposed, since nothing is said of it; `open`: not.
 */
export type Discharge = 'identity' | 'decided' | 'solver' | 'residues' | 'run' | 'assumed' | 'open';

/** What has to hold for a case to be exact (docs/notation.md lists them, i-vii). */
export type Duty =
  | 'start'
  | 'closed form'
  | 'guard'
  | 'exit'
  | 'values'
  | 'counts'
  | 'never ends'
  | 'covered'
  | 'disjoint'
  | 'defined';

export interface Obligation {
  readonly duty: Duty;
  /** The path, word or variable that it is about. */
  readonly about: string;
  readonly discharge: Discharge;
  /** The rule of the acceleration calculus by which a guard holds throughout. */
  readonly rule?: string;
}

/** `proven`: every obligation; `open`: not certified. */
export type Strength = 'proven' | 'open';

export interface Certificate {
  readonly strength: Strength;
  readonly obligations: readonly Obligation[];
}

const ORDER: readonly Discharge[] = ['identity', 'decided', 'residues', 'solver', 'run', 'assumed', 'open'];

/** The weaker of two. */
export const weaker = (a: Discharge, b: Discharge): Discharge => (ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b);

export function strengthOf(obligations: readonly Obligation[]): Strength {
  return obligations.some((o) => o.discharge === 'open') ? 'open' : 'proven';
}
