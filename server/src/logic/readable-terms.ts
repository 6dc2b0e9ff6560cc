/**
 * Terms that are equal to others and shorter in C: common factors, quotients beside constants, extremes in extremes.
 * `max(0, n - 1) + 1` is `max(1, n)`.
 */
import { floorDiv } from '../arithmetic/index.ts';
import type { Literal, Part, Term } from './expression.ts';
import { extremeOf } from './extremes.ts';
import { hasPart } from './rewrite-terms.ts';
import { add, factorsOf, int, mul, partsOf, plus, scale, sub, sumOf } from './term.ts';
import { MEANINGS } from './function-symbols.ts';

/** A variable that all parts of a sum are multiples of: `n * n - n` is `n * (n - 1)`. */
export function commonFactor(parts: readonly Part[]): { readonly factor: Term; readonly rest: Term } | null {
  const factor = factorsOf((parts[0] as Part).mono).find(
    (f) => f.kind === 'sym' && parts.every((p) => factorsOf(p.mono).includes(f)),
  );
  return factor === undefined ? null : { factor, rest: without(factor, parts) };
}

/** Each part is a multiple of the factor, and divided by it. */
const without = (factor: Term, parts: readonly Part[]): Term =>
  add(
    ...parts.map(({ coef, mono }) => {
      const left = [...factorsOf(mono)];
      left.splice(left.indexOf(factor), 1);
      return scale(
        coef,
        left.reduce<Term>((product, f) => mul(product, f), int(1)),
      );
    }),
  );

/** The variable that most parts of a sum are multiples of, if there are three of them, and the parts that are none. */
export function factoredOut(
  parts: readonly Part[],
): { readonly factor: Term; readonly rest: Term; readonly others: readonly Part[] } | null {
  const uses = new Map<Term, number>();
  for (const { mono } of parts)
    for (const f of new Set(factorsOf(mono))) if (f.kind === 'sym') uses.set(f, (uses.get(f) ?? 0) + 1);
  const [factor, most] = [...uses].reduce<readonly [Term | null, number]>(
    (best, [f, n]) => (n > best[1] ? [f, n] : best),
    [null, 2],
  );
  if (factor === null || most < 3) return null;
  const isMultiple = ({ mono }: Part): boolean => factorsOf(mono).includes(factor);
  return { factor, rest: without(factor, parts.filter(isMultiple)), others: parts.filter((p) => !isMultiple(p)) };
}

/** Variables that both sums have with the same factor. */
export function sharedParts(first: Term, second: Term): readonly Part[] {
  const others = partsOf(second).parts;
  return partsOf(first).parts.filter(
    (p) => p.mono.kind === 'sym' && others.some((o) => o.mono === p.mono && o.coef === p.coef),
  );
}

/** `max(0, max(1, x))` is `max(1, x)`, and `max(x, min(x, y))` is `x`; null where one of the two is left. */
export function withoutNested(fn: 'min' | 'max', first: Term, second: Term): readonly [Term, Term | null] {
  const [outer, inner] = first.kind === 'const' ? [first, second] : [second, first];
  const chosen = inner.kind === 'ite' ? extremeOf(inner.cond, inner.then, inner.else) : null;
  if (outer.kind !== 'const' || inner.kind !== 'ite' || chosen === null) return [first, second];
  const [fixed, rest] = inner.then.kind === 'const' ? [inner.then, inner.else] : [inner.else, inner.then];
  if (fixed.kind !== 'const') return [first, second];
  const isOver = fn === 'max' ? fixed.value >= outer.value : fixed.value <= outer.value;
  if (chosen === fn) return isOver ? [fixed, rest] : [outer, rest];
  // `max(5, min(3, x))` is 5
  return isOver ? [first, second] : [outer, null];
}

/** `floor_div(x, d) >= c` is `x >= c * d`, and `floor_div(x, d) <= c` is `x < (c + 1) * d`. */
export function withDividend(literal: Literal): Literal {
  const { constant: c, parts } = partsOf(literal.term);
  const [only, ...others] = parts;
  if (literal.kind !== 'ge' || others.length > 0 || only?.mono.kind !== 'div') return literal;
  const { arg, by } = only.mono;
  const size = only.coef < 0n ? -only.coef : only.coef;
  const limit = floorDiv(c, size);
  // q + limit >= 0, or limit - q >= 0
  const term = only.coef > 0n ? plus(arg, limit * by) : sub(int((limit + 1n) * by - 1n), arg);
  return withDividend({ ...literal, term });
}

/** `max(0, n - 1) + 1` is `max(1, n)`. Null for other sums, and where a quotient would have to be rounded down. */
export function insideExtreme(constantPart: bigint, { coef, mono }: Part): ['min' | 'max', Term, Term] | null {
  if (constantPart === 0n || coef !== 1n || mono.kind !== 'ite') return null;
  const { cond, then: a, else: b } = mono;
  const fn = extremeOf(cond, a, b);
  const [fixed, other] = a.kind === 'const' ? [a, b] : [b, a];
  if (fn === null || fixed.kind !== 'const') return null;
  const [least, sum] = [plus(fixed, constantPart), plus(other, constantPart)];
  const isCut = partsOf(other).parts.some((p) => p.mono.kind === 'div');
  return isCut && (fn === 'min' || !(least.kind === 'const' && least.value >= 0n) || quotientBesideZero(sum) === null)
    ? null
    : [fn, least, sum];
}

/** Of the factors `b` and `floor_div(a, b)`: both. */
export function quotientTimes(
  factors: readonly Term[],
): readonly { readonly quotient: Term; readonly arg: Term; readonly by: Term }[] {
  const quotient = factors.find((f) => f.kind === 'app' && MEANINGS[f.fn.kind].c.style === 'floor-quotient');
  const by = factors.find((f) => f !== quotient);
  if (quotient?.kind !== 'app' || factors.length !== 2 || !by || quotient.args[1] !== by) return [];
  return quotient.args[0] ? [{ quotient, arg: quotient.args[0], by }] : [];
}

export interface Quotient {
  readonly arg: Term;
  readonly by: bigint;
}

/**
 * `3 * ⌊t / d⌋`, which isn't above 0 where the quotient is below 0, also when that is cut off. Null for other terms.
 */
export function quotientBesideZero(term: Term): (Quotient & { readonly coef: bigint }) | null {
  if (term.kind === 'div') return { coef: 1n, arg: term.arg, by: term.by };
  if (term.kind !== 'sum') return null;
  const one = quotientOf(term);
  if (one) return { ...one, coef: 1n };
  const [only, ...others] = term.parts;
  if (term.constant !== 0n || !only || others.length > 0 || only.mono.kind !== 'div' || only.coef < 2n) return null;
  return { arg: only.mono.arg, by: only.mono.by, coef: only.coef };
}

/** `⌊t / d⌋` plus a constant, all in one quotient; null for other sums. */
export function quotientOf(term: Term): Quotient | null {
  if (term.kind !== 'sum') return null;
  const [only, ...others] = term.parts;
  if (!only || others.length > 0 || only.mono.kind !== 'div') return null;
  const { arg, by } = only.mono;
  if (only.coef === 1n) return { arg: plus(arg, term.constant * by), by };
  if (only.coef !== -1n) return null;
  // -⌊x / d⌋ is ⌊(d - 1 - x) / d⌋
  const { constant: c, parts } = partsOf(arg);
  return {
    arg: sumOf(
      by - 1n - c + term.constant * by,
      parts.map((p) => ({ coef: -p.coef, mono: p.mono })),
    ),
    by,
  };
}

/** What is cut off of it where there are no more bits may have any sign. */
export const hasPower = (term: Term): boolean => hasPart(term, (x) => x.kind === 'pow');
