/**
 * What is to be seen of one loop: its path dependency automaton (Proteus, definition 5), and a run, an iteration at a
 * time.
 */
import type { SourceRange } from '../source/index.ts';

export interface WatchReport {
  readonly function: string;
  /** Of the loop; null: there is none at the place, and the run is told without iterations. */
  readonly head: SourceRange | null;
  readonly automaton: AutomatonReport;
  readonly run: RunReport;
}

/**
 * States are the loop's paths, by their ids. An edge is there unless it was shown that the one can't follow the other.
 */
export interface AutomatonReport {
  readonly states: readonly {
    readonly path: string;
    readonly kind: 'iterative' | 'exit';
    /** Lines of the loop that it goes through, in ascending order. */
    readonly lines: readonly number[];
  }[];
  /** Paths that can come first. */
  readonly initial: readonly string[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

/** A value at the start of a run: a number, or numbers separated by commas, or a string in quotes. */
export interface RunInput {
  readonly name: string;
  readonly kind: 'number' | 'elements';
  readonly value: string;
}

export interface RunReport {
  /** The function that it starts in. */
  readonly entry: string;
  readonly inputs: readonly RunInput[];
  /** What calls returned that may return anything, in order; the first of them. */
  readonly read: readonly string[];
  /** Names of the values that are told, in the order of the source. */
  readonly variables: readonly string[];
  /** The first iterations and the last. Where the loop is entered again, its iterations follow. */
  readonly iterations: readonly RunIteration[];
  /** How many there were, also those that are left out. */
  readonly total: number;
  /** What happened behind the loop, or before it where there was no iteration. */
  readonly behind: readonly RunLine[];
  readonly end: RunEnd;
}

export interface RunIteration {
  /**
   * From 1, anew where the loop is entered again; the last passage through the head, which leaves the loop, is one
   * more.
   */
  readonly number: number;
  /** How often the loop has been entered. */
  readonly visit: number;
  /** The path that it takes; null: that isn't sure. */
  readonly path: string | null;
  /** It comes back to the head. */
  readonly goesOn: boolean;
  /** Values at its start. */
  readonly before: Readonly<Record<string, string>>;
  readonly lines: readonly RunLine[];
}

/** A line that was executed, and what was assigned there. */
export interface RunLine {
  readonly line: number;
  readonly values: readonly { readonly name: string; readonly value: string }[];
}

/** How a run ends. */
export interface RunEnd {
  readonly kind: 'returned' | 'failed' | 'undefined' | 'halted' | 'excluded' | 'not-modelled' | 'too-long';
  /** A sentence without its full stop. */
  readonly message: string;
  readonly range: SourceRange | null;
}
