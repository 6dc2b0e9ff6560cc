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

export function effectsOfCall(
  program: IrProgram,
  functions: ReadonlyMap<string, IrFunction>,
  callee: IrFunction,
): CalleeEffects {
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
  const found: Found = { variables: new Set(), arrays: new Set(), callees: [] };
  for (const block of fn.blocks) for (const s of block.stmts) takeEffects(s, fn, found);
  const made = { variables: [...found.variables], arrays: [...found.arrays], callees: found.callees };
  own.set(fn, made);
  return made;
}

interface Found {
  readonly variables: Set<Variable>;
  readonly arrays: Set<ArrayObject>;
  readonly callees: string[];
}

function takeEffects(s: Stmt, fn: IrFunction, found: Found): void {
  const takeArray = (id: number): void => {
    if (fn.arrays[id]!.scope === 'global') found.arrays.add(fn.arrays[id]!);
  };
  const target = 'target' in s && s.target !== null ? fn.variables[s.target]! : null;
  if (target?.scope === 'global') found.variables.add(target);
  if (s.kind === 'store' || s.kind === 'havoc-array' || s.kind === 'fill-array') takeArray(s.array);
  if (s.kind === 'call') {
    found.callees.push(s.callee);
    for (const a of s.arrays ?? []) if (a !== null) takeArray(a);
  }
  // what may have to be done in its place
  if ('otherwise' in s) for (const other of s.otherwise ?? []) takeEffects(other, fn, found);
  if ('beside' in s) for (const other of s.beside ?? []) takeEffects(other, fn, found);
}
