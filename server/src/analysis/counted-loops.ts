/** Tier 1 of a function: its loops counted on its own graph, each call replaced by what it may change. */
import { betterBound, boundWithNames, countAnswer, countedLoop, whyOf, withObjectNames } from '../answer/index.ts';
import type { LoopCount } from '../counting/index.ts';
import { countLoops, isUseful, withFirstElements, withoutMissedWrites } from '../counting/index.ts';
import { inlineCalls } from '../inlining/index.ts';
import { trimTerms } from '../logic/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import type { IrFunction, IrProgram, LoopSite } from '../program/index.ts';
import { atAnyCall, buildCfg } from '../program/index.ts';
import type { LoopReport } from '../report/index.ts';
import type { SourceRange } from '../source/index.ts';

/** No call is followed, but of what is little more than an expression: `to_uchar(c)`, `is_blank(c)`. */
const NO_INLINING = { maxBlocks: 0, maxDepth: 0, closedBlocks: 12, cutsEnds: true } as const;

export type Counts = ReadonlyMap<LoopSite['id'], LoopCount>;

/** By loop of the function. */
export function countsOf(fn: IrFunction, program: IrProgram, mode: IntegerMode): Counts {
  trimTerms(0);
  const cfg = buildCfg(withFirstElements(withoutMissedWrites(atAnyCall(inlineCalls(program, fn, NO_INLINING)))));
  const { positions = [] } = cfg.fn;
  const counts = countLoops(cfg, mode).map((count) => ({
    ...count,
    bound: boundWithNames(count.bound, positions),
    assuming: withObjectNames(count.assuming, positions),
    until: withObjectNames(count.until, positions),
  }));
  const own = new Set(fn.loops.map((l) => l.id));
  return new Map(cfg.loops.flatMap(({ site }, i) => (own.has(site.id) ? [[site.id, counts[i] as LoopCount]] : [])));
}

/** The loops of the source, but labels that a `goto` from behind leads to and that nothing comes back to. */
export const loopsIn = (fn: IrFunction, counts: Counts): readonly LoopSite[] =>
  fn.loops.filter(({ id, kind }) => kind !== 'goto' || counts.has(id));

const NOTHING: LoopCount = { bound: null, assuming: [], endless: false, until: null, pseudo: false, plain: false };

/** Following the loop's paths may tell a better bound than counting did. */
export const mayGain = (site: LoopSite, counts: Counts): boolean => {
  const count = counts.get(site.id);
  return count === undefined || (count.plain && !count.endless && !count.pseudo && !isUseful(count));
};

const boundOf = ({ bound, assuming }: LoopCount): LoopReport['bound'] =>
  bound && assuming.length > 0 ? { ...bound, assuming } : bound;

const toldOf = (
  bound: LoopReport['bound'],
  count: LoopCount,
  termination: LoopReport['termination'],
): Pick<LoopReport, 'count' | 'pseudo'> => ({
  count: countAnswer(bound, { ...count, termination }),
  ...(count.pseudo ? { pseudo: true } : {}),
});

function withWhy(report: LoopReport): LoopReport {
  const why = whyOf(report);
  return why === null ? report : { ...report, why };
}

/** What counting alone tells of a loop. */
export function reportCounted(fn: IrFunction, site: LoopSite, counts: Counts): LoopReport {
  const count = counts.get(site.id) ?? NOTHING;
  const bound = boundOf(count);
  const found = { ...countedLoop(fn, site), bound, termination: 'unknown' as const };
  return told(asConfigured(found, count, undefinedWithin(fn, site)));
}

/** A summary's report with what counting knows better. */
export function withCount(
  report: Omit<LoopReport, 'count'>,
  fn: IrFunction,
  site: LoopSite,
  counts: Counts,
): LoopReport {
  const count = counts.get(site.id) ?? NOTHING;
  const counted = boundOf(count);
  const bound = betterBound(counted, report.bound);
  const found = asConfigured({ ...report, bound }, count, undefinedWithin(fn, site));
  // what counting assumes is enough for the loop to end
  const ends = bound !== null && bound === counted && bound.assuming !== undefined;
  return told(found, ends && found.report.termination === 'conditional' ? 'unknown' : found.report.termination);
}

/**
 * Macros of `#if`s in the loop that headers decide which weren't read: they were taken for undefined. What code of a
 * loop around changes may be what the loop begins with.
 */
function undefinedWithin({ undecided = [], loops }: IrFunction, { range }: LoopSite): readonly string[] {
  if (undecided.length === 0) return [];
  const around = [range, ...loops.flatMap((outer) => (isWithin(range, outer.range) ? [outer.range] : []))];
  const within = undecided.filter((condition) => around.some((outer) => isWithin(condition.range, outer)));
  return [...new Set(within.flatMap(({ macros }) => macros))];
}

const isWithin = (inner: SourceRange, outer: SourceRange): boolean =>
  inner.start.line >= outer.start.line && inner.end.line <= outer.end.line;

interface Found {
  readonly report: Omit<LoopReport, 'count'>;
  readonly count: LoopCount;
}

/** In another build, with other macros, the loop may have more ways out, and other steps. */
function asConfigured(report: Omit<LoopReport, 'count'>, count: LoopCount, macros: readonly string[]): Found {
  if (macros.length === 0) return { report, count };
  const assumed = macros.map((name) => `\`${name}\` is not defined`);
  const { bound, assumptions } = report;
  return {
    report: {
      ...report,
      bound: bound && { ...bound, assuming: [...(bound.assuming ?? []), ...assumed] },
      termination: 'unknown',
      assumptions: [...assumptions, ...assumed],
    },
    count: { ...count, endless: false },
  };
}

/** `termination`: as it is told beside the count. */
const told = ({ report, count }: Found, termination = report.termination): LoopReport =>
  withWhy({ ...report, ...toldOf(report.bound, count, termination) });
