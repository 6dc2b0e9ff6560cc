/** What functions find that look for something in a text (C11 7.24.5). */
import { constantValue } from '../../program/index.ts';
import type { FoundInText } from '../../program/index.ts';
import { assign, hasPosition, newPointer, positionOf, rangeOf } from '../objects/index.ts';
import type { Draft, Operand } from '../objects/index.ts';
import { isString, stringValue } from '../types/index.ts';

/** Of a call with these arguments; null: it is none, or nothing is known of what it finds. */
export function foundBy(draft: Draft, name: string | null, [text, wanted]: readonly Operand[]): FoundInText | null {
  const characters = name && wanted ? charactersOf(draft, name.replace(/^__builtin_/, ''), wanted) : null;
  if (!characters || !text || !isText(text) || !hasPosition(text.value)) return null;
  // what is said of it later, when the variable that it was in may be another
  const id = newPointer(draft, `$${++draft.temporaries}`, 'temp', null);
  assign(draft, id, positionOf(draft, text.value, text.node), rangeOf(draft, text.node));
  return { text: id, characters };
}

/** How many characters it finds at least; null: perhaps the end of the text. */
function charactersOf(draft: Draft, name: string, { value, node }: Operand): bigint | null {
  switch (name) {
    case 'strchr':
    case 'strrchr':
    case 'index':
    case 'rindex': {
      const character = value.expr && constantValue(value.expr);
      return character !== null && BigInt.asUintN(8, character) !== 0n ? 1n : null;
    }
    case 'strpbrk':
      return 1n;
    case 'strstr':
    case 'strcasestr': {
      const literal = isString(node) ? stringValue(draft.file.types, node) : null;
      return literal?.element.bits === 8 ? BigInt(literal.values.indexOf(0n)) : null;
    }
    default:
      return null;
  }
}

function isText({ value: { type } }: Operand): boolean {
  return type.kind === 'pointer' && type.to.kind === 'int' && type.to.int.bits === 8;
}
