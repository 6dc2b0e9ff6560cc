import { describe, expect, it } from 'vitest';
import { campaign, tableOf } from './campaign.ts';
import type { Subject } from './campaign.ts';

const PLAN = { seed: 'campaign', count: 4, shapes: ['counted', 'zero'], rows: 20, cap: 1000 };

/** Answers every row with the same values, or with nothing. */
function subject(answer: ReadonlyMap<string, bigint> | null): Subject {
  return {
    analyze: async () => ({ loops: [], assertions: [], syntaxErrors: [], functions: [], ms: 0 }),
    evaluate: async (_source, { rows }) => ({ columns: ['return'], rows: rows.map(() => answer), exact: [] }),
  };
}

describe('a campaign', () => {
  it('notices a wrong value', async () => {
    const { differences, tallies } = await campaign(PLAN, subject(new Map([['return', 123_456_789n]])));
    expect(differences.length).toBeGreaterThan(0);
    expect(differences[0]).toMatchObject({ variable: 'return', got: '123456789' });
    expect(tallies.map((tally) => tally.answered)).toEqual([0, 0]);
  });

  it('notices that a run returns which was said not to', async () => {
    const { differences } = await campaign(PLAN, subject(null));
    expect(differences[0]).toMatchObject({ variable: '(the run)', expected: 'it returns' });
  });

  it('takes no answer for no answer', async () => {
    const { differences, tallies } = await campaign(PLAN, subject(new Map()));
    expect(differences).toEqual([]);
    expect(tallies.map(({ shape, functions }) => [shape, functions])).toEqual([
      ['counted', 2],
      ['zero', 2],
    ]);
    expect(tableOf(tallies)).toMatch(/^all +4 /m);
  });

  it('notices what throws', async () => {
    const broken: Subject = { ...subject(null), analyze: () => Promise.reject(new Error('boom')) };
    expect((await campaign(PLAN, broken)).crashes.map(({ message }) => message.split('\n')[0])).toEqual([
      'Error: boom',
      'Error: boom',
      'Error: boom',
      'Error: boom',
    ]);
  });
});
