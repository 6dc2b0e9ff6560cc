/** Random numbers that a seed determines, on every machine alike. */

export interface Random {
  /** An integer from `low` to `high`, both included. */
  int(low: number, high: number): number;
  /** True in `share` of the cases. */
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** So many random bits. */
  bits(count: number): bigint;
  /** Another source that depends on this one's seed and the label only. */
  fork(label: string): Random;
}

export function random(seed: string): Random {
  // xmur3 for the seed, sfc32 for the stream.
  let h = 1779033703 ^ seed.length;
  for (let i = 0; i < seed.length; i++) {
    h = Math.imul(h ^ seed.charCodeAt(i), 3432918353);
    h = (h << 13) | (h >>> 19);
  }
  const word = (): number => {
    h = Math.imul(h ^ (h >>> 16), 2246822507);
    h = Math.imul(h ^ (h >>> 13), 3266489909);
    h ^= h >>> 16;
    return h >>> 0;
  };
  let [a, b, c, d] = [word(), word(), word(), word()];
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let i = 0; i < 12; i++) next();
  const int = (low: number, high: number): number => low + Math.floor((next() / 2 ** 32) * (high - low + 1));
  return {
    int,
    chance: (share) => next() / 2 ** 32 < share,
    pick: (from) => {
      const chosen = from[int(0, from.length - 1)];
      if (chosen === undefined) throw new Error('nothing to pick from');
      return chosen;
    },
    bits: (count) => {
      let value = 0n;
      for (let have = 0; have < count; have += 32) value = (value << 32n) | BigInt(next());
      return BigInt.asUintN(count, value);
    },
    fork: (label) => random(`${seed}/${label}`),
  };
}
