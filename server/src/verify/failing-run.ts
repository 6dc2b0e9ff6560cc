/**
 * What is told of a failing run. Its inputs, what it read and where, the values it ends with, and which part of the
 * assertion fails.
 */
import { run } from '../interpret/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import type { Cfg, IrFunction, Variable } from '../program/index.ts';
import { isBehindPointer } from '../program/index.ts';
import type { AssertionReport } from '../report/index.ts';
import type { SourceRange } from '../source/index.ts';
import { failingConjunct } from './failing-conjunct.ts';
import { irrelevantHavoc, taintedBy } from './irrelevant-havoc.ts';
import type { Reading, Replay } from './replay-counterexample.ts';
import { supplier, taken } from './replay-counterexample.ts';
import { atEntry, comesFromOutside } from './sampling/index.ts';
import { leadingSomewhere } from './taken-again.ts';
import { namedOnTheWay, statementsBefore } from './ways-to-assertion.ts';

/** Statements of a run that is taken once more. */
const RUN_STEPS = 3_000_000;

/**
 * A witness has no way to say that values repeat: each is a step of its own, and of runs that read more the rest is
 * left out.
 */
const MOST_PLACES = 2_000;

/** Where the first values of a run were read. */
export function readingPlaces(
  fn: IrFunction,
  failure: Replay,
  mode: IntegerMode,
): NonNullable<AssertionReport['readings']> {
  const out: { value: string; range: SourceRange }[] = [];
  const supply = supplier(failure.readings);
  run(fn, {
    mode,
    inputs: failure.inputs,
    maxSteps: RUN_STEPS,
    havoc: irrelevantHavoc(fn).havoc,
    nondet: (index, _type, _callee, range) => {
      const value = supply(index);
      if (out.length < MOST_PLACES) out.push({ value: `${value}`, range });
      return value;
    },
  });
  return out;
}

/** Inputs, readings and values of a failing run, for people and programs. */
export function witness(
  cfg: Cfg,
  failure: Replay,
  mode: IntegerMode,
): Pick<AssertionReport, 'inputs' | 'nondet' | 'iteration' | 'values' | 'conjunct'> {
  const replay = leadingSomewhere(cfg.fn, failure, mode);
  const inputs: Record<string, string> = {};
  // a test can't choose where a pointer leads, but it can pass null
  const nulls = cfg.fn.variables
    .filter((v) => v.pointer && v.scope === 'param' && !isBehindPointer(v) && replay.inputs.get(v.id) === 0n)
    .map((v) => v.name);
  for (const name of nulls) inputs[name] = '0';
  const isNowhere = (name: string): boolean => nulls.some((p) => name.startsWith(`${p}->`));
  const { outcome } = replay;
  const site = outcome.kind === 'assertion-failed' ? { id: outcome.assertion } : null;
  // of no interest: `EINVAL` of a check that stands behind the assertion
  const named = site && namedOnTheWay(site, cfg.fn);
  const isIdle = ({ id, scope }: Variable): boolean => scope === 'global' && named !== null && !named.has(id);
  for (const v of cfg.fn.variables) {
    const value = isNowhere(v.name) ? undefined : replay.inputs.get(v.id);
    // of a member that is 0 nothing needs to be said, unless it may be something else when the function is called
    const untold =
      (v.name.includes('.') || v.unnamed) &&
      value === 0n &&
      (v.scope === 'param' || (cfg.fn.constructed !== true && (v.initial === 0n || v.initial === null)));
    // a static object that nobody stores to was what it is initially, whatever was chosen for it
    const isGiven = v.scope === 'param' || (v.scope === 'global' && v.kept !== true);
    if (!v.pointer && isGiven && !isIdle(v) && value !== undefined && !untold) inputs[v.name] = `${value}`;
  }
  Object.assign(inputs, elementsLookedAt(cfg.fn, replay));
  const values: Record<string, string> = {};
  const tainted = site ? taintedBy(statementsBefore(site, cfg.fn)) : irrelevantHavoc(cfg.fn).tainted;
  for (const variable of cfg.fn.variables) {
    const value = outcome.env.values[variable.id];
    if (
      !variable.pointer &&
      variable.scope !== 'temp' &&
      !tainted.has(variable.id) &&
      !isIdle(variable) &&
      !isNowhere(variable.name) &&
      value !== null &&
      value !== undefined &&
      !(variable.name in values)
    )
      values[variable.name] = `${value}`;
  }
  const iteration = outcome.kind === 'assertion-failed' ? outcome.iteration : [];
  const conjunct =
    outcome.kind === 'assertion-failed' ? failingConjunct(cfg.fn, outcome.assertion, outcome.env.values, mode) : null;
  return {
    inputs,
    nondet: readingsTaken(replay.readings, replay.outcome.nondetTaken),
    iteration,
    values,
    ...(conjunct === null ? {} : { conjunct }),
  };
}

/** Elements of arrays from outside that the run looked at, with what they held at its start. */
function elementsLookedAt(fn: IrFunction, { outcome, arrays }: Replay): Record<string, string> {
  const out: Record<string, string> = {};
  for (const a of fn.arrays.filter((array) => comesFromOutside(fn, array) || arrays?.has(array.id))) {
    const touched = [...(outcome.env.touched[a.id] ?? [])].sort((x, y) => (x < y ? -1 : 1));
    for (const i of touched.slice(0, MOST_ELEMENTS)) out[`${a.name}[${i}]`] = `${atEntry(a, arrays, i)}`;
  }
  return out;
}

const MOST_ELEMENTS = 64;

/** The values taken, in order; equal ones in a row as one with their number. */
function readingsTaken(readings: readonly Reading[], values: number): (string | readonly [string, number])[] {
  const out: (string | [string, number])[] = [];
  const push = (value: bigint, times: number): void => {
    const text = `${value}`;
    const last = out[out.length - 1];
    const [same, before] = typeof last === 'string' ? [last, 1] : (last ?? ['', 0]);
    if (same === text) out[out.length - 1] = [text, before + times];
    else if (times > 1) out.push([text, times]);
    else out.push(text);
  };
  const known = taken(readings, values);
  for (const { values: pattern, times } of known) {
    const [only] = pattern;
    if (pattern.length === 1 && only !== undefined) push(only, Number(times));
    else for (let k = 0n; k < times && out.length < MOST_READINGS; k++) for (const v of pattern) push(v, 1);
  }
  const missing = values - Number(known.reduce((sum, r) => sum + BigInt(r.values.length) * r.times, 0n));
  if (missing > 0) push(0n, missing);
  return out;
}

const MOST_READINGS = 10_000;
