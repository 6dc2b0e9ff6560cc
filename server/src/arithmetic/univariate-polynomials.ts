/**
 * Where a polynomial in one integer variable is not negative: runs of integers, found by monotone stretches and
 * bisection.
 */

/** Integers from `lo` to `hi`, both included; null: without end. */
export interface Run {
  readonly lo: bigint | null;
  readonly hi: bigint | null;
}

/** Maximal runs of integers x with c[0] + c[1] x + c[2] x^2 + ... >= 0, in ascending order. */
export function nonNegativeRuns(ascending: readonly bigint[]): readonly Run[] {
  const coefficients = trimmed(ascending);
  if (coefficients.length <= 1) return (coefficients[0] ?? 0n) >= 0n ? [{ lo: null, hi: null }] : [];
  const rising = nonNegativeRuns(difference(coefficients));
  const found = [
    ...rising.map((run) => suffix(coefficients, run.lo, run.hi === null ? null : run.hi + 1n)),
    ...complement(rising).map((run) =>
      mirrored(
        suffix(reflected(coefficients), run.hi === null ? null : -(run.hi + 1n), run.lo === null ? null : -run.lo),
      ),
    ),
  ];
  return joined(found.filter((run) => run !== null));
}

/** The integers in none of the runs, which are in ascending order and don't overlap. */
export function complement(runs: readonly Run[]): readonly Run[] {
  const out: Run[] = [];
  let from: bigint | null = null;
  let open = true;
  for (const r of runs) {
    if (r.lo !== null && (from === null || from < r.lo)) out.push({ lo: from, hi: r.lo - 1n });
    open = r.hi !== null;
    from = r.hi === null ? null : r.hi + 1n;
  }
  if (open) out.push({ lo: from, hi: null });
  return out;
}

function trimmed(c: readonly bigint[]): readonly bigint[] {
  let length = c.length;
  while (length > 0 && c[length - 1] === 0n) length--;
  return c.slice(0, length);
}

const valueAt = (c: readonly bigint[], x: bigint): bigint => c.reduceRight((sum, a) => sum * x + a, 0n);

/** p(x + 1) - p(x), of one degree less. */
function difference(coefficients: readonly bigint[]): readonly bigint[] {
  const out = new Array<bigint>(coefficients.length - 1).fill(0n);
  for (const [i, a] of coefficients.entries()) {
    let binomial = 1n;
    for (let j = 0; j < i; j++) {
      out[j] = (out[j] as bigint) + a * binomial;
      binomial = (binomial * BigInt(i - j)) / BigInt(j + 1);
    }
  }
  return out;
}

/** p(-x) */
const reflected = (c: readonly bigint[]): readonly bigint[] => c.map((a, i) => (i % 2 === 0 ? a : -a));

const mirrored = (r: Run | null): Run | null =>
  r && { lo: r.hi === null ? null : -r.hi, hi: r.lo === null ? null : -r.lo };

/** The end of [lo, hi] on which p, which never falls there and isn't constant, is not negative. */
function suffix(coefficients: readonly bigint[], lo: bigint | null, hi: bigint | null): Run | null {
  if (lo !== null && valueAt(coefficients, lo) >= 0n) return { lo, hi };
  if (hi !== null && valueAt(coefficients, hi) < 0n) return null;
  let below = lo ?? hi ?? 0n;
  for (let step = 1n; valueAt(coefficients, below) >= 0n; step *= 2n) below -= step;
  let above = hi ?? below;
  for (let step = 1n; valueAt(coefficients, above) < 0n; step *= 2n) above += step;
  while (above - below > 1n) {
    const middle = (above + below) >> 1n;
    if (valueAt(coefficients, middle) >= 0n) above = middle;
    else below = middle;
  }
  return { lo: above, hi };
}

/** Runs in ascending order, those that touch made one. */
function joined(runs: readonly Run[]): readonly Run[] {
  const sorted = [...runs].sort((a, b) =>
    a.lo === b.lo ? 0 : a.lo === null || (b.lo !== null && a.lo < b.lo) ? -1 : 1,
  );
  const out: Run[] = [];
  for (const r of sorted) {
    const last = out[out.length - 1];
    if (last && (last.hi === null || r.lo === null || r.lo <= last.hi + 1n)) {
      out[out.length - 1] = {
        lo: last.lo,
        hi: last.hi === null || r.hi === null ? null : r.hi > last.hi ? r.hi : last.hi,
      };
    } else out.push(r);
  }
  return out;
}
