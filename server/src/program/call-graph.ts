/** Functions of a program by name, and the globals that each may touch, its callees included. */
import type { IrFunction, IrProgram } from './program.ts';
import type { SourceRange } from '../source/index.ts';

const byProgram = new WeakMap<IrProgram, ReadonlyMap<string, IrFunction>>();

export function functionsOf(program: IrProgram): ReadonlyMap<string, IrFunction> {
  let functions = byProgram.get(program);
  if (functions === undefined) {
    functions = new Map(program.functions.map((f) => [f.name, f]));
    byProgram.set(program, functions);
  }
  return functions;
}

/** Globals are one object in all functions: known by name and place of declaration. */
export function globalKey(v: {
  readonly name: string;
  readonly range: SourceRange | null;
  readonly key?: string;
}): string {
  if (v.key !== undefined) return v.key;
  return v.range === null ? v.name : `${v.name} ${v.range.start.line} ${v.range.start.column}`;
}

const reached = new WeakMap<IrFunction, WeakMap<IrProgram, ReadonlySet<string>>>();

/** Keys of the global variables that occur in the function or in one that it calls, however far down. */
export function globalsReached(program: IrProgram, fn: IrFunction): ReadonlySet<string> {
  let known = reached.get(fn);
  if (known === undefined) {
    known = new WeakMap();
    reached.set(fn, known);
  }
  const before = known.get(program);
  if (before !== undefined) return before;
  const keys = new Set<string>();
  const functions = functionsOf(program);
  const seen = new Set<IrFunction>([fn]);
  for (const f of seen) {
    for (const v of f.variables) if (v.scope === 'global') keys.add(globalKey(v));
    for (const block of f.blocks)
      for (const s of block.stmts) {
        const callee = s.kind === 'call' ? functions.get(s.callee) : undefined;
        if (callee !== undefined) seen.add(callee);
      }
  }
  known.set(program, keys);
  return keys;
}
