/**
 * Runs whose arrays come from outside: what a test has to hand over. Summaries don't say what to fill them with. So
 * contents are tried out, in an order that is always the same: the program's own constants, small numbers, strings.
 */
import { run } from '../../interpret/index.ts';
import { isProgramStart, startsInitial } from '../../program/index.ts';
import type { ArrayObject, IrFunction } from '../../program/index.ts';
import type { IntType, IntegerMode } from '../../machine/index.ts';
import { convert, maxOf, minOf } from '../../machine/index.ts';
import { SOMEWHERE } from '../handed-in.ts';
import { irrelevantHavoc } from '../irrelevant-havoc.ts';
import type { Replay } from '../replay-counterexample.ts';
import { constantsOf, randomFrom } from './sample-runs.ts';

const MOST_RUNS = 6_000;
const ALL_STEPS = 2_000_000;
const RUN_STEPS = 20_000;
const LENGTHS = [4, 8, 3, 16, 1, 2];

/** The first run that fails an assertion; null: none was found, or no array comes from outside. */
export function runWithArrays(fn: IrFunction, mode: IntegerMode): Replay | null {
  const given = fn.arrays.filter((a) => comesFromOutside(fn, a));
  if (given.length === 0) return null;
  const random = randomFrom(5);
  const constants = constantsOf(fn).slice(0, 24);
  const pool = [...new Set([0n, 1n, ...constants, ...constants.flatMap((c) => [c + 1n, c - 1n]), 2n, 3n, -1n])];
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const value = (type: IntType, few: boolean): bigint => {
    if (random() < 0.04) return pick([minOf(type), maxOf(type)]);
    return convert(few && constants.length > 0 ? pick(constants) : pick(pool), type);
  };
  let steps = 0;
  for (let round = 0; round < MOST_RUNS && steps < ALL_STEPS; round++) {
    const inputs = new Map<number, bigint>();
    let pointers = 0n;
    for (const v of fn.variables) {
      if (v.scope !== 'param' && (v.scope !== 'global' || startsInitial(fn, v) || v.kept)) continue;
      inputs.set(
        v.id,
        v.pointer
          ? SOMEWHERE * ++pointers
          : random() < 0.5
            ? convert(BigInt(Math.floor(random() * 8)), v.type)
            : value(v.type, false),
      );
    }
    const length = LENGTHS[round % LENGTHS.length] as number;
    const arrays = new Map(
      given.map((a) => {
        const size = a.length !== null && a.length < BigInt(length) ? Number(a.length) : length;
        const contents = Array.from({ length: size }, () => value(a.element, round % 2 === 0));
        // as strings are: no zero before the end
        return [a.id, round % 3 === 0 ? contents.map((c) => c || 1n) : contents] as const;
      }),
    );
    const readings: { values: readonly bigint[]; times: bigint }[] = [];
    const outcome = run(fn, {
      mode,
      inputs,
      arrays,
      maxSteps: RUN_STEPS,
      havoc: irrelevantHavoc(fn).havoc,
      nondet: (_, type) => {
        const answer = value(type, false);
        readings.push({ values: [answer], times: 1n });
        return answer;
      },
    });
    steps += outcome.steps + 20;
    if (outcome.kind === 'assertion-failed') return { outcome, inputs, readings, arrays };
  }
  return null;
}

/** Whoever calls the function decides what the array contains. */
export function comesFromOutside(fn: IrFunction, { scope, fixed, kept, key }: ArrayObject): boolean {
  if (scope === 'param') return true;
  return scope === 'global' && fixed !== true && kept !== true && key === undefined && !isProgramStart(fn);
}

/** What an element was worth at the start of a run: what was chosen for the array, or else what it is initially. */
export const atEntry = ({ id, initial }: ArrayObject, arrays: Replay['arrays'], index: bigint): bigint =>
  (arrays?.get(id) ?? initial)?.[Number(index)] ?? 0n;

/** An array as the run needs it: its elements from the first one on; or why it can't be had. */
export type Handed =
  | { readonly kind: 'elements'; readonly values: readonly bigint[] }
  | { readonly kind: 'untouched' }
  | { readonly kind: 'impossible'; readonly why: string };

const MOST_ELEMENTS = 4096n;

/** What the run touches of an array, at entry. `position`: where the pointer to it leads; missing: it is no pointer. */
export function handed(
  fn: IrFunction,
  { outcome, arrays }: Replay,
  array: number,
  position: bigint | undefined,
): Handed {
  const touched = [...(outcome.env.touched[array] ?? [])];
  const of = fn.arrays[array] as ArrayObject;
  const { name } = of;
  if (touched.length === 0 && !arrays?.has(array)) return { kind: 'untouched' };
  if (touched.length > 0 && position === 0n)
    return {
      kind: 'impossible',
      why: `the run gets there with \`${name}\` null, and reads or writes what it leads to`,
    };
  const outside = touched.find((i) => i < 0n || i >= MOST_ELEMENTS);
  if (outside !== undefined) return { kind: 'impossible', why: `the run touches \`${name}[${outside}]\`` };
  const given = arrays?.get(array)?.length ?? 0;
  const size = touched.reduce((most, i) => (Number(i) >= most ? Number(i) + 1 : most), given);
  return {
    kind: 'elements',
    values: Array.from({ length: Math.max(size, 1) }, (_, i) => atEntry(of, arrays, BigInt(i))),
  };
}
