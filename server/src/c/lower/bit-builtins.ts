/**
 * What compilers' functions of bits yield, as expressions: GCC's `__builtin_popcount` and the like. They are for runs
 * and for constants; on paths the result stands for itself.
 */
import { constantValue } from '../../program/index.ts';
import type { Expr } from '../../program/index.ts';
import { integer } from '../types/index.ts';
import { INT } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';
import { binary, cast, constant, keep, rangeOf, toInt } from '../objects/index.ts';
import type { Draft, Operand } from '../objects/index.ts';

const COUNTS = /^(?:__builtin_)?(popcount|parity|ctz|clz|ffs|clrsb)(l?l?)$/;
const SWAPS = /^__builtin_bswap(16|32|64)$/;

/** The result of a call of one of them; null: it is a call of something else. */
export function resultOfBits(draft: Draft, name: string, values: readonly Operand[]): Expr | null {
  const [operand] = values;
  if (operand === undefined || values.length > 1) return null;
  const argument = (bits: number): Expr => {
    const value = cast(toInt(draft, operand.value, operand.node), integer(bits, false, `uint${bits}_t`));
    const known = constantValue(value);
    return known === null ? keep(draft, value, rangeOf(draft, operand.node)) : constant(known, value.type);
  };
  const swapped = SWAPS.exec(name);
  if (swapped !== null) return reversed(argument(Number(swapped[1])));
  const [, what, letters] = COUNTS.exec(name) ?? [];
  if (what === undefined || (!name.startsWith('__builtin_') && what !== 'ffs')) return null;
  const bits = letters === '' ? INT.bits : letters === 'l' ? draft.file.long.bits : 64;
  return counted(what, argument(bits));
}

function counted(what: string, u: Expr): Expr {
  const { bits } = u.type;
  const at = (k: number): Expr => constant(1n << BigInt(k), u.type);
  const [upwards, downwards] = [ascending(bits), ascending(bits).reverse()];
  const isSet = (k: number): Expr => binary('ne', binary('and', u, at(k), null), constant(0n, u.type), null);
  switch (what) {
    case 'popcount':
      return cast(bitsSet(u), INT);
    case 'parity':
      return cast(binary('and', bitsSet(u), constant(1n, u.type), null), INT);
    case 'ctz':
      return firstOf(
        upwards.map((k) => [isSet(k), k]),
        UNDEFINED,
      );
    case 'clz':
      return firstOf(
        downwards.map((k) => [isSet(k), bits - 1 - k]),
        UNDEFINED,
      );
    case 'ffs':
      return firstOf(
        upwards.map((k) => [isSet(k), k + 1]),
        constant(0n, INT),
      );
    default: {
      // how many bits behind the sign are like it
      const sign = binary('shr', u, constant(BigInt(bits - 1), INT), null);
      const differs = (k: number): Expr =>
        binary(
          'ne',
          binary('and', binary('shr', u, constant(BigInt(k), INT), null), constant(1n, u.type), null),
          sign,
          null,
        );
      return firstOf(
        downwards.slice(1).map((k) => [differs(k), bits - 2 - k]),
        constant(BigInt(bits - 1), INT),
      );
    }
  }
}

const ascending = (bits: number): number[] => Array.from({ length: bits }, (_, k) => k);

/** Of the argument 0 these have no result. */
const UNDEFINED: Expr = {
  kind: 'binary',
  op: 'div',
  left: constant(1n, INT),
  right: constant(0n, INT),
  type: INT,
};

/** The number beside the first condition that holds. */
const firstOf = (cases: readonly (readonly [Expr, number])[], otherwise: Expr): Expr =>
  cases.reduceRight<Expr>((rest, [cond, k]) => {
    const then = constant(BigInt(k), INT);
    if (cond.kind === 'const') return cond.value !== 0n ? then : rest;
    return { kind: 'ite', cond, then, else: rest, type: INT };
  }, otherwise);

/** Sums of neighbouring bits, then of pairs of them, and so on: all at once. */
function bitsSet(u: Expr): Expr {
  const { type } = u;
  const every = (byte: bigint): Expr => constant((byte * (2n ** BigInt(type.bits) - 1n)) / 255n, type);
  const by = (e: Expr, k: number): Expr => binary('shr', e, constant(BigInt(k), INT), null);
  const and = (a: Expr, b: Expr): Expr => binary('and', a, b, null);
  const pairs = binary('sub', u, and(by(u, 1), every(0x55n)), null);
  const fours = binary('add', and(pairs, every(0x33n)), and(by(pairs, 2), every(0x33n)), null);
  const bytes = and(binary('add', fours, by(fours, 4), null), every(0x0fn));
  return by(binary('mul', bytes, every(1n), null), type.bits - 8);
}

/** The bytes in the opposite order. */
function reversed(u: Expr): Expr {
  const { type } = u;
  const wide: IntType = type.bits < 32 ? integer(32, false, 'uint32_t') : type;
  const bytes = Array.from({ length: type.bits / 8 }, (_, k) => {
    const shifted = binary('shr', cast(u, wide), constant(BigInt(8 * k), INT), null);
    const byte = binary('and', shifted, constant(255n, wide), null);
    return binary('shl', byte, constant(BigInt(type.bits - 8 - 8 * k), INT), null);
  });
  return cast(
    bytes.reduce((a, b) => binary('or', a, b, null)),
    type,
  );
}
