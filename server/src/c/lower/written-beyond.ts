/**
 * Library functions that may write more than the member whose address they get: `memset(&t.first, 0, sizeof t -
 * offsetof(struct t, first))` clears what comes behind it as well.
 */
import { constantValue } from '../../program/index.ts';
import type { Draft, Operand } from '../objects/index.ts';
import { sizeOf } from '../types/index.ts';
import type { Place, Value, Whole } from '../types/index.ts';
import type { LibraryFunction } from '../syntax/index.ts';

/** The object that the function may write other parts of than the one which the argument leads to; null: none. */
export function writtenBeyond(
  draft: Draft,
  { params }: LibraryFunction,
  values: readonly Operand[],
  to: Value,
): Whole | null {
  const part = partAt(draft, to);
  if (part === null) return null;
  const sizes = values.flatMap(({ value }, i) => (params[i]?.words === 'size_t' ? [value.expr] : []));
  if (sizes.length === 0) return null;
  const constants = sizes.map((size) => (size ? constantValue(size) : null));
  // how much goes into a buffer depends on what is read; beyond its end it isn't written
  if (constants.includes(null)) return part.isBuffer ? null : part.whole;
  const written = constants.reduce<bigint>((product, n) => product * n!, 1n);
  return written > part.bytes ? part.whole : null;
}

/** A part of an object. */
interface Part {
  readonly whole: Whole;
  /** From where the pointer leads on. */
  readonly bytes: bigint;
  /** An array of more than one element. */
  readonly isBuffer: boolean;
}

function partAt(draft: Draft, { place }: Value): Part | null {
  if (place?.kind === 'cursor') return elementsAt(draft, place.array.id, constantValue(place.index));
  return place?.kind === 'pointer' ? partOf(draft, place.target) : null;
}

function partOf(draft: Draft, target: Place): Part | null {
  const { model } = draft.file.types;
  switch (target.kind) {
    case 'variable':
    case 'bits': {
      const whole = draft.exposed.get(target.id)?.whole;
      const { pointer, type } = draft.variables[target.id]!;
      const bytes = BigInt(Math.ceil((pointer ? draft.file.size : type).bits / 8));
      return whole === undefined ? null : { whole, bytes, isBuffer: false };
    }
    case 'array':
      return elementsAt(draft, target.id, 0n);
    case 'members': {
      const { whole } = target.traits;
      return whole === undefined ? null : { whole, bytes: sizeOf(target.type, model) ?? 0n, isBuffer: false };
    }
    default:
      return null;
  }
}

/** The elements of an array from one on that lie side by side; null: any of them. */
function elementsAt(draft: Draft, id: number, start: bigint | null): Part | null {
  const { whole, run, length, element } = draft.arrays[id]!;
  const all = run === undefined ? length : run;
  if (whole === undefined || all === null) return null;
  const left = start === null || all === 0n ? all : all - (start % all);
  return { whole, bytes: left * BigInt(Math.ceil(element.bits / 8)), isBuffer: all > 1n };
}
