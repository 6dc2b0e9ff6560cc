/**
 * `memcpy` and `memmove` of a whole struct, or of some elements of an array. What they copy is told where it can be.
 * Otherwise each is one more call that writes.
 */
import { sameType } from '../../machine/index.ts';
import { constantValue } from '../../program/index.ts';
import { constant, emit, load, placed, rangeOf, store, temporary, variable } from '../objects/index.ts';
import type { Draft, DraftArray, Operand } from '../objects/index.ts';
import { sizeOf } from '../types/index.ts';
import type { Value } from '../types/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { isInOneRun, mayOverlap } from './memset-calls.ts';

/** More elements are not copied one by one. */
const MOST_COPIED = 16n;

/** Lowers the call; false where it is neither of the two, or nothing can be said of what it copies. */
export function copyBytes(draft: Draft, name: string | null, values: readonly Operand[], node: SyntaxNode): boolean {
  const [to, from, count] = values;
  if (!/^(__builtin_)?mem(cpy|move)$/.test(name ?? '') || !to || !from || !count?.value.expr) return false;
  const size = constantValue(count.value.expr);
  if (size === null || size <= 0n) return false;
  return copyWhole(draft, to.value, from.value, size, node) || copyElements(draft, to.value, from.value, size, node);
}

/** `memcpy(&a, &b, sizeof a)` of two structs of the same type is `a = b`. */
function copyWhole(draft: Draft, to: Value, from: Value, size: bigint, node: SyntaxNode): boolean {
  if (to.place?.kind !== 'pointer' || from.place?.kind !== 'pointer') return false;
  const [into, out] = [to.place.target, from.place.target];
  if (to.type.kind !== 'pointer' || from.type.kind !== 'pointer') return false;
  const type = to.type.to;
  if (type.kind !== 'record' || from.type.to !== type || sizeOf(type, draft.file.types.model) !== size) return false;
  if (into.kind !== 'record' || out.kind !== 'record') return false;
  store(draft, placed(into, type), load(draft, placed(out, type), node), node, node);
  return true;
}

/** Elements of an array from a known one on. */
interface Part {
  readonly array: DraftArray;
  readonly id: number;
  readonly start: bigint;
}

function partOfArray(draft: Draft, { place }: Value): Part | null {
  const target = place?.kind === 'cursor' ? place.array : place?.kind === 'pointer' ? place.target : null;
  const start = place?.kind === 'cursor' ? constantValue(place.index) : 0n;
  const array = target?.kind === 'array' ? draft.arrays[target.id] : undefined;
  return target?.kind === 'array' && array && start !== null ? { array, id: target.id, start } : null;
}

/** Each element is read before the first is written: they may be the same ones. */
function copyElements(draft: Draft, to: Value, from: Value, size: bigint, node: SyntaxNode): boolean {
  const [into, out] = [partOfArray(draft, to), partOfArray(draft, from)];
  if (into === null || out === null || !sameType(into.array.element, out.array.element)) return false;
  if (into.array.scope === 'param' || into.array.isConst || into.array.element.bool) return false;
  const bytes = BigInt(into.array.element.bits / 8);
  const count = size / bytes;
  const fits = ({ array, start }: Part): boolean => isInOneRun(array, start, count);
  if (size % bytes !== 0n || count > MOST_COPIED || !fits(into) || !fits(out)) return false;
  const range = rangeOf(draft, node);
  const at = ({ start }: Part, i: number) => constant(start + BigInt(i), draft.file.difference);
  const values = Array.from({ length: Number(count) }, (_, i) => {
    const target = temporary(draft, out.array.element);
    emit(draft, { kind: 'load', target, array: out.id, index: at(out, i), range });
    return target;
  });
  for (const [i, value] of values.entries())
    emit(draft, { kind: 'store', array: into.id, index: at(into, i), value: variable(draft, value), range });
  mayOverlap(draft, into.array, into.id, node);
  return true;
}
