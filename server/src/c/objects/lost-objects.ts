/** Objects that can't be taken for what they seem to be. */
import type { Reason } from '../../source/index.ts';
import { because } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import { globalPlace } from './named-objects.ts';
import { OPAQUE, UNKNOWN, volatileType } from '../types/index.ts';
import type { CType, GlobalObject, Place } from '../types/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

interface Lost {
  readonly kind: 'place';
  readonly place: Place;
  readonly type: CType;
  readonly reason: Reason;
}

/** An object that others may write to by another name, for a reason. */
export function lostObject(draft: Draft, object: GlobalObject, why: string, node: SyntaxNode): Lost {
  const { name, type, rowsDecidedBy } = object;
  const reason =
    rowsDecidedBy === undefined
      ? because(draft, 'attribute', `${why} makes it unknown what \`${name}\` is`, node)
      : because(draft, 'conditional-compilation', `${why} decides what is in \`${name}\``, node);
  return {
    kind: 'place',
    place: globalPlace(draft, object),
    type: type.kind === 'int' ? volatileType(type) : type,
    reason,
  };
}

/** A name that occurs where code was not understood, and is declared nowhere else. */
export function hiddenObject(f: Draft, name: string, node: SyntaxNode): Lost {
  const reason = because(f, 'syntax-error', `what declares \`${name}\` was not understood`, node);
  return { kind: 'place', place: OPAQUE, type: UNKNOWN, reason };
}
