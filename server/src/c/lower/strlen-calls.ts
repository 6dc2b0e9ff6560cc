/**
 * `strlen` of literals, and of arrays whose length is known and small: their elements are looked at one after the
 * other.
 */
import { constantValue } from '../../program/index.ts';
import type { Expr } from '../../program/index.ts';
import {
  assign,
  binary,
  branch,
  cast,
  constant,
  continueAt,
  emit,
  newBlock,
  rangeOf,
  temporary,
  variable,
} from '../objects/index.ts';
import type { Draft, Operand } from '../objects/index.ts';
import { arrayLedInto, isString, stringValue } from '../types/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** Elements that are looked at one by one. */
const FEW = 16n;

/** The number of elements before the first zero; null: it isn't computed this way. */
export function lengthOf(draft: Draft, name: string | null, values: readonly Operand[], node: SyntaxNode): Expr | null {
  const [operand] = values;
  if (draft.trial || operand === undefined || values.length !== 1 || name?.replace(/^__builtin_/, '') !== 'strlen')
    return null;
  const literal = isString(operand.node) ? stringValue(draft.file.types, operand.node) : null;
  if (literal?.element.bits === 8) return constant(BigInt(literal.values.indexOf(0n)), draft.file.size);
  // in a loop the branches would multiply with each iteration
  if (draft.loops.some((l) => l.node.start <= node.start && node.end <= l.node.end)) return null;
  const { place } = operand.value;
  const target = arrayLedInto(place);
  const start = place?.kind === 'cursor' ? constantValue(place.index) : 0n;
  const array = target === null ? undefined : draft.arrays[target.id];
  if (
    target === null ||
    start === null ||
    !array ||
    array.viaPointer ||
    array.element.bits !== 8 ||
    array.length === null ||
    array.length > FEW ||
    start < 0n ||
    start >= array.length
  )
    return null;
  const range = rangeOf(draft, node);
  const length = temporary(draft, draft.file.size);
  const done = newBlock(draft);
  for (let i = start; i < array.length; i++) {
    const element = temporary(draft, array.element);
    emit(draft, { kind: 'load', target: element, array: target.id, index: constant(i, draft.file.difference), range });
    const [found, next] = [newBlock(draft), newBlock(draft)];
    branch(draft, binary('eq', variable(draft, element), constant(0n, array.element), null), found, next, range);
    draft.current = found;
    assign(draft, length, constant(i - start, draft.file.size), range);
    continueAt(draft, done);
    draft.current = next;
  }
  // reading past the last element is undefined
  const outside = temporary(draft, array.element);
  emit(draft, {
    kind: 'load',
    target: outside,
    array: target.id,
    index: constant(array.length, draft.file.difference),
    range,
  });
  assign(draft, length, cast(variable(draft, outside), draft.file.size), range);
  continueAt(draft, done);
  draft.current = done;
  return variable(draft, length);
}
