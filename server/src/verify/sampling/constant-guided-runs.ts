/**
 * Runs on what a program itself speaks of: its constants, their neighbours and the contents of its tables. Summaries
 * don't follow the contents of arrays. Where a line depends on these, such a run may well get there, at the cost of a
 * few thousand steps. Always the same runs, whatever the clock says.
 */
import type { Cfg, IrFunction } from '../../program/index.ts';
import { run } from '../../interpret/index.ts';
import { isProgramStart, startsInitial } from '../../program/index.ts';
import type { IntType, IntegerMode } from '../../machine/index.ts';
import { convert, maxOf, minOf } from '../../machine/index.ts';
import { anyInput } from '../handed-in.ts';
import { irrelevantHavoc } from '../irrelevant-havoc.ts';
import type { Replay } from '../replay-counterexample.ts';
import { constantsOf, randomFrom } from './sample-runs.ts';
import { placeKey } from '../../source/index.ts';

const MOST_RUNS = 400;
const RUN_STEPS = 20_000;
const ALL_STEPS = 1_500_000;
const MOST_CONSTANTS = 10;
const RANDOM_STREAMS = 24;

/** What is read again and again, in loops: value by value. */
type Stream = (n: number) => bigint;

/** The first such run that fails an assertion; null: none does. */
export function runTo(cfg: Cfg, mode: IntegerMode): Replay | null {
  const { fn } = cfg;
  // what is in these arrays can't be shown as inputs
  if (fn.arrays.some((a) => a.scope === 'param' || (a.scope === 'global' && !isProgramStart(fn) && a.initial === null)))
    return null;
  const inLoops = new Set(
    cfg.loops.flatMap((l) =>
      [...l.blocks].flatMap((b) =>
        (fn.blocks[b]?.stmts ?? []).flatMap((s) => (s.kind === 'nondet' ? [placeKey(s.range)] : [])),
      ),
    ),
  );
  let steps = 0;
  let runs = 0;
  for (const [single, stream] of choices(fn)) {
    if (runs++ >= MOST_RUNS || steps > ALL_STEPS) return null;
    const inputs = new Map<number, bigint>();
    let singles = 0;
    for (const v of fn.variables) {
      if ((v.scope !== 'param' && v.scope !== 'global') || startsInitial(fn, v) || v.kept) continue;
      const isChosen = !v.pointer && (v.scope === 'param' || v.initial === null);
      inputs.set(v.id, isChosen ? fitting(single(singles++), v.type, mode) : anyInput(v));
    }
    const readings: { values: readonly bigint[]; times: bigint }[] = [];
    let streamed = 0;
    const outcome = run(fn, {
      mode,
      inputs,
      maxSteps: RUN_STEPS,
      havoc: irrelevantHavoc(fn).havoc,
      nondet: (_, type, __, range) => {
        const value = fitting(inLoops.has(placeKey(range)) ? stream(streamed++) : single(singles++), type, mode);
        readings.push({ values: [value], times: 1n });
        return value;
      },
    });
    steps += outcome.steps;
    if (outcome.kind === 'assertion-failed') return { outcome, inputs, readings };
  }
  return null;
}

const fitting = (v: bigint, type: IntType, mode: IntegerMode): bigint =>
  mode === 'mathematical' || (v >= minOf(type) && v <= maxOf(type)) ? v : convert(v, type);

/** What is read once and what is read in loops: the likeliest pairs first, since both go on together. */
function* choices(fn: IrFunction): Generator<readonly [Stream, Stream]> {
  const random = randomFrom(7);
  const pick = (from: readonly bigint[]): bigint => from[Math.floor(random() * from.length)] as bigint;
  const constants = constantsOf(fn).slice(0, MOST_CONSTANTS);
  const around = [...new Set(constants.flatMap((c) => [c, c + 1n, c - 1n]))];
  // the words of tables and strings, without the zeros behind them
  const words = fn.arrays
    .flatMap((a) => (a.initial === null ? [] : [withoutZeros(a.initial)]))
    .filter((w) => w.length > 0);
  const text = words.flat();
  const sizes = [
    ...new Set([...(text.length > 0 ? [BigInt(text.length)] : []), ...words.map((w) => BigInt(w.length)), ...around]),
  ];
  const streams: Stream[] = [
    ...(text.length > 0 ? [(n: number): bigint => text[n % text.length] as bigint] : []),
    ...words.map(
      (w): Stream =>
        (n) =>
          w[n % w.length] as bigint,
    ),
    ...around.map(
      (c): Stream =>
        () =>
          c,
    ),
    (n) => BigInt(n),
  ];
  for (let total = 0; total < sizes.length + streams.length; total++) {
    for (let s = 0; s <= total; s++) {
      const [size, stream] = [sizes[total - s], streams[s]];
      if (size !== undefined && stream) yield [() => size, stream];
    }
  }
  const values = [...around, ...text, 2n, 3n, 5n];
  for (let k = 0; k < RANDOM_STREAMS; k++) {
    const drawn = Array.from({ length: 24 }, () => pick(values));
    const size = pick(sizes.length > 0 ? sizes : values);
    yield [
      (n) => (k % 2 === 0 ? size : (drawn[n % drawn.length] as bigint)),
      (n) => drawn[(n * 5 + 3) % drawn.length] as bigint,
    ];
  }
}

function withoutZeros(contents: readonly bigint[]): readonly bigint[] {
  const end = contents.findLastIndex((v) => v !== 0n);
  return contents.slice(0, end + 1);
}
