/** What the analysis says of a file: plain data that crosses threads, caches and JSON unchanged. No behaviour here. */
import type { Reason, SourceRange } from './ir/source.ts';

export const LOOPS_SCHEMA = 'looplens/loops/1';
export const CHECK_SCHEMA = 'looplens/check/1';

/** `exact`: this is what the loop does. `over`: contains all that it can do. `unknown`: no claim. */
export type Exactness = 'exact' | 'over' | 'unknown';
export type Termination = 'always' | 'never' | 'conditional' | 'unknown';
export type Verdict = 'holds' | 'violated' | 'unknown';
export type LoopType = 1 | 2 | 3 | 4;
export type Pattern = 'sequential' | 'periodic' | 'irregular';

/** A number of iterations. Texts use the source's names for the values before the loop. */
export interface Bound {
  readonly text: string;
  /** `exact`: so many; `upper`: at most; `structural`: in terms of a data structure's size. */
  readonly kind: 'exact' | 'upper' | 'structural';
  /** Where it is a constant. */
  readonly value?: string;
}

export interface PathReport {
  /** `π1`, `π2`, ... in the order of the source. */
  readonly id: string;
  readonly kind: 'iterative' | 'exit';
  readonly guard: string;
  /** Changes only, e.g. `x += 1, z = 0`; empty where nothing changes. */
  readonly update: string;
  readonly bound: string | null;
}

export interface CaseReport {
  readonly guard: string;
  /** A regular expression over path ids with counters: `π1^(z - x) (π2 π1)^(n - z) exit`. */
  readonly trace: string;
  /** Path id -> how often. */
  readonly counts: Readonly<Record<string, string>>;
  /** Total iterations; `∞` where it never ends. */
  readonly iterations: string;
  /** Variable -> value afterwards, for the variables that the loop can change. */
  readonly post: Readonly<Record<string, string>>;
  readonly exactness: Exactness;
}

export interface LoopReport {
  readonly function: string;
  readonly kind: 'for' | 'while' | 'do' | 'goto';
  readonly range: SourceRange;
  readonly head: SourceRange;
  readonly nested: number;
  readonly type: LoopType | null;
  readonly pattern: Pattern | null;
  readonly exactness: Exactness;
  readonly bound: Bound | null;
  readonly paths: readonly PathReport[];
  readonly cases: readonly CaseReport[];
  readonly termination: Termination;
  readonly terminationCondition?: string;
  /** What the summary presupposes, e.g. "no signed overflow". */
  readonly assumptions: readonly string[];
  readonly reasons: readonly Reason[];
  readonly solverQueries: number;
  readonly ms: number;
}

export interface AssertionReport {
  readonly function: string;
  readonly range: SourceRange;
  /** The asserted expression as in the source. */
  readonly assertion: string;
  readonly verdict: Verdict;
  /** Parameters and globals of the entry, by name. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Nondet values in the order in which they are read; [value, count] for repetitions. */
  readonly nondet?: readonly (string | readonly [string, number])[];
  /** One number per enclosing loop, 0-based, outermost first. */
  readonly iteration?: readonly number[];
  readonly conjunct?: string;
  /** How the run goes, for people, e.g. `line 4: 10 iterations`. */
  readonly trace?: string;
  /** Values at the assertion, by variable. */
  readonly values?: Readonly<Record<string, string>>;
  readonly reason?: Reason;
  readonly engine: string;
  readonly ms: number;
}

/** A function as an entry in an outline: enough to cache by content and to show progress. */
export interface FileReport {
  readonly loops: readonly LoopReport[];
  readonly assertions: readonly AssertionReport[];
  readonly syntaxErrors: readonly { readonly message: string; readonly range: SourceRange }[];
  /** Functions found, with what was lost in lowering each. */
  readonly functions: readonly { readonly name: string; readonly range: SourceRange; readonly reasons: readonly Reason[] }[];
  readonly ms: number;
}
