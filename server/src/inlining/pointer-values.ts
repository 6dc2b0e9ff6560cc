/**
 * Where pointers may lead at each point of a function: forward, over the variables that are positions, as sets of objects. An object
 * is known by the number that its position begins at.
 */
import type { Expr, VarId } from '../program/index.ts';

/** By object: the exact position within it, or null for any. */
export interface Pointed {
  readonly objects: ReadonlyMap<bigint, bigint | null>;
  readonly isNull: boolean;
  /** It may lead elsewhere. */
  readonly unknown: boolean;
}

export const NOWHERE: Pointed = { objects: new Map(), isNull: false, unknown: false };
export const ANYWHERE: Pointed = { objects: new Map(), isNull: true, unknown: true };

/** The number closest to a position at which an object begins: objects are further apart than any is long. */
const FAR = 1n << 31n;

/** More objects than this are not told apart: then it may be anywhere. */
export const MOST_OBJECTS = 8;

/** The first itself where the second adds nothing. */
export function joinPointed(a: Pointed, b: Pointed): Pointed {
  if (a === b || b === NOWHERE || a.unknown) return a;
  if (a === NOWHERE || b.unknown) return b.unknown ? ANYWHERE : b;
  let objects: Map<bigint, bigint | null> | null = null;
  for (const [at, offset] of b.objects) {
    const before = a.objects.get(at);
    if (before === offset) continue;
    const joined = before === undefined ? offset : null;
    if (joined !== before) (objects ??= new Map(a.objects)).set(at, joined);
  }
  if (objects === null && (a.isNull || !b.isNull)) return a;
  if (objects !== null && objects.size > MOST_OBJECTS) return ANYWHERE;
  return { objects: objects ?? a.objects, isNull: a.isNull || b.isNull, unknown: false };
}

/** Where objects begin, found by a position within or close to one. */
export class Beginnings {
  private readonly near = new Map<bigint, bigint[]>();

  constructor(begins: Iterable<bigint>) {
    for (const at of begins) {
      // where it begins on a multiple, as a rule, both are the same
      for (const key of new Set([regionOf(at - FAR + 1n), regionOf(at + FAR - 1n)]))
        this.near.set(key, [...(this.near.get(key) ?? []), at]);
    }
  }

  of(position: bigint): bigint | undefined {
    return this.near.get(regionOf(position))?.find((at) => position > at - FAR && position < at + FAR);
  }
}

const regionOf = (position: bigint): bigint => (position + FAR) >> 32n;

/** Where an expression may lead. `of`: a variable's value. */
export function pointedBy(e: Expr, begins: Beginnings, of: (id: VarId) => Pointed | null): Pointed {
  switch (e.kind) {
    case 'const': {
      if (e.value === 0n) return { ...NOWHERE, isNull: true };
      const base = begins.of(e.value);
      return base === undefined
        ? NOWHERE
        : { objects: new Map([[base, e.value - base]]), isNull: false, unknown: false };
    }
    case 'var':
      return of(e.id) ?? NOWHERE;
    case 'cast':
      return pointedBy(e.arg, begins, of);
    case 'ite':
      return joinPointed(pointedBy(e.then, begins, of), pointedBy(e.else, begins, of));
    case 'unary':
      return somewhere(pointedBy(e.arg, begins, of));
    case 'binary': {
      const left = pointedBy(e.left, begins, of);
      const right = pointedBy(e.right, begins, of);
      if (e.op !== 'add' && e.op !== 'sub') return joinPointed(somewhere(left), somewhere(right));
      const by = e.right.kind === 'const' && right.objects.size === 0 ? e.right.value : null;
      if (by !== null && by > -FAR && by < FAR) return moved(left, e.op === 'add' ? by : -by);
      return joinPointed(moved(left, null), moved(right, null));
    }
  }
}

function moved(p: Pointed, by: bigint | null): Pointed {
  if (p.objects.size === 0 || by === 0n) return p;
  // null moved by something is no pointer to an object
  return {
    ...p,
    objects: new Map([...p.objects].map(([at, offset]) => [at, offset === null || by === null ? null : offset + by])),
  };
}

/** What is computed from addresses in another way may be any. */
function somewhere(p: Pointed): Pointed {
  return p.objects.size > 0 || p.unknown ? ANYWHERE : p;
}
