/** C's operators on what a walk knows: what they yield, and what is undefined whatever the operands are. */

import type { IntType } from '../../machine/index.ts';
import { INT, maxOf, minOf } from '../../machine/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { commonType, promote, sizeOf } from '../types/index.ts';
import { rounded } from './walk-places.ts';
import type { Walk } from './walk-state.ts';
import { misstep, quoted } from './walk-state.ts';
import type { IntegerValue, Origin, WalkedValue } from './walked-values.ts';
import { anyOf, converted, FAR, integer, isFree, lookAt } from './walked-values.ts';

export const promoted = (v: IntegerValue): IntegerValue => converted(v, promote(v.type));

export interface Operation {
  readonly op: string;
  readonly left: WalkedValue;
  readonly right: WalkedValue;
  readonly node: SyntaxNode;
  /** The right operand. */
  readonly by: SyntaxNode;
}

export function operated(walk: Walk, operation: Operation): WalkedValue {
  const { op, left, right } = operation;
  if (/^([<>]=?|[=!]=)$/.test(op)) return truth(compared(op, left, right));
  if (left.kind === 'pointer' || right.kind === 'pointer') return moved(walk, operation);
  if (left.kind === 'float' || right.kind === 'float') return floating(walk, operation);
  if (left.kind !== 'integer' || right.kind !== 'integer') {
    if ((op === '/' || op === '%') && right.kind === 'integer') divisible(walk, operation, right);
    return { kind: 'unknown', type: { kind: 'unknown' } };
  }
  if (op === '<<' || op === '>>') return shifted(walk, operation, promoted(left), promoted(right));
  const type = commonType(left.type, right.type);
  return arithmetic(walk, operation, converted(left, type), converted(right, type), type);
}

export const truth = (known: boolean | null): IntegerValue =>
  known === null ? integer(INT, 0n, 1n) : integer(INT, known ? 1n : 0n);

/** Whether a value is not zero; null: not known. */
export function isTrue(value: WalkedValue): boolean | null {
  lookAt(value);
  switch (value.kind) {
    case 'integer':
      return value.low > 0n || value.high < 0n ? true : value.low === 0n && value.high === 0n ? false : null;
    case 'float':
      return value.value === null ? null : value.value !== 0;
    case 'pointer':
      return value.target === undefined || value.target?.orNull ? null : value.target !== null;
    case 'function':
      return true;
    default:
      return null;
  }
}

function compared(op: string, left: WalkedValue, right: WalkedValue): boolean | null {
  lookAt(left);
  lookAt(right);
  if (left.kind === 'integer' && right.kind === 'integer') {
    const type = commonType(left.type, right.type);
    return ordered(op, converted(left, type), converted(right, type));
  }
  if (left.kind === 'float' && right.kind === 'float' && left.value !== null && right.value !== null) {
    const order =
      left.value < right.value ? -1n : left.value > right.value ? 1n : left.value === right.value ? 0n : null;
    return order === null ? op === '!=' : ordered(op, integer(INT, order), integer(INT, 0n));
  }
  return comparedPointers(op, addressed(left), addressed(right));
}

function comparedPointers(op: string, x: Leads, y: Leads): boolean | null {
  if (x === undefined || y === undefined) return null;
  if (x?.orNull || y?.orNull) return null;
  if (x === null || y === null) return op === '==' ? x === y : op === '!=' ? x !== y : null;
  if (x.object !== y.object) return null;
  return ordered(op, { ...integer(INT, x.low, x.high) }, { ...integer(INT, y.low, y.high) });
}

type Leads = (WalkedValue & { readonly kind: 'pointer' })['target'];

function addressed(v: WalkedValue): Leads {
  if (v.kind === 'pointer') return v.target;
  return v.kind === 'integer' && v.low === 0n && v.high === 0n ? null : undefined;
}

function ordered(op: string, left: IntegerValue, right: IntegerValue): boolean | null {
  switch (op) {
    case '<':
      return left.high < right.low ? true : left.low >= right.high ? false : null;
    case '<=':
      return left.high <= right.low ? true : left.low > right.high ? false : null;
    case '>':
      return ordered('<', right, left);
    case '>=':
      return ordered('<=', right, left);
    case '==':
      if (left.low === left.high && right.low === right.high && left.low === right.low) return true;
      return left.high < right.low || right.high < left.low ? false : null;
    default: {
      const same = ordered('==', left, right);
      return same === null ? null : !same;
    }
  }
}

/** Pointers move by elements. */
function moved(walk: Walk, { op, left, right }: Operation): WalkedValue {
  const [pointer, by] = left.kind === 'pointer' ? [left, right] : [right, left];
  if (pointer.kind !== 'pointer') return anyOf({ kind: 'unknown' });
  if (by.kind === 'pointer') return difference(walk, pointer, by);
  const bytes = pointer.to.kind === 'void' ? 1n : sizeOf(pointer.to, walk.file.types.model);
  if (by.kind !== 'integer' || bytes === null || !/^[+-]$/.test(op)) return { ...pointer, target: undefined };
  if (!pointer.target) return { ...pointer, target: undefined };
  const [low, high] = op === '+' ? [by.low, by.high] : [-by.high, -by.low];
  const { object } = pointer.target;
  const free = pointer.target.low === pointer.target.high ? by.free : undefined;
  const bounded = (at: bigint): bigint => (at > FAR ? FAR : at < -FAR ? -FAR : at);
  return {
    ...pointer,
    target: {
      object,
      low: bounded(pointer.target.low + low * bytes),
      high: bounded(pointer.target.high + high * bytes),
      ...(free && { free }),
      ...((pointer.target.orNull || pointer.target.unsure) && { unsure: true as const }),
    },
  };
}

function difference(
  walk: Walk,
  left: WalkedValue & { kind: 'pointer' },
  right: WalkedValue & { kind: 'pointer' },
): WalkedValue {
  const type = walk.file.difference;
  const size = left.to.kind === 'void' ? 1n : sizeOf(left.to, walk.file.types.model);
  if (!left.target || !right.target || left.target.object !== right.target.object || size === null || size === 0n)
    return anyOf({ kind: 'int', int: type, volatile: false });
  const [x, y] = [left.target, right.target];
  return x.low === x.high && y.low === y.high
    ? integer(type, (x.low - y.low) / size)
    : anyOf({ kind: 'int', int: type, volatile: false });
}

/** C11 6.5p5: a result that is not among the values of its type is undefined; 6.5.5p5: so is dividing by zero. */
function floating(walk: Walk, { op, left, right, node, by }: Operation): WalkedValue {
  const number = (v: WalkedValue): number | null =>
    v.kind === 'float' ? v.value : v.kind === 'integer' && v.low === v.high ? Number(v.low) : null;
  const bytes = Math.max(left.kind === 'float' ? left.bytes : 0, right.kind === 'float' ? right.bytes : 0);
  const [first, second] = [number(left), number(right)];
  const isConstant = (end: number): boolean =>
    /^[\s\d.eEfFlL()+*/-]*$/.test(walk.file.types.text.slice(node.start, end));
  const constants = isConstant(node.end);
  // a constant divided by zero is how infinity is made, `1.0 / zero`, and zero by zero NaN
  if (op === '/' && second === 0 && first !== 0 && !isConstant(by.start))
    misstep(walk, 'division-by-zero', node, `${quoted(walk, node)} divides by ${zeroText(walk, by)}`);
  if (first === null || second === null) return { kind: 'float', bytes, value: null };
  const result = rounded(
    op === '+'
      ? first + second
      : op === '-'
        ? first - second
        : op === '*'
          ? first * second
          : op === '/'
            ? first / second
            : Number.NaN,
    bytes,
  );
  if (
    result !== null &&
    !Number.isFinite(result) &&
    !Number.isNaN(result) &&
    Number.isFinite(first) &&
    Number.isFinite(second) &&
    op !== '/' &&
    !constants
  )
    misstep(walk, 'signed-overflow', node, `${quoted(walk, node)} is larger than its type can hold`);
  return { kind: 'float', bytes, value: result !== null && Number.isFinite(result) ? result : null };
}

const zeroText = (w: Walk, by: SyntaxNode): string => {
  const source = w.file.types.text.slice(by.start, by.end);
  return /^[\d.fF]+$/.test(source) ? 'zero' : `${quoted(w, by)}, which is 0`;
};

function divisible(walk: Walk, { node, by }: Operation, right: IntegerValue): void {
  if (right.low === 0n && right.high === 0n)
    misstep(walk, 'division-by-zero', node, `${quoted(walk, node)} divides by ${zeroText(walk, by)}`);
  if (isFree(right) && right.low <= 0n && right.high >= 0n)
    misstep(
      walk,
      'division-by-zero',
      node,
      `${quoted(walk, node)} divides by ${quoted(walk, by)}, which can be 0: nothing looks at it before`,
    );
}

function shifted(walk: Walk, { op, node, by }: Operation, left: IntegerValue, right: IntegerValue): WalkedValue {
  const { type } = left;
  const bits = BigInt(type.bits);
  const free = isFree(right) && (right.low < 0n || right.high >= bits);
  if (right.high < 0n || right.low >= bits || free) {
    const how =
      right.low === right.high
        ? `by ${right.low}`
        : free
          ? `by ${quoted(walk, by)}, which nothing limits`
          : right.high < 0n
            ? `by ${quoted(walk, by)}, which is negative`
            : `by ${quoted(walk, by)}, which is ${right.low} or more`;
    misstep(
      walk,
      'shift-too-far',
      node,
      `${quoted(walk, node)} shifts ${how}, but \`${type.name}\` has ${type.bits} bits`,
    );
  }
  if (right.low !== right.high || left.low !== left.high) {
    if (op === '>>' && left.low >= 0n && right.low >= 0n) return integer(type, 0n, left.high >> right.low);
    return anyOf({ kind: 'int', int: type, volatile: false });
  }
  if (op === '>>') return integer(type, left.low >> right.low);
  const result = left.low << right.low;
  return type.signed && (result > maxOf(type) || left.low < 0n)
    ? anyOf({ kind: 'int', int: type, volatile: false })
    : converted(integer({ ...type, bits: 256 }, result), type);
}

function arithmetic(
  walk: Walk,
  operation: Operation,
  left: IntegerValue,
  right: IntegerValue,
  type: IntType,
): WalkedValue {
  const free = right.low === right.high ? left.free : left.low === left.high ? right.free : undefined;
  switch (operation.op) {
    case '+':
      return fitted(walk, operation.node, type, { low: left.low + right.low, high: left.high + right.high, free });
    case '-':
      return fitted(walk, operation.node, type, { low: left.low - right.high, high: left.high - right.low, free });
    case '*': {
      const all = [left.low * right.low, left.low * right.high, left.high * right.low, left.high * right.high];
      const product = fitted(walk, operation.node, type, { low: leastOf(all), high: mostOf(all), free });
      // not each number in between is a multiple
      return product.kind === 'integer' ? integer(type, product.low, product.high) : product;
    }
    case '/':
    case '%':
      divisible(walk, operation, right);
      return divided(walk, operation, left, right, type);
    case '&':
      return masked(left, right, type);
    case '|':
    case '^':
      return bothKnown(operation.op, left, right, type) ?? integer(type, minOf(type), maxOf(type));
  }
  return integer(type, minOf(type), maxOf(type));
}

function bothKnown(op: '|' | '^', a: IntegerValue, b: IntegerValue, type: IntType): WalkedValue | null {
  if (a.low !== a.high || b.low !== b.high) return null;
  return integer(type, op === '|' ? a.low | b.low : a.low ^ b.low);
}

function masked(left: IntegerValue, right: IntegerValue, type: IntType): WalkedValue {
  if (left.low === left.high && right.low === right.high) return integer(type, left.low & right.low);
  if (isMask(right) && isFree(left) && left.low <= 0n && left.high >= right.low)
    return integer(type, 0n, right.low, left.free);
  if (left.low >= 0n && right.low >= 0n) return integer(type, 0n, left.high < right.high ? left.high : right.high);
  if (left.low >= 0n) return integer(type, 0n, left.high);
  if (right.low >= 0n) return integer(type, 0n, right.high);
  return integer(type, minOf(type), maxOf(type));
}

/** One less than a power of two: each number up to it is some number's remainder. */
const isMask = (v: IntegerValue): boolean => v.low === v.high && v.low > 0n && (v.low & (v.low + 1n)) === 0n;

const leastOf = (all: readonly bigint[]): bigint => all.reduce((x, y) => (x < y ? x : y));
const mostOf = (all: readonly bigint[]): bigint => all.reduce((x, y) => (x > y ? x : y));

function divided(
  walk: Walk,
  operation: Operation,
  left: IntegerValue,
  right: IntegerValue,
  type: IntType,
): WalkedValue {
  if (right.low === right.high && right.low !== 0n) {
    if (type.signed && right.low === -1n && left.high === minOf(type))
      fitted(walk, operation.node, type, { low: -left.low, high: -left.low });
    return operation.op === '/' ? quotient(left, right.low, type) : remainder(left, right.low, type);
  }
  return left.low >= 0n && (operation.op === '%' || right.low >= 0n)
    ? integer(type, 0n, left.high)
    : integer(type, minOf(type), maxOf(type));
}

function quotient(a: IntegerValue, by: bigint, type: IntType): WalkedValue {
  const [x, y] = [a.low / by, a.high / by];
  return integer(type, x < y ? x : y, x < y ? y : x);
}

function remainder(a: IntegerValue, by: bigint, type: IntType): WalkedValue {
  if (a.low === a.high) return integer(type, a.low % by);
  const most = (by < 0n ? -by : by) - 1n;
  if (a.low < 0n) return integer(type, -most, most);
  return integer(type, 0n, a.high < most ? a.high : most, a.low === 0n ? a.free : undefined);
}

/** Of a result, before it is known to fit. */
interface Bounds {
  readonly low: bigint;
  readonly high: bigint;
  readonly free?: Origin | undefined;
}

/** What overflows for all values is undefined; else the run goes on with what fits. */
function fitted(walk: Walk, node: SyntaxNode, type: IntType, { low, high, free }: Bounds): WalkedValue {
  const [least, most] = [minOf(type), maxOf(type)];
  if (!type.signed) return converted(integer({ ...type, bits: 256, signed: true }, low, high, free), type);
  const outside = low > most || high < least;
  if (outside || (free?.looked === false && (low < least || high > most))) {
    const what =
      low === high
        ? ` is ${low}, which \`${type.name}\` can't hold`
        : outside
          ? ` overflows \`${type.name}\``
          : ` can overflow \`${type.name}\`: nothing limits its operand`;
    misstep(walk, 'signed-overflow', node, `${quoted(walk, node)}${what}`);
  }
  return integer(
    type,
    low < least ? least : low,
    high > most ? most : high,
    low >= least && high <= most ? free : undefined,
  );
}

export function negated(walk: Walk, value: WalkedValue, node: SyntaxNode): WalkedValue {
  if (value.kind === 'float') return { ...value, value: value.value === null ? null : -value.value };
  if (value.kind !== 'integer') return { kind: 'unknown', type: { kind: 'unknown' } };
  const p = promoted(value);
  return fitted(walk, node, p.type, { low: -p.high, high: -p.low });
}

export function complemented(value: WalkedValue): WalkedValue {
  if (value.kind !== 'integer') return { kind: 'unknown', type: { kind: 'unknown' } };
  const p = promoted(value);
  return p.type.signed
    ? integer(p.type, ~p.high, ~p.low)
    : integer(p.type, maxOf(p.type) - p.high, maxOf(p.type) - p.low);
}
