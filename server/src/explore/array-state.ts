/** What is known of an array's elements at a place on a path. */
import type { Symbols, Term } from '../logic/index.ts';

/**
 * What all elements of an array were at some time: those at the start of the region, all of one value, or not known.
 */
export type ArrayVersion =
  | { readonly kind: 'initial' }
  | { readonly kind: 'filled'; readonly value: bigint }
  | { readonly kind: 'unknown'; readonly id: number };

/** An array's contents: those it had as of `version`, and what was written since, in order. */
export interface ArrayState {
  readonly version: ArrayVersion;
  readonly writes: readonly { readonly index: Term; readonly value: Term }[];
}

/** As it was at the start of the region. */
export const UNTOUCHED: ArrayState = { version: { kind: 'initial' }, writes: [] };

/** Nothing is known of its elements, but that they are the same wherever this state is. */
export const unknownArray = (symbols: Symbols): ArrayState => ({
  version: { kind: 'unknown', id: symbols.number() },
  writes: [],
});

export function sameVersion(first: ArrayVersion, second: ArrayVersion): boolean {
  switch (first.kind) {
    case 'initial':
      return second.kind === 'initial';
    case 'filled':
      return second.kind === 'filled' && first.value === second.value;
    case 'unknown':
      return second.kind === 'unknown' && first.id === second.id;
  }
}
