/**
 * Several elements of an array that each iteration writes, as one sentence: ``Sets `out[2 * i]` to `0` and
 * `out[2 * i + 1]` to `1` ``.
 */
import type { Term } from '../logic/index.ts';
import { isConst, sub } from '../logic/index.ts';
import { listed } from '../source/index.ts';

interface Stored {
  readonly index: Term;
  readonly value: Term;
}

export interface ElementTexts {
  /** The element at the index; null: it has no expression. */
  place(index: Term): string | null;
  /** What is stored there; null: it has no short expression. */
  value(t: Term, index: Term): string | null;
}

const MOST_STORES = 4;
const LONGEST = 160;

/** Null where they may be one element, or are too many. */
export function severalStored(stores: readonly Stored[], texts: ElementTexts): string | null {
  if (stores.length < 2 || stores.length > MOST_STORES || !areApart(stores)) return null;
  const byValue = new Map<string, string[]>();
  for (const { index, value } of stores) {
    const [place, to] = [texts.place(index), texts.value(value, index)];
    if (place === null || to === null) return null;
    byValue.set(to, [...(byValue.get(to) ?? []), `\`${place}\``]);
  }
  const said = [...byValue].map(([to, places]) => `${listed(places, 'and')} to \`${to}\``);
  const sentence = `Sets ${listed(said, 'and')}`;
  return sentence.length > LONGEST ? null : sentence;
}

/** No two are the same element, so that their order doesn't matter. */
const areApart = (stores: readonly Stored[]): boolean =>
  stores.every(({ index }, i) =>
    stores.slice(i + 1).every((other) => {
      const d = sub(index, other.index);
      return isConst(d) && d.value !== 0n;
    }),
  );
