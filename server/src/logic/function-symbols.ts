/** The functions of `app` terms on constants. */
import { firstWithin, floorDiv, sumOfResidues, summedResidues } from '../arithmetic/index.ts';

const SHIFT_LIMIT = 4096n;
export const TABLE = 'table:';
/** `first(a, b, m, lo, hi)`: the least k >= 0 with `(a + b k) mod m` in [lo, hi]. */
export const FIRST_WITHIN = 'first';
const tables = new Map<string, readonly bigint[]>();
const TABLES_KEPT = 1000;

/** The values of a table look-up; null for other functions. */
export function tableOf(fn: string): readonly bigint[] | null {
  if (!fn.startsWith(TABLE)) return null;
  const known = tables.get(fn);
  if (known) return known;
  const values = fn.slice(TABLE.length).split(',').map(BigInt);
  if (tables.size > TABLES_KEPT) tables.clear();
  tables.set(fn, values);
  return values;
}

/** The value of a function for constant arguments; null where it has none. */
export function applyFunction(fn: string, v: readonly bigint[]): bigint | null {
  const [a, b] = v;
  if (a === undefined) return null;
  const values = tableOf(fn);
  if (values) return a >= 0n && a < BigInt(values.length) ? (values[Number(a)] as bigint) : 0n;
  if (b === undefined) return null;
  const summed = summedResidues(fn);
  if (summed) return sumOfResidues(summed, a, v.slice(1));
  if (fn === FIRST_WITHIN) {
    const [, , m, lo, hi] = v;
    return m === undefined || lo === undefined || hi === undefined || lo < 0n || hi < lo || hi >= m ? null : firstWithin(a, b, m, lo, hi);
  }
  switch (fn) {
    case 'band': return a & b;
    case 'bor': return a | b;
    case 'bxor': return a ^ b;
    case 'tdiv': return b === 0n ? null : a / b;
    case 'trem': return b === 0n ? null : a % b;
    case 'fdiv': return b <= 0n ? null : floorDiv(a, b);
    case 'shl': return b < 0n || b > SHIFT_LIMIT ? null : a << b;
    case 'shr': return b < 0n ? null : a >> b;
    default: return null;
  }
}
