/** A failing run, taken once more from other inputs: does it fail the same assertion? */
import { run } from '../interpret/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import { startsInitial } from '../program/index.ts';
import type { IrFunction } from '../program/index.ts';
import { SOMEWHERE, anyInput } from './handed-in.ts';
import { irrelevantHavoc } from './irrelevant-havoc.ts';
import type { Replay } from './replay-counterexample.ts';
import { supplier } from './replay-counterexample.ts';

/** What is left of a failing run: the function, how it computes, and how many statements may be run. */
interface Again {
  readonly fn: IrFunction;
  readonly failure: Replay;
  readonly mode: IntegerMode;
  readonly maxSteps: number;
  /** Not through memory that isn't modelled: whoever calls the function can't prepare that. */
  readonly prepared?: true;
}

/** The run from these inputs; null: it doesn't fail what the other one failed. */
export function takenAgain({ fn, failure, mode, maxSteps, prepared }: Again, inputs: Replay['inputs']): Replay | null {
  const irrelevant = irrelevantHavoc(fn);
  let isPrepared = true;
  const outcome = run(fn, {
    mode,
    inputs,
    nondet: supplier(failure.readings),
    havoc: (target, reason, type) => {
      isPrepared &&= reason.code !== 'memory';
      return irrelevant.havoc(target, reason, type);
    },
    maxSteps,
    ...(failure.arrays && { arrays: failure.arrays }),
  });
  if (prepared && !isPrepared) return null;
  const failed = failure.outcome.kind === 'assertion-failed' ? failure.outcome.assertion : null;
  return outcome.kind === 'assertion-failed' && outcome.assertion === failed ? { ...failure, outcome, inputs } : null;
}

/** Statements of a run that tries whether a pointer has to be null, and how many pointers are tried. */
const LEADING_STEPS = 20_000;
const MOST_POINTERS = 12;

/**
 * The same failure with the pointers that were handed in leading somewhere, those apart that have to be null for it. A
 * solver that doesn't care picks null.
 */
export function leadingSomewhere(fn: IrFunction, failure: Replay, mode: IntegerMode): Replay {
  if (failure.outcome.kind !== 'assertion-failed') return failure;
  const again = { fn, failure, mode, maxSteps: LEADING_STEPS };
  const before = failure.inputs;
  const pointers = fn.variables.filter((v) => v.pointer && before.has(v.id) && !startsInitial(fn, v));
  // below the null pointer there is nothing: all of them lead elsewhere, as far from each other as before
  if (pointers.some((v) => (before.get(v.id) ?? 0n) < 0n)) {
    const elsewhere = pointers.map((v) => [v.id, (before.get(v.id) ?? 0n) + SOMEWHERE] as const);
    const found = takenAgain(again, new Map([...before, ...elsewhere]));
    if (found !== null) return found;
  }
  const nulls = fn.variables.filter((v) => v.pointer && failure.inputs.get(v.id) === 0n && !startsInitial(fn, v));
  return nulls
    .slice(0, MOST_POINTERS)
    .reduce((found, v) => takenAgain(again, new Map([...found.inputs, [v.id, anyInput(v)]])) ?? found, failure);
}
