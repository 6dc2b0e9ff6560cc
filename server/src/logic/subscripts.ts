/** An element of an array of arrays as C spells it: with rows of 16, the one at `16 * i + k` is `a[i][k]`. */
import type { CNames } from './c-names.ts';
import type { Term } from './expression.ts';
import { printC } from './print-c-expression.ts';
import { partsOf, scale, sub, sumOf } from './term.ts';

interface Shape {
  readonly dims: readonly bigint[];
  /** All indices, each a `[]` in it. */
  readonly spelling: string;
}

/** Null where an index has no expression. Together they lead where the one index does, whatever the rows' length. */
export function elementOf({ dims, spelling }: Shape, index: Term, names: CNames): string | null {
  const pieces = spelling.split('[]');
  if (pieces.length !== dims.length + 1) return null;
  const texts: string[] = [];
  for (const own of indicesOf(dims, index) ?? []) {
    const text = printC(own, names);
    if (text === null) return null;
    texts.push(text);
  }
  if (texts.length < dims.length) return null;
  return pieces.map((piece, i) => (i < texts.length ? `${piece}[${texts[i]}]` : piece)).join('');
}

/** Where it is in its innermost row; null where it has no indices. */
export const indexInRow = (dims: readonly bigint[], index: Term): Term | null => indicesOf(dims, index)?.at(-1) ?? null;

/** One for each dimension; null where a row has no length. */
function indicesOf(dims: readonly bigint[], index: Term): readonly Term[] | null {
  let rest = index;
  const indices: Term[] = [];
  for (let d = 0; d < dims.length; d++) {
    const stride = dims.slice(d + 1).reduce((product, n) => product * n, 1n);
    if (stride < 1n) return null;
    const own = quotient(rest, stride);
    rest = sub(rest, scale(stride, own));
    indices.push(own);
  }
  return indices;
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
