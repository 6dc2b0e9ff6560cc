/** Tier 1 of a function: its loops counted on its own graph, each call replaced by what it may change. */
import { betterBound, boundWithNames, countAnswer, countedLoop, whyOf, withObjectNames } from '../answer/index.ts';
import type { LoopCount } from '../counting/index.ts';
import {
  UNCOUNTED,
  countAll,
  isUseful,
  withFirstElements,
  withoutMissedWrites,
  withoutOverwritten,
} from '../counting/index.ts';
import { inlineCalls } from '../inlining/index.ts';
import { trimTerms } from '../logic/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import type { IrFunction, IrProgram, LoopSite } from '../program/index.ts';
import { atAnyCall, buildCfg } from '../program/index.ts';
import type { LoopReport } from '../report/index.ts';
import type { Counted, Undecided } from './undecided-macros.ts';
import { countedApart, undecidedFor } from './undecided-macros.ts';

/** No call is followed, but of what is little more than an expression: `to_uchar(c)`, `is_blank(c)`, `pop()`. */
export const NO_INLINING = { maxBlocks: 0, maxDepth: 0, closedBlocks: 12, cutsEnds: true } as const;

export type Counts = ReadonlyMap<LoopSite['id'], Counted>;

/** By loop of the function. */
export function countsOf(fn: IrFunction, program: IrProgram, mode: IntegerMode): Counts {
  trimTerms(0);
  const cfg = buildCfg(
    withoutOverwritten(withFirstElements(withoutMissedWrites(atAnyCall(inlineCalls(program, fn, NO_INLINING))))),
  );
  const { positions = [] } = cfg.fn;
  const named = <T extends Pick<LoopCount, 'bound' | 'assuming'>>(found: T): T => ({
    ...found,
    bound: boundWithNames(found.bound, positions),
    assuming: withObjectNames(found.assuming, positions),
  });
  const counts = countedApart(countAll(cfg, mode), cfg, mode).map((count) => ({
    ...named(count),
    ...(count.apart && { apart: named(count.apart) }),
    until: withObjectNames(count.until, positions),
  }));
  const own = new Set(fn.loops.map((l) => l.id));
  return new Map(cfg.loops.flatMap(({ site }, i) => (own.has(site.id) ? [[site.id, counts[i] as Counted]] : [])));
}

/** The loops of the source, but labels that a `goto` from behind leads to and that nothing comes back to. */
export const loopsIn = (fn: IrFunction, counts: Counts): readonly LoopSite[] =>
  fn.loops.filter(({ id, kind }) => kind !== 'goto' || counts.has(id));

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
  const known = counts.get(site.id) ?? UNCOUNTED;
  const count = { ...known, ...known.apart };
  const bound = betterBound(boundOf(count), null);
  const found = { ...countedLoop(fn, site), bound, termination: 'unknown' as const };
  return told(asConfigured(found, count, undecidedFor(fn, site, count)));
}

/** A summary's report with what counting knows better. */
export function withCount(
  report: Omit<LoopReport, 'count'>,
  fn: IrFunction,
  site: LoopSite,
  counts: Counts,
): LoopReport {
  const count: Counted = counts.get(site.id) ?? UNCOUNTED;
  const counted = boundOf(count);
  const bound = betterBound(counted, report.bound, report.termination === 'conditional');
  // what it is worth afterwards rests on all that it does
  const found = asConfigured({ ...report, bound }, count, undecidedFor(fn, site, { names: count.names, rests: null }));
  // what counting assumes is enough for the loop to end
  const ends = bound?.assuming !== undefined && bound !== report.bound;
  return told(found, ends && found.report.termination === 'conditional' ? 'unknown' : found.report.termination);
}

interface Found {
  readonly report: Omit<LoopReport, 'count'>;
  readonly count: LoopCount;
}

/** In another build, with other macros, the loop may have more ways out, and other steps. */
function asConfigured(report: Omit<LoopReport, 'count'>, count: LoopCount, { all, mattering }: Undecided): Found {
  if (all.length === 0) return { report, count };
  const { neverEndsWhen: _, ...others } = report;
  const { bound, assumptions } = others;
  const assuming = [...(bound?.assuming ?? []), ...mattering.map(notDefined)];
  return {
    report: {
      ...others,
      bound: bound && assuming.length > 0 ? { ...bound, assuming } : bound,
      termination: 'unknown',
      assumptions: [...assumptions, ...all.map(notDefined)],
    },
    count: { ...count, endless: false },
  };
}

const notDefined = (macro: string): string => `\`${macro}\` is not defined`;

/** `termination`: as it is told beside the count. */
const told = ({ report, count }: Found, termination = report.termination): LoopReport =>
  withWhy({ ...report, ...toldOf(report.bound, count, termination) });
