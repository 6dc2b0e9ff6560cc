/** What an analysis may be asked for, and by which reading of C. Data only. */
import type { DataModelName, IntegerMode } from './ir/types.ts';

export interface AnalysisOptions {
  readonly integers: IntegerMode;
  readonly dataModel: DataModelName;
  readonly charSigned: boolean;
  /** Only this function. */
  readonly function: string | null;
  /** What to compute. */
  readonly loops: boolean;
  readonly assertions: boolean;
  /** Milliseconds for one loop, and for all the assertions of a file. */
  readonly loopBudget: number;
  readonly fileBudget: number;
  /** Further names of assert-like and assume-like functions. */
  readonly assertNames: readonly string[];
  readonly assumeNames: readonly string[];
}

export const DEFAULT_OPTIONS: AnalysisOptions = {
  integers: 'c', dataModel: 'LP64', charSigned: true, function: null, loops: true, assertions: true,
  loopBudget: 10_000, fileBudget: 10_000, assertNames: [], assumeNames: [],
};
