/**
 * Variables that each way through a loop changes by a linear map with an inverse over the integers, as `x -= y` is
 * one. What they were before the loop are sums of whole multiples of what they are behind it, in whatever order the
 * ways are taken. So what divides them all behind the loop divided them before.
 */
import type { Cfg } from '../../program/index.ts';
import type { Formula, Symbol, Symbols, Term } from '../../logic/index.ts';
import { TRUE, add, and, eq, int, mul, partsOf, substitute, sym } from '../../logic/index.ts';
import type { InnerUse } from '../../explore/index.ts';
import type { Summary } from '../../summary/index.ts';
import type { Ways } from './path-counters.ts';

/** With more variables the inverse is not looked for. */
const MAX_VARIABLES = 3;

/** Implied by every run through the loop. */
export function combinationCondition(
  use: InnerUse,
  { iterative, exit }: Ways,
  { symbols: names }: Cfg,
  symbols: Symbols,
): Formula {
  const chosen = (use.summary as Summary).cases[use.case];
  if (!chosen || exit === null) return TRUE;
  let mapped = [...chosen.post.keys()].filter(
    (v) => !exit.update.has(v) && iterative.some(({ path }) => path.update.has(v)),
  );
  for (let again = true; again; ) {
    const linear = mapped.filter((v) =>
      iterative.every(
        ({ path }) =>
          rowOf(
            path.update.get(v) ?? sym(names[v] as Symbol),
            mapped.map((w) => names[w] as Symbol),
          ) !== null,
      ),
    );
    again = linear.length < mapped.length;
    mapped = linear;
  }
  const over = mapped.map((v) => names[v] as Symbol);
  if (mapped.length < 2 || mapped.length > MAX_VARIABLES) return TRUE;
  const matrices = iterative.map(({ path }) =>
    mapped.map((v) => rowOf(path.update.get(v) ?? sym(names[v] as Symbol), over) ?? []),
  );
  if (matrices.some((m) => determinant(m) ** 2n !== 1n)) return TRUE;
  const behind = mapped.map((v) => substitute(chosen.post.get(v) as Term, use.renaming));
  return and(
    ...mapped.map((v) =>
      eq(
        use.entered[v] as Term,
        behind.reduce<Term>((sum, t) => add(sum, mul(sym(symbols.fresh('value', 'm')), t)), int(0)),
      ),
    ),
  );
}

/** Coefficients of a term that is a sum of multiples of these symbols alone; null for others. */
function rowOf(term: Term, over: readonly Symbol[]): readonly bigint[] | null {
  const { constant, parts } = partsOf(term);
  const row = over.map(() => 0n);
  for (const { coef, mono } of parts) {
    const at = mono.kind === 'sym' ? over.indexOf(mono.symbol) : -1;
    if (at < 0) return null;
    row[at] = coef;
  }
  return constant === 0n ? row : null;
}

/** By the first row. */
function determinant(matrix: readonly (readonly bigint[])[]): bigint {
  const [first, ...rest] = matrix;
  if (first === undefined) return 1n;
  return first.reduce(
    (sum, a, j) =>
      a === 0n ? sum : sum + (j % 2 === 0 ? a : -a) * determinant(rest.map((row) => row.filter((_, k) => k !== j))),
    0n,
  );
}
