/**
 * Counters that their first step takes around the type's end: `size_t i = -1; while (a[++i])`. The loop looks at them
 * behind that step alone. They are said to start below zero: what is congruent to them counts on from there.
 */
import { int, isConst, partsOf, substitute, sym, symbolsOf } from '../logic/index.ts';
import type { Symbol, Term } from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { AtEntry } from './no-wrap.ts';
import type { Moment, NoWrap } from './progress.ts';
import { movement, moves, unreduced } from './progress.ts';

/** The values at entry as a quantity that is looked at there has them. */
export function fromBelow(quantity: Term, moment: Moment, effects: BlockEffects, entry: AtEntry): AtEntry {
  if (moment.behind || moment.block !== effects.shape.loop.site.header) return entry;
  const { needs } = unreduced(quantity, effects, moment.block);
  const values = new Map(entry.values);
  for (const [s, value] of entry.values) {
    const hi = effects.reading.symbols.range(s)?.hi ?? null;
    if (!isConst(value) || hi === null || !needs.some(({ arg }) => symbolsOf(arg).has(s))) continue;
    const by = hi + 1n;
    const goesAround = needs.every(
      ({ arg, by: modulus }) => !symbolsOf(arg).has(s) || (modulus === by && reaches(substitute(arg, values), by)),
    );
    if (goesAround && !isBare(s, quantity, effects) && growsSteadily(s, effects)) values.set(s, int(value.value - by));
  }
  return { ...entry, values };
}

/** From the first iteration on. */
function reaches(arg: Term, by: bigint): boolean {
  return isConst(arg) && arg.value >= by && arg.value < 2n * by;
}

/** It is looked at as it is before the step. */
const isBare = (s: Symbol, quantity: Term, effects: BlockEffects): boolean =>
  partsOf(quantity).parts.some(({ mono }) => !(mono.kind === 'mod' && moves(mono, effects)) && symbolsOf(mono).has(s));

function growsSteadily(s: Symbol, effects: BlockEffects): boolean {
  const { lo, hi } = movement(sym(s), effects).step;
  return lo !== null && lo > 0n && lo === hi && effects.reading.symbols.range(s)?.lo === 0n;
}

/** What the first iteration needs not to wrap around does so: what is told without that is told of nothing. */
export function wrapsAtOnce({ block, arg, by }: NoWrap, effects: BlockEffects, entry: AtEntry): boolean {
  if (block !== effects.shape.loop.site.header) return false;
  const first = substitute(arg, entry.values);
  return isConst(first) && (first.value < 0n || first.value >= by);
}
