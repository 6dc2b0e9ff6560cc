/**
 * `memset` of arrays and structs: what it does to their parts, where that can be told; else it is one more call that
 * writes.
 */
import { constantValue } from '../../program/index.ts';
import type { Expr } from '../../program/index.ts';
import { INT, convert } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';
import {
  binary,
  branch,
  bytesOf,
  cast,
  constant,
  continueAt,
  emit,
  havocPlace,
  NULL_POSITION,
  intValue,
  newBlock,
  noValue,
  placed,
  rangeOf,
  store,
  storeBits,
} from '../objects/index.ts';
import type { Draft, DraftArray, Lvalue, Operand } from '../objects/index.ts';
import { intType, sizeOf } from '../types/index.ts';
import type { ArrayPlace, Place, RecordType } from '../types/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { fromCall } from './call-expression.ts';
import { leafPaths, partAt } from './scalar-parts.ts';

/** More elements are written one by one only where they are the whole array. */
const FEW = 32n;

/** Lowers the call; false where it isn't one of `memset` or `bzero`, or nothing can be said of what it writes. */
export function fillBytes(draft: Draft, name: string | null, values: readonly Operand[], node: SyntaxNode): boolean {
  const fill = fillOf(name, values);
  if (fill === null) return false;
  const place = values[0]?.value.place;
  if (place?.kind === 'cursor') return fillArray(draft, place.array, constantValue(place.index), fill, node);
  if (place?.kind !== 'pointer') return false;
  const { target } = place;
  const { type } = values[0]!.value;
  if (type.kind === 'pointer' && type.to.kind === 'record') return clearRecord(draft, target, type.to, fill, node);
  if (target.kind === 'bits' || target.kind === 'variable') return fillVariable(draft, target, fill, node);
  return target.kind === 'array' && fillArray(draft, target, 0n, fill, node);
}

/** So many bytes are set to the character. */
interface Fill {
  readonly name: string;
  readonly size: Expr;
  readonly character: bigint;
}

/** `memset(p, character, size)`, `bzero(p, size)`; null where it is neither, or the character isn't known. */
function fillOf(name: string | null, [, second, third]: readonly Operand[]): Fill | null {
  const plain = name?.replace(/^__builtin_/, '');
  if (name === null || (plain !== 'memset' && plain !== 'bzero')) return null;
  const size = (plain === 'memset' ? third : second)?.value.expr;
  const byte = second?.value.expr;
  const character = plain === 'bzero' ? 0n : byte ? constantValue(byte) : null;
  return size && character !== null ? { name, size, character } : null;
}

/** Elements of an array, from the one numbered `start` on. */
function fillArray(draft: Draft, target: ArrayPlace, start: bigint | null, fill: Fill, node: SyntaxNode): boolean {
  const array = draft.arrays[target.id];
  if (!array || start === null || array.scope === 'param' || array.isConst || array.element.bool) return false;
  const all = repeated(fill.character, array.element);
  const wanted = constantValue(fill.size);
  const isDone =
    wanted !== null && array.length !== null
      ? fillElements(draft, array, { start, size: wanted, all }, node)
      : start === 0n && fillIfWhole(draft, target, fill, all, node);
  if (!isDone) return false;
  mayOverlap(draft, array, target.id, node);
  return true;
}

/** Other names of an array's elements don't say any more what is there. */
export function mayOverlap(draft: Draft, array: DraftArray, id: number, node: SyntaxNode): void {
  if (!array.viaPointer && !array.escapes) return;
  const range = rangeOf(draft, node);
  const reason = { code: 'alias', message: `\`${array.name}\` may overlap what is changed here`, range };
  emit(draft, { kind: 'clobber', cause: 'store', origin: array.origin, element: null, except: id, reason, range });
}

/** The integer whose bytes are all the character. */
function repeated(character: bigint, type: IntType): bigint {
  let bits = 0n;
  for (let i = 0; i < type.bits / 8; i++) bits = (bits << 8n) | (character & 255n);
  return convert(bits, type);
}

/** From one element on so many bytes are filled: each element becomes `all`. */
interface ElementFill {
  readonly start: bigint;
  readonly size: bigint;
  readonly all: bigint;
}

/** So many bytes of an array whose length is known: false where they are no whole elements of it, or too many. */
function fillElements(draft: Draft, array: DraftArray, { start, size, all }: ElementFill, node: SyntaxNode): boolean {
  const bytes = BigInt(Math.ceil(array.element.bits / 8));
  const count = size / bytes;
  if (array.length === null || size % bytes !== 0n || !isInOneRun(array, start, count)) return false;
  if (count > FEW && count < array.length) return false;
  const range = rangeOf(draft, node);
  if (count === array.length) {
    emit(draft, { kind: 'fill-array', array: array.id, all, range });
    return true;
  }
  for (let i = 0n; i < count; i++) {
    const index = constant(start + i, draft.file.difference);
    emit(draft, { kind: 'store', array: array.id, index, value: constant(all, array.element), range });
  }
  return true;
}

/** Whether so many elements from one on lie side by side, as far as is known. */
export function isInOneRun({ length, run }: DraftArray, start: bigint, count: bigint): boolean {
  if (start < 0n || (length !== null && start + count > length)) return false;
  if (run === undefined) return length !== null;
  return run !== null && run > 0n && (start % run) + count <= run;
}

/** The size is that of the whole array, or what is written isn't told. False where the array's size isn't known. */
function fillIfWhole(draft: Draft, target: ArrayPlace, { name, size }: Fill, all: bigint, node: SyntaxNode): boolean {
  const whole = bytesOf(draft, target.id, 0);
  if (whole === null || draft.arrays[target.id]!.run !== undefined) return false;
  const range = rangeOf(draft, node);
  const [fill, other, after] = [newBlock(draft), newBlock(draft), newBlock(draft)];
  branch(draft, binary('eq', cast(size, draft.file.size), whole, null), fill, other, range);
  draft.current = fill;
  emit(draft, { kind: 'fill-array', array: target.id, all, range });
  continueAt(draft, after);
  draft.current = other;
  const reason = { code: 'library-call', message: `what \`${name}\` writes is not modelled`, range };
  havocPlace(draft, target, reason, node, fromCall(draft, name, 'effect', node));
  continueAt(draft, after);
  return true;
}

/** More scalars of a struct are not set one by one. */
const MOST_PARTS = 64;

/** All of a struct is set to zero: so is each of its scalars. */
function clearRecord(
  draft: Draft,
  target: Place,
  type: RecordType,
  { size, character }: Fill,
  node: SyntaxNode,
): boolean {
  const bytes = sizeOf(type, draft.file.types.model);
  if (character !== 0n || bytes === null || constantValue(size) !== bytes) return false;
  const paths = leafPaths(type, MOST_PARTS);
  const whole = placed(target, type);
  const parts = paths?.map((path) => partAt(draft, whole, path));
  if (parts === undefined || !parts.every(isScalar)) return false;
  for (const part of parts) {
    const isPointer = part.type.kind === 'pointer';
    const zero = isPointer ? { ...noValue(part.type), position: NULL_POSITION } : intValue(constant(0n, INT));
    store(draft, part, zero, node, node);
  }
  return true;
}

const isScalar = (part: Lvalue | null): part is Lvalue =>
  (part?.kind === 'variable' || part?.kind === 'element' || part?.kind === 'bits') &&
  (part.type.kind === 'int' || part.type.kind === 'pointer');

/** Bytes of a variable, from where a part of it begins. */
function fillVariable(
  draft: Draft,
  target: Place & { readonly kind: 'bits' | 'variable' },
  { character, ...fill }: Fill,
  node: SyntaxNode,
): boolean {
  const size = constantValue(fill.size);
  const whole = draft.variables[target.id]!;
  const offset = target.kind === 'bits' ? target.offset : 0;
  if (target.kind === 'bits' && (target.back !== undefined || target.index !== undefined)) return false;
  if (size === null || whole.pointer || whole.type.bool || offset % 8 !== 0) return false;
  if (BigInt(offset) + size * 8n > BigInt(whole.type.bits)) return false;
  const byte: IntType = { bits: 8, signed: false, bool: false, name: 'unsigned char' };
  const value = intValue(constant(character & 255n, byte));
  for (let i = 0; i < Number(size); i++) {
    storeBits(draft, { kind: 'bits', id: target.id, offset: offset + i * 8, type: intType(byte) }, value, node, node);
  }
  return true;
}
