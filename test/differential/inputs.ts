/**
 * Values to try a function with: limits of the types, zero, what its guards mention and the neighbours of that, and
 * chance.
 */
import { greatest, least } from './ctypes.ts';
import type { CType } from './ctypes.ts';
import type { Random } from './random.ts';
import type { Generated } from './shapes.ts';

/** So many rows, each a value for every parameter, in its type's range. */
export function inputsFor(generated: Generated, count: number, random: Random): readonly (readonly bigint[])[] {
  const mentioned = [...new Set((generated.source.match(/\b\d+\b/g) ?? []).map(BigInt))];
  const rows: bigint[][] = [];
  while (rows.length < count) {
    const row: bigint[] = [];
    for (const { type } of generated.params) {
      // Often close to a value in the same row: guards compare parameters with each other.
      const value =
        row.length > 0 && random.chance(0.2)
          ? random.pick(row) + BigInt(random.int(-2, 2))
          : candidate(type, mentioned, random);
      row.push(inRange(value, type));
    }
    rows.push(row);
  }
  return rows;
}

/**
 * Every combination of values of the first two parameters; more of them take their limits and what is around zero: rows
 * must fit into memory.
 */
export function everyInput(generated: Generated): readonly (readonly bigint[])[] {
  let rows: readonly (readonly bigint[])[] = [[]];
  for (const [i, { type }] of generated.params.entries()) {
    const all = Array.from({ length: Number(greatest(type) - least(type)) + 1 }, (_, k) => least(type) + BigInt(k));
    const values = i < 2 ? all : all.filter((v) => v === least(type) || v === greatest(type) || (v >= -1n && v <= 2n));
    rows = rows.flatMap((row) => values.map((value) => [...row, value]));
  }
  return rows;
}

function candidate(type: CType, mentioned: readonly bigint[], random: Random): bigint {
  const kind = random.int(0, 99);
  const near = BigInt(random.int(-1, 1));
  if (kind < 10) return random.pick([least(type), greatest(type), 0n, greatest(type) / 2n]) + near;
  if (kind < 30 && mentioned.length > 0) return (random.chance(0.8) ? 1n : -1n) * random.pick(mentioned) + near;
  if (kind < 65) return BigInt(random.int(-20, 40));
  if (kind < 88) return BigInt(random.int(-3_000, 6_000));
  return type.signed ? BigInt.asIntN(type.bits, random.bits(type.bits)) : random.bits(type.bits);
}

/** Brought into the type's range as C converts it. */
function inRange(value: bigint, type: CType): bigint {
  return type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);
}
