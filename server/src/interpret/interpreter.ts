/**
 * The concrete interpreter: runs a function of the IR with the machine's integers and says how the run ends. Blocks are
 * compiled once into closures; undefined behaviour ends a run and is named.
 */
import { counted, functionsOf, globalKey, globalsReached, isPartial, naturalLoops } from '../program/index.ts';
import { UndefinedBehaviour, UnknownValue, compileExpr, toCell } from './compile-expression.ts';
import type { Cell, Eval, ExprContext } from './compile-expression.ts';
import type { Block, Expr, IrFunction, IrProgram, Stmt } from '../program/index.ts';
import type { Reason, SourceRange } from '../source/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import { convert } from '../machine/index.ts';
import type { Outcome, RunOptions } from './run-outcome.ts';
import type { Machine, GlobalSlot } from './function-machine.ts';
import { Stop, NO_SESSION, ended } from './function-machine.ts';
import { UnknownElement, unknownArray, enter, runMachine, execute } from './run-machine.ts';

/** Runs a function from its entry. */
export function run(fn: IrFunction, options: RunOptions): Outcome {
  return runMachine(machineFor(fn, options.mode), options);
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

function compile(fn: IrFunction, mode: IntegerMode): Machine {
  const blocks: (() => number)[] = [];
  const bodies = naturalLoops(fn);
  const machine: Machine = {
    fn,
    values: new Array<Cell | null | undefined>(fn.variables.length).fill(undefined),
    globals: fn.variables
      .filter((v) => v.scope === 'global')
      .map((v) => ({
        id: v.id,
        key: globalKey(v),
        initial: v.unknownInitial || v.undeclared ? null : toCell(v.initial ?? 0n),
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

/** Nothing is lost but a value, where these are the reason, and a run may get past what isn't known of it. */
export const VALUES_ONLY: ReadonlySet<string> = new Set([
  'float',
  'memory',
  'pointer',
  'alias',
  'struct',
  'volatile',
  'static-object',
  'library-result',
  'unknown-call',
]);
/** The same, where a run may not. */
const LATER: ReadonlySet<string> = new Set([...VALUES_ONLY, 'layout', 'uninitialized', 'array-element']);

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
      const value = valueOrUnknown(stmt.value, compileExpr(stmt.value, context, stmt.range));
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
      const { target, reason, computed } = stmt;
      if (computed) {
        const value = valueOrUnknown(computed, compileExpr(computed, context, stmt.range));
        return () => {
          values[target] = value();
        };
      }
      return () => {
        const value = machine.session.options.havoc?.(variable, reason, variable.type) ?? null;
        if (value === null && (variable.pointer || LATER.has(reason.code))) {
          // its value rarely matters: the run goes on until it is read
          values[target] = null;
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
        if (!(value instanceof UnknownElement)) {
          values[target] = value;
          return;
        }
        values[target] = null;
        machine.session.unknownValue = value.reason;
      };
    }
    case 'store': {
      const index = compileExpr(stmt.index, context, stmt.range);
      const value = valueOrUnknown(stmt.value, compileExpr(stmt.value, context, stmt.range));
      const { array, range } = stmt;
      return () =>
        machine.arrays[array]!.write(index(), value() ?? new UnknownElement(machine.session.unknownValue!), range);
    }
    case 'havoc-array': {
      const { array, reason, initially } = stmt;
      if (initially) return () => {};
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

/** Null where it isn't known: it is enough to know it where it is needed, unless working it out may be undefined. */
function valueOrUnknown(expression: Expr, value: Eval): () => Cell | null {
  if (isPartial(expression)) return value;
  return () => {
    try {
      return value();
    } catch (error) {
      if (error instanceof UnknownValue) return null;
      throw error;
    }
  };
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
    const pointers = (fn.paramPointers ?? []).map((id, i) => (id === null ? null : (positions[i]?.() ?? null)));
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
