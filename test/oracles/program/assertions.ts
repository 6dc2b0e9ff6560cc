/** Assertions made of what was observed: some always hold, some fail for some inputs, some always fail. */
import type { Random } from '../../differential/random.ts';
import type { Point } from './draft.ts';
import type { IntegerType } from './types.ts';

type Vector = readonly bigint[];

const least = (values: readonly bigint[]): bigint => values.reduce((a, b) => (b < a ? b : a));
const greatest = (values: readonly bigint[]): bigint => values.reduce((a, b) => (b > a ? b : a));
const typed = (v: bigint, t: IntegerType): bigint => (t.signed ? v : BigInt.asUintN(Math.max(t.bits, 32), v));

/** A constant as it can stand beside a value of the type. */
function constant(v: bigint, type: IntegerType): string {
  if (v === -(2n ** 63n)) return '(-9223372036854775807L - 1)';
  return `${v}${type.signed || type.bits < 32 ? (v > 2147483647n || v < -2147483648n ? 'L' : '') : type.bits === 32 ? 'u' : 'UL'}`;
}

/** A value of a point, with what it was in each run. */
interface Column {
  readonly text: string;
  readonly type: IntegerType;
  readonly values: readonly bigint[];
}

/** How two values compare in all runs; null: now so, now so. */
function comparison(a: Column, b: Column): string | null {
  const difference = new Set(a.values.map((v, k) => v - (b.values[k] ?? 0n)));
  const [only] = difference;
  if (difference.size === 1 && only !== undefined)
    return only === 0n ? `${a.text} == ${b.text}` : `${a.text} - ${b.text} == ${only}`;
  if (a.type.signed !== b.type.signed) return null;
  if (a.values.every((v, k) => v <= (b.values[k] ?? 0n))) return `${a.text} <= ${b.text}`;
  return a.values.every((v, k) => v > (b.values[k] ?? 0n)) ? `${a.text} > ${b.text}` : null;
}

/** An assertion's condition for a point; null where no run came by. */
export function relation(point: Point, vectors: readonly Vector[], r: Random): string | null {
  if (vectors.length === 0) return r.chance(0.3) ? `${point.values[0]?.text} != 0` : null;
  const columns = point.values.map((v, k) => ({ ...v, values: vectors.map((row) => typed(row[k] ?? 0n, v.type)) }));
  const a = r.pick(columns);
  const others = columns.filter((c) => c !== a);
  const b = others.length > 0 ? r.pick(others) : null;
  const [low, high] = [least(a.values), greatest(a.values)];
  const text = (v: bigint): string => constant(v, a.type);
  const kind = r.int(0, 19);
  if (kind < 3 && low === high) return `${a.text} == ${text(low)}`;
  const compared = kind < 6 && b ? (comparison(a, b) ?? (r.chance(0.4) ? `${a.text} != ${b.text}` : null)) : null;
  if (compared !== null) return compared;
  if (kind < 9)
    return r.chance(0.5) && (a.type.signed || low > 0n) ? `${a.text} >= ${text(low)}` : `${a.text} <= ${text(high)}`;
  if (kind < 11) return `${a.text} >= ${text(low)} && ${a.text} <= ${text(high)}`;
  if (kind < 12 && low >= 0n)
    return low % 2n === high % 2n && a.values.every((v) => v % 2n === low % 2n)
      ? `${a.text} % 2 == ${low % 2n}`
      : `${a.text} % 2 == 0 || ${a.text} != ${text(high)}`;
  return failing(a, b, kind, r);
}

/** Conditions that fail where a value comes about; more so with larger kinds. */
function failing(a: Column, b: Column | null, kind: number, r: Random): string {
  const [low, high] = [least(a.values), greatest(a.values)];
  const text = (v: bigint): string => constant(v, a.type);
  if (kind < 14 && low !== high) return `${a.text} != ${text(r.pick(a.values))}`;
  if (kind < 16)
    return high === low ? `${a.text} != ${text(r.chance(0.7) ? low + 1n : low)}` : `${a.text} < ${text(high)}`;
  if (kind < 18 && b && low !== high)
    return `${a.text} != ${text(high)} || ${b.text} == ${constant(r.pick(b.values), b.type)}`;
  if (kind < 19) return `${a.text} == ${text(r.pick(a.values))}`;
  return `${a.text} ${a.type.signed ? '>= 0' : '!= 77'}`;
}
