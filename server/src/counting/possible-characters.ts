/**
 * What a character may be where a walk began its iteration, if a pointer still leads there: sets of bytes, and of those
 * that are in a class of characters, or aren't, whose members the locale decides. Source: our own.
 */
import { ALL_BYTES, NO_BYTES, constantValue } from '../program/index.ts';
import type { Bytes, Expr, VarId } from '../program/index.ts';

/** How a byte is a number: from 128 on it is negative, or not. */
export interface Sign {
  readonly signed: boolean;
}

/** By class: the bytes that the character may be if it is in that class, and if it isn't. */
export interface Possible {
  readonly bytes: Bytes;
  readonly classes: ReadonlyMap<string, Split>;
}

interface Split {
  readonly within: Bytes;
  readonly without: Bytes;
  /** In every locale the same bytes are in the class. */
  readonly always: boolean;
}

export const ANYTHING: Possible = { bytes: ALL_BYTES, classes: new Map() };
export const NOTHING: Possible = { bytes: NO_BYTES, classes: new Map() };

const splitBy = ({ bytes, classes }: Possible, name: string, always: boolean): Split =>
  classes.get(name) ?? { within: bytes, without: bytes, always };

/** One or the other. */
export function either(a: Possible, b: Possible): Possible {
  if (a.bytes === NO_BYTES) return b;
  if (b.bytes === NO_BYTES) return a;
  const all = new Map([...a.classes, ...b.classes]);
  return {
    bytes: a.bytes | b.bytes,
    classes: new Map(
      [...all].map(([name, { always }]) => {
        const [one, other] = [splitBy(a, name, always), splitBy(b, name, always)];
        return [name, { within: one.within | other.within, without: one.without | other.without, always }];
      }),
    ),
  };
}

export function among(possible: Possible, bytes: Bytes): Possible {
  const left = possible.bytes & bytes;
  return {
    bytes: left,
    classes: new Map(
      [...possible.classes].map(([name, { within, without, always }]) => [
        name,
        { within: within & left, without: without & left, always },
      ]),
    ),
  };
}

/** The locale may be another, and with it what is in a class. */
export function inAnyLocale(possible: Possible): Possible {
  const left = [...possible.classes].filter(([, { always }]) => always);
  return left.length === possible.classes.size ? possible : { bytes: possible.bytes, classes: new Map(left) };
}

export const isSamePossible = (a: Possible, b: Possible): boolean =>
  a.bytes === b.bytes &&
  a.classes.size === b.classes.size &&
  [...a.classes].every(([name, { within, without }]) => {
    const other = b.classes.get(name);
    return other?.within === within && other.without === without;
  });

/** Variables that a condition speaks of: those that hold the character, and one that says whether it is in a class. */
export interface Spoken {
  readonly characters: ReadonlyMap<VarId, Sign>;
  readonly asked: { readonly result: VarId; readonly name: string; readonly always: boolean } | null;
}

/** What is left where the condition holds, or where it doesn't. */
export function whereHolds(possible: Possible, cond: Expr, holds: boolean, spoken: Spoken): Possible {
  const { asked } = spoken;
  if (asked === null) return among(possible, bytesWhere(cond, holds, spoken, null));
  const split = splitBy(possible, asked.name, asked.always);
  const within = split.within & bytesWhere(cond, holds, spoken, IN_CLASS);
  const without = split.without & bytesWhere(cond, holds, spoken, NOT_IN_CLASS);
  const left = among(possible, within | without);
  return {
    bytes: left.bytes,
    classes: new Map([...left.classes, [asked.name, { within, without, always: asked.always }]]),
  };
}

/** What functions return of a character in a class isn't known, but that it isn't 0 (C11 7.4.1). */
const IN_CLASS = [1n, 2n, 0x2000n, -1n];
const NOT_IN_CLASS = [0n];

const known = new WeakMap<Expr, Map<string, Bytes>>();

/** Bytes for which the condition may be so, where the question has one of these answers. */
function bytesWhere(cond: Expr, holds: boolean, spoken: Spoken, answers: readonly bigint[] | null): Bytes {
  const characters = [...spoken.characters].map(([v, { signed }]) => `${v}${signed}`).join(' ');
  const key = `${holds} ${characters} ${answers === null ? '' : `${spoken.asked?.result} ${answers}`}`;
  const ofCondition = known.get(cond) ?? new Map<string, Bytes>();
  known.set(cond, ofCondition);
  const told = ofCondition.get(key) ?? bytesFound(cond, holds, spoken, answers);
  ofCondition.set(key, told);
  return told;
}

function bytesFound(
  cond: Expr,
  holds: boolean,
  { characters, asked }: Spoken,
  answers: readonly bigint[] | null,
): Bytes {
  let bytes = NO_BYTES;
  for (let byte = 0n; byte < 256n; byte++) {
    const values = new Map([...characters].map(([v, { signed }]) => [v, signed ? BigInt.asIntN(8, byte) : byte]));
    const mayBe = (answer: bigint | null): boolean => {
      if (asked && answer !== null) values.set(asked.result, answer);
      const value = constantValue(cond, values);
      return value === null || (value !== 0n) === holds;
    };
    if ((answers ?? [null]).some(mayBe)) bytes |= 1n << byte;
  }
  return bytes;
}

/** How a value that is made of it is a number; null where that isn't the byte itself, or the byte with its sign. */
export function signOf(value: Expr, of: VarId, { signed }: Sign): Sign | null {
  const at = (byte: bigint): bigint | null =>
    constantValue(value, new Map([[of, signed ? BigInt.asIntN(8, byte) : byte]]));
  if (at(65n) !== 65n) return null;
  const told = at(200n);
  return told === 200n ? { signed: false } : told === -56n ? { signed: true } : null;
}
