/**
 * Whether an exponential polynomial in several counters is never negative. Each counter runs from 0 to below a limit
 * that depends on those before it, as in a nest of loops. It may only rise, or only fall, along the innermost counter,
 * which is a question of the same kind about its difference. Then an end of that counter's range decides, and the
 * counter is gone. Where it does both, the outermost counter's range is divided.
 */
import type { ExpPoly } from './exponential-polynomials.ts';
import {
  add,
  constant,
  counter,
  isConstant,
  mentionsCounter,
  partsByBase,
  replace,
  scale,
} from './exponential-polynomials.ts';
import { gaps, intersect, nonNegativeStretches } from './sign-runs.ts';
import type { Stretch } from './sign-runs.ts';

interface Region {
  /** The outermost counter's range. */
  readonly range: Stretch;
  /** What the others stay below, from the second on. */
  readonly limits: readonly ExpPoly[];
  /** Only where these are not negative. */
  readonly where: readonly ExpPoly[];
}

/** Questions that one question may lead to. */
const MAX_QUESTIONS = 2_000;

/** The first counter runs from 0 to below n >= 1; true, false (negative somewhere) or null: not found out. */
export function notNegativeIn(f: ExpPoly, n: bigint, limits: readonly ExpPoly[]): boolean | null {
  return decide(f, { range: { lo: 0n, hi: n - 1n }, limits, where: [] }, { left: MAX_QUESTIONS });
}

function decide(polynomial: ExpPoly, region: Region, budget: { left: number }): boolean | null {
  if (--budget.left < 0) return null;
  const { range, limits, where } = region;
  if (limits.length === 0) return inRange(polynomial, range, where);
  const index = limits.length;
  const limit = limits[index - 1] as ExpPoly;
  const outer = limits.slice(0, -1);
  // what the counter is asked for beyond its limit isn't followed
  if (where.some((w) => mentionsCounter(w, index))) return null;
  const entered = add(limit, constant(-1n));
  if (entered === null) return null;
  const without: Region = {
    range,
    limits: outer,
    where: isConstant(entered) && isNonNegative(entered) ? where : [...where, entered],
  };
  if (!mentionsCounter(polynomial, index)) return decide(polynomial, without, budget);
  const next = add(counter(index), constant(1n));
  const after = next && replace(polynomial, index, next);
  const difference = after && add(after, scale(polynomial, -1n));
  const atFirst = replace(polynomial, index, constant(0n));
  const atLast = replace(polynomial, index, entered);
  if (!difference || !atFirst || !atLast) return null;
  const steps: Region = { ...region, limits: [...outer, entered] };
  if (decide(difference, steps, budget) === true) return decide(atFirst, without, budget);
  if (decide(scale(difference, -1n), steps, budget) === true) return decide(atLast, without, budget);
  if (range.lo === range.hi) return atOne(polynomial, region, budget);
  const middle = (range.lo + range.hi) >> 1n;
  const lower = decide(polynomial, { ...region, range: { lo: range.lo, hi: middle } }, budget);
  if (lower === false) return false;
  const upper = decide(polynomial, { ...region, range: { lo: middle + 1n, hi: range.hi } }, budget);
  return upper === false ? false : lower === null ? null : upper;
}

/** The outermost counter has one value: the next one is then the outermost. */
function atOne(polynomial: ExpPoly, { range, limits, where }: Region, budget: { left: number }): boolean | null {
  const fixed = (p: ExpPoly | null): ExpPoly | null => {
    let out = p && replace(p, 0, constant(range.lo));
    for (let i = 1; out && i <= limits.length; i++) out = replace(out, i, counter(i - 1));
    return out;
  };
  const [first, ...others] = limits.map(fixed);
  const now = fixed(polynomial);
  const conditions = where.map(fixed);
  if (!first || !now || !isConstant(first) || others.some((o) => o === null) || conditions.some((c) => c === null))
    return null;
  const factor = first.monomials[0]?.coefficient ?? 0n;
  if (factor <= 0n) return true;
  return decide(
    now,
    {
      range: { lo: 0n, hi: factor / first.denominator - 1n },
      limits: others as readonly ExpPoly[],
      where: conditions as readonly ExpPoly[],
    },
    budget,
  );
}

const isNonNegative = (p: ExpPoly): boolean => (p.monomials[0]?.coefficient ?? 0n) >= 0n;

function inRange(polynomial: ExpPoly, range: Stretch, where: readonly ExpPoly[]): boolean | null {
  const stretches = (p: ExpPoly): readonly Stretch[] | null =>
    nonNegativeStretches(partsByBase(p, 0), range.lo, range.hi);
  let region: readonly Stretch[] = [range];
  for (const w of where) {
    const here = stretches(w);
    if (here === null) return null;
    region = intersect(region, here);
  }
  const holds = stretches(polynomial);
  return holds && intersect(region, gaps(holds, range.lo, range.hi)).length === 0;
}
