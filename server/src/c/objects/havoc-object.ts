/** What is in an object becomes unknown. */
import type { FromCall } from '../../program/index.ts';
import type { Reason } from '../../source/index.ts';
import { emit, rangeOf } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import { renew } from './make-objects.ts';
import { localOf, originOf } from '../types/index.ts';
import type { Place } from '../types/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** Everything in a place may have any value from here on. `by`: a call is why, which changes nothing that is `const`. */
export function havocPlace(draft: Draft, place: Place, reason: Reason, node: SyntaxNode, by?: FromCall): void {
  // on trial nothing comes of it, and the objects of a function aren't there
  if (draft.trial) return;
  const range = rangeOf(draft, node);
  const how = { reason, range, ...(by && { by }) };
  switch (place.kind) {
    case 'variable':
    case 'bits':
      if (by && (draft.constants.has(place.id) || draft.readOnly.has(place.id))) return;
      emit(draft, { kind: 'havoc', target: place.id, ...how });
      return;
    case 'array':
      if (by && (draft.arrays[place.id]!.isConst || draft.arrays[place.id]!.readOnly)) return;
      emit(draft, { kind: 'havoc-array', array: place.id, ...how });
      return;
    case 'record':
    case 'table':
      for (const field of place.fields.values()) havocPlace(draft, field.place, reason, node, by);
      return;
    case 'pointer':
      havocPlace(draft, place.target, reason, node, by);
      return;
    case 'cursor':
      havocPlace(draft, place.array, reason, node, by);
      return;
    case 'members':
      renew(draft, place, reason, node, by && { by });
      return;
    case 'opaque':
      if (!place.fixed)
        emit(draft, {
          kind: 'clobber',
          cause: 'store',
          origin: originOf(place),
          element: null,
          except: null,
          ...how,
          ...localOf(place),
        });
  }
}
