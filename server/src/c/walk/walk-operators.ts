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

export function operated(w: Walk, o: Operation): WalkedValue {
  const { op, left, right } = o;
  if (/^([<>]=?|[=!]=)$/.test(op)) return truth(compared(op, left, right));
  if (left.kind === 'pointer' || right.kind === 'pointer') return moved(w, o);
  if (left.kind === 'float' || right.kind === 'float') return floating(w, o);
  if (left.kind !== 'integer' || right.kind !== 'integer') {
    if ((op === '/' || op === '%') && right.kind === 'integer') divisible(w, o, right);
    return { kind: 'unknown', type: { kind: 'unknown' } };
  }
  if (op === '<<' || op === '>>') return shifted(w, o, promoted(left), promoted(right));
  const type = commonType(left.type, right.type);
  return arithmetic(w, o, converted(left, type), converted(right, type), type);
}

export const truth = (known: boolean | null): IntegerValue =>
  known === null ? integer(INT, 0n, 1n) : integer(INT, known ? 1n : 0n);

/** Whether a value is not zero; null: not known. */
export function isTrue(v: WalkedValue): boolean | null {
  lookAt(v);
  switch (v.kind) {
    case 'integer':
      return v.low > 0n || v.high < 0n ? true : v.low === 0n && v.high === 0n ? false : null;
    case 'float':
      return v.value === null ? null : v.value !== 0;
    case 'pointer':
      return v.target === undefined || v.target?.orNull ? null : v.target !== null;
    case 'function':
      return true;
    default:
      return null;
  }
}

function compared(op: string, a: WalkedValue, b: WalkedValue): boolean | null {
  lookAt(a);
  lookAt(b);
  if (a.kind === 'integer' && b.kind === 'integer') {
    const type = commonType(a.type, b.type);
    return ordered(op, converted(a, type), converted(b, type));
  }
  if (a.kind === 'float' && b.kind === 'float' && a.value !== null && b.value !== null) {
    const order = a.value < b.value ? -1n : a.value > b.value ? 1n : a.value === b.value ? 0n : null;
    return order === null ? op === '!=' : ordered(op, integer(INT, order), integer(INT, 0n));
  }
  return comparedPointers(op, addressed(a), addressed(b));
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

function ordered(op: string, a: IntegerValue, b: IntegerValue): boolean | null {
  switch (op) {
    case '<':
      return a.high < b.low ? true : a.low >= b.high ? false : null;
    case '<=':
      return a.high <= b.low ? true : a.low > b.high ? false : null;
    case '>':
      return ordered('<', b, a);
    case '>=':
      return ordered('<=', b, a);
    case '==':
      if (a.low === a.high && b.low === b.high && a.low === b.low) return true;
      return a.high < b.low || b.high < a.low ? false : null;
    default: {
      const same = ordered('==', a, b);
      return same === null ? null : !same;
    }
  }
}

/** Pointers move by elements. */
function moved(w: Walk, { op, left, right }: Operation): WalkedValue {
  const [pointer, by] = left.kind === 'pointer' ? [left, right] : [right, left];
  if (pointer.kind !== 'pointer') return anyOf({ kind: 'unknown' });
  if (by.kind === 'pointer') return difference(w, pointer, by);
  const bytes = pointer.to.kind === 'void' ? 1n : sizeOf(pointer.to, w.file.types.model);
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
    },
  };
}

function difference(w: Walk, a: WalkedValue & { kind: 'pointer' }, b: WalkedValue & { kind: 'pointer' }): WalkedValue {
  const type = w.file.difference;
  const size = a.to.kind === 'void' ? 1n : sizeOf(a.to, w.file.types.model);
  if (!a.target || !b.target || a.target.object !== b.target.object || size === null || size === 0n)
    return anyOf({ kind: 'int', int: type, volatile: false });
  const [x, y] = [a.target, b.target];
  return x.low === x.high && y.low === y.high
    ? integer(type, (x.low - y.low) / size)
    : anyOf({ kind: 'int', int: type, volatile: false });
}

/** C11 6.5p5: a result that is not among the values of its type is undefined; 6.5.5p5: so is dividing by zero. */
function floating(w: Walk, { op, left, right, node, by }: Operation): WalkedValue {
  const number = (v: WalkedValue): number | null =>
    v.kind === 'float' ? v.value : v.kind === 'integer' && v.low === v.high ? Number(v.low) : null;
  const bytes = Math.max(left.kind === 'float' ? left.bytes : 0, right.kind === 'float' ? right.bytes : 0);
  const [a, b] = [number(left), number(right)];
  const isConstant = (end: number): boolean => /^[\s\d.eEfFlL()+*/-]*$/.test(w.file.types.text.slice(node.start, end));
  const constants = isConstant(node.end);
  // a constant divided by zero is how infinity is made, `1.0 / zero`, and zero by zero NaN
  if (op === '/' && b === 0 && a !== 0 && !isConstant(by.start))
    misstep(w, 'division-by-zero', node, `${quoted(w, node)} divides by ${zeroText(w, by)}`);
  if (a === null || b === null) return { kind: 'float', bytes, value: null };
  const result = rounded(
    op === '+' ? a + b : op === '-' ? a - b : op === '*' ? a * b : op === '/' ? a / b : Number.NaN,
    bytes,
  );
  if (
    result !== null &&
    !Number.isFinite(result) &&
    !Number.isNaN(result) &&
    Number.isFinite(a) &&
    Number.isFinite(b) &&
    op !== '/' &&
    !constants
  )
    misstep(w, 'signed-overflow', node, `${quoted(w, node)} is larger than its type can hold`);
  return { kind: 'float', bytes, value: result !== null && Number.isFinite(result) ? result : null };
}

const zeroText = (w: Walk, by: SyntaxNode): string => {
  const source = w.file.types.text.slice(by.start, by.end);
  return /^[\d.fF]+$/.test(source) ? 'zero' : `${quoted(w, by)}, which is 0`;
};

function divisible(w: Walk, { node, by }: Operation, right: IntegerValue): void {
  if (right.low === 0n && right.high === 0n)
    misstep(w, 'division-by-zero', node, `${quoted(w, node)} divides by ${zeroText(w, by)}`);
  if (isFree(right) && right.low <= 0n && right.high >= 0n)
    misstep(
      w,
      'division-by-zero',
      node,
      `${quoted(w, node)} divides by ${quoted(w, by)}, which can be 0: nothing looks at it before`,
    );
}

function shifted(w: Walk, { op, node, by }: Operation, left: IntegerValue, right: IntegerValue): WalkedValue {
  const { type } = left;
  const bits = BigInt(type.bits);
  const free = isFree(right) && (right.low < 0n || right.high >= bits);
  if (right.high < 0n || right.low >= bits || free) {
    const how = right.low === right.high ? `by ${right.low}` : `by ${quoted(w, by)}, which nothing limits`;
    misstep(w, 'shift-too-far', node, `${quoted(w, node)} shifts ${how}, but \`${type.name}\` has ${type.bits} bits`);
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

function arithmetic(w: Walk, o: Operation, a: IntegerValue, b: IntegerValue, type: IntType): WalkedValue {
  const free = b.low === b.high ? a.free : a.low === a.high ? b.free : undefined;
  switch (o.op) {
    case '+':
      return fitted(w, o.node, type, { low: a.low + b.low, high: a.high + b.high, free });
    case '-':
      return fitted(w, o.node, type, { low: a.low - b.high, high: a.high - b.low, free });
    case '*': {
      const all = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
      const product = fitted(w, o.node, type, { low: leastOf(all), high: mostOf(all), free });
      // not each number in between is a multiple
      return product.kind === 'integer' ? integer(type, product.low, product.high) : product;
    }
    case '/':
    case '%':
      divisible(w, o, b);
      return divided(w, o, a, b, type);
    case '&':
      return masked(a, b, type);
    case '|':
    case '^':
      return bothKnown(o.op, a, b, type) ?? integer(type, minOf(type), maxOf(type));
  }
  return integer(type, minOf(type), maxOf(type));
}

function bothKnown(op: '|' | '^', a: IntegerValue, b: IntegerValue, type: IntType): WalkedValue | null {
  if (a.low !== a.high || b.low !== b.high) return null;
  return integer(type, op === '|' ? a.low | b.low : a.low ^ b.low);
}

function masked(a: IntegerValue, b: IntegerValue, type: IntType): WalkedValue {
  if (a.low === a.high && b.low === b.high) return integer(type, a.low & b.low);
  if (isMask(b) && isFree(a) && a.low <= 0n && a.high >= b.low) return integer(type, 0n, b.low, a.free);
  if (a.low >= 0n && b.low >= 0n) return integer(type, 0n, a.high < b.high ? a.high : b.high);
  if (a.low >= 0n) return integer(type, 0n, a.high);
  if (b.low >= 0n) return integer(type, 0n, b.high);
  return integer(type, minOf(type), maxOf(type));
}

/** One less than a power of two: each number up to it is some number's remainder. */
const isMask = (v: IntegerValue): boolean => v.low === v.high && v.low > 0n && (v.low & (v.low + 1n)) === 0n;

const leastOf = (all: readonly bigint[]): bigint => all.reduce((x, y) => (x < y ? x : y));
const mostOf = (all: readonly bigint[]): bigint => all.reduce((x, y) => (x > y ? x : y));

function divided(w: Walk, o: Operation, a: IntegerValue, b: IntegerValue, type: IntType): WalkedValue {
  if (b.low === b.high && b.low !== 0n) {
    if (type.signed && b.low === -1n && a.high === minOf(type)) fitted(w, o.node, type, { low: -a.low, high: -a.low });
    return o.op === '/' ? quotient(a, b.low, type) : remainder(a, b.low, type);
  }
  return a.low >= 0n && (o.op === '%' || b.low >= 0n)
    ? integer(type, 0n, a.high)
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
function fitted(w: Walk, node: SyntaxNode, type: IntType, { low, high, free }: Bounds): WalkedValue {
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
    misstep(w, 'signed-overflow', node, `${quoted(w, node)}${what}`);
  }
  return integer(
    type,
    low < least ? least : low,
    high > most ? most : high,
    low >= least && high <= most ? free : undefined,
  );
}

export function negated(w: Walk, v: WalkedValue, node: SyntaxNode): WalkedValue {
  if (v.kind === 'float') return { ...v, value: v.value === null ? null : -v.value };
  if (v.kind !== 'integer') return { kind: 'unknown', type: { kind: 'unknown' } };
  const p = promoted(v);
  return fitted(w, node, p.type, { low: -p.high, high: -p.low });
}

export function complemented(v: WalkedValue): WalkedValue {
  if (v.kind !== 'integer') return { kind: 'unknown', type: { kind: 'unknown' } };
  const p = promoted(v);
  return p.type.signed
    ? integer(p.type, ~p.high, ~p.low)
    : integer(p.type, maxOf(p.type) - p.high, maxOf(p.type) - p.low);
}
