import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { symbol } from '../../server/src/logic/index.ts';

/** Frees what nobody has any more. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await new Promise((resolve) => setTimeout(resolve, 0));
  collect();
}

describe('symbols of variables', () => {
  it('are one object as long as somebody has them', async () => {
    const kept = symbol('variable', 'kept', 7);
    await collectGarbage();
    expect(symbol('variable', 'kept', 7)).toBe(kept);
  });

  it('are gone when nobody has them', async () => {
    const left = (() => new WeakRef(symbol('variable', 'left', 8)))();
    await collectGarbage();
    expect(left.deref()).toBe(undefined);
  });
});
