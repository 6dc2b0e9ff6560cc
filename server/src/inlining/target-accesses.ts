/**
 * An access through a pointer to an object that is known, as statements on that object: a variable, bits of one, or an
 * element of an array.
 */
import type { MemoryTarget } from './memory-targets.ts';
import type { MemoryFunction } from './memory-function.ts';
import { temporaryOf } from './memory-function.ts';
import type { Access, Expr, Stmt, VarId } from '../program/index.ts';
import type { SourceRange } from '../source/index.ts';
import { INT, sameType } from '../machine/index.ts';
import type { IntType } from '../machine/index.ts';
import { FAR } from './pointer-values.ts';

export const INDEX: IntType = { bits: 64, signed: true, bool: false, name: 'long' };

export function cast(e: Expr, type: IntType): Expr {
  if (sameType(e.type, type)) return e;
  return { kind: 'cast', arg: e, type };
}

/** Whether the access means the object. */
export function meant({ position }: Access, target: MemoryTarget): Expr {
  const at = (value: bigint): Expr => ({ kind: 'const', value, type: position.type });
  const compare = (op: 'eq' | 'ge' | 'lt', value: bigint): Expr => ({
    kind: 'binary',
    op,
    left: position,
    right: at(value),
    type: INT,
  });
  if (target.kind !== 'element') return compare('eq', target.at);
  return {
    kind: 'binary',
    op: 'land',
    left: compare('ge', target.at - FAR),
    right: compare('lt', target.at + FAR),
    type: INT,
  };
}

/** The element of the array. */
function indexOf({ position, index }: Access, target: MemoryTarget & { readonly kind: 'member' | 'element' }): Expr {
  if (target.kind === 'member') return index!;
  const offset: Expr =
    position.kind === 'const'
      ? { kind: 'const', value: position.value - target.at, type: INDEX }
      : {
          kind: 'binary',
          op: 'sub',
          left: cast(position, INDEX),
          right: { kind: 'const', value: target.at, type: INDEX },
          type: INDEX,
        };
  const scaled: Expr =
    target.size === 1n
      ? offset
      : {
          kind: 'binary',
          op: 'mul',
          left: offset,
          right: { kind: 'const', value: target.size, type: INDEX },
          type: INDEX,
        };
  return index === null ? scaled : { kind: 'binary', op: 'add', left: scaled, right: cast(index, INDEX), type: INDEX };
}

/** So many bits of a variable from `offset` on. */
function bitsOf(storage: Expr, offset: number, type: IntType): Expr {
  const shifted: Expr =
    offset === 0
      ? storage
      : {
          kind: 'binary',
          op: 'shr',
          left: storage,
          right: { kind: 'const', value: BigInt(offset), type: storage.type },
          type: storage.type,
        };
  return cast(shifted, type);
}

/** The variable's value with these bits replaced. */
function withBits(own: Expr, offset: number, value: Expr): Expr {
  const whole: IntType = { ...own.type, signed: false };
  const of = (v: bigint): Expr => ({ kind: 'const', value: v, type: whole });
  const raw = cast(cast(value, { ...value.type, signed: false }), whole);
  const mask = ((1n << BigInt(value.type.bits)) - 1n) << BigInt(offset);
  const all = (1n << BigInt(whole.bits)) - 1n;
  const placed: Expr =
    offset === 0 ? raw : { kind: 'binary', op: 'shl', left: raw, right: of(BigInt(offset)), type: whole };
  const kept: Expr = { kind: 'binary', op: 'and', left: cast(own, whole), right: of(all & ~mask), type: whole };
  return cast(mask === all ? raw : { kind: 'binary', op: 'or', left: kept, right: placed, type: whole }, own.type);
}

/** What reads the target into a variable. */
export function loadFrom(
  fn: MemoryFunction,
  to: VarId,
  access: Access,
  target: MemoryTarget,
  range: SourceRange,
): readonly Stmt[] {
  const { type } = fn.variables[to]!;
  if (target.kind === 'variable')
    return [
      {
        kind: 'assign',
        target: to,
        value: cast({ kind: 'var', id: target.id, type: fn.variables[target.id]!.type }, type),
        range,
      },
    ];
  if (target.kind === 'bits')
    return [
      {
        kind: 'assign',
        target: to,
        value: cast(bitsOf(variableIn(fn, target.id), target.offset, access.type), type),
        range,
      },
    ];
  const { element } = fn.arrays[target.array]!;
  const index = indexOf(access, target);
  if (sameType(element, type)) return [{ kind: 'load', target: to, array: target.array, index, range }];
  const own = temporaryOf(fn, { type: element });
  return [
    { kind: 'load', target: own, array: target.array, index, range },
    { kind: 'assign', target: to, value: cast({ kind: 'var', id: own, type: element }, type), range },
  ];
}

/** What writes a value to the target. */
export function storeTo(
  fn: MemoryFunction,
  value: Expr,
  access: Access,
  target: MemoryTarget,
  range: SourceRange,
): readonly Stmt[] {
  if (target.kind === 'variable')
    return [{ kind: 'assign', target: target.id, value: cast(value, fn.variables[target.id]!.type), range }];
  if (target.kind === 'bits')
    return [
      {
        kind: 'assign',
        target: target.id,
        value: withBits(variableIn(fn, target.id), target.offset, cast(value, access.type)),
        range,
      },
    ];
  return [
    {
      kind: 'store',
      array: target.array,
      index: indexOf(access, target),
      value: cast(value, fn.arrays[target.array]!.element),
      range,
    },
  ];
}

function variableIn(fn: MemoryFunction, id: VarId): Expr {
  return { kind: 'var', id, type: fn.variables[id]!.type };
}

/** No object is there: the run is undefined. */
export function undefinedAt(fn: MemoryFunction, range: SourceRange): Stmt {
  const type: IntType = { bits: 1, signed: false, bool: false, name: 'object' };
  const id = temporaryOf(fn, { type });
  return {
    kind: 'assign',
    target: id,
    value: { kind: 'cast', arg: { kind: 'const', value: 2n, type: INT }, type, exact: true },
    range,
  };
}
