/**
 * The oracles by name: what is said, compared with what is. `npm run fuzz -- --oracle NAME` runs one at length; each
 * also runs for some seconds with the tests.
 */
import { run as accesses } from './accesses.ts';
import { run as aliases } from './aliases.ts';
import { run as answers } from './answers.ts';
import { run as arrays } from './arrays.ts';
import { run as bounds } from './bounds.ts';
import { run as copies } from './copies.ts';
import { run as drivers } from './drivers.ts';
import { run as editing } from './editing.ts';
import { run as ends } from './ends.ts';
import type { OracleOutcome } from './outcome.ts';
import { tableText } from './outcome.ts';
import { run as units } from './units.ts';
import { emptyTally, run as verdicts, tallyText } from './verdicts.ts';

export interface OracleResult {
  /** What was different, each with what is needed to see it again. */
  readonly wrong: readonly string[];
  /** What was compared. */
  readonly checked: number;
  /** Figures, for people. */
  readonly summary: string;
}

export interface OraclePlan {
  readonly seed: string;
  /** Rounds, programs or loops, as the oracle counts. */
  readonly count: number;
  /** The number of the first: each depends on the seed and its number alone. */
  readonly from: number;
}

/** `told` gets figures now and then. */
export type Oracle = (plan: OraclePlan, told: (line: string) => void) => Promise<OracleResult>;

const counts = (by: ReadonlyMap<string, number>): string =>
  [...by].map(([name, count]) => `${name} ${count}`).join(', ');

/** Rounds of so many programs, so that figures are told on the way. */
const ROUND = 100;

const ofLoops =
  (run: (seed: number, count: number, from: number) => Promise<OracleOutcome>): Oracle =>
  async ({ seed, count, from: begin }, told) => {
    const wrong: string[] = [];
    const [produced, claims] = [new Map<string, number>(), new Map<string, number>()];
    let checked = 0;
    for (let from = 0; from < count; from += ROUND) {
      const found = await run(Number(seed), Math.min(ROUND, count - from), begin + from);
      wrong.push(...found.wrong);
      for (const one of found.wrong) told(`WRONG ${one}`);
      checked += found.checked;
      for (const [into, by] of [
        [produced, found.produced],
        [claims, found.claims],
      ] as const)
        for (const [what, n] of by) into.set(what, (into.get(what) ?? 0) + n);
      told(`${Math.min(from + ROUND, count)} programs, ${checked} comparisons, ${wrong.length} wrong`);
    }
    return {
      wrong,
      checked,
      summary: `produced:\n${tableText(produced)}\nclaims:\n${tableText(claims)}\n${checked} comparisons`,
    };
  };

/** `folder` is where the bundles lie. */
export function oracles(folder: string): Readonly<Record<string, Oracle>> {
  return {
    accesses: ofLoops(accesses),
    aliases: ofLoops(aliases),
    answers: ofLoops(answers),
    bounds: ofLoops(bounds),
    copies: ofLoops(copies),
    arrays: ofLoops(arrays),
    units: ofLoops(units),
    async editing({ seed, count, from }, told) {
      const { wrong, rounds, compared, prompt, events } = await editing(
        { seed: from === 0 ? seed : `${seed}/${from}`, count, server: `${folder}/server.cjs` },
        (tally) => told(`${tally.rounds} rounds, ${tally.wrong.length} different`),
      );
      return {
        wrong: wrong.map(
          ({ round, what, shown, fresh, state }) =>
            `round ${round}, ${what}\n--- shown\n${shown}\n--- by a fresh server\n${fresh}\n--- with\n${state}`,
        ),
        checked: compared,
        summary: `${rounds} rounds, ${compared} things compared, ${prompt} answers in the middle of edits; ${counts(events)}`,
      };
    },
    async ends({ seed, count, from }) {
      const { wrong, loops, claims, produced } = await ends(Number(seed) + from, count);
      return {
        wrong,
        checked: Object.values(claims).reduce((sum, { made }) => sum + made, 0),
        summary: `produced:\n${tableText(produced)}\n${loops} loops; borne out of made: ${Object.entries(claims)
          .map(([claim, { made, borneOut }]) => `${claim} ${borneOut}/${made}`)
          .join(', ')}`,
      };
    },
    async drivers({ seed, count, from }) {
      const { wrong, asked, written, failing } = await drivers(Number(seed) + from, count);
      return {
        wrong,
        checked: asked,
        summary: `${asked} lines asked about, ${written} tests, ${failing} of them fail the assertion that they are for`,
      };
    },
    async verdicts(plan, told) {
      const tally = emptyTally();
      await verdicts(plan, tally, (next) => told(`${next} programs, ${tally.wrong.length} wrong`));
      return {
        wrong: tally.wrong.map(
          ({ program, line, what, source }) => `program ${program}, line ${line}: ${what}\n${source}`,
        ),
        checked: [tally.holds, tally.violated, tally.reach].flatMap((m) => [...m.values()]).reduce((a, b) => a + b, 0),
        summary: tallyText(tally),
      };
    },
  };
}
