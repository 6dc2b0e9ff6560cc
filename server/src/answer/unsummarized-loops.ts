/** Reports of loops that have no summary: what the source alone says of them. */
import { everythingChanged, memoryChangedIn } from '../termination/index.ts';
import type { Cfg, IrFunction, LoopSite } from '../program/index.ts';
import type { Reason } from '../source/index.ts';
import type { LoopReport } from '../report/index.ts';
import { onTheWayOut } from '../summary/index.ts';
import { countAnswer } from './count-answer.ts';

/** What the source alone says of a loop. */
export const placeOf = ({
  kind,
  range,
  head,
  tail,
  fromMacro,
  nested,
  leaves,
}: LoopSite): Pick<LoopReport, 'kind' | 'range' | 'head' | 'tail' | 'fromMacro' | 'nested' | 'leaves'> => ({
  kind,
  range,
  head,
  ...(tail === null ? {} : { tail }),
  ...(fromMacro ? { fromMacro } : {}),
  nested,
  ...(leaves.length > 0 ? { leaves } : {}),
});

/** A loop whose values nobody looked into. */
export function countedLoop(fn: IrFunction, site: LoopSite): LoopReport {
  return {
    function: fn.name,
    ...placeOf(site),
    type: null,
    pattern: null,
    exactness: 'unknown',
    bound: null,
    count: countAnswer(null, { endless: false, until: null, termination: 'unknown' }),
    tier: 1,
    paths: [],
    cases: [],
    termination: 'unknown',
    assumptions: [],
    reasons: [],
    solverQueries: 0,
    ms: 0,
  };
}

/** A loop of which nothing is known but its place and, where its flow of control is, what it may change. */
export function unknownLoop(fn: IrFunction, site: LoopSite, reason: Reason, cfg: Cfg | null = null): LoopReport {
  const loop = cfg?.loops.find((l) => l.site.id === site.id && l.site.range.start.line === site.range.start.line);
  const unknown =
    cfg && loop ? everythingChanged(cfg, loop, onTheWayOut(cfg, loop), reason) : memoryChangedIn(fn, reason);
  return { ...countedLoop(fn, site), ...(unknown.length > 0 ? { unknown } : {}), reasons: [reason] };
}
