/**
 * What has left what a walk is in: by a return, by a jump. A loop is followed more than once, and only one of these
 * times counts.
 */
import type { Walk } from './walk-state.ts';
import type { WalkedMemory } from './walked-memory.ts';
import type { WalkedValue } from './walked-values.ts';

interface Left {
  readonly left: number;
  readonly states: readonly WalkedMemory[];
  readonly returned: readonly (WalkedValue | null)[];
  readonly jumps: ReadonlyMap<string, WalkedMemory>;
}

export function leftSoFar({ frames, left }: Walk): Left {
  const { returns, returned, jumps } = frames[frames.length - 1]!;
  return { left, states: [...returns.states], returned: [...returned], jumps: new Map(jumps) };
}

/** Only what had left then has. */
export function restoreLeft(walk: Walk, then: Left): void {
  const { returns, returned, jumps } = walk.frames[walk.frames.length - 1]!;
  walk.left = then.left;
  returns.states.splice(0, returns.states.length, ...then.states);
  returned.splice(0, returned.length, ...then.returned);
  jumps.clear();
  for (const [label, memory] of then.jumps) jumps.set(label, memory);
}
