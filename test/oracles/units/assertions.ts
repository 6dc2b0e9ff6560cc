/** Assertions behind the loops of a unit, made of what was seen there: some always hold, some fail for some inputs. */
import type { Random } from '../../differential/random.ts';
import type { Unit } from './unit.ts';

/** Loop -> values of what is shown behind it, run by run. */
export type Seen = ReadonlyMap<number, readonly (readonly bigint[])[]>;

export interface AssertedUnit {
  readonly unit: Unit;
  /** In the order in which they stand; each on a line of its own. */
  readonly conditions: readonly string[];
}

export function withAssertions(unit: Unit, seen: Seen, r: Random): AssertedUnit {
  const conditions: string[] = [];
  const lines = unit.marked.split('\n').flatMap((line) => {
    const k = Number(/@X (\d+)@/.exec(line)?.[1] ?? -1);
    const rows = seen.get(k) ?? [];
    const shown = unit.loops[k]?.shown ?? [];
    if (rows.length === 0 || shown.length === 0) return [line];
    const made = Array.from({ length: r.int(1, 2) }, () => condition(shown, rows, r)).filter(
      (c) => !conditions.includes(c),
    );
    conditions.push(...made);
    return [line, ...new Set(made.map((c) => `assert(${c});`))];
  });
  return { unit: { ...unit, marked: `#include <assert.h>\n${lines.join('\n')}` }, conditions };
}

function condition(shown: readonly string[], rows: readonly (readonly bigint[])[], r: Random): string {
  const [i, j] = [r.int(0, shown.length - 1), r.int(0, shown.length - 1)];
  const values = rows.map((row) => row[i] ?? 0n);
  const [a, b] = [shown[i], shown[j]].map((text) => `(long)${text}`);
  const low = values.reduce((x, y) => (y < x ? y : x));
  const high = values.reduce((x, y) => (y > x ? y : x));
  const differences = new Set(rows.map((row) => (row[i] ?? 0n) - (row[j] ?? 0n)));
  const number = (v: bigint): string => (v === -(2n ** 63n) ? '(-9223372036854775807L - 1)' : `${v}L`);
  const [difference] = differences;
  if (i !== j && differences.size === 1 && difference === 0n) return `${a} == ${b}`;
  if (low === high) return r.pick([`${a} == ${number(low)}`, `${a} != ${number(low + 1n)}`, `${a} < ${number(low)}`]);
  if (i !== j && r.chance(0.4) && [...differences].every((d) => d <= 0n)) return `${a} <= ${b}`;
  return r.pick([
    `${a} >= ${number(low)}`,
    `${a} <= ${number(high)}`,
    `${a} != ${number(r.pick(values))}`,
    `${a} >= ${number(low)} && ${a} <= ${number(high)}`,
    `${a} < ${number(high)}`,
  ]);
}
