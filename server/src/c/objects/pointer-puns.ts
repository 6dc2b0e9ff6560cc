/**
 * Memory read and written as something else than it is: which types of pointers a function converts to which others.
 * C11 6.5p7 calls that undefined; programs do it, and compilers can be told to allow it. What a function has so given
 * another type may change through either.
 */
import type { IntType } from '../../machine/index.ts';
import { fieldType } from '../types/index.ts';
import type { CType } from '../types/index.ts';

/** What is stored: an integer, a pointer, or a floating number. */
export type StoredElement = IntType | 'pointer' | 'float';

/**
 * Types of objects as far as pointers tell them apart: integers of so many bits, pointers, floating numbers, members of
 * structs, anything else.
 */
type Kind = number | 'pointer' | 'float' | 'record' | 'other';

export interface Puns {
  /** What pointers that were converted led to. */
  readonly from: Set<Kind>;
  /** What they were said to lead to. */
  readonly to: Set<Kind>;
}

function kindOf(type: CType): Kind {
  switch (type.kind) {
    case 'int':
      return type.int.bits;
    case 'array':
      return kindOf(type.of);
    case 'pointer':
    case 'float':
    case 'record':
      return type.kind;
    default:
      return 'other';
  }
}

/** Notes a conversion between pointers (`null`: an address as a number). */
export function notePun(puns: Puns, from: CType | null, to: CType | null): void {
  if (from !== null && to !== null) {
    if (from === to || (kindOf(from) === kindOf(to) && from.kind !== 'record')) return;
    if (beginsWith(from, to) || beginsWith(to, from)) return;
  }
  if (from !== null) puns.from.add(kindOf(from));
  if (to !== null) puns.to.add(kindOf(to));
}

/** Deeper in it nothing is looked for. */
const DEEPEST = 8;

/** The struct begins with such a struct, or the union has it as a member: it is what it is taken for (C11 6.7.2.1p15). */
function beginsWith(whole: CType, part: CType, depth = 0): boolean {
  if (whole.kind !== 'record' || whole.fields === null || part.kind !== 'record' || depth > DEEPEST) return false;
  const first = whole.union ? whole.fields : whole.fields.slice(0, 1);
  return first.some((field) => {
    const type = fieldType(field);
    return type === part || beginsWith(type, part, depth + 1);
  });
}

/** Whether an object may have been given another type, and something of this type is where it lies then. */
export function punned(
  puns: Puns,
  object: StoredElement,
  isMember: boolean,
  written: StoredElement,
  toMember: boolean,
): boolean {
  const kind = (type: StoredElement): Kind => (type === 'pointer' || type === 'float' ? type : type.bits);
  const given = puns.from.has(kind(object)) || (isMember && puns.from.has('record'));
  return given && (puns.to.has(kind(written)) || (toMember && puns.to.has('record')));
}
