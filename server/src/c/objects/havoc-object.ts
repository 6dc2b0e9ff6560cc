/** What is in an object becomes unknown. */
import type { Reason } from '../../source/index.ts';
import { emit, rangeOf } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import { renew } from './make-objects.ts';
import type { Place } from '../types/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** Everything in a place may have any value from here on. */
export function havocPlace(f: Draft, place: Place, reason: Reason, node: SyntaxNode): void {
  const range = rangeOf(f, node);
  switch (place.kind) {
    case 'variable':
    case 'bits':
      emit(f, { kind: 'havoc', target: place.id, reason, range });
      return;
    case 'array':
      emit(f, { kind: 'havoc-array', array: place.id, reason, range });
      return;
    case 'record':
    case 'table':
      for (const field of place.fields.values()) havocPlace(f, field.place, reason, node);
      return;
    case 'pointer':
      havocPlace(f, place.target, reason, node);
      return;
    case 'cursor':
      havocPlace(f, place.array, reason, node);
      return;
    case 'members':
      renew(f, place, reason, node);
      return;
    case 'opaque':
      if (!place.fixed)
        emit(f, { kind: 'clobber', cause: 'store', origin: 'global', element: null, except: null, reason, range });
  }
}
