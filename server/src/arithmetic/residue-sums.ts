/**
 * `Σ(k < n: p(k) mod m)`: the sum of values of a polynomial p that are reduced to a narrow type. It has no formula
 * without the sum sign. But p(k) mod m repeats, so that only a period and what is left of one are ever added up.
 */

/** Residues modulo more than this, times the denominator, are not summed up: it is how many steps a value can take. */
export const WIDEST_PERIOD = 1n << 20n;

export interface SummedResidues {
  readonly denominator: bigint;
  readonly modulus: bigint;
}

/** The sum for constants; null where its period is too long. */
export function sumOfResidues(
  { denominator, modulus }: SummedResidues,
  count: bigint,
  coefficients: readonly bigint[],
): bigint | null {
  if (count <= 0n) return 0n;
  // the polynomial over 1, modulo D m, repeats after D m steps
  const period = denominator * modulus;
  if (period > WIDEST_PERIOD) return null;
  const rest = partialSum(Number(denominator), Number(period), count % period, coefficients);
  return count < period
    ? rest
    : (count / period) * partialSum(Number(denominator), Number(period), period, coefficients) + rest;
}

/** Step by step, the polynomial by its differences: machine numbers are exact, all are below the period. */
function partialSum(denominator: number, period: number, steps: bigint, coefficients: readonly bigint[]): bigint {
  const reduce = (v: bigint): number => Number(((v % BigInt(period)) + BigInt(period)) % BigInt(period));
  let values = coefficients.map((_, k) => coefficients.reduceRight<bigint>((sum, c) => sum * BigInt(k) + c, 0n));
  const differences: number[] = [];
  while (values.length > 0) {
    differences.push(reduce(values[0] as bigint));
    values = values.slice(1).map((v, k) => v - (values[k] as bigint));
  }
  let sum = 0;
  for (let k = Number(steps); k > 0; k--) {
    sum += Math.floor((differences[0] ?? 0) / denominator);
    for (let j = 0; j + 1 < differences.length; j++)
      differences[j] = ((differences[j] as number) + (differences[j + 1] as number)) % period;
  }
  return BigInt(sum);
}
