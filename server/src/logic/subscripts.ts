/** An element of an array of arrays as C spells it: with rows of 16, the one at `16 * i + k` is `a[i][k]`. */
import type { CNames } from './c-names.ts';
import type { Term } from './expression.ts';
import { printC } from './print-c-expression.ts';
import { symbolsOf } from './substitution.ts';
import type { Symbol } from './symbol.ts';
import { partsOf, scale, sub, sumOf } from './term.ts';

interface Shape {
  readonly dims: readonly bigint[];
  /** All indices, each a `[]` in it. */
  readonly spelling: string;
}

/** Null where an index has no expression. Together they lead where the one index does, whatever the rows' length. */
export function elementOf(shape: Shape, index: Term, names: CNames): string | null {
  const subscripts = subscriptsOf(shape, index, names);
  return subscripts && spelledWith(shape, subscripts);
}

/** An element around one of its indices: `m[j]`, `k` and nothing, or `q`, `k` and `.n`. */
export interface ElementParts {
  readonly before: string;
  readonly at: string;
  readonly behind: string;
}

/** Around the innermost index that has the symbol in it; else around the innermost. */
export function elementAround(shape: Shape, index: Term, moving: Symbol, names: CNames): ElementParts | null {
  const subscripts = subscriptsOf(shape, index, names);
  const at = subscripts?.findLast(({ term }) => symbolsOf(term).has(moving)) ?? subscripts?.at(-1);
  if (!subscripts || !at) return null;
  const d = subscripts.indexOf(at);
  const pieces = shape.spelling.split('[]');
  return {
    before: spelledWith({ ...shape, spelling: pieces.slice(0, d + 1).join('[]') }, subscripts.slice(0, d)),
    at: at.text,
    behind: spelledWith({ ...shape, spelling: pieces.slice(d + 1).join('[]') }, subscripts.slice(d + 1)),
  };
}

interface Subscript {
  readonly term: Term;
  readonly text: string;
}

/** One for each `[]`. */
function subscriptsOf({ dims, spelling }: Shape, index: Term, names: CNames): readonly Subscript[] | null {
  if (spelling.split('[]').length !== dims.length + 1) return null;
  const subscripts = (indicesOf(dims, index) ?? []).flatMap((term) => {
    const text = printC(term, names);
    return text === null ? [] : [{ term, text }];
  });
  return subscripts.length === dims.length ? subscripts : null;
}

const spelledWith = ({ spelling }: Shape, subscripts: readonly Subscript[]): string =>
  spelling
    .split('[]')
    .map((piece, i) => (subscripts[i] ? `${piece}[${subscripts[i].text}]` : piece))
    .join('');

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
