/** Functions of a program by name, which of them call each other, and the globals that each may touch, its callees included. */
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

const called = new WeakMap<IrFunction, readonly string[]>();

/** Names of the functions that it calls itself, each once, in the order of the first calls. */
export function calledNames(fn: IrFunction): readonly string[] {
  let names = called.get(fn);
  if (names === undefined) {
    const found = new Set<string>();
    for (const { stmts } of fn.blocks) for (const s of stmts) if (s.kind === 'call') found.add(s.callee);
    names = [...found];
    called.set(fn, names);
  }
  return names;
}

const circles = new WeakMap<IrProgram, ReadonlyMap<string, string>>();

/**
 * A name for all the functions that the function of this name leads back to itself through; null where it doesn't come back.
 * `f` calls `g`, `g` calls `f` and `h`: `f` and `g` have the same circle, `h` has none.
 */
export function circleOf(program: IrProgram, name: string): string | null {
  let known = circles.get(program);
  if (known === undefined) {
    known = circlesOf(functionsOf(program));
    circles.set(program, known);
  }
  return known.get(name) ?? null;
}

/** Strongly connected components (Tarjan), without recursion of our own: a circle may have thousands of functions. */
function circlesOf(functions: ReadonlyMap<string, IrFunction>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const way: { readonly name: string; readonly calls: readonly string[]; next: number }[] = [];
  const enter = (name: string): void => {
    number.set(name, number.size);
    lowest.set(name, number.size - 1);
    open.push(name);
    isOpen.add(name);
    way.push({ name, calls: calledNames(functions.get(name) as IrFunction), next: 0 });
  };
  const lower = (name: string, to: number): void => {
    lowest.set(name, Math.min(lowest.get(name) as number, to));
  };
  const close = (name: string, calls: readonly string[]): void => {
    const members = open.splice(open.lastIndexOf(name));
    for (const member of members) isOpen.delete(member);
    if (members.length > 1 || calls.includes(name)) for (const member of members) found.set(member, name);
  };
  for (const root of functions.keys()) {
    if (!number.has(root)) enter(root);
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const { name, calls } = top;
      const callee = calls[top.next++];
      if (callee === undefined) {
        way.pop();
        if (lowest.get(name) === number.get(name)) close(name, calls);
        const caller = way.at(-1);
        if (caller !== undefined) lower(caller.name, lowest.get(name) as number);
      } else if (isOpen.has(callee)) lower(name, number.get(callee) as number);
      else if (functions.has(callee) && !number.has(callee)) enter(callee);
    }
  }
  return found;
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
    for (const name of calledNames(f)) {
      const callee = functions.get(name);
      if (callee !== undefined) seen.add(callee);
    }
  }
  known.set(program, keys);
  return keys;
}
