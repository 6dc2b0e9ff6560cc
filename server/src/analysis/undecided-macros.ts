/**
 * Macros of `#if`s that headers decide which weren't read: they were taken for undefined. Some of them a loop's count
 * doesn't rest on, whatever a build makes of them.
 */
import { countIsolated, isUseful, namesWithin } from '../counting/index.ts';
import type { LoopCount, Rests } from '../counting/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import { changesAnything } from '../program/index.ts';
import type { Cfg, IrFunction, LoopSite, UndecidedCondition } from '../program/index.ts';
import { isWithin } from '../source/index.ts';
import type { SourceRange } from '../source/index.ts';

/** `names`: objects that the loop names, for a function with such code. */
export type Counted = LoopCount & { readonly names?: ReadonlySet<string> | undefined };

/** Macros by name. */
export interface Undecided {
  /** Of conditions in the loop and in those around: what code of these changes may be what the loop begins with. */
  readonly all: readonly string[];
  /** Those of them that its count rests on. */
  readonly mattering: readonly string[];
}

/**
 * `rests`: null where more than the count is told, which may rest on all that the loop has. `names`: objects that it
 * names.
 */
export function undecidedFor(
  fn: IrFunction,
  site: LoopSite,
  { rests, apart, names }: Pick<Counted, 'rests' | 'apart' | 'names'>,
): Undecided {
  const { within, outside } = conditionsFor(fn, site);
  const inside = within.filter((c) => matters(c, rests));
  const around = apart ? [] : outside.filter(changesAnything);
  const before = (fn.undecided ?? []).filter(
    (c) => retypes(c, rests?.names ?? names) || shows(c, rests?.names ?? names),
  );
  // `do { } while (0)` does once whatever it does
  const mattering = site.once ? [] : macrosOf([...inside, ...around, ...before]);
  return { all: macrosOf([...within, ...outside, ...before]), mattering };
}

/** A function's counts, also of loops by themselves where nothing is sure of what stands around them. */
export function countedApart(counts: readonly LoopCount[], cfg: Cfg, mode: IntegerMode): readonly Counted[] {
  if (!cfg.fn.undecided?.length) return counts;
  return cfg.loops.map((loop, i) => {
    const count = { ...(counts[i] as LoopCount), names: namesWithin(cfg, loop) };
    const { outside } = conditionsFor(cfg.fn, loop.site);
    if (count.bound === null || !outside.some(changesAnything)) return count;
    const { bound, assuming } = count;
    // none of its own ways lead back
    if (!loop.repeats && bound.text !== '0') return { ...count, apart: { bound, assuming, rests: null } };
    const own = countIsolated(cfg, loop, mode);
    if (!own?.bound || !(isUseful(own) || saysTheSame(own, count)) || outside.some((c) => mayDeclare(c, own)))
      return count;
    return { ...count, apart: { bound: own.bound, assuming: own.assuming, rests: own.rests } };
  });
}

/** What it is about has a type in one build, and perhaps another one in others. */
const retypes = (condition: UndecidedCondition, names: Counted['names']): boolean =>
  condition.retypes.some((name) => names?.has(name) === true);

/** Others may know of what it is about, and change it. */
const shows = ({ changes }: UndecidedCondition, names: Counted['names']): boolean =>
  changes?.addressed.some((name) => names?.has(name)) === true;

/** Something that the count is about may be of another type. */
const mayDeclare = ({ declares }: UndecidedCondition, { rests }: LoopCount): boolean =>
  declares === null || rests === null || declares.some((name) => rests.names.has(name));

const saysTheSame = (own: LoopCount, count: LoopCount): boolean =>
  own.bound?.text === count.bound?.text &&
  own.bound?.kind === count.bound?.kind &&
  own.bound?.first === count.bound?.first &&
  own.assuming.every((a) => count.assuming.includes(a));

interface Conditions {
  readonly within: readonly UndecidedCondition[];
  readonly outside: readonly UndecidedCondition[];
}

/** In the loop, and in those around it. */
function conditionsFor({ undecided = [], loops }: IrFunction, { range }: LoopSite): Conditions {
  if (undecided.length === 0) return { within: [], outside: [] };
  const around = loops.flatMap((outer) => (areWithin(range, outer.range) ? [outer.range] : []));
  const within = undecided.filter((condition) => areWithin(condition.range, range));
  const outside = undecided.filter((c) => !within.includes(c) && around.some((outer) => areWithin(c.range, outer)));
  return { within, outside };
}

const macrosOf = (conditions: readonly UndecidedCondition[]): readonly string[] => [
  ...new Set(conditions.flatMap(({ macros }) => macros)),
];

function matters({ changes }: UndecidedCondition, rests: Rests | null): boolean {
  if (changes === null || rests === null) return true;
  return (changes.memory && rests.memory) || changes.names.some((name) => rests.names.has(name));
}

/** Whole lines, but for macros' calls within one. */
const areWithin = (inner: SourceRange, outer: SourceRange): boolean =>
  inner.start.line === inner.end.line
    ? isWithin(inner, outer)
    : inner.start.line >= outer.start.line && inner.end.line <= outer.end.line;
