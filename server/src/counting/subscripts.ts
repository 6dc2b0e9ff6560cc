/** An element of an array of arrays as C spells it: with rows of 16, the one at `16 * i + k` is `a[i][k]`. */
import type { CNames, Term } from '../logic/index.ts';
import { isConst, partsOf, printC, scale, sub, sumOf } from '../logic/index.ts';

interface Shape {
  readonly dims: readonly bigint[];
  /** All indices, each a `[]` in it. */
  readonly spelling: string;
}

/** Null where an index has no expression. Together they lead where the one index does, whatever the rows' length. */
export function elementOf({ dims, spelling }: Shape, index: Term, names: CNames): string | null {
  const pieces = spelling.split('[]');
  if (pieces.length !== dims.length + 1) return null;
  let rest = index;
  const texts: string[] = [];
  for (let d = 0; d < dims.length; d++) {
    const stride = dims.slice(d + 1).reduce((product, n) => product * n, 1n);
    if (stride < 1n) return null;
    const own = quotient(rest, stride);
    rest = sub(rest, scale(stride, own));
    const text = printC(own, names);
    if (text === null) return null;
    texts.push(text);
  }
  if (!isConst(rest) || rest.value !== 0n) return null;
  return pieces.map((piece, i) => (i < texts.length ? `${piece}[${texts[i]}]` : piece)).join('');
}

/** What is in it in whole strides, the rest being as small as it can be: of `17 * k + 1` by 16 it is `k`. */
function quotient(t: Term, stride: bigint): Term {
  const { constant, parts } = partsOf(t);
  // half a stride and more is nearer to the next one
  const nearest = (n: bigint): bigint => floorDiv(2n * n + stride - 1n, 2n * stride);
  return sumOf(
    floorDiv(constant, stride),
    parts.map(({ coef, mono }) => ({ coef: nearest(coef), mono })),
  );
}

const floorDiv = (n: bigint, d: bigint): bigint => (n - (((n % d) + d) % d)) / d;
