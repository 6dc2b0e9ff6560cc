/** Structs copied member by member. */
import { sameType } from '../../machine/index.ts';
import { recordOf } from './struct-values.ts';
import { assign, constant, emit, rangeOf, temporary, variable } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import { reasonFor } from './expression-value.ts';
import type { Place, Value } from '../types/index.ts';
import { havocPlace } from './havoc-object.ts';
import { storeVolatile } from './volatile-objects.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** Longest array in a struct that is copied element by element. */
const MOST_COPIED = 16n;

/** Copies what there is of a struct; members that are not known in the source are unknown in the target. */
export function copyRecord(
  draft: Draft,
  target: Place & { readonly kind: 'record' },
  value: Value,
  node: SyntaxNode,
): void {
  const source = recordOf(draft, value.place);
  const range = rangeOf(draft, node);
  for (const [name, field] of target.fields) {
    const from = source?.fields.get(name)?.place;
    if (field.place.kind === 'variable' && from?.kind === 'variable')
      assign(draft, field.place.id, variable(draft, from.id), range);
    else if (field.place.kind === 'record' && from?.kind === 'record')
      copyRecord(draft, field.place, { type: field.type, expr: null, place: from }, node);
    else if (field.place.kind === 'opaque' && field.place.stored !== undefined) {
      const { stored, name: own } = field.place;
      const value = from?.kind === 'variable' ? variable(draft, from.id) : null;
      storeVolatile(draft, { stored, name: own ?? '' }, value, node);
    } else if (
      field.place.kind !== 'array' ||
      from?.kind !== 'array' ||
      !copyArray(draft, field.place.id, from.id, node)
    ) {
      havocPlace(
        draft,
        field.place,
        reasonFor(draft, { kind: 'record', tag: '', union: false, fields: null }, node),
        node,
        value.by,
      );
    }
  }
}

function copyArray(draft: Draft, target: number, source: number, node: SyntaxNode): boolean {
  const [to, from] = [draft.arrays[target]!, draft.arrays[source]!];
  if (to.length === null || to.length !== from.length || to.length > MOST_COPIED || !sameType(to.element, from.element))
    return false;
  const range = rangeOf(draft, node);
  for (let i = 0n; i < to.length; i++) {
    const index = constant(i, draft.file.difference);
    const value = temporary(draft, to.element);
    emit(draft, { kind: 'load', target: value, array: source, index, range });
    emit(draft, { kind: 'store', array: target, index, value: variable(draft, value), range });
  }
  return true;
}
