import { describe, expect, it } from 'vitest';
import { hasGcc } from '../c/gcc.ts';
import { run } from './ends.ts';

describe.skipIf(!hasGcc())('what is said of whether loops end', () => {
  it('is what runs show', async () => {
    const seed = Date.now() % 1_000_000_000;
    const { loops, wrong } = await run(seed, 8);
    expect({ seed, wrong, some: loops > 3 }).toEqual({ seed, wrong: [], some: true });
  }, 60_000);
});
