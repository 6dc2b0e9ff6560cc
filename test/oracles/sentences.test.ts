import { describe, expect, it } from 'vitest';
import { hasGcc } from '../c/gcc.ts';
import { run as accesses } from './accesses.ts';
import { run as aliases } from './aliases.ts';
import { run as arrays } from './arrays.ts';
import { run as bounds } from './bounds.ts';
import { run as copies } from './copies.ts';
import { run as units } from './units.ts';

describe.skipIf(!hasGcc())('what is said of loops is what runs show', () => {
  const seed = Date.now() % 1_000_000_000;

  it('stated bounds', async () => {
    const { wrong, checked } = await bounds(seed, 12);
    expect({ seed, wrong, some: checked > 50 }).toEqual({ seed, wrong: [], some: true });
  }, 120_000);

  it('loops of whole translation units', async () => {
    const { wrong, checked } = await units(seed, 6);
    expect({ seed, wrong, some: checked > 50 }).toEqual({ seed, wrong: [], some: true });
  }, 120_000);

  it('copies of loops, and assertions behind them', async () => {
    const { wrong, checked } = await copies(seed, 12);
    expect({ seed, wrong, some: checked > 50 }).toEqual({ seed, wrong: [], some: true });
  }, 120_000);

  it('accesses that stay inside their arrays', async () => {
    const { wrong, checked } = await accesses(seed, 10);
    expect({ seed, wrong, some: checked > 50 }).toEqual({ seed, wrong: [], some: true });
  }, 120_000);

  it('counts of loops that store through pointers', async () => {
    const { wrong, checked } = await aliases(seed, 100);
    expect({ seed, wrong, some: checked > 50 }).toEqual({ seed, wrong: [], some: true });
  }, 120_000);

  it('sentences about arrays', async () => {
    const { wrong } = await arrays(seed, 10);
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  }, 120_000);
});
