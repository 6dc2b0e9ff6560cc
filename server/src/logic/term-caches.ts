/**
 * Caches over terms and formulas, which are emptied together. What they hold is interned, so an entry that outlived its
 * term would be of no use.
 */
const caches: { clear(): void }[] = [];

/** A cache over terms, emptied together with them. */
export function termCache<K, V>(): Map<K, V> {
  const cache = new Map<K, V>();
  caches.push(cache);
  return cache;
}

export function clearCaches(): void {
  for (const c of caches) c.clear();
}
