/** What of the file's own a function and those that it calls may write: found out once for each function, not at each call that isn't followed. */
import type { ArrayObject, IrFunction, IrProgram, Stmt, Variable } from '../program/index.ts';

/** In the order in which they are met. */
export interface CalleeEffects {
  readonly variables: readonly Variable[];
  readonly arrays: readonly ArrayObject[];
}

interface OwnEffects extends CalleeEffects {
  readonly callees: readonly string[];
}

const own = new WeakMap<IrFunction, OwnEffects>();
const whole = new WeakMap<IrProgram, Map<IrFunction, CalleeEffects>>();

export function effectsOfCall(program: IrProgram, functions: ReadonlyMap<string, IrFunction>, callee: IrFunction): CalleeEffects {
  const known = whole.get(program) ?? new Map<IrFunction, CalleeEffects>();
  whole.set(program, known);
  const found = known.get(callee);
  if (found) return found;
  const variables = new Set<Variable>();
  const arrays = new Set<ArrayObject>();
  const seen = new Set<string>();
  const queue = [callee];
  for (let fn = queue.pop(); fn !== undefined; fn = queue.pop()) {
    if (seen.has(fn.name)) continue;
    seen.add(fn.name);
    const effects = ownEffects(fn);
    for (const v of effects.variables) variables.add(v);
    for (const a of effects.arrays) arrays.add(a);
    for (const name of effects.callees) {
      const next = functions.get(name);
      if (next !== undefined) queue.push(next);
    }
  }
  const made = { variables: [...variables], arrays: [...arrays] };
  known.set(callee, made);
  return made;
}

function ownEffects(fn: IrFunction): OwnEffects {
  const known = own.get(fn);
  if (known) return known;
  const variables = new Set<Variable>();
  const arrays = new Set<ArrayObject>();
  const callees: string[] = [];
  const takeVariable = (id: number): void => {
    if (fn.variables[id]!.scope === 'global') variables.add(fn.variables[id]!);
  };
  const takeArray = (id: number): void => {
    if (fn.arrays[id]!.scope === 'global') arrays.add(fn.arrays[id]!);
  };
  const take = (stmts: readonly Stmt[]): void => {
    for (const s of stmts) {
      if ('target' in s && s.target !== null) takeVariable(s.target);
      if (s.kind === 'store' || s.kind === 'havoc-array' || s.kind === 'fill-array') takeArray(s.array);
      if (s.kind === 'call') {
        callees.push(s.callee);
        for (const a of s.arrays ?? []) if (a !== null) takeArray(a);
      }
      // what may have to be done in its place
      if ('otherwise' in s) take(s.otherwise ?? []);
      if ('beside' in s) take(s.beside ?? []);
    }
  };
  for (const block of fn.blocks) take(block.stmts);
  const made = { variables: [...variables], arrays: [...arrays], callees };
  own.set(fn, made);
  return made;
}
