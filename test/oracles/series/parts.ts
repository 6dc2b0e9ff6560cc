/**
 * The parts of a long series: functions of the campaign, or of an oracle. A part depends on the seed and its numbers
 * alone.
 */
import { analyze, evaluate } from '../../../server/src/analysis/analyze-file.ts';
import { campaign, described, drawn } from '../../differential/campaign.ts';
import type { Tally } from '../../differential/campaign.ts';
import { TICK } from '../../differential/draft.ts';
import { random } from '../../differential/random.ts';
import { CLASSES } from '../../differential/shapes.ts';
import type { Oracle } from '../registry.ts';

export interface Part {
  /** An oracle, or `loops` for the campaign. */
  readonly of: string;
  readonly seed: string;
  readonly from: number;
  readonly count: number;
  readonly rows: number;
  readonly cap: number;
}

export interface PartResult {
  /** Of the campaign. */
  readonly tallies: readonly Tally[];
  /** Comparisons of an oracle. */
  readonly checked: number;
  readonly wrong: readonly string[];
  /** What the analysis failed at. */
  readonly failed: readonly string[];
}

export interface SeriesPlan {
  readonly seed: string;
  readonly loops: number;
  /** Functions for the oracles, spread evenly over them. */
  readonly functions: number;
  readonly oracles: readonly string[];
  readonly rows: number;
  readonly cap: number;
}

export const LOOPS = 'loops';
const FUNCTIONS_OF_LOOPS = 200;
/** Oracles compile so many programs together at least. */
const FUNCTIONS_OF_ORACLES = 25;
/** Bounds are told of every so-manieth function: it is prime to the number of classes, so that all have some. */
const REPORT_EVERY = 5;

/** The oracles first: their parts take longest. The campaign ends with the function that has the last of the loops. */
export function* partsOf({ seed, loops, functions, oracles, rows, cap }: SeriesPlan): Generator<Part> {
  for (const [i, of] of oracles.entries()) {
    const whole = Math.floor((functions * (i + 1)) / oracles.length) - Math.floor((functions * i) / oracles.length);
    for (let from = 0; from < whole; from += FUNCTIONS_OF_ORACLES)
      yield { of, seed, from, count: Math.min(FUNCTIONS_OF_ORACLES, whole - from), rows, cap };
  }
  const source = random(seed);
  const loopsIn = (k: number): number => drawn(source, k, { shapes: CLASSES }).source.split(TICK).length - 1;
  for (let [from, left] = [0, loops]; left > 0; from += FUNCTIONS_OF_LOOPS) {
    let count = 0;
    for (; count < FUNCTIONS_OF_LOOPS && left > 0; count++) left -= loopsIn(from + count);
    yield { of: LOOPS, seed, from, count, rows, cap };
  }
}

export async function runPart(part: Part, oracles: Readonly<Record<string, Oracle>>): Promise<PartResult> {
  const { of, seed, from, count, rows, cap } = part;
  if (of === LOOPS) {
    const plan = { seed, from, count, shapes: CLASSES, rows, cap, batch: count, keep: 0, reportEvery: REPORT_EVERY };
    const { tallies, differences, crashes } = await campaign(plan, { analyze, evaluate });
    return {
      tallies,
      checked: 0,
      wrong: differences.map(described),
      failed: crashes.map(({ source, message }) => `${message}\n${source}`),
    };
  }
  const oracle = oracles[of];
  if (oracle === undefined) throw new Error(`no oracle ${of}`);
  const { wrong, checked } = await oracle({ seed, from, count }, () => {});
  return { tallies: [], checked, wrong, failed: [] };
}

/** The command that runs a part alone. */
export const commandOf = ({ of, seed, from, count, rows, cap }: Part): string =>
  of === LOOPS
    ? `npm run fuzz -- --all --seed ${seed} --from ${from} --count ${count} --rows ${rows} --cap ${cap}`
    : `npm run fuzz -- --oracle ${of} --seed ${seed} --from ${from} --count ${count}`;
