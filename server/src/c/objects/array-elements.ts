/** Elements of arrays of integers: reading and writing one. */
import { constantValue } from '../../program/index.ts';
import { cast, constant, emit, keep, rangeOf, temporary, variable } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import type { Lvalue } from './lvalue.ts';
import type { Value } from '../types/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { intValue, toInt } from './expression-value.ts';

type Element = Lvalue & { readonly kind: 'element' };

/** The value of an element. */
export function loadElement(draft: Draft, lvalue: Element, node: SyntaxNode): Value {
  const fixed = fixedElement(draft, lvalue);
  if (fixed !== null) return fixed;
  const target = temporary(draft, draft.arrays[lvalue.array]!.element);
  emit(draft, { kind: 'load', target, array: lvalue.array, index: lvalue.index, range: rangeOf(draft, node) });
  // elements can be read through pointers to the other signedness
  return intValue(
    lvalue.type.kind === 'int' ? cast(variable(draft, target), lvalue.type.int) : variable(draft, target),
  );
}

/** Writes an element; the value of the assignment comes back. */
export function storeElement(
  draft: Draft,
  lvalue: Element,
  value: Value,
  valueNode: SyntaxNode,
  node: SyntaxNode,
): Value {
  const { element } = draft.arrays[lvalue.array]!;
  const own = lvalue.type.kind === 'int' ? lvalue.type.int : element;
  const converted = cast(cast(toInt(draft, value, valueNode), own), element);
  const kept =
    converted.kind === 'const' || converted.kind === 'var' ? converted : keep(draft, converted, rangeOf(draft, node));
  emit(draft, { kind: 'store', array: lvalue.array, index: lvalue.index, value: kept, range: rangeOf(draft, node) });
  return intValue(cast(kept, own));
}

/** What a constant subscript finds in an array that nothing writes. */
function fixedElement(draft: Draft, lvalue: Element): Value | null {
  const { isConst, scope, initial, length, element } = draft.arrays[lvalue.array]!;
  const at = constantValue(lvalue.index);
  if (!isConst || scope !== 'global' || initial === null || length === null || at === null || at < 0n || at >= length)
    return null;
  const value = constant(initial[Number(at)] ?? 0n, element);
  return intValue(lvalue.type.kind === 'int' ? cast(value, lvalue.type.int) : value);
}
