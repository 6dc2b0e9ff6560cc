/** How long local objects live: as long as their block (C11 6.2.4p5). What leads to one afterwards leads nowhere. */
import type { SourceRange } from '../../source/index.ts';
import type { Place } from '../types/index.ts';
import { emit, rangeOf } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import { placeKey } from './pointer-positions.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** The object lives in the block that is being lowered. */
export function livesHere(f: Draft, place: Place): void {
  if (f.block !== null) f.lifetimes.set(lifeKey(place), f.block);
}

/** The block that an object lives in; undefined where it lives on, or where that isn't known. */
export function lifeOf(f: Draft, place: Place): SourceRange | undefined {
  const block = f.lifetimes.get(lifeKey(place));
  return block && rangeOf(f, block);
}

/** The object is gone through by a pointer: a run gets no further where its block has been left. */
export function mustLive(f: Draft, place: Place, node: SyntaxNode): void {
  const block = f.lifetimes.get(lifeKey(place));
  if (f.trial || block === undefined || (block.start <= node.start && node.end <= block.end)) return;
  emit(f, { kind: 'go-through', position: null, guard: null, range: rangeOf(f, node) });
}

/** However its dimensions are seen an array is the same object. */
const lifeKey = (place: Place): Place | string => (place.kind === 'array' ? `array ${place.id}` : placeKey(place));
