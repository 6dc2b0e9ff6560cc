/** What is known on one symbolic path through a region, up to where it has got. */
import type { Formula } from '../ir/formula.ts';
import { TRUE } from '../ir/formula.ts';
import type { Reason } from '../ir/source.ts';
import type { Symbols } from '../ir/symbols.ts';
import type { Term } from '../ir/term.ts';
import type { Fresh, InnerUse, UndefinedSite } from './region.ts';

/** What all elements of an array were at some time: those at the start of the region, all of one value, or not known. */
export type ArrayVersion = { readonly kind: 'initial' } | { readonly kind: 'filled'; readonly value: bigint } | { readonly kind: 'unknown'; readonly id: number };

/** An array's contents: those it had as of `version`, and what was written since, in order. */
export interface ArrayState {
  readonly version: ArrayVersion;
  readonly writes: readonly { readonly index: Term; readonly value: Term }[];
}

/** As it was at the start of the region. */
export const UNTOUCHED: ArrayState = { version: { kind: 'initial' }, writes: [] };

/** Nothing is known of its elements, but that they are the same wherever this state is. */
export const unknownArray = (symbols: Symbols): ArrayState => ({ version: { kind: 'unknown', id: symbols.number() }, writes: [] });

export function sameVersion(a: ArrayVersion, b: ArrayVersion): boolean {
  switch (a.kind) {
    case 'initial': return b.kind === 'initial';
    case 'filled': return b.kind === 'filled' && a.value === b.value;
    case 'unknown': return b.kind === 'unknown' && a.id === b.id;
  }
}

export interface State {
  env: Term[];
  /** What decided the path. */
  guard: Formula;
  /** What undefined behaviour so far is excluded by. */
  defined: Formula;
  definedKnown: boolean;
  /** All that holds here: the facts at the start, guard and definedness. */
  facts: Formula;
  fresh: Fresh[];
  inner: InnerUse[];
  reasons: Reason[];
  sites: UndefinedSite[];
  arrays: Map<number, ArrayState>;
  written: Set<number>;
  /** It has come past the block where the region's loop begins its body. */
  begun: boolean;
  /** Contains more states than the program has here. */
  hull: boolean;
  /** The choices made, one code unit each: sorts paths in the order of the source. */
  order: string;
}

export function initialState(env: readonly Term[], facts: Formula): State {
  return {
    env: [...env], guard: TRUE, defined: TRUE, definedKnown: true, facts, fresh: [], inner: [], reasons: [], sites: [],
    arrays: new Map(), written: new Set(), begun: false, hull: false, order: '',
  };
}

export function cloneState(s: State): State {
  return {
    ...s, env: [...s.env], fresh: [...s.fresh], inner: [...s.inner], reasons: [...s.reasons], sites: [...s.sites],
    arrays: new Map(s.arrays), written: new Set(s.written),
  };
}
