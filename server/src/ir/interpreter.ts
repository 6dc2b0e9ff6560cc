/**
 * The concrete interpreter: runs a function of the IR with the machine's integers and says how the run ends. Blocks are
 * compiled once into closures; undefined behaviour ends a run and is named.
 */
import type { UndefinedCode } from './arithmetic.ts';
import { UndefinedBehaviour, compileExpr, toCell } from './compileExpr.ts';
import type { Cell, Values } from './compileExpr.ts';
import { MachineArray } from './machineArray.ts';
import type { Block, BlockId, IrFunction, IrProgram, LoopSite, Stmt, VarId, Variable } from './program.ts';
import type { Reason, SourceRange } from './source.ts';
import { convert } from './types.ts';
import type { IntegerMode, IntType } from './types.ts';

/** Values at the end of a run. */
export interface Environment {
  /** By variable id; null: never assigned. */
  readonly values: readonly (bigint | null)[];
  /** Elements of the arrays by id, as far as they were written or read. */
  readonly arrays: readonly ReadonlyMap<bigint, bigint>[];
}

interface Ended {
  readonly env: Environment;
  /** Statements and jumps executed. */
  readonly steps: number;
  /** Fresh values taken. */
  readonly nondetTaken: number;
}

export type Outcome = Ended & (
  | { readonly kind: 'returned'; readonly value: bigint | null }
  /** `iteration`: 0-based, one for each enclosing loop, outermost first. */
  | { readonly kind: 'assertion-failed'; readonly assertion: number; readonly iteration: readonly number[]; readonly callee: string }
  | { readonly kind: 'halted'; readonly reason: Reason | null }
  | { readonly kind: 'assume-failed'; readonly range: SourceRange }
  | { readonly kind: 'undefined'; readonly code: UndefinedCode; readonly range: SourceRange | null }
  | { readonly kind: 'not-modelled'; readonly reason: Reason }
  | { readonly kind: 'out-of-steps' }
);

/** What a loop's hook sees and may change when an iteration starts. */
export interface LoopState {
  /** 0 when the loop is entered. */
  readonly iteration: number;
  get(id: VarId): bigint | null;
  set(id: VarId, value: bigint): void;
}

export interface RunOptions {
  readonly mode: IntegerMode;
  /** Values at entry: parameters, globals (their initial values, else 0, where missing); locals too, which are unset otherwise. */
  readonly inputs: ReadonlyMap<VarId, bigint>;
  /** The fresh values in order; converted to the type. Missing: 0. */
  readonly nondet?: (index: number, type: IntType, callee: string) => bigint;
  readonly maxSteps: number;
  /** Where functions that are called are looked up. */
  readonly program?: IrProgram;
  /** Contents of arrays at entry, by id; elements left out are 0. */
  readonly arrays?: ReadonlyMap<number, readonly bigint[]>;
  /** Value for something that isn't modelled; null or missing: the run ends there. */
  readonly havoc?: (target: Variable | null, reason: Reason, type: IntType) => bigint | null;
  /** Called whenever an iteration starts; may change values, and may send the run to another block. */
  readonly onLoopHeader?: (loop: LoopSite, state: LoopState) => BlockId | null;
}

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
}

interface Machine {
  readonly fn: IrFunction;
  readonly values: Values;
  arrays: MachineArray[];
  readonly blocks: readonly (() => number)[];
  readonly cost: Int32Array;
  /** For a header: for each block whether it belongs to the loop. Else null. */
  readonly headers: readonly (HeaderInfo | null)[];
  readonly iterations: Float64Array;
  session: Session;
  returned: Cell | null;
  busy: boolean;
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

const machines = new WeakMap<IrFunction, Map<IntegerMode, Machine>>();

function machineFor(fn: IrFunction, mode: IntegerMode): Machine {
  let byMode = machines.get(fn);
  if (byMode === undefined) {
    byMode = new Map();
    machines.set(fn, byMode);
  }
  let machine = byMode.get(mode);
  if (machine === undefined || machine.busy) {
    machine = compile(fn, mode);
    byMode.set(mode, machine);
  }
  return machine;
}

const NO_SESSION: Session = { options: { mode: 'c', inputs: new Map(), maxSteps: 0 }, steps: 0, nondet: 0, depth: 0, globals: new Map(), globalArrays: new Map() };

function compile(fn: IrFunction, mode: IntegerMode): Machine {
  const machine: Machine = {
    fn, values: new Array<Cell | undefined>(fn.variables.length).fill(undefined), arrays: [], blocks: [], cost: new Int32Array(fn.blocks.length),
    headers: [], iterations: new Float64Array(fn.loops.length), session: NO_SESSION, returned: null, busy: false,
  };
  const headers: (HeaderInfo | null)[] = new Array<HeaderInfo | null>(fn.blocks.length).fill(null);
  const bodies = naturalLoops(fn);
  for (const [header, body] of bodies) headers[header] = { loops: fn.loops.filter((l) => l.header === header), body };
  const blocks = fn.blocks.map((b) => compileBlock(b, machine, mode));
  fn.blocks.forEach((b, i) => {
    machine.cost[i] = b.stmts.length + 1;
  });
  return Object.assign(machine, { blocks, headers });
}

/** The blocks of each loop: reached from its header, and back to it, without passing the header of a loop around it. */
function naturalLoops(fn: IrFunction): Map<BlockId, Uint8Array> {
  const predecessors: BlockId[][] = fn.blocks.map(() => []);
  for (const b of fn.blocks) {
    const { end } = b;
    if (end.kind === 'goto') predecessors[end.to]!.push(b.id);
    else if (end.kind === 'branch') {
      predecessors[end.then]!.push(b.id);
      predecessors[end.else]!.push(b.id);
    }
  }
  const reachableFrom = (start: BlockId, depth: number): Uint8Array => {
    const seen = new Uint8Array(fn.blocks.length);
    const stack = [start];
    while (stack.length > 0) {
      const id = stack.pop()!;
      if (seen[id] === 1 || (nested.get(id) ?? Infinity) < depth) continue;
      seen[id] = 1;
      const { end } = fn.blocks[id]!;
      if (end.kind === 'goto') stack.push(end.to);
      else if (end.kind === 'branch') stack.push(end.then, end.else);
    }
    return seen;
  };
  const loops = new Map<BlockId, Uint8Array>();
  const nested = new Map(fn.loops.map((l) => [l.header, l.nested]));
  for (const l of fn.loops) {
    const body = new Uint8Array(fn.blocks.length);
    const forward = reachableFrom(l.header, l.nested);
    const stack = predecessors[l.header]!.filter((p) => forward[p] === 1);
    body[l.header] = 1;
    while (stack.length > 0) {
      const id = stack.pop()!;
      if (body[id] === 1 || forward[id] !== 1) continue;
      body[id] = 1;
      stack.push(...predecessors[id]!);
    }
    loops.set(l.header, body);
  }
  return loops;
}

const RETURNED = -1;

function compileBlock(block: Block, m: Machine, mode: IntegerMode): () => number {
  const s = block.stmts.map((stmt) => compileStmt(stmt, m, mode));
  const end = compileEnd(block, m, mode);
  const [a, b, c] = s;
  if (a === undefined) return end;
  if (b === undefined) return () => { a(); return end(); };
  if (c === undefined) return () => { a(); b(); return end(); };
  if (s.length === 3) return () => { a(); b(); c(); return end(); };
  return () => {
    for (let i = 0; i < s.length; i++) s[i]!();
    return end();
  };
}

function compileEnd(block: Block, m: Machine, mode: IntegerMode): () => number {
  const { end } = block;
  switch (end.kind) {
    case 'goto': {
      const { to } = end;
      return () => to;
    }
    case 'branch': {
      const cond = compileExpr(end.cond, { values: m.values, mode }, end.range);
      const { then, else: otherwise } = end;
      return () => (cond() !== 0 ? then : otherwise);
    }
    case 'return': {
      if (end.value === null) return () => { m.returned = null; return RETURNED; };
      const value = compileExpr(end.value, { values: m.values, mode }, end.range);
      return () => { m.returned = value(); return RETURNED; };
    }
    case 'halt': {
      const { reason } = end;
      return () => {
        throw new Stop((session) => ({ kind: 'halted', reason, ...ended(m, session) }));
      };
    }
  }
}

function compileStmt(stmt: Stmt, m: Machine, mode: IntegerMode): () => void {
  const v = m.values;
  const context = { values: v, mode };
  switch (stmt.kind) {
    case 'assign': {
      const value = compileExpr(stmt.value, context, stmt.range);
      const { target } = stmt;
      return () => { v[target] = value(); };
    }
    case 'nondet': {
      const { target, callee } = stmt;
      const { type } = m.fn.variables[target]!;
      return () => {
        const value = m.session.options.nondet?.(m.session.nondet, type, callee) ?? 0n;
        m.session.nondet++;
        v[target] = toCell(mode === 'mathematical' ? value : convert(value, type));
      };
    }
    case 'havoc': {
      const variable = m.fn.variables[stmt.target]!;
      const { target, reason } = stmt;
      return () => {
        const value = m.session.options.havoc?.(variable, reason, variable.type) ?? null;
        if (value === null) throw new Stop((session) => ({ kind: 'not-modelled', reason, ...ended(m, session) }));
        v[target] = toCell(convert(value, variable.type));
      };
    }
    case 'load': {
      const index = compileExpr(stmt.index, context, stmt.range);
      const { target, array, range } = stmt;
      return () => {
        const value = m.arrays[array]!.read<UnknownElement>(index(), range);
        if (value instanceof UnknownElement) throw new Stop((session) => ({ kind: 'not-modelled', reason: value.reason, ...ended(m, session) }));
        v[target] = value;
      };
    }
    case 'store': {
      const index = compileExpr(stmt.index, context, stmt.range);
      const value = compileExpr(stmt.value, context, stmt.range);
      const { array, range } = stmt;
      return () => m.arrays[array]!.write(index(), value(), range);
    }
    case 'havoc-array': {
      const { array, reason } = stmt;
      const { element } = m.fn.arrays[array]!;
      return () => {
        m.arrays[array]!.forget(() => {
          const value = m.session.options.havoc?.(null, reason, element) ?? null;
          return value === null ? new UnknownElement(reason) : toCell(convert(value, element));
        });
      };
    }
    case 'call': return compileCall(stmt, m, mode);
    case 'assume': {
      const cond = compileExpr(stmt.cond, context, stmt.range);
      const { range } = stmt;
      return () => {
        if (cond() === 0) throw new Stop((session) => ({ kind: 'assume-failed', range, ...ended(m, session) }));
      };
    }
    case 'assert': {
      const cond = compileExpr(stmt.cond, context, stmt.range);
      const { assertion } = stmt;
      return () => {
        if (cond() !== 0) return;
        throw new Stop((session) => ({
          kind: 'assertion-failed', assertion, callee: m.fn.name, ...ended(m, session),
          iteration: (m.fn.assertions[assertion]?.loops ?? []).map((l) => m.iterations[l] ?? 0),
        }));
      };
    }
    case 'note': return () => {};
  }
}

/** An element that isn't known, with the reason. */
class UnknownElement {
  readonly reason: Reason;
  constructor(reason: Reason) {
    this.reason = reason;
  }
}

/** Calls nested deeper than this end the run. */
const DEEPEST_CALL = 400;

function compileCall(stmt: Stmt & { readonly kind: 'call' }, m: Machine, mode: IntegerMode): () => void {
  const args = stmt.args.map((a) => compileExpr(a, { values: m.values, mode }, stmt.range));
  const { callee, target, range } = stmt;
  const lost = (message: string): Stop => new Stop((session) => ({ kind: 'not-modelled', reason: { code: 'call', message, range }, ...ended(m, session) }));
  return () => {
    const { session } = m;
    const fn = session.options.program?.functions.find((f) => f.name === callee);
    if (fn === undefined) throw lost(`\`${callee}\` is not at hand`);
    if (session.depth >= DEEPEST_CALL) throw lost(`calls are nested too deeply in \`${callee}\``);
    const given = args.map((a) => a());
    const inner = machineFor(fn, mode);
    publish(m, session);
    enter(inner, session, (v) => {
      const position = fn.params.indexOf(v.id);
      return position < 0 ? undefined : given[position] ?? 0;
    }, (position) => {
      const handed = stmt.arrays?.[position];
      return handed == null ? null : m.arrays[handed] ?? null;
    });
    session.depth++;
    execute(inner, session);
    session.depth--;
    publish(inner, session);
    inner.busy = false;
    for (const v of m.fn.variables) if (v.scope === 'global') m.values[v.id] = session.globals.get(globalKey(v));
    if (target !== null) {
      const result = inner.returned;
      m.values[target] = result === null ? undefined : result;
    }
  };
}

/** Globals are one object in all functions: known by name and place of declaration. */
function globalKey(v: { readonly name: string; readonly range: SourceRange | null }): string {
  return v.range === null ? v.name : `${v.name} ${v.range.start.line} ${v.range.start.column}`;
}

function publish(m: Machine, session: Session): void {
  for (const v of m.fn.variables) if (v.scope === 'global') session.globals.set(globalKey(v), m.values[v.id]);
}

/** Sets up a frame: parameters, globals, arrays. */
function enter(m: Machine, session: Session, param: (v: Variable) => Cell | undefined, arrayParam: (position: number) => MachineArray | null): void {
  m.session = session;
  m.busy = true;
  m.returned = null;
  m.iterations.fill(0);
  for (const v of m.fn.variables) {
    if (v.scope === 'global') {
      const key = globalKey(v);
      if (!session.globals.has(key)) session.globals.set(key, toCell(v.initial ?? 0n));
      m.values[v.id] = session.globals.get(key);
    } else m.values[v.id] = param(v);
  }
  m.arrays = m.fn.arrays.map((a) => {
    if (a.scope === 'param') {
      const position = m.fn.paramArrays?.indexOf(a.id) ?? -1;
      return (position < 0 ? null : arrayParam(position)) ?? new MachineArray(a.length, [], true);
    }
    if (a.scope === 'local') return new MachineArray(a.length, a.initial, false);
    const key = a.name;
    let shared = session.globalArrays.get(key);
    if (shared === undefined) {
      shared = new MachineArray(a.length, a.initial ?? [], true);
      session.globalArrays.set(key, shared);
    }
    return shared;
  });
}

function runMachine(m: Machine, options: RunOptions): Outcome {
  const session: Session = { options, steps: 0, nondet: 0, depth: 0, globals: new Map(), globalArrays: new Map() };
  const { inputs } = options;
  const given = (id: VarId): Cell | undefined => {
    const value = inputs.get(id);
    return value === undefined ? undefined : toCell(value);
  };
  for (const v of m.fn.variables) if (v.scope === 'global' && inputs.has(v.id)) session.globals.set(globalKey(v), given(v.id));
  enter(m, session, (v) => given(v.id) ?? (v.scope === 'param' ? 0 : undefined), () => null);
  for (const [id, contents] of options.arrays ?? []) {
    const array = m.fn.arrays[id];
    if (array === undefined) continue;
    m.arrays[id] = new MachineArray(array.length, contents, true);
    if (array.scope === 'global') session.globalArrays.set(array.name, m.arrays[id]!);
  }
  try {
    execute(m, session);
    const value = m.returned;
    return { kind: 'returned', value: value === null ? null : BigInt(value), ...ended(m, session) };
  } catch (error) {
    if (error instanceof Stop) {
      const outcome = error.how(session);
      return session.depth === 0 ? outcome : { ...outcome, env: environment(m) };
    }
    if (error instanceof UndefinedBehaviour) return { kind: 'undefined', code: error.code, range: error.range, ...ended(m, session) };
    throw error;
  } finally {
    m.busy = false;
  }
}

function execute(m: Machine, session: Session): void {
  const { blocks, cost, headers } = m;
  const { maxSteps } = session.options;
  const hook = session.options.onLoopHeader;
  let at = m.fn.entry;
  let steps = session.steps;
  let previous = -1;
  for (;;) {
    const header = headers[at]!;
    if (header !== null) {
      const again = previous >= 0 && header.body[previous] === 1;
      let next: BlockId | null = null;
      for (const loop of header.loops) {
        m.iterations[loop.id] = again ? m.iterations[loop.id]! + 1 : 0;
        if (hook !== undefined) next = hook(loop, loopState(m, loop)) ?? next;
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
      throw new Stop((s) => ({ kind: 'out-of-steps', ...ended(m, s) }));
    }
    session.steps = steps;
    previous = at;
    at = blocks[at]!();
    // a call has counted its own
    if (session.steps !== steps) steps = session.steps;
    if (at < 0) return;
  }
}

function loopState(m: Machine, loop: LoopSite): LoopState {
  return {
    iteration: m.iterations[loop.id]!,
    get: (id) => {
      const value = m.values[id];
      return value === undefined ? null : BigInt(value);
    },
    set: (id, value) => {
      m.values[id] = toCell(value);
    },
  };
}

function ended(m: Machine, session: Session): Ended {
  return { env: environment(m), steps: session.steps, nondetTaken: session.nondet };
}

function environment(m: Machine): Environment {
  return { values: m.values.map((v) => (v === undefined ? null : BigInt(v))), arrays: m.arrays.map((a) => a.contents()) };
}
