/**
 * Readings for runs that go one way for long. Each place of the program that reads has one manner for the whole run:
 * always the same value, mostly, ever more, ever less. What takes hundreds of equal answers in a row is never met by
 * answers that are chosen one by one.
 */
import { floorMod } from '../../arithmetic/index.ts';
import type { IntType } from '../../machine/index.ts';
import { maxOf, minOf } from '../../machine/index.ts';
import type { Limits } from './assumed-ranges.ts';

/** A value between the limits for one that may be outside. */
export function fitted(value: bigint, limits: Limits | undefined): bigint {
  if (!limits || (value >= limits.lo && value <= limits.hi)) return value;
  const { lo, hi } = limits;
  const span = hi - lo + 1n;
  if (span <= NARROW) return lo + floorMod(value - lo, span);
  const inward = value < lo ? lo + (lo - value) - 1n : hi - (value - hi) + 1n;
  return inward >= lo && inward <= hi ? inward : value < lo ? lo : hi;
}

const NARROW = 1_000n;
/** How seldom a place departs from its manner. */
const SELDOM = [0, 0.02, 0.1] as const;

type Manner = { readonly usual: bigint; readonly step: bigint; readonly seldom: number };

export class SteadyInputs {
  private readonly index: number;
  private readonly random: () => number;
  private readonly pool: readonly bigint[];
  private readonly places = new Map<string, { readonly manner: Manner; taken: bigint }>();

  constructor(index: number, random: () => number, pool: readonly bigint[]) {
    this.index = index;
    this.random = random;
    this.pool = pool;
  }

  value(type: IntType, place: string, limits: Limits | undefined): bigint {
    let at = this.places.get(place);
    if (!at) {
      at = { manner: this.manner(type, limits), taken: 0n };
      this.places.set(place, at);
    }
    const { usual, step, seldom } = at.manner;
    if (this.random() < seldom)
      return fitted(BigInt(this.below(9) - 4), limits ?? { lo: minOf(type), hi: maxOf(type) });
    const value = usual + step * at.taken;
    at.taken += 1n;
    return fitted(value, limits);
  }

  /** The first runs go to the ends of what is allowed, all places alike; later ones mix. */
  private manner(type: IntType, limits: Limits | undefined): Manner {
    const seldom = SELDOM[this.index % SELDOM.length] as number;
    const kind = this.index < 4 ? this.index : this.below(4);
    if (type.bool) return { usual: BigInt(kind === 1 ? 0 : 1), step: 0n, seldom: kind === 0 ? 0 : seldom };
    if (kind === 2 || kind === 3) return { usual: 0n, step: kind === 2 ? 1n : -1n, seldom: 0 };
    const narrow = limits && limits.hi - limits.lo <= NARROW;
    const usual = narrow
      ? kind === 0
        ? limits.hi
        : limits.lo
      : this.pool.length > 0 && kind === 1
        ? (this.pool[this.below(this.pool.length)] as bigint)
        : 1n;
    return { usual, step: 0n, seldom };
  }

  private below(n: number): number {
    return Math.floor(this.random() * n);
  }
}
