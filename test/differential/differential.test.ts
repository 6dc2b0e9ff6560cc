import { describe, expect, it } from 'vitest';
import { analyze, evaluate } from '../../server/src/analysis/analyze-file.ts';
import { ACCUMULATION_SHAPES } from './accumulation-shapes.ts';
import { campaign, tableOf } from './campaign.ts';
import type { Outcome } from './campaign.ts';
import { DEEP_SHAPES } from './deep-shapes.ts';
import { SHAPES } from './shapes.ts';
import { WIDE_SHAPES } from './wide-shapes.ts';

/** Fixed, so that a failure stays one; `npm run fuzz` goes further. */
const PLAN = { seed: 'tests', count: 66, shapes: Object.keys(SHAPES), rows: 200, cap: 100_000 };

describe('summaries against the compiler', () => {
  let outcome: Promise<Outcome> | null = null;
  const run = (): Promise<Outcome> => {
    outcome ??= campaign(PLAN, { analyze, evaluate });
    return outcome;
  };

  it('give no value that the program doesn’t end with', async () => {
    expect((await run()).differences).toEqual([]);
    expect((await run()).crashes).toEqual([]);
  }, 240_000);

  it('are exact for at least 80 % of the loops', async () => {
    const { tallies } = await run();
    const sum = (key: 'loops' | 'exact'): number => tallies.reduce((total, tally) => total + tally[key], 0);
    expect(sum('exact') / sum('loops'), tableOf(tallies)).toBeGreaterThanOrEqual(0.8);
  }, 240_000);

  it('are right also about what they are not made for', async () => {
    const wide = await campaign(
      { ...PLAN, count: 42, shapes: [...Object.keys(WIDE_SHAPES), ...Object.keys(DEEP_SHAPES)], rows: 60, cap: 20_000 },
      { analyze, evaluate },
    );
    expect(wide.differences).toEqual([]);
    expect(wide.crashes).toEqual([]);
  }, 240_000);

  it('tell the values at the end of every defined run where they are exact, however far sums and products get', async () => {
    const outcome = await campaign(
      { ...PLAN, count: 40, shapes: Object.keys(ACCUMULATION_SHAPES), rows: 50 },
      { analyze, evaluate },
    );
    expect(outcome.differences).toEqual([]);
    expect(outcome.crashes).toEqual([]);
    expect(outcome.blank).toEqual([]);
    const sum = (key: 'exactRows' | 'rows'): number => outcome.tallies.reduce((total, tally) => total + tally[key], 0);
    expect(sum('exactRows') / sum('rows'), tableOf(outcome.tallies)).toBeGreaterThan(0.8);
  }, 240_000);

  it('are right for every input of 8 bits', async () => {
    const { differences, crashes } = await campaign(
      { ...PLAN, count: 3, shapes: ['wrap', 'zero', 'odometer'], cap: 2_000, bytes: true },
      { analyze, evaluate },
    );
    expect(differences).toEqual([]);
    expect(crashes).toEqual([]);
  }, 240_000);
});
