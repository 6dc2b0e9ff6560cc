/** What the front end found certainly wrong, as findings. */
import type { Misstep } from '../program/index.ts';
import type { AnalysisOptions, Finding } from '../report/index.ts';

export function certainFindings(
  missteps: readonly Misstep[],
  { function: only, overflow, suspicions }: AnalysisOptions,
): readonly Finding[] {
  const own = missteps.filter((m) => only === null || m.function === only);
  return own.flatMap((m): readonly Finding[] => {
    if (m.kind === 'signed-overflow') return overflow === 'off' ? [] : [overflowing(m)];
    if (m.kind === 'narrowed') return overflow === 'can' ? [overflowing(m)] : [];
    if (m.kind === 'suspicion' && suspicions !== true) return [];
    if (m.kind === 'unreachable')
      return [{ kind: m.kind, function: m.function, range: m.range, message: `${m.message}.` }];
    const { kind, range, extent, text, message, iteration, related, fixes } = m;
    const more = { ...(extent ? { extent } : {}), ...(fixes ? { fixes } : {}) };
    return [{ kind, function: m.function, range, text, message, iteration, related, ...more }];
  });
}

const overflowing = ({ kind, function: name, range, text, message, iteration, related }: Misstep): Finding => ({
  kind: 'overflow',
  function: name,
  range,
  text,
  must: kind !== 'narrowed',
  message,
  iteration,
  related,
});
