/** `memset` of arrays: what it does to their elements, where that can be told; else it is one more call that writes. */
import { constantValue } from '../../program/index.ts';
import type { Expr } from '../../program/index.ts';
import { convert } from '../../machine/index.ts';
import {
  binary, branch, bytesOf, cast, constant, continueAt, emit, havocPlace, intValue, newBlock, rangeOf, storeBits,
} from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { intType } from '../types/index.ts';
import type { Place } from '../types/index.ts';
import type { Argument } from './call-expression.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** More elements are written one by one only where they are the whole array. */
const FEW = 32n;

/** Lowers the call; false where it isn't one of `memset` or `bzero`, or nothing can be said of what it writes. */
export function fillBytes(f: Draft, name: string | null, values: readonly Argument[], node: SyntaxNode): boolean {
  const plain = name?.replace(/^__builtin_/, '');
  if (plain !== 'memset' && plain !== 'bzero') return false;
  const [to, second, third] = values;
  const size = (plain === 'memset' ? third : second)?.value.expr;
  const byte = plain === 'memset' ? second?.value.expr : null;
  const place = to?.value.place;
  const target = place?.kind === 'cursor' ? place.array : place?.kind === 'pointer' && place.target.kind === 'array' ? place.target : null;
  const start = place?.kind === 'cursor' ? constantValue(place.index) : 0n;
  const within = place?.kind === 'pointer' && (place.target.kind === 'bits' || place.target.kind === 'variable') ? place.target : null;
  const character = plain === 'bzero' ? 0n : byte ? constantValue(byte) : null;
  if (within !== null) return size && character !== null ? fillVariable(f, within, constantValue(size), character, node) : false;
  const array = target === null ? undefined : f.arrays[target.id];
  if (target === null || !array || !size || start === null || character === null || array.scope === 'param' || array.isConst || array.element.bool) return false;
  const bytes = BigInt(array.element.bits / 8);
  let bits = 0n;
  for (let i = 0n; i < bytes; i++) bits = (bits << 8n) | (character & 255n);
  const all = convert(bits, array.element);
  const range = rangeOf(f, node);
  const wanted = constantValue(size);
  if (wanted !== null && array.length !== null) {
    const count = wanted / bytes;
    if (wanted % bytes !== 0n || start + count > array.length || (count > FEW && count < array.length)) return false;
    if (count === array.length) emit(f, { kind: 'fill-array', array: target.id, all, range });
    else for (let i = 0n; i < count; i++) emit(f, { kind: 'store', array: target.id, index: constant(start + i, f.file.difference), value: constant(all, array.element), range });
  } else {
    const whole = start === 0n ? bytesOf(f, target.id, 0) : null;
    if (whole === null) return false;
    // it is the whole array, or what it is isn't told
    const [fill, other, after] = [newBlock(f), newBlock(f), newBlock(f)];
    branch(f, equal(cast(size, f.file.size), whole), fill, other, range);
    f.current = fill;
    emit(f, { kind: 'fill-array', array: target.id, all, range });
    continueAt(f, after);
    f.current = other;
    havocPlace(f, target, { code: 'library-call', message: `what \`${name}\` writes is not modelled`, range }, node);
    continueAt(f, after);
  }
  if (array.viaPointer || array.escapes) {
    const reason = { code: 'alias', message: `\`${array.name}\` may overlap what is changed here`, range };
    emit(f, { kind: 'clobber', cause: 'store', origin: array.origin, element: array.element, except: target.id, reason, range });
  }
  return true;
}

/** Bytes of a variable, from where a part of it begins. */
function fillVariable(f: Draft, target: Place & { readonly kind: 'bits' | 'variable' }, size: bigint | null, character: bigint, node: SyntaxNode): boolean {
  const whole = f.variables[target.id]!;
  const offset = target.kind === 'bits' ? target.offset : 0;
  if (size === null || whole.pointer || whole.type.bool || offset % 8 !== 0 || (target.kind === 'bits' && (target.back !== undefined || target.index !== undefined)) || BigInt(offset) + size * 8n > BigInt(whole.type.bits)) return false;
  const byte = intType({ bits: 8, signed: false, bool: false, name: 'unsigned char' });
  const value = intValue(constant(character & 255n, byte.kind === 'int' ? byte.int : whole.type));
  for (let i = 0; i < Number(size); i++) storeBits(f, { kind: 'bits', id: target.id, offset: offset + i * 8, type: byte }, value, node, node);
  return true;
}

const equal = (a: Expr, b: Expr): Expr => binary('eq', a, b, null);
