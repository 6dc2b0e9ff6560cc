/** Front end and interpreter against gcc on random functions; more of them by LOOPLENS_SEEDS=FROM-TO. */
import { describe, expect, it } from 'vitest';
import { compareBatch } from './differential.ts';
import { hasGcc } from './gcc.ts';
import { parser } from './lower.ts';

const [first, last] = (process.env['LOOPLENS_SEEDS'] ?? '1-5').split('-').map(Number) as [number, number];

describe.skipIf(!hasGcc())('random functions give what gcc gives', () => {
  for (let seed = first; seed <= last; seed++) {
    for (const mode of ['c', 'wrapv'] as const) {
      it(`seed ${seed}, ${mode}`, () => {
        const result = compareBatch(parser, seed, 40, 8, mode);
        expect(result.differences).toEqual([]);
        expect(result.compared).toBeGreaterThan(150);
      }, 60_000);
    }
  }
});
