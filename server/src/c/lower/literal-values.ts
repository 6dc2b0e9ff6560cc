/** The values and types of constants (C11 6.4.4) and string literals. */
import { INT, convert } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';
import { assignedLiteral, constant, intValue, noValue, text, unary } from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { UNKNOWN, characterType, intType, pointerTo, stringElement } from '../types/index.ts';
import type { Value } from '../types/index.ts';
import { parseCharacter, parseInteger } from '../sources/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

export function characterLiteral(draft: Draft, node: SyntaxNode): Value {
  const parsed = parseCharacter(text(draft, node), draft.file.types.model.charSigned);
  if (parsed === null) return noValue(intType(INT));
  const type = characterType(draft.file.types, parsed.prefix) ?? INT;
  const value = convert(parsed.value, type);
  if (parsed.prefix === '' && !draft.characters.has(value)) draft.characters.set(value, text(draft, node));
  return intValue(constant(value, type));
}

/** A pointer to what nothing can change. */
export function stringLiteral(f: Draft, node: SyntaxNode): Value {
  const element = stringElement(f.file.types, node);
  const type = pointerTo(element === null ? UNKNOWN : intType(element));
  const array = assignedLiteral(f, text(f, node));
  if (array !== null) return noValue(type, { kind: 'pointer', target: array });
  return noValue(type, { kind: 'pointer', target: { kind: 'opaque', name: 'literal', fixed: true } });
}

export function numberLiteral(draft: Draft, node: SyntaxNode): Value {
  // the grammar counts a sign as part of the number
  const signed = /^([-+]?)\s*([^]*)$/.exec(text(draft, node))!;
  const source = signed[2]!;
  const parsed = parseInteger(source);
  if (parsed === null) return noValue({ kind: 'float', bytes: /[fF]$/.test(source) && !/^0[xX]/.test(source) ? 4 : 8 });
  // no type has a larger one: compilers that take it at all take its lower bits
  const low = BigInt.asUintN(64, parsed.value);
  const value = constant(low, literalType(draft, low, parsed));
  return intValue(signed[1] === '-' ? unary('neg', value) : value);
}

/** C11 6.4.4.1, the table. */
function literalType(
  draft: Draft,
  value: bigint,
  literal: { readonly unsigned: boolean; readonly long: number; readonly decimal: boolean },
): IntType {
  const standard = draft.file.types;
  const ladder: IntType[] = [];
  const pairs: [IntType, IntType][] = [
    [INT, standard.standard.get('uint')!],
    [draft.file.long, standard.standard.get('ulong')!],
    [standard.standard.get('int64_t')!, standard.standard.get('uint64_t')!],
  ];
  for (const [signed, unsigned] of pairs.slice(literal.long)) {
    if (!literal.unsigned) ladder.push(signed);
    if (literal.unsigned || !literal.decimal) ladder.push(unsigned);
  }
  for (const type of ladder) {
    const limit = 1n << BigInt(type.signed ? type.bits - 1 : type.bits);
    if (value < limit) return type;
  }
  return literal.unsigned || !literal.decimal
    ? standard.standard.get('uint64_t')!
    : standard.standard.get('__int128_t')!;
}
