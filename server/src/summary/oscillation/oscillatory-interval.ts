/**
 * The oscillatory interval: the least one that holds where jumps lead to and that no branch leads out of (LoopSCC).
 * Source: LoopSCC, definition 9.
 */
import { floorDiv } from '../../arithmetic/index.ts';
import type { Formula, Symbol, Term } from '../../logic/index.ts';
import { collect, int, isConst, substitute, substituteFormula } from '../../logic/index.ts';
import type { Local, Modes, View } from './oscillation-view.ts';
import { FORM, keyOf } from './oscillation-view.ts';

export const MAX_ENUMERATED = 64n;

const MAX_MODES = 64;

/**
 * The least interval that holds all jumps of the form, in whatever modes, and that no branch leads out of. J-intervals,
 * closed under the paths. What is outside goes on as any other state does.
 */
export function oscillatoryInterval(view: View): Interval | null {
  const maps: Affine[] = [];
  const seen = new Map<string, Modes>([[keyOf(null, view.start), view.start]]);
  for (const modes of seen.values()) {
    if (seen.size > MAX_MODES) return null;
    const known = new Map([...modes].map(([x, v]) => [x, int(v) as Term]));
    for (const b of view.branches) {
      const map = affineMap(b, known);
      if (map === 'impossible') continue;
      if (map === null) return null;
      maps.push(map);
      const next = modesAfter(b, modes, known);
      if (next === null) return null;
      seen.set(keyOf(null, next), next);
    }
  }
  return maps.some((m) => m.slope !== 1n) ? closedUnder(maps) : jumpsOf(maps);
}

/** What a branch makes of the form in these modes; null where that isn't of this kind. */
function affineMap(b: Local, modes: ReadonlyMap<Symbol, Term>): Affine | 'impossible' | null {
  const bounds = boundsOf(b.guard.map((l) => substituteFormula(l, modes)));
  if (bounds === 'impossible' || bounds === null) return bounds;
  const coefficients = collect(substitute(b.form, modes), FORM);
  if (coefficients === null || coefficients.length > 2) return null;
  const [offset = int(0), slope = int(0)] = coefficients;
  if (!isConst(slope) || !isConst(offset) || slope.value < 0n) return null;
  return { ...bounds, slope: slope.value, offset: offset.value };
}

/** The modes after a branch; null where one is no constant. */
function modesAfter(b: Local, modes: Modes, known: ReadonlyMap<Symbol, Term>): Modes | null {
  const next = new Map(modes);
  for (const [c, u] of b.modes) {
    const v = substitute(u, known);
    if (!isConst(v)) return null;
    next.set(c, v.value);
  }
  return next;
}

/** Where all branches only add: from the lowest place that a branch with an end below leads to, to the highest. */
function jumpsOf(maps: readonly Affine[]): Interval | null {
  let lo: bigint | null = null;
  let hi: bigint | null = null;
  for (const m of maps) {
    if (m.offset > 0n && m.hi !== null) hi = most(hi, m.hi + m.offset);
    else if (m.offset < 0n && m.lo !== null) lo = least(lo, m.lo + m.offset);
  }
  return lo === null || hi === null || lo > hi ? null : { lo, hi };
}

export interface Interval {
  readonly lo: bigint;
  readonly hi: bigint;
}

export const least = (a: bigint | null, b: bigint): bigint => (a === null || b < a ? b : a);

const most = (a: bigint | null, b: bigint): bigint => (a === null || b > a ? b : a);

/** What a branch makes of the form, within its bounds: `slope f + offset`, with a slope that is not negative. */
interface Affine extends Bounds {
  readonly slope: bigint;
  readonly offset: bigint;
}

/** LoopSCC, algorithm 3: where jumps lead to, and from there on all else, until nothing is added. */
function closedUnder(maps: readonly Affine[]): Interval | null {
  let jumped: Interval | null = null;
  for (const m of maps) jumped = imageOfJumps(m).reduce<Interval | null>(hull, jumped);
  for (let now: Interval | null = jumped; ; ) {
    if (now === null || now.hi - now.lo >= MAX_ENUMERATED) return null;
    const grown: Interval = grownBy(maps, now);
    if (grown.lo === now.lo && grown.hi === now.hi) return now;
    now = grown;
  }
}

/** The least interval that holds both. */
const hull = (a: Interval | null, b: Interval): Interval => ({ lo: least(a && a.lo, b.lo), hi: most(a && a.hi, b.hi) });

/** Where a branch leads from `from` to `to`. */
const imageOf = (m: Affine, from: bigint, to: bigint): readonly Interval[] =>
  from > to ? [] : [{ lo: m.slope * from + m.offset, hi: m.slope * to + m.offset }];

/** Where a branch leads across its ends: beyond the upper bound, and below the lower one. */
function imageOfJumps(map: Affine): readonly Interval[] {
  if (map.slope === 0n) return map.lo === null || map.hi === null ? imageOf(map, 0n, 0n) : imageOf(map, map.lo, map.hi);
  const above =
    map.hi === null ? [] : imageOf(map, most(map.lo, floorDiv(map.hi - map.offset, map.slope) + 1n), map.hi);
  const below =
    map.lo === null ? [] : imageOf(map, map.lo, least(map.hi, -floorDiv(map.offset - map.lo, map.slope) - 1n));
  return [...above, ...below];
}

/** The interval with where the branches lead from it. */
function grownBy(maps: readonly Affine[], { lo: bottom, hi: top }: Interval): Interval {
  let grown: Interval = { lo: bottom, hi: top };
  for (const m of maps) {
    grown = imageOf(m, most(m.lo, bottom), least(m.hi, top)).reduce(hull, grown);
    // what a growing branch brings there from outside is little, and better followed value by value
    if (m.slope < 2n) continue;
    const first = most(m.lo, -floorDiv(m.offset - bottom, m.slope));
    const last = least(m.hi, floorDiv(top - m.offset, m.slope));
    if (first <= last) grown = hull(grown, { lo: first, hi: last });
  }
  return grown;
}

export interface Bounds {
  readonly lo: bigint | null;
  readonly hi: bigint | null;
}

export function boundsOf(guard: readonly Formula[]): Bounds | 'impossible' | null {
  let lo: bigint | null = null;
  let hi: bigint | null = null;
  const atLeast = (v: bigint): void => {
    lo = lo === null || v > lo ? v : lo;
  };
  const atMost = (v: bigint): void => {
    hi = hi === null || v < hi ? v : hi;
  };
  for (const literal of guard) {
    if (literal.kind === 'true') continue;
    if (literal.kind === 'false') return 'impossible';
    if (literal.kind !== 'ge' && literal.kind !== 'eq') return null;
    const linear = collect(literal.term, FORM);
    const [a, b] = linear ?? [];
    if (linear?.length !== 2 || !a || !b || !isConst(a) || !isConst(b)) return null;
    // a + b f >= 0
    const bound = (up: bigint, by: bigint): bigint => (by > 0n ? -floorDiv(up, by) : floorDiv(up, -by));
    if (b.value > 0n) atLeast(bound(a.value, b.value));
    else atMost(bound(a.value, b.value));
    if (literal.kind !== 'eq') continue;
    if (a.value % b.value !== 0n) return 'impossible';
    atLeast(-a.value / b.value);
    atMost(-a.value / b.value);
  }
  return lo !== null && hi !== null && lo > hi ? 'impossible' : { lo, hi };
}
