/**
 * Functions of a program by name, which of them call each other, and the globals that each may touch, its callees
 * included.
 */
import type { IrFunction, IrProgram } from './program.ts';
import { cyclicComponents } from './cyclic-components.ts';
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
 * A name for all the functions that the function of this name leads back to itself through; null where it doesn't come
 * back. `f` calls `g`, `g` calls `f` and `h`: `f` and `g` have the same circle, `h` has none.
 */
export function circleOf(program: IrProgram, name: string): string | null {
  let known = circles.get(program);
  if (known === undefined) {
    known = circlesOf(functionsOf(program));
    circles.set(program, known);
  }
  return known.get(name) ?? null;
}

function circlesOf(functions: ReadonlyMap<string, IrFunction>): ReadonlyMap<string, string> {
  const calls = (name: string): readonly string[] =>
    calledNames(functions.get(name) as IrFunction).filter((callee) => functions.has(callee));
  return new Map(
    cyclicComponents(functions.keys(), calls).flatMap((members) =>
      members.map((member): [string, string] => [member, members[0] as string]),
    ),
  );
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
