/** What a measurement is, and how several are put together. */

export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 'MB' | 'loops/s' | 'queries' | '%';
  /** The bound that was set for it; null: none. `least`: the value must not be below it. */
  readonly budget: number | null;
  readonly least?: boolean;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function within({ value, budget, least }: Measurement): boolean | null {
  return budget === null ? null : least ? value >= budget : value <= budget;
}

export function table(measurements: readonly Measurement[]): string {
  const number = (value: number): string =>
    value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
  return measurements
    .map((measurement) => {
      const { name, value, unit, budget, least } = measurement;
      const verdict = { true: 'ok', false: 'OVER BUDGET', null: '' }[
        String(within(measurement)) as 'true' | 'false' | 'null'
      ];
      return `${name.padEnd(62)} ${`${number(value)} ${unit}`.padStart(14)}  ${(budget === null ? '' : `${least ? '>=' : '<='} ${budget} ${unit}`).padStart(16)}  ${verdict}`.trimEnd();
    })
    .join('\n');
}
