/**
 * The values of a pointer analysis: sets of objects that a pointer may lead to. Every object has a number, the position
 * at which it begins; `p + 4` leads to the object that begins at the position of `p`, with the offset 4.
 */
import type { Expr, VarId } from '../program/index.ts';

/** Where one pointer may lead. */
export interface Pointed {
  /** Beginnings of objects, with the offset within each; null: any offset. */
  readonly objects: ReadonlyMap<bigint, bigint | null>;
  readonly isNull: boolean;
  /** It may also lead to objects that are not listed. */
  readonly unknown: boolean;
}

export const NOWHERE: Pointed = { objects: new Map(), isNull: false, unknown: false };
export const ANYWHERE: Pointed = { objects: new Map(), isNull: true, unknown: true };

/**
 * Half the distance between two objects. No object is longer, so a position within this distance of a beginning belongs
 * to that object.
 */
export const FAR = 1n << 31n;

/** A pointer that may lead to more objects than this counts as unknown. */
export const MOST_OBJECTS = 8;

/**
 * The union. Returns the first operand itself where the second adds nothing, so that callers can compare by identity.
 */
export function joinPointed(first: Pointed, second: Pointed): Pointed {
  if (first === second || second === NOWHERE || first.unknown) return first;
  if (first === NOWHERE || second.unknown) return second.unknown ? ANYWHERE : second;
  let objects: Map<bigint, bigint | null> | null = null;
  for (const [at, offset] of second.objects) {
    const before = first.objects.get(at);
    if (before === offset) continue;
    const joined = before === undefined ? offset : null;
    if (joined !== before) (objects ??= new Map(first.objects)).set(at, joined);
  }
  if (objects === null && (first.isNull || !second.isNull)) return first;
  if (objects !== null && objects.size > MOST_OBJECTS) return ANYWHERE;
  return { objects: objects ?? first.objects, isNull: first.isNull || second.isNull, unknown: false };
}

/** Finds the object that a position lies in, or just outside of. */
export class Beginnings {
  private readonly near = new Map<bigint, bigint[]>();

  constructor(begins: Iterable<bigint>) {
    for (const at of begins) {
      // a beginning is in one region as a rule, and close to the border of two otherwise
      for (const key of new Set([regionOf(at - FAR + 1n), regionOf(at + FAR - 1n)]))
        this.near.set(key, [...(this.near.get(key) ?? []), at]);
    }
  }

  of(position: bigint): bigint | undefined {
    return this.near.get(regionOf(position))?.find((at) => position > at - FAR && position < at + FAR);
  }
}

const regionOf = (position: bigint): bigint => (position + FAR) >> 32n;

/** Where an expression may lead. `valueOf` gives the value of a variable; null: it is no pointer. */
export function pointedBy(expression: Expr, begins: Beginnings, valueOf: (id: VarId) => Pointed | null): Pointed {
  switch (expression.kind) {
    case 'const': {
      if (expression.value === 0n) return { ...NOWHERE, isNull: true };
      const base = begins.of(expression.value);
      return base === undefined
        ? NOWHERE
        : { objects: new Map([[base, expression.value - base]]), isNull: false, unknown: false };
    }
    case 'var':
      return valueOf(expression.id) ?? NOWHERE;
    case 'cast':
      return pointedBy(expression.arg, begins, valueOf);
    case 'ite':
      return joinPointed(pointedBy(expression.then, begins, valueOf), pointedBy(expression.else, begins, valueOf));
    case 'unary':
      return anywhereIfPointer(pointedBy(expression.arg, begins, valueOf));
    case 'binary': {
      const left = pointedBy(expression.left, begins, valueOf);
      const right = pointedBy(expression.right, begins, valueOf);
      if (expression.op !== 'add' && expression.op !== 'sub')
        return joinPointed(anywhereIfPointer(left), anywhereIfPointer(right));
      const offset = expression.right.kind === 'const' && right.objects.size === 0 ? expression.right.value : null;
      if (offset !== null && offset > -FAR && offset < FAR)
        return moved(left, expression.op === 'add' ? offset : -offset);
      return joinPointed(moved(left, null), moved(right, null));
    }
  }
}

/** A pointer plus an offset; null: any offset. Null plus an offset stays null: it leads to no object. */
function moved(pointed: Pointed, by: bigint | null): Pointed {
  if (pointed.objects.size === 0 || by === 0n) return pointed;
  return {
    ...pointed,
    objects: new Map(
      [...pointed.objects].map(([at, offset]) => [at, offset === null || by === null ? null : offset + by]),
    ),
  };
}

/** Arithmetic other than `+` and `-` on an address may give any address. */
function anywhereIfPointer(pointed: Pointed): Pointed {
  return pointed.objects.size > 0 || pointed.unknown ? ANYWHERE : pointed;
}
