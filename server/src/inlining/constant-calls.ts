/**
 * Calls with the same result in every run: a function that only computes, called with constants, is run by the
 * interpreter.
 */
import { calledNames, circleOf, constantOf, functionsOf } from '../program/index.ts';
import type { IrFunction, IrProgram, Known, Stmt, VarId } from '../program/index.ts';
import { run } from '../interpret/index.ts';
import { isStaticOf } from './draft.ts';

/** How many statements and jumps of such a call are run. */
const MAX_STEPS = 100_000;

/** The result of a call that has no other effect and the same result in every run; null: it may have another. */
export function constantCall(program: IrProgram, call: Stmt & { readonly kind: 'call' }, known: Known): bigint | null {
  const callee = functionsOf(program).get(call.callee);
  if (
    callee === undefined ||
    callee.returnType === null ||
    (call.results?.length ?? 0) > 0 ||
    !onlyComputes(program, callee)
  )
    return null;
  const inputs = new Map<VarId, bigint>();
  for (const [i, p] of callee.params.entries()) {
    const given = call.args[i];
    const value = given === undefined ? null : constantOf(given, known);
    if (p === null || value === null) return null;
    inputs.set(p, value);
  }
  // equal in both modes: no overflow and no wrap-around took part
  const results = (['c', 'mathematical'] as const).map((mode) =>
    run(callee, { mode, inputs, maxSteps: MAX_STEPS, program }),
  );
  const [first, second] = results;
  if (first?.kind !== 'returned' || second?.kind !== 'returned' || first.value === null || first.value !== second.value)
    return null;
  return first.value;
}

/** Neither the function nor what it calls uses globals, pointers or input, or asserts anything. */
export const onlyComputes = ofAllCalled(
  (fn) => fn.variables.every((v) => v.scope !== 'global') && fn.arrays.every((a) => a.scope === 'local') && isPlain(fn),
);

/**
 * Neither the function nor what it calls uses pointers or input, or asserts anything, and it has no static objects of
 * its own: all objects go by the names that they have outside.
 */
export const onlyNames = ofAllCalled(
  (fn) => fn.variables.every((v) => !isStaticOf(fn, v)) && fn.arrays.every((a) => a.scope !== 'param') && isPlain(fn),
);

/** Whether it is so of a function and of all that it calls. Found once for a program. */
function ofAllCalled(holds: (fn: IrFunction) => boolean): (program: IrProgram, callee: IrFunction) => boolean {
  const found = new WeakMap<IrProgram, Map<string, boolean>>();
  return (program, callee) => {
    const known = found.get(program) ?? new Map<string, boolean>();
    found.set(program, known);
    const before = known.get(callee.name);
    if (before !== undefined) return before;
    const functions = functionsOf(program);
    const reached = new Set<IrFunction>([callee]);
    let isSo = true;
    for (const fn of reached) {
      isSo &&= holds(fn);
      for (const name of isSo ? calledNames(fn) : []) {
        const next = functions.get(name);
        if (next === undefined) isSo = false;
        else reached.add(next);
      }
    }
    known.set(callee.name, isSo);
    return isSo;
  };
}

/** Nothing but assignments, loads, stores and calls, and no pointers. */
function isPlain(fn: IrFunction): boolean {
  return (
    fn.variables.every((v) => !v.pointer) &&
    fn.reasons.length === 0 &&
    fn.undecided === undefined &&
    fn.assertions.length === 0 &&
    (fn.paramPointers ?? []).every((p) => p === null) &&
    fn.blocks.every((b) =>
      b.stmts.every(
        (s) =>
          s.kind === 'assign' ||
          s.kind === 'call' ||
          s.kind === 'load' ||
          s.kind === 'store' ||
          s.kind === 'fill-array',
      ),
    )
  );
}

/** Whether the function may call itself, directly or through others. */
export const isRecursive = (program: IrProgram, name: string): boolean => circleOf(program, name) !== null;
