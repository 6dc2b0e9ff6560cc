/** What tracing is asked for. */
import type { Budget } from '../budget/index.ts';
import type { Formula, Symbol, Symbols, Term } from '../logic/index.ts';
import type { LoopPath } from '../explore/index.ts';
import type { Oscillation } from './oscillation/index.ts';

export interface TraceRequest {
  readonly paths: readonly LoopPath[];
  /** Symbol by variable. */
  readonly names: readonly Symbol[];
  /** Values at entry, for every variable that the paths mention; terms over the caller's symbols. */
  readonly entry: ReadonlyMap<Symbol, Term>;
  /** What holds at entry, over the caller's symbols. */
  readonly facts: Formula;
  readonly symbols: Symbols;
  readonly budget: Budget;
  /** How the loop oscillates, to be used where it does; null: don't. */
  readonly oscillation: Oscillation | null;
  /** What deciding feasibility may cost; missing: as much as one summary may. */
  readonly maxEffort?: number;
  /** Runs that come to undefined behaviour at last have cases too. */
  readonly undefinedToo?: boolean;
}
