import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { enginePages, withOutputs } from './engine-pages.ts';
import { PAGE, walkthrough } from './walkthrough.ts';

afterAll(() => unloadSolver());

describe('pages with real outputs (if they differ: npm run walkthrough -- --write)', () => {
  it('the walkthrough is what the stages make of the example', async () => {
    expect(readFileSync(PAGE, 'utf8')).toBe(await walkthrough());
  });

  it.each(enginePages())(
    '%s',
    async (page) => {
      expect(readFileSync(page, 'utf8')).toBe(await withOutputs(page));
    },
    120_000,
  );
});
