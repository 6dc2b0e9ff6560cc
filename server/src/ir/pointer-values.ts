/**
 * Where pointers may lead at each point of a function: forward, over the variables that are positions, as sets of objects. An object
 * is known by the number that its position begins at.
 */
import type { Expr, VarId } from './program.ts';

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

export function joinPointed(a: Pointed, b: Pointed): Pointed {
  if (a === b || b === NOWHERE) return a;
  if (a === NOWHERE) return b;
  const objects = new Map(a.objects);
  for (const [at, offset] of b.objects) objects.set(at, objects.has(at) && objects.get(at) !== offset ? null : offset);
  return { objects, isNull: a.isNull || b.isNull, unknown: a.unknown || b.unknown };
}

export function samePointed(a: Pointed, b: Pointed): boolean {
  if (a === b) return true;
  if (a.isNull !== b.isNull || a.unknown !== b.unknown || a.objects.size !== b.objects.size) return false;
  for (const [at, offset] of a.objects) if (!b.objects.has(at) || b.objects.get(at) !== offset) return false;
  return true;
}

/** Where an expression may lead. `of`: a variable's value. */
export function pointedBy(e: Expr, begins: readonly bigint[], of: (id: VarId) => Pointed | null): Pointed {
  switch (e.kind) {
    case 'const': {
      if (e.value === 0n) return { ...NOWHERE, isNull: true };
      const base = begins.find((at) => e.value > at - FAR && e.value < at + FAR);
      return base === undefined ? NOWHERE : { objects: new Map([[base, e.value - base]]), isNull: false, unknown: false };
    }
    case 'var': return of(e.id) ?? NOWHERE;
    case 'cast': return pointedBy(e.arg, begins, of);
    case 'ite': return joinPointed(pointedBy(e.then, begins, of), pointedBy(e.else, begins, of));
    case 'unary': return somewhere(pointedBy(e.arg, begins, of));
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
  return { ...p, objects: new Map([...p.objects].map(([at, offset]) => [at, offset === null || by === null ? null : offset + by])) };
}

/** What is computed from addresses in another way may be any. */
function somewhere(p: Pointed): Pointed {
  return p.objects.size > 0 || p.unknown ? ANYWHERE : p;
}
