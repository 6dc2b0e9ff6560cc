/** Random choices from a seed: the same seed, the same choices. */
export interface Choices {
  below(n: number): number;
  between(low: number, high: number): number;
  one<T>(of: readonly T[]): T;
  maybe(percent: number): boolean;
}

export function choices(seed: number): Choices {
  let state = (seed * 2654435761 + 97) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  const below = (n: number): number => next() % n;
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    one: (of) => of[below(of.length)]!,
    maybe: (percent) => below(100) < percent,
  };
}
