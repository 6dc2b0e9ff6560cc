/** A hundred of csmith's programs against gcc; thousands by `npm run csmith`. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hasGcc } from '../gcc.ts';
import { parser } from '../lower.ts';
import { compareProgram, generate, hasCsmith } from './compare.ts';
import type { Feature } from './compare.ts';

if (hasGcc() && !hasCsmith())
  spawnSync('bash', [fileURLToPath(new URL('../../../scripts/csmith-setup.sh', import.meta.url))], {
    stdio: 'inherit',
  });

/** Programs of a kind, and how many of them at most may be lost to something that isn't modelled. */
const KINDS: readonly (readonly [feature: Feature, seeds: number, lost: number])[] = [
  ['integers', 40, 0],
  ['arrays', 20, 0],
  ['structs', 15, 0],
  ['aggregates', 10, 2],
  ['unions', 10, 3],
  ['all', 5, 5],
];

describe.skipIf(!hasGcc() || !hasCsmith())('csmith programs give what gcc gives', () => {
  for (const [feature, seeds, mayBeLost] of KINDS) {
    it(`${feature}, seeds 1 to ${seeds}`, () => {
      const different: string[] = [];
      let lost = 0;
      for (let seed = 1; seed <= seeds; seed++) {
        const verdict = compareProgram(parser, generate(seed, feature, true), { maxSteps: 100_000, waits: false });
        if (verdict.kind === 'different') different.push(`seed ${seed}: ${verdict.how}`);
        if (verdict.kind === 'lost') lost++;
      }
      expect(different).toEqual([]);
      expect(lost).toBeLessThanOrEqual(mayBeLost);
    }, 300_000);
  }
});
