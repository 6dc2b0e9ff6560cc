/** `strlen` of arrays whose length is known and small: their elements are looked at one after the other. */
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
import type { Draft } from '../objects/index.ts';
import type { Value } from '../types/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** Elements that are looked at one by one. */
const FEW = 16n;

/** The number of elements before the first zero; null: it isn't computed this way. */
export function lengthOf(
  f: Draft,
  name: string | null,
  values: readonly { readonly value: Value }[],
  node: SyntaxNode,
): Expr | null {
  // in a loop the branches would multiply with each iteration
  if (
    f.trial ||
    f.loops.some((l) => l.node.start <= node.start && node.end <= l.node.end) ||
    values.length !== 1 ||
    name?.replace(/^__builtin_/, '') !== 'strlen'
  )
    return null;
  const { place } = values[0]!.value;
  const target =
    place?.kind === 'cursor'
      ? place.array
      : place?.kind === 'pointer' && place.target.kind === 'array'
        ? place.target
        : null;
  const start = place?.kind === 'cursor' ? constantValue(place.index) : 0n;
  const array = target === null ? undefined : f.arrays[target.id];
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
  const range = rangeOf(f, node);
  const length = temporary(f, f.file.size);
  const done = newBlock(f);
  for (let i = start; i < array.length; i++) {
    const element = temporary(f, array.element);
    emit(f, { kind: 'load', target: element, array: target.id, index: constant(i, f.file.difference), range });
    const [found, next] = [newBlock(f), newBlock(f)];
    branch(f, binary('eq', variable(f, element), constant(0n, array.element), null), found, next, range);
    f.current = found;
    assign(f, length, constant(i - start, f.file.size), range);
    continueAt(f, done);
    f.current = next;
  }
  // reading past the last element is undefined
  const outside = temporary(f, array.element);
  emit(f, { kind: 'load', target: outside, array: target.id, index: constant(array.length, f.file.difference), range });
  assign(f, length, cast(variable(f, outside), f.file.size), range);
  continueAt(f, done);
  f.current = done;
  return variable(f, length);
}
