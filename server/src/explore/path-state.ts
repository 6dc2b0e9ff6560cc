/** What is known on one symbolic path through a region, up to where it has got. */
import type { Formula, Symbol, Term } from '../logic/index.ts';
import { TRUE } from '../logic/index.ts';
import type { BlockId } from '../program/index.ts';
import type { Reason } from '../source/index.ts';
import type { Fresh, InnerUse, UndefinedSite } from './region.ts';
import type { ArrayState } from './array-state.ts';

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
  /** Answers of the environment of which the guard has only some that lead here. */
  witnesses: ReadonlySet<Symbol>;
  inner: InnerUse[];
  reasons: Reason[];
  sites: UndefinedSite[];
  arrays: Map<number, ArrayState>;
  written: Set<number>;
  /** It has come past the block where the region's loop begins its body. */
  begun: boolean;
  /** Contains more states than the program has here. */
  hull: boolean;
  /** The blocks that it came through, the last one first. */
  trail: Trail | null;
  /** The choices made, one code unit each: sorts paths in the order of the source. */
  order: string;
}

/** Of states that have joined it has the way of one of them. */
export interface Trail {
  readonly block: BlockId;
  readonly before: Trail | null;
}

/** From the first block on. */
export function blocksAlong(trail: Trail | null): readonly BlockId[] {
  const out: BlockId[] = [];
  for (let t = trail; t !== null; t = t.before) out.push(t.block);
  return out.reverse();
}

export function initialState(env: readonly Term[], facts: Formula): State {
  return {
    env: [...env],
    guard: TRUE,
    defined: TRUE,
    definedKnown: true,
    facts,
    fresh: [],
    witnesses: new Set(),
    inner: [],
    reasons: [],
    sites: [],
    arrays: new Map(),
    written: new Set(),
    begun: false,
    hull: false,
    trail: null,
    order: '',
  };
}

export function cloneState(state: State): State {
  return {
    ...state,
    env: [...state.env],
    fresh: [...state.fresh],
    inner: [...state.inner],
    reasons: [...state.reasons],
    sites: [...state.sites],
    arrays: new Map(state.arrays),
    written: new Set(state.written),
  };
}
