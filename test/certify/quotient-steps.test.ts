import { expect, test } from 'vitest';
import { evaluate } from '../../server/src/logic/evaluate-terms.ts';
import type { Term } from '../../server/src/logic/expression.ts';
import { add, div, int, mul, plus, scale, sub } from '../../server/src/logic/term.ts';
import { app } from '../../server/src/logic/applied-functions.ts';
import { vanishes } from '../../server/src/certify/quotient-steps.ts';
import { term } from '../logic/named.ts';
import { FLOOR_QUOTIENT } from '../../server/src/logic/function-symbols.ts';

const [x, b] = [term('x'), term('b')];
/** Twice the sum of floor(i / by) below m. */
const twiceBelow = (m: Term, by: Term): Term => {
  const q = by.kind === 'const' ? div(m, by.value) : app(FLOOR_QUOTIENT, [m, by]);
  return mul(q, sub(sub(scale(2n, m), mul(by, q)), by));
};
const quotient = (m: Term, by: Term): Term => (by.kind === 'const' ? div(m, by.value) : app(FLOOR_QUOTIENT, [m, by]));

test('sums of quotients grow by the quotient', () => {
  for (const by of [b, int(2), int(7), int(1n << 32n)]) {
    const step = sub(twiceBelow(plus(x, 1), by), twiceBelow(x, by));
    expect(vanishes(sub(step, scale(2n, quotient(x, by))))).toBe(true);
    expect(vanishes(sub(step, scale(2n, quotient(plus(x, 1), by))))).toBe(false);
    expect(vanishes(plus(sub(step, scale(2n, quotient(x, by))), 1))).toBe(false);
  }
});

test('what is said to vanish is 0 everywhere', () => {
  let seed = 3;
  const below = (n: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * n);
  };
  let claimed = 0;
  for (let i = 0; i < 4_000; i++) {
    const by = [b, int(2), int(3), int(5)][below(4)] as Term;
    const q = (): Term => quotient(plus(x, below(4) - 1), by);
    const factor = (): Term => [int(1), x, b, q()][below(4)] as Term;
    const terms = Array.from({ length: 1 + below(3) }, () => scale(BigInt(below(5) - 2), mul(q(), factor())));
    const sum = add(...terms);
    // half of them begin as an identity
    const t =
      i % 2 === 0
        ? sum
        : add(
            scale(below(8) === 0 ? 3n : 2n, quotient(x, by)),
            sub(twiceBelow(x, by), twiceBelow(plus(x, 1), by)),
            below(3) === 0 ? sub(sum, sum) : int(below(9) === 0 ? 1 : 0),
          );
    if (!vanishes(t)) continue;
    claimed++;
    for (let v = -12n; v <= 12n; v++)
      for (let w = 1n; w <= 6n; w++)
        expect(
          evaluate(t, ({ display }) => (display === 'x' ? v : w)),
          t.key,
        ).toBe(0n);
  }
  expect(claimed).toBeGreaterThan(500);
});
