/**
 * What the analysis of a file needs from the world: a clock, headers, what is kept from one version of a document to
 * the next. Handed in, so that all below is pure.
 */
import type { FrontendOptions, MacroOption, ParsedSource, Surroundings } from '../c/index.ts';
import type { AnalysisOptions, FileReport } from '../report/index.ts';
import type { ResultCache } from './function-cache.ts';

export interface AnalysisHost {
  /** Milliseconds, monotonic: for what is said of the time that something took. */
  now(): number;
  /** Milliseconds that count against limits of time, monotonic; missing: `now`. */
  spent?(): number;
  /** True when the result is no longer wanted: the analysis stops soon and returns what it has. */
  cancelled(): boolean;
  /** Told before each loop and before the assertions of each function: lets a watchdog know what is being worked on. */
  progress?(function_: string, line: number): void;
  /** Told between functions: so many of those that there is something to do for are done. */
  advance?(done: number, total: number): void;
  /** Offered between functions: what is known so far, when asked for it. */
  partial?(report: () => FileReport): void;
  /** Functions (by name) that are not to be analysed again because they exceeded memory or time; reason `timeout`. */
  readonly skip?: ReadonlySet<string>;
  /** Kept from one analysis of a document to the next: what didn't change is not done again. */
  readonly memory?: DocumentMemory;
  /** What the text is read with beside itself; missing: it stands alone. */
  compilation?(source: string, options: AnalysisOptions): Compilation;
}

/** Headers, macros and what else the compiler is told about a file. */
export interface Compilation extends Surroundings {
  readonly macros: readonly MacroOption[];
  /** Headers that come before the first line. */
  readonly before: readonly string[];
  /** Where the compiler's flags say so; else the options hold. */
  readonly dataModel?: FrontendOptions['dataModel'];
  readonly charSigned?: boolean;
  readonly aliasing?: 'strict' | 'none';
  /** What went wrong in finding this out. */
  readonly messages: readonly string[];
}

export interface DocumentMemory {
  parsed?: ParsedSource;
  /** Results by function; several documents can share them. */
  results?: ResultCache;
}
