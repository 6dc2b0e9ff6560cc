/** A function as it is run: its values, its compiled blocks, and the run that it belongs to. */
import type { Cell, Values } from './compile-expression.ts';
import { MachineArray } from './machine-array.ts';
import type { IrFunction, LoopSite, VarId } from '../program/index.ts';
import type { Reason } from '../source/index.ts';
import type { Ended, Environment, Outcome, RunOptions } from './run-outcome.ts';

export interface Session {
  readonly options: RunOptions;
  steps: number;
  nondet: number;
  depth: number;
  readonly globals: Map<string, Cell | null | undefined>;
  readonly globalArrays: Map<string, MachineArray>;
  /** Machines of this run, the function's own and those of the calls it is in: outermost first. */
  readonly running: Machine[];
  /** Why the value of some variable is not known; missing: that of each is. */
  unknownValue?: Reason;
}

export interface Machine {
  readonly fn: IrFunction;
  readonly values: Values;
  readonly globals: readonly GlobalSlot[];
  arrays: MachineArray[];
  readonly blocks: readonly (() => number)[];
  readonly cost: Int32Array;
  /** For a header: for each block whether it belongs to the loop. Else null. */
  readonly headers: readonly (HeaderInfo | null)[];
  readonly iterations: Float64Array;
  session: Session;
  returned: Cell | null;
  /** Of a struct that is returned. */
  members: readonly Cell[];
  busy: boolean;
}

/** A global variable of the function: where its value is kept while another function runs. */
export interface GlobalSlot {
  readonly id: VarId;
  readonly key: string;
  /** Null where it is not known. */
  readonly initial: Cell | null;
  readonly name: string;
}

interface HeaderInfo {
  readonly loops: readonly LoopSite[];
  readonly body: Uint8Array;
}

/** Ends a run from within a statement. */
export class Stop {
  readonly how: (session: Session) => Outcome;
  constructor(how: (session: Session) => Outcome) {
    this.how = how;
  }
}

export const begin = (options: RunOptions): Session => ({
  options,
  steps: 0,
  nondet: 0,
  depth: 0,
  globals: new Map(),
  globalArrays: new Map(),
  running: [],
});

export const NO_SESSION = begin({ mode: 'c', inputs: new Map(), maxSteps: 0 });

export function ended(m: Machine, session: Session): Ended {
  return { env: environment(m), steps: session.steps, nondetTaken: session.nondet };
}

export function environment(machine: Machine): Environment {
  return {
    values: machine.values.map((v) => (v === undefined || v === null ? null : BigInt(v))),
    arrays: machine.arrays.map((a) => a.contents()),
    touched: machine.arrays.map((a) => a.touched()),
  };
}
