/** What functions say of a text: what they find in it, how far they pass over it, how it begins (C11 7.24). */
import { ALL_BYTES, NO_BYTES, ZERO_BYTE, constantValue } from '../../program/index.ts';
import type { Bytes, FromCall, VarId } from '../../program/index.ts';
import { assign, cast, hasPosition, newPointer, positionOf, rangeOf, temporary, toInt } from '../objects/index.ts';
import type { Draft, Operand } from '../objects/index.ts';
import { isString, stringValue } from '../types/index.ts';

/** Of the result of a call with these arguments; empty: nothing is known of it. */
export function toldOfTexts(
  draft: Draft,
  called: string | null,
  values: readonly Operand[],
): Pick<FromCall, 'found' | 'spans' | 'compared'> {
  const name = called?.replace(/^__builtin_/, '') ?? '';
  const [text, other] = values;
  if (!text) return {};
  if (name === 'strlen') return spanOf(draft, text, ZERO_BYTE);
  if (!other) return {};
  if (/^(str|mem)n?(case)?cmp$/.test(name)) return comparedBy(draft, name, values);
  if (!isText(text) || !hasPosition(text.value)) return {};
  if (name === 'strspn') return spanOf(draft, text, ALL_BYTES & ~(bytesOfLiteral(draft, other) ?? NO_BYTES));
  if (name === 'strcspn') return spanOf(draft, text, (bytesOfLiteral(draft, other) ?? ALL_BYTES) | ZERO_BYTE);
  const size = values[SIZED.get(name) ?? values.length];
  const characters = size ? 0n : charactersOf(draft, name, other);
  if (characters === null || (size && size.value.type.kind !== 'int')) return {};
  const found = { text: keptPointer(draft, text), characters, among: begunWith(draft, name, other) };
  return { found: { ...found, ...(size && { size: sizeIn(draft, size) }) } };
}

const spanOf = (draft: Draft, text: Operand, stopsAt: Bytes): Pick<FromCall, 'spans'> =>
  isText(text) && hasPosition(text.value) ? { spans: { text: keptPointer(draft, text), stopsAt } } : {};

/** What is found begins with one of these. */
function begunWith(draft: Draft, name: string, { value, node }: Operand): Bytes {
  if (/^(str|mem)r?chr$|^r?index$/.test(name)) {
    const character = value.expr && constantValue(value.expr);
    return character === null ? ALL_BYTES : 1n << BigInt.asUintN(8, character);
  }
  const among = bytesOfLiteral(draft, { value, node });
  if (name === 'strpbrk') return among ?? ALL_BYTES;
  const first = name === 'strstr' && isString(node) ? stringValue(draft.file.types, node)?.values[0] : undefined;
  return first ? 1n << BigInt.asUintN(8, first) : ALL_BYTES;
}

/** Which characters a literal has; null: it is none. */
function bytesOfLiteral(draft: Draft, { node }: Operand): Bytes | null {
  const literal = isString(node) ? stringValue(draft.file.types, node) : null;
  if (literal?.element.bits !== 8) return null;
  const { values } = literal;
  return values.slice(0, values.indexOf(0n)).reduce((set, c) => set | (1n << BigInt.asUintN(8, c)), NO_BYTES);
}

/** What is said of it later, when the variable that it was in may be another. */
function keptPointer(draft: Draft, { value, node }: Operand): VarId {
  const id = newPointer(draft, `$${++draft.temporaries}`, 'temp', null);
  assign(draft, id, positionOf(draft, value, node), rangeOf(draft, node));
  return id;
}

/** `strncmp(p, "abc", 3)`, of a variable: how many characters both have that are no zero. */
function comparedBy(draft: Draft, name: string, [a, b, size]: readonly Operand[]): Pick<FromCall, 'compared'> {
  const isLiteral = (o: Operand | undefined): o is Operand => o !== undefined && isString(o.node);
  const [text, literal] = isLiteral(b) ? [a, b] : isLiteral(a) ? [b, a] : [];
  const characters = literal ? lengthOfLiteral(draft, literal) : null;
  const limit = size?.value.expr ? constantValue(size.value.expr) : null;
  if (!text || !characters || (limit === null) === /^(strn|mem)/.test(name)) return {};
  if (text.node.type !== 'identifier' || !isText(text) || !hasPosition(text.value)) return {};
  const least = limit !== null && limit < characters ? limit : characters;
  return least > 0n ? { compared: { text: keptPointer(draft, text), characters: least } } : {};
}

function lengthOfLiteral(draft: Draft, { node }: Operand): bigint | null {
  const literal = stringValue(draft.file.types, node);
  return literal?.element.bits === 8 ? BigInt(literal.values.indexOf(0n)) : null;
}

/** Which argument says how many bytes are looked at. */
const SIZED: ReadonlyMap<string, number> = new Map([
  ['memchr', 2],
  ['memrchr', 2],
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
      return (isString(node) && lengthOfLiteral(draft, { value, node })) || 0n;
    }
    default:
      return null;
  }
}

function isText({ value: { type } }: Operand): boolean {
  return type.kind === 'pointer' && type.to.kind === 'int' && type.to.int.bits === 8;
}
