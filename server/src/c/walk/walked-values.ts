/**
 * What a walk knows of a value: an integer between two bounds, where in which object a pointer leads. `free`: each
 * number in between arises in the function itself, from a function like `rand()`. Nothing has looked at it yet.
 */

import type { IntType } from '../../machine/index.ts';
import { convert, maxOf, minOf } from '../../machine/index.ts';
import type { CType } from '../types/index.ts';

/** Where free values come from; `looked`: a condition has looked at one of them, and may have made sure of anything. */
export interface Origin {
  looked: boolean;
}

/** An object with its size in bytes, where that is known. */
export interface WalkedObject {
  readonly name: string;
  readonly kind: 'local' | 'global' | 'allocated' | 'string';
  readonly size: bigint | null;
  readonly type: CType | null;
  /** Nothing changes it. */
  readonly fixed: boolean;
  /** Its address has been a value: others may have it. */
  exposed: boolean;
}

export interface IntegerValue {
  readonly kind: 'integer';
  readonly type: IntType;
  readonly low: bigint;
  readonly high: bigint;
  readonly free?: Origin;
}

/** Where a pointer leads: an object with a position in bytes; null: nowhere; undefined: not known. */
export interface Target {
  readonly object: WalkedObject;
  readonly low: bigint;
  readonly high: bigint;
  readonly free?: Origin;
  /** Or nowhere: the object's allocation may have failed, or another way made it null. */
  readonly orNull?: 'failed' | 'chosen';
  /** Reckoned from one that may have been null. */
  readonly unsure?: true;
}

export type WalkedValue =
  | IntegerValue
  | { readonly kind: 'float'; readonly bytes: number; readonly value: number | null }
  | { readonly kind: 'pointer'; readonly to: CType; readonly target: Target | null | undefined }
  | { readonly kind: 'function'; readonly name: string }
  /** A struct as a whole: the part of an object, as it was. */
  | { readonly kind: 'whole'; readonly type: CType; readonly copy: Copy | null }
  | { readonly kind: 'unknown'; readonly type: CType };

/** What is where no scalar is known: nothing yet, zeros, anything. */
export type Rest = 'unset' | 'zero' | 'unknown';

/** What is in a part of an object: scalars by place within the part, and what is elsewhere in it. */
export interface Copy {
  readonly cells: ReadonlyMap<number, Cell>;
  readonly rest: Rest;
}

/** A scalar in an object. */
export interface Cell {
  readonly bits: number;
  readonly value: WalkedValue;
}

export const integer = (type: IntType, low: bigint, high: bigint = low, free?: Origin): IntegerValue => ({
  kind: 'integer',
  type,
  low,
  high,
  ...(free && low < high ? { free } : {}),
});

/** Any value of a type. */
export function anyOf(type: CType): WalkedValue {
  switch (type.kind) {
    case 'int':
      return integer(type.int, minOf(type.int), maxOf(type.int));
    case 'float':
      return { kind: 'float', bytes: type.bytes, value: null };
    case 'pointer':
      return { kind: 'pointer', to: type.to, target: undefined };
    case 'record':
      return { kind: 'whole', type, copy: null };
    default:
      return { kind: 'unknown', type };
  }
}

/** A number that is known. */
export const known = (v: WalkedValue): bigint | null => (v.kind === 'integer' && v.low === v.high ? v.low : null);

/** Conversion to another integer type: bounds that don't fit may be anything. */
export function converted(value: IntegerValue, type: IntType): IntegerValue {
  if (type.bool) {
    if (value.low > 0n || value.high < 0n) return integer(type, 1n);
    return value.low === 0n && value.high === 0n ? integer(type, 0n) : integer(type, 0n, 1n);
  }
  if (value.low >= minOf(type) && value.high <= maxOf(type)) return integer(type, value.low, value.high, value.free);
  const [low, high] = [convert(value.low, type), convert(value.high, type)];
  return high - low === value.high - value.low ? integer(type, low, high) : integer(type, minOf(type), maxOf(type));
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Whatever is one of the two. */
export function joined(left: WalkedValue, right: WalkedValue): WalkedValue {
  if (left === right) return left;
  if (left.kind === 'integer' && right.kind === 'integer')
    return { kind: 'integer', type: left.type, low: least(left.low, right.low), high: most(left.high, right.high) };
  if (left.kind === 'float' && right.kind === 'float')
    return left.value === right.value ? left : { ...left, value: null };
  if (left.kind === 'pointer' && right.kind === 'pointer') return joinedPointers(left, right);
  if (left.kind === 'function' && right.kind === 'function' && left.name === right.name) return left;
  return { kind: 'unknown', type: { kind: 'unknown' } };
}

type Pointer = WalkedValue & { readonly kind: 'pointer' };

function joinedPointers(pointer: Pointer, other: Pointer): Pointer {
  const [first, second] = [pointer.target, other.target];
  if (first === second) return pointer;
  if (first && second && first.object === second.object) {
    const may = first.orNull === second.orNull ? first.orNull : 'chosen';
    const orNull = may === undefined ? {} : { orNull: may };
    const unsure = first.unsure || second.unsure ? { unsure: true as const } : {};
    return {
      ...pointer,
      target: {
        object: first.object,
        low: least(first.low, second.low),
        high: most(first.high, second.high),
        ...orNull,
        ...unsure,
      },
    };
  }
  // `char *p = NULL; if (n) p = a;`
  const one = second === null ? first : first === null ? second : undefined;
  const unsure = one?.unsure ? { unsure: one.unsure } : {};
  return {
    ...pointer,
    target: one && { object: one.object, low: one.low, high: one.high, orNull: 'chosen', ...unsure },
  };
}

/** What a loop may make of a value: a bound that moved is given up. */
export function widened(before: WalkedValue, after: WalkedValue): WalkedValue {
  const both = joined(before, after);
  if (both.kind === 'integer' && before.kind === 'integer') {
    const low = both.low < before.low ? minOf(both.type) : both.low;
    const high = both.high > before.high ? maxOf(both.type) : both.high;
    return integer(both.type, low, high);
  }
  if (both.kind === 'pointer' && before.kind === 'pointer' && both.target && before.target) {
    const moved = both.target.low !== before.target.low || both.target.high !== before.target.high;
    const { object, low, high } = both.target;
    return { ...both, target: { ...both.target, object, ...(moved ? { low: -FAR, high: FAR } : { low, high }) } };
  }
  return both;
}

/** Further than any object reaches. */
export const FAR = 1n << 62n;

/** Whether they say the same. */
export function sameValue(left: WalkedValue, right: WalkedValue): boolean {
  if (left === right) return true;
  if (left.kind === 'integer' && right.kind === 'integer')
    return (
      left.low === right.low &&
      left.high === right.high &&
      left.free === right.free &&
      left.type.bits === right.type.bits
    );
  if (left.kind === 'float' && right.kind === 'float') return left.value === right.value;
  if (left.kind === 'pointer' && right.kind === 'pointer') {
    const [x, y] = [left.target, right.target];
    if (x && y)
      return (
        x.object === y.object && x.low === y.low && x.high === y.high && x.orNull === y.orNull && x.unsure === y.unsure
      );
    return x === y;
  }
  if (left.kind === 'function' && right.kind === 'function') return left.name === right.name;
  return left.kind === right.kind && left.kind !== 'whole';
}

/** Each number between the bounds arises. */
export const isFree = (v: { readonly free?: Origin }): boolean => v.free?.looked === false;

/** A condition looks at the value. */
export function lookAt(v: WalkedValue): void {
  const free = v.kind === 'integer' ? v.free : v.kind === 'pointer' ? v.target?.free : undefined;
  if (free !== undefined) free.looked = true;
}
