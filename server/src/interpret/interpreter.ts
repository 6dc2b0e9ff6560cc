/**
 * The concrete interpreter: runs a function of the IR with the machine's integers and says how the run ends. Blocks are
 * compiled once into closures; undefined behaviour ends a run and is named.
 */
import { COST, work } from '../budget/index.ts';
import { counted, functionsOf, globalKey, globalsReached, naturalLoops } from '../program/index.ts';
import { UndefinedBehaviour, compileExpr, toCell } from './compile-expression.ts';
import type { Cell, ExprContext, Values } from './compile-expression.ts';
import { MachineArray, withinSizes } from './machine-array.ts';
import type { ArrayObject, Block, BlockId, IrFunction, IrProgram, LoopSite, Stmt, VarId } from '../program/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import { convert } from '../machine/index.ts';
import type { Ended, Environment, LoopState, Outcome, RunOptions } from './run-outcome.ts';

/** Runs a function from its entry. */
export function run(fn: IrFunction, options: RunOptions): Outcome {
  return runMachine(machineFor(fn, options.mode), options);
}

interface Session {
  readonly options: RunOptions;
  steps: number;
  nondet: number;
  depth: number;
  readonly globals: Map<string, Cell | undefined>;
  readonly globalArrays: Map<string, MachineArray>;
  /** Machines of this run, the function's own and those of the calls it is in: outermost first. */
  readonly running: Machine[];
  /** Why the value of some variable is not known; missing: that of each is. */
  unknownValue?: Reason;
}

interface Machine {
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
interface GlobalSlot {
  readonly id: VarId;
  readonly key: string;
  /** Undefined where it is not known. */
  readonly initial: Cell | undefined;
  readonly name: string;
}

interface HeaderInfo {
  readonly loops: readonly LoopSite[];
  readonly body: Uint8Array;
}

/** Ends a run from within a statement. */
class Stop {
  readonly how: (session: Session) => Outcome;
  constructor(how: (session: Session) => Outcome) {
    this.how = how;
  }
}

const machines = new WeakMap<IrFunction, Map<IntegerMode, Machine[]>>();

/** A machine for the function that isn't running; a recursive call takes another one. */
function machineFor(fn: IrFunction, mode: IntegerMode): Machine {
  let byMode = machines.get(fn);
  if (byMode === undefined) {
    byMode = new Map();
    machines.set(fn, byMode);
  }
  let pool = byMode.get(mode);
  if (pool === undefined) {
    pool = [];
    byMode.set(mode, pool);
  }
  let machine = pool.find((m) => !m.busy);
  if (machine === undefined) {
    machine = compile(fn, mode);
    pool.push(machine);
  }
  return machine;
}

const begin = (options: RunOptions): Session => ({
  options,
  steps: 0,
  nondet: 0,
  depth: 0,
  globals: new Map(),
  globalArrays: new Map(),
  running: [],
});

const NO_SESSION = begin({ mode: 'c', inputs: new Map(), maxSteps: 0 });

function compile(fn: IrFunction, mode: IntegerMode): Machine {
  const blocks: (() => number)[] = [];
  const bodies = naturalLoops(fn);
  const machine: Machine = {
    fn,
    values: new Array<Cell | undefined>(fn.variables.length).fill(undefined),
    globals: fn.variables
      .filter((v) => v.scope === 'global')
      .map((v) => ({
        id: v.id,
        key: globalKey(v),
        initial: v.unknownInitial ? undefined : toCell(v.initial ?? 0n),
        name: v.name,
      })),
    arrays: [],
    blocks,
    cost: Int32Array.from(fn.blocks, (b) => b.stmts.length + 1),
    headers: fn.blocks.map((_, header) => {
      const body = bodies.get(header);
      return body === undefined ? null : { loops: fn.loops.filter((l) => l.header === header), body };
    }),
    iterations: new Float64Array(fn.loops.length),
    session: NO_SESSION,
    returned: null,
    members: [],
    busy: false,
  };
  // the code of a block speaks of the machine
  blocks.push(...fn.blocks.map((b) => compileBlock(b, machine, mode)));
  return machine;
}

/** Nothing is lost but a value, where these are the reason. */
const LATER = new Set([
  'float',
  'memory',
  'pointer',
  'alias',
  'struct',
  'volatile',
  'library-result',
  'unknown-call',
  'layout',
  'uninitialized',
  'array-element',
  'static-object',
]);

const RETURNED = -1;

function compileBlock(block: Block, machine: Machine, mode: IntegerMode): () => number {
  const steps = block.stmts.map((stmt) => compileStmt(stmt, machine, mode));
  const end = compileEnd(block, machine, mode);
  const [first, second, third] = steps;
  if (first === undefined) return end;
  if (second === undefined)
    return () => {
      first();
      return end();
    };
  if (third === undefined)
    return () => {
      first();
      second();
      return end();
    };
  if (steps.length === 3)
    return () => {
      first();
      second();
      third();
      return end();
    };
  return () => {
    for (let i = 0; i < steps.length; i++) steps[i]!();
    return end();
  };
}

function compileEnd(block: Block, machine: Machine, mode: IntegerMode): () => number {
  const { end } = block;
  switch (end.kind) {
    case 'goto':
      return () => end.to;
    case 'branch': {
      const cond = compileExpr(end.cond, { values: machine.values, mode }, end.range);
      const { then, else: otherwise } = end;
      return () => (cond() !== 0 ? then : otherwise);
    }
    case 'return': {
      if (end.members !== undefined) {
        const members = end.members.map((e) => compileExpr(e, { values: machine.values, mode }, end.range));
        return () => {
          machine.members = members.map((value) => value());
          return RETURNED;
        };
      }
      const value = end.value && compileExpr(end.value, { values: machine.values, mode }, end.range);
      return () => {
        machine.returned = value && value();
        return RETURNED;
      };
    }
    case 'halt': {
      const { reason } = end;
      return () => {
        throw new Stop((session) => ({ kind: 'halted', reason, ...ended(machine, session) }));
      };
    }
  }
}

function compileStmt(stmt: Stmt, machine: Machine, mode: IntegerMode): () => void {
  const values = machine.values;
  const context = { values: values, mode };
  switch (stmt.kind) {
    case 'assign': {
      const value = compileExpr(stmt.value, context, stmt.range);
      const { target } = stmt;
      return () => {
        values[target] = value();
      };
    }
    case 'nondet': {
      const { target, callee, range } = stmt;
      const { type } = machine.fn.variables[target]!;
      return () => {
        const value = machine.session.options.nondet?.(machine.session.nondet, type, callee, range) ?? 0n;
        machine.session.nondet++;
        values[target] = toCell(mode === 'mathematical' ? value : convert(value, type));
      };
    }
    case 'havoc': {
      const variable = machine.fn.variables[stmt.target]!;
      const { target, reason } = stmt;
      return () => {
        const value = machine.session.options.havoc?.(variable, reason, variable.type) ?? null;
        if (value === null && (variable.pointer || LATER.has(reason.code))) {
          // what it is worth rarely matters: the run goes on until somebody asks
          values[target] = undefined;
          machine.session.unknownValue = reason;
          return;
        }
        if (value === null) throw new Stop((session) => ({ kind: 'not-modelled', reason, ...ended(machine, session) }));
        values[target] = toCell(convert(value, variable.type));
      };
    }
    case 'load': {
      const index = compileExpr(stmt.index, context, stmt.range);
      const { target, array, range } = stmt;
      return () => {
        const value = machine.arrays[array]!.read<UnknownElement>(index(), range);
        if (value instanceof UnknownElement)
          throw new Stop((session) => ({ kind: 'not-modelled', reason: value.reason, ...ended(machine, session) }));
        values[target] = value;
      };
    }
    case 'store': {
      const index = compileExpr(stmt.index, context, stmt.range);
      const value = compileExpr(stmt.value, context, stmt.range);
      const { array, range } = stmt;
      return () => machine.arrays[array]!.write(index(), value(), range);
    }
    case 'havoc-array': {
      const { array, reason } = stmt;
      const { element } = machine.fn.arrays[array]!;
      return () => {
        machine.arrays[array]!.forget(() => {
          const value = machine.session.options.havoc?.(null, reason, element) ?? null;
          return value === null ? new UnknownElement(reason) : toCell(convert(value, element));
        });
      };
    }
    case 'fill-array':
      return () => machine.arrays[stmt.array]!.fill(toCell(stmt.all));
    case 'call':
      return compileCall(stmt, machine, mode);
    // made out where calls are inlined only
    case 'load-at':
    case 'store-at':
      return inTurn(stmt.otherwise, machine, mode);
    case 'assume': {
      const cond = compileExpr(stmt.cond, context, stmt.range);
      const { range } = stmt;
      return () => {
        if (cond() === 0) throw new Stop((session) => ({ kind: 'assume-failed', range, ...ended(machine, session) }));
      };
    }
    case 'assert': {
      const cond = compileExpr(stmt.cond, context, stmt.range);
      const { assertion } = stmt;
      return () => {
        if (cond() !== 0) return;
        throw new Stop((session) => ({
          kind: 'assertion-failed',
          assertion,
          callee: machine.fn.name,
          ...ended(machine, session),
          iteration: (machine.fn.assertions[assertion]?.loops ?? []).map((l) => machine.iterations[l] ?? 0),
        }));
      };
    }
    case 'go-through':
      return compileGoThrough(stmt, machine, context);
    case 'note':
      return () => {};
  }
}

const inTurn =
  (stmts: readonly Stmt[], m: Machine, mode: IntegerMode, parts = stmts.map((s) => compileStmt(s, m, mode))) =>
  (): void =>
    parts.forEach((part) => part());

/** A run gets no further where a pointer is null, nor where it isn't known whether it leads to an object. */
function compileGoThrough(
  { position, guard, range }: Stmt & { readonly kind: 'go-through' },
  machine: Machine,
  context: ExprContext,
): () => void {
  const pointer = position && compileExpr(counted(position), context, range);
  const place = position && compileExpr(position, context, range);
  const comesToIt = guard && compileExpr(guard, context, range);
  return () => {
    if (comesToIt !== null && comesToIt() === 0) return;
    if (pointer?.() === 0) throw new UndefinedBehaviour('out-of-bounds', range);
    if (place === null || place() !== pointer?.())
      throw new Stop((session) => ({ kind: 'not-modelled', reason: unknownObject(range), ...ended(machine, session) }));
  };
}

const unknownObject = (range: SourceRange): Reason => ({
  code: 'pointer',
  message: 'It is not known whether the pointer leads to an object here.',
  range,
});

/** An element that isn't known, with the reason. */
class UnknownElement {
  readonly reason: Reason;
  constructor(reason: Reason) {
    this.reason = reason;
  }
}

/** Calls nested deeper than this end the run. */
const DEEPEST_CALL = 400;

function compileCall(stmt: Stmt & { readonly kind: 'call' }, machine: Machine, mode: IntegerMode): () => void {
  const args = stmt.args.map((a) => compileExpr(a, { values: machine.values, mode }, stmt.range));
  const offsets = (stmt.offsets ?? []).map((o) => o && compileExpr(o, { values: machine.values, mode }, stmt.range));
  const positions = (stmt.positions ?? []).map(
    (p) => p && compileExpr(p, { values: machine.values, mode }, stmt.range),
  );
  const { callee, target, range } = stmt;
  const afterwards = inTurn(stmt.otherwise ?? [], machine, mode);
  const lost = (message: string): Stop =>
    new Stop((session) => ({
      kind: 'not-modelled',
      reason: { code: 'call', message, range },
      ...ended(machine, session),
    }));
  // what the last program called, and the globals that the two functions share
  let program: IrProgram | undefined;
  let fn: IrFunction | undefined;
  let shared: readonly GlobalSlot[] = [];
  return () => {
    const { session } = machine;
    if (session.options.program !== program) {
      program = session.options.program;
      fn = program === undefined ? undefined : functionsOf(program).get(callee);
      const reached = program === undefined || fn === undefined ? null : globalsReached(program, fn);
      shared = machine.globals.filter((g) => reached?.has(g.key) === true);
    }
    if (fn === undefined) throw lost(`\`${callee}\` is not at hand`);
    if (session.depth >= DEEPEST_CALL) throw lost(`calls are nested too deeply in \`${callee}\``);
    const inner = machineFor(fn, mode);
    const given = args.map((a) => a());
    const pointers = (fn.paramPointers ?? []).map((id, i) => (id === null ? undefined : positions[i]?.()));
    const begins = offsets.map((o) => o?.() ?? 0);
    for (const g of shared) session.globals.set(g.key, machine.values[g.id]);
    enter(
      inner,
      session,
      (position) => {
        const handed = stmt.arrays?.[position];
        const array = handed == null ? null : (machine.arrays[handed] ?? null);
        return array?.from(begins[position] ?? 0) ?? null;
      },
      (a) =>
        unknownArray(
          a,
          { code: 'pointer', message: `what \`${a.name}\` points at is not known at this call`, range },
          session,
        ),
    );
    fn.paramPointers?.forEach((id, i) => {
      if (id === null) return;
      inner.values[id] = pointers[i];
      session.unknownValue ??= {
        code: 'pointer',
        message: `where \`${inner.fn.variables[id]!.name}\` points is not known at this call`,
        range,
      };
    });
    fn.params.forEach((id, i) => {
      if (id !== null) inner.values[id] = given[i] ?? 0;
    });
    session.depth++;
    execute(inner, session);
    session.depth--;
    for (const g of inner.globals) session.globals.set(g.key, inner.values[g.id]);
    inner.busy = false;
    session.running.pop();
    for (const g of shared) machine.values[g.id] = session.globals.get(g.key);
    stmt.results?.forEach((id, i) => {
      machine.values[id] = inner.members[i];
    });
    if (target !== null) machine.values[target] = inner.returned ?? undefined;
    afterwards();
  };
}

function unknownArray(a: ArrayObject, reason: Reason, { options }: Session): MachineArray {
  const array = new MachineArray(a.length, [], true);
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
function enter(
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
      if (initial === undefined) session.unknownValue ??= unknownInitial(name, machine.fn.nameRange);
      session.globals.set(key, initial);
      machine.values[id] = initial;
    }
  }
  machine.arrays = machine.fn.arrays.map((array) => {
    if (array.scope === 'param') {
      const position = machine.fn.paramArrays?.indexOf(array.id) ?? -1;
      return (position < 0 ? null : arrayParam(position)) ?? missing(array);
    }
    if (array.scope === 'local') return new MachineArray(array.length, array.initial, false, sizesOf(machine, array));
    const key = array.key ?? array.name;
    let shared = session.globalArrays.get(key);
    if (shared === undefined) {
      shared = array.unknownInitial
        ? unknownArray(array, unknownInitial(array.name, machine.fn.nameRange), session)
        : new MachineArray(array.length, array.initial ?? [], true);
      session.globalArrays.set(key, shared);
    }
    return shared;
  });
}

const sizesOf = (m: Machine, a: ArrayObject): ((index: Cell) => boolean) | null =>
  a.sizes
    ? withinSizes(a.sizes, (e) => compileExpr(e, { values: m.values, mode: m.session.options.mode }, null))
    : null;

function runMachine(machine: Machine, options: RunOptions): Outcome {
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
    (a) => new MachineArray(a.length, [], true),
  );
  for (const v of machine.fn.variables)
    if (v.scope !== 'global' && v.unset !== true)
      machine.values[v.id] = given(v.id) ?? (v.scope === 'param' ? 0 : undefined);
  for (const [id, contents] of arrays ?? []) {
    const array = machine.fn.arrays[id];
    if (array === undefined) continue;
    machine.arrays[id] = new MachineArray(array.length, contents, true, sizesOf(machine, array));
    if (array.scope === 'global') session.globalArrays.set(array.key ?? array.name, machine.arrays[id]!);
  }
}

/** What a run that was thrown out of has come to; null: that is no end of a run. */
function outcomeOf(error: unknown, machine: Machine, session: Session): Outcome | null {
  if (error instanceof Stop) {
    const outcome = error.how(session);
    return session.depth === 0 ? outcome : { ...outcome, env: environment(machine) };
  }
  if (!(error instanceof UndefinedBehaviour)) return null;
  const unknown = session.unknownValue;
  if (error.code === 'uninitialized' && unknown)
    return { kind: 'not-modelled', reason: unknown, ...ended(machine, session) };
  return { kind: 'undefined', code: error.code, range: error.range, ...ended(machine, session) };
}

function execute(machine: Machine, session: Session): void {
  const { blocks, cost, headers } = machine;
  const { maxSteps } = session.options;
  const hook = session.options.onLoopHeader;
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
    previous = at;
    at = blocks[at]!();
    // a call has counted its own
    if (session.steps !== steps) steps = session.steps;
    if (at < 0) return;
  }
}

function loopState(machine: Machine, loop: LoopSite): LoopState {
  return {
    iteration: machine.iterations[loop.id]!,
    get: (id) => {
      const value = machine.values[id];
      return value === undefined ? null : BigInt(value);
    },
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

function ended(m: Machine, session: Session): Ended {
  return { env: environment(m), steps: session.steps, nondetTaken: session.nondet };
}

function environment(machine: Machine): Environment {
  return {
    values: machine.values.map((v) => (v === undefined ? null : BigInt(v))),
    arrays: machine.arrays.map((a) => a.contents()),
    touched: machine.arrays.map((a) => a.touched()),
  };
}
