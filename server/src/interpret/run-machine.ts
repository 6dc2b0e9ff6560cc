/** Runs a compiled function: inputs, frames, and the loop over its blocks. */
import { COST, work } from '../budget/index.ts';
import { globalKey } from '../program/index.ts';
import { UndefinedBehaviour, UnknownValue, compileExpr, toCell } from './compile-expression.ts';
import type { Cell } from './compile-expression.ts';
import { MachineArray, withinSizes } from './machine-array.ts';
import type { ArrayObject, BlockId, LoopSite, VarId } from '../program/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import { convert } from '../machine/index.ts';
import type { LoopState, Outcome, RunOptions } from './run-outcome.ts';
import type { Session, Machine } from './function-machine.ts';
import { Stop, begin, ended, environment } from './function-machine.ts';

/** An element that isn't known, with the reason. */
export class UnknownElement {
  readonly reason: Reason;
  constructor(reason: Reason) {
    this.reason = reason;
  }
}

export function unknownArray(a: ArrayObject, reason: Reason, { options }: Session): MachineArray {
  const array = new MachineArray(a.length, []);
  array.forget(() => {
    const value = options.havoc?.(null, reason, a.element) ?? null;
    return value === null ? new UnknownElement(reason) : toCell(convert(value, a.element));
  });
  return array;
}

const unknownInitial = (name: string, range: SourceRange): Reason => ({
  code: 'initializer',
  message: `the initial value of \`${name}\` is not worked out`,
  range,
});

/** Sets up a frame: globals and arrays; locals are unset. */
export function enter(
  machine: Machine,
  session: Session,
  arrayParam: (position: number) => MachineArray | null,
  missing: (a: ArrayObject) => MachineArray,
): void {
  machine.session = session;
  machine.busy = true;
  session.running.push(machine);
  machine.returned = null;
  if (machine.iterations.length > 0) machine.iterations.fill(0);
  machine.values.fill(undefined);
  for (const { id, key, initial, name } of machine.globals) {
    if (session.globals.has(key)) machine.values[id] = session.globals.get(key);
    else {
      if (initial === null) session.unknownValue ??= unknownInitial(name, machine.fn.nameRange);
      session.globals.set(key, initial);
      machine.values[id] = initial;
    }
  }
  machine.arrays = machine.fn.arrays.map((array) => {
    if (array.scope === 'param') {
      const position = machine.fn.paramArrays?.indexOf(array.id) ?? -1;
      return (position < 0 ? null : arrayParam(position)) ?? missing(array);
    }
    if (array.scope === 'local') return new MachineArray(array.length, array.initial, sizesOf(machine, array));
    const key = array.key ?? array.name;
    let shared = session.globalArrays.get(key);
    if (shared === undefined) {
      shared = array.unknownInitial
        ? unknownArray(array, unknownInitial(array.name, machine.fn.nameRange), session)
        : new MachineArray(array.length, array.initial ?? []);
      session.globalArrays.set(key, shared);
    }
    return shared;
  });
}

const sizesOf = (m: Machine, a: ArrayObject): ((index: Cell) => boolean) | null =>
  a.sizes
    ? withinSizes(a.sizes, (e) => compileExpr(e, { values: m.values, mode: m.session.options.mode }, null))
    : null;

export function runMachine(machine: Machine, options: RunOptions): Outcome {
  const session = begin(options);
  setInputs(machine, session);
  try {
    execute(machine, session);
    return {
      kind: 'returned',
      value: machine.returned === null ? null : BigInt(machine.returned),
      ...ended(machine, session),
    };
  } catch (error) {
    const outcome = outcomeOf(error, machine, session);
    if (outcome === null) throw error;
    return outcome;
  } finally {
    work(COST.step * session.steps);
    for (const running of session.running) running.busy = false;
  }
}

/** Variables and arrays have the values that are given; other parameters are zero. */
function setInputs(machine: Machine, session: Session): void {
  const { inputs, arrays } = session.options;
  const given = (id: VarId): Cell | undefined => {
    const value = inputs.get(id);
    return value === undefined ? undefined : toCell(value);
  };
  for (const v of machine.fn.variables)
    if (v.scope === 'global' && inputs.has(v.id)) session.globals.set(globalKey(v), given(v.id));
  enter(
    machine,
    session,
    () => null,
    (a) => new MachineArray(a.length, []),
  );
  for (const v of machine.fn.variables)
    if (v.scope !== 'global' && v.unset !== true)
      machine.values[v.id] = given(v.id) ?? (v.scope === 'param' ? 0 : undefined);
  for (const [id, contents] of arrays ?? []) {
    const array = machine.fn.arrays[id];
    if (array === undefined) continue;
    machine.arrays[id] = new MachineArray(array.length, contents, sizesOf(machine, array));
    if (array.scope === 'global') session.globalArrays.set(array.key ?? array.name, machine.arrays[id]!);
  }
  for (const [id, reason] of session.options.hidden ?? []) {
    const array = machine.fn.arrays[id]!;
    machine.arrays[id] = unknownArray(array, reason, session);
    if (array.scope === 'global') session.globalArrays.set(array.key ?? array.name, machine.arrays[id]!);
  }
}

/** What a run that was thrown out of has come to; null: that is no end of a run. */
function outcomeOf(error: unknown, machine: Machine, session: Session): Outcome | null {
  if (error instanceof Stop) {
    const outcome = error.how(session);
    return session.depth === 0 ? outcome : { ...outcome, env: environment(machine) };
  }
  const unknown = session.unknownValue;
  if (error instanceof UnknownValue && unknown)
    return { kind: 'not-modelled', reason: unknown, ...ended(machine, session) };
  if (!(error instanceof UndefinedBehaviour)) return null;
  if (error.code === 'uninitialized' && unknown)
    return { kind: 'not-modelled', reason: unknown, ...ended(machine, session) };
  return { kind: 'undefined', code: error.code, range: error.range, ...ended(machine, session) };
}

export function execute(machine: Machine, session: Session): void {
  const { blocks, cost, headers } = machine;
  const { maxSteps } = session.options;
  const hook = session.options.onLoopHeader;
  const observer = session.options.onBlock;
  const value = (id: VarId): bigint | null => valueIn(machine, id);
  let at = machine.fn.entry;
  let steps = session.steps;
  let previous = -1;
  for (;;) {
    const header = headers[at]!;
    if (header !== null) {
      const again = previous >= 0 && header.body[previous] === 1;
      let next: BlockId | null = null;
      for (const loop of header.loops) {
        machine.iterations[loop.id] = again ? machine.iterations[loop.id]! + 1 : 0;
        if (hook !== undefined) next = hook(loop, loopState(machine, loop)) ?? next;
      }
      if (next !== null) {
        previous = at;
        at = next;
        continue;
      }
    }
    steps += cost[at]!;
    if (steps > maxSteps) {
      session.steps = steps;
      throw new Stop((s) => ({ kind: 'out-of-steps', ...ended(machine, s) }));
    }
    session.steps = steps;
    observer?.(machine.fn, at, value);
    previous = at;
    at = blocks[at]!();
    // a call has counted its own
    steps = session.steps;
    if (at < 0) return;
  }
}

function valueIn(machine: Machine, id: VarId): bigint | null {
  const value = machine.values[id];
  return value === undefined || value === null ? null : BigInt(value);
}

function loopState(machine: Machine, loop: LoopSite): LoopState {
  return {
    iteration: machine.iterations[loop.id]!,
    get: (id) => valueIn(machine, id),
    set: (id, value) => {
      machine.values[id] = toCell(value);
    },
    element: (array, index) => machine.arrays[array]?.peek(index) ?? null,
    skip: (iterations, fresh = 0) => {
      machine.session.nondet += iterations * fresh;
      machine.iterations[loop.id] = machine.iterations[loop.id]! + iterations;
    },
  };
}
