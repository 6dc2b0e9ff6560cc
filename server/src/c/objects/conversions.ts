/** Conversions between types: of values, as by assignment, cast or call. */
import { cast } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import { intType, pointerTo } from '../types/index.ts';
import type { CType, Value } from '../types/index.ts';
import { convertPointer, hasPosition, isAddress, pointerTruth } from './pointers.ts';
import { notePun } from './pointer-puns.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { guessedAs, noValue, toInt } from './expression-value.ts';

/** Conversion of a value to a type, as by assignment or cast. */
export function convertTo(draft: Draft, value: Value, type: CType, node: SyntaxNode, explicit = false): Value {
  if (type.kind === 'pointer') return convertPointer(draft, value, type, explicit);
  if (type.kind !== 'int') return noValue(type, null);
  if (type.int.bool && isAddress(value) && hasPosition(value))
    return { type, expr: cast(pointerTruth(draft, value, node), type.int), place: null };
  if (value.type.kind === 'pointer') notePun(draft.puns, value.type.to, null);
  const target: CType = type.volatile ? intType(type.int) : type;
  return { type: target, expr: cast(toInt(draft, guessedAs(value, type), node), type.int), place: null };
}

/** Whether a pointer may be renamed without a change of what an element is. */
export function samePointee(from: CType, to: CType): boolean {
  const a = from.kind === 'pointer' ? from.to : from.kind === 'array' ? from.of : null;
  if (a === null || to.kind !== 'pointer') return false;
  if (a.kind === 'int' && to.to.kind === 'int')
    return a.int.bits === to.to.int.bits && a.int.signed === to.to.int.signed;
  if (a.kind === 'array' && to.to.kind === 'array')
    return samePointee(pointerTo(a.of), pointerTo(to.to.of)) && a.length === to.to.length;
  return a === to.to;
}
