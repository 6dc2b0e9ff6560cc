/** Reasons without repetitions. */
import type { Reason } from './source-range.ts';

/** Equal reasons at the same place are said once. */
export function distinctReasons(reasons: readonly Reason[]): readonly Reason[] {
  const seen = new Set<string>();
  return reasons.filter((reason) => {
    const key = JSON.stringify([reason.code, reason.message, reason.range]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
