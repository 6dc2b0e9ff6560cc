/** Interned terms: of each structure there is one object. */
import { COST, lookUp, work } from '../budget/index.ts';
import type { Term } from './expression.ts';
import { clearCaches, termCache } from './term-caches.ts';

/**
 * A term grew beyond what is worth handling. Caught where a loop or an assertion is analysed; becomes the reason
 * `too-large`.
 */
export class TooLarge extends Error {}
const SIZE_LIMIT = 800;

const pool = termCache<string, Term>();

/**
 * Forgets all interned terms once there are many. Call only where no term is alive but symbols that a module keeps for
 * itself.
 */
export function trimTerms(limit = 200_000): void {
  if (pool.size >= limit) clearCaches();
}

/** The term with this key, if it has been made. */
export function interned(key: string): Term | undefined {
  const known = pool.get(key);
  if (known !== undefined) lookUp(key);
  return known;
}

/** The one object of this structure. */
export function intern<T extends Term>(term: T): T {
  lookUp(term.key);
  const known = pool.get(term.key);
  if (known !== undefined) return known as T;
  work(COST.term + COST.keyCharacter * term.key.length);
  if (term.size > SIZE_LIMIT) throw new TooLarge('term');
  pool.set(term.key, term);
  return term;
}
