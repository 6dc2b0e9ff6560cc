import { describe, expect, it } from 'vitest';
import { hasGcc } from '../c/gcc.ts';
import { run } from './drivers.ts';

describe.skipIf(!hasGcc())('generated tests', () => {
  it('do what they are for', async () => {
    const seed = Date.now() % 1_000_000_000;
    const { wrong, written } = await run(seed, 12);
    expect({ seed, wrong, some: written > 2 }).toEqual({ seed, wrong: [], some: true });
  }, 60_000);
});
