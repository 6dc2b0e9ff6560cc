/** The oracles by name: what is said, compared with what is. `npm run fuzz -- --oracle NAME` runs one at length; each also runs for some seconds with the tests. */
import { run as editing } from './editing.ts';
import { emptyTally, run as verdicts, tallyText } from './verdicts.ts';

export interface OracleResult {
  /** What was different, each with what is needed to see it again. */
  readonly wrong: readonly string[];
  /** Figures, for people. */
  readonly summary: string;
}

/** `count` rounds, programs or loops, as the oracle counts; the same seed draws the same. `told` gets figures now and then. */
export type Oracle = (seed: string, count: number, told: (line: string) => void) => Promise<OracleResult>;

const counts = (by: ReadonlyMap<string, number>): string => [...by].map(([name, count]) => `${name} ${count}`).join(', ');

/** `folder` is where the bundles lie. */
export function oracles(folder: string): Readonly<Record<string, Oracle>> {
  return {
    async editing(seed, count, told) {
      const { wrong, rounds, compared, prompt, events } = await editing({ seed, count, server: `${folder}/server.cjs` }, (tally) => told(`${tally.rounds} rounds, ${tally.wrong.length} different`));
      return {
        wrong: wrong.map(({ round, what, shown, fresh, state }) => `round ${round}, ${what}\n--- shown\n${shown}\n--- by a fresh server\n${fresh}\n--- with\n${state}`),
        summary: `${rounds} rounds, ${compared} things compared, ${prompt} answers in the middle of edits; ${counts(events)}`,
      };
    },
    async verdicts(seed, count, told) {
      const tally = emptyTally();
      await verdicts({ seed, count }, tally, (next) => told(`${next} programs, ${tally.wrong.length} wrong`));
      return { wrong: tally.wrong.map(({ program, line, what, source }) => `program ${program}, line ${line}: ${what}\n${source}`), summary: tallyText(tally) };
    },
  };
}
