/** Pointers: random functions through front end and interpreter, and through gcc. */
import { describe, expect, it } from 'vitest';
import { hasGcc } from './gcc.ts';
import { comparePointers } from './pointers.ts';

describe.runIf(hasGcc())('pointers against the compiler', () => {
  it.each([1, 2, 3])('seed %s', (seed) => {
    const { returned, differences } = comparePointers(seed, 60);
    expect(differences).toEqual([]);
    // the others meet something that isn't modelled
    expect(returned).toBeGreaterThan(60);
  });
});
