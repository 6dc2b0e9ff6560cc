/** What functions find that look for something in a text (C11 7.24.5). */
import { constantValue } from '../../program/index.ts';
import type { FoundInText, VarId } from '../../program/index.ts';
import { assign, cast, hasPosition, newPointer, positionOf, rangeOf, temporary, toInt } from '../objects/index.ts';
import type { Draft, Operand } from '../objects/index.ts';
import { isString, stringValue } from '../types/index.ts';

/** Of a call with these arguments; null: it is none, or nothing is known of what it finds. */
export function foundBy(draft: Draft, called: string | null, values: readonly Operand[]): FoundInText | null {
  const name = called?.replace(/^__builtin_/, '') ?? '';
  const [text, wanted] = values;
  const size = values[SIZED.get(name) ?? values.length];
  const characters = size ? 0n : wanted ? charactersOf(draft, name, wanted) : null;
  if (characters === null || !text || !isText(text) || !hasPosition(text.value)) return null;
  if (size && size.value.type.kind !== 'int') return null;
  // what is said of it later, when the variables that it was in may be others
  const id = newPointer(draft, `$${++draft.temporaries}`, 'temp', null);
  assign(draft, id, positionOf(draft, text.value, text.node), rangeOf(draft, text.node));
  return { text: id, characters, ...(size && { size: sizeIn(draft, size) }) };
}

/** Which argument says how many bytes are looked at. */
const SIZED: ReadonlyMap<string, number> = new Map([
  ['memchr', 2],
  ['memrchr', 2],
  ['memmem', 1],
]);

function sizeIn(draft: Draft, { value, node }: Operand): VarId {
  const type = draft.file.size;
  const id = temporary(draft, type);
  assign(draft, id, cast(toInt(draft, value, node), type), rangeOf(draft, node));
  return id;
}

/** How many characters it finds at least, perhaps the end of the text; null: it finds none. */
function charactersOf(draft: Draft, name: string, { value, node }: Operand): bigint | null {
  switch (name) {
    case 'strchr':
    case 'strrchr':
    case 'index':
    case 'rindex': {
      const character = value.expr && constantValue(value.expr);
      return character !== null && BigInt.asUintN(8, character) !== 0n ? 1n : 0n;
    }
    case 'strpbrk':
      return 1n;
    case 'strstr':
    case 'strcasestr': {
      const literal = isString(node) ? stringValue(draft.file.types, node) : null;
      return literal?.element.bits === 8 ? BigInt(literal.values.indexOf(0n)) : 0n;
    }
    default:
      return null;
  }
}

function isText({ value: { type } }: Operand): boolean {
  return type.kind === 'pointer' && type.to.kind === 'int' && type.to.int.bits === 8;
}
