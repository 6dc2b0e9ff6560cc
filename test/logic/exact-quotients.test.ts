/** Quotients of polynomials that always leave the same remainder. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../server/src/logic/evaluate-terms.ts';
import { constantResidue, withExactQuotients } from '../../server/src/logic/exact-quotients.ts';
import type { Symbol } from '../../server/src/logic/symbol.ts';
import { add, div, mul, plus, scale } from '../../server/src/logic/term.ts';
import { term } from './named.ts';

const [i, j] = [term('i'), term('j')];
const number = fc.bigInt({ min: -1000n, max: 1000n });

describe('a constant remainder', () => {
  it.each([
    ['products of neighbours', mul(i, plus(i, 1)), 2n, 0n],
    ['three of them', plus(mul(mul(i, plus(i, 1)), plus(i, 2)), 4), 6n, 4n],
    ['of a sum', mul(add(i, j), plus(add(i, j), -1)), 2n, 0n],
    ['none', mul(i, plus(i, 1)), 3n, null],
    ['of one variable', i, 2n, null],
  ])('%s', (_, t, m, r) => {
    expect(constantResidue(t, m)).toBe(r);
  });
});

describe('exact quotients', () => {
  it('are fractions', () => {
    const t = add(
      scale(3n, div(mul(i, plus(i, 1)), 2n)),
      mul(j, div(plus(mul(mul(j, plus(j, 1)), plus(j, 2)), 5), 6n)),
      i,
    );
    const exactly = withExactQuotients(t);
    expect(exactly.term.key).not.toContain('(/');
    fc.assert(
      fc.property(number, number, (a, b) => {
        const value = (s: Symbol): bigint => (s.display === 'i' ? a : b);
        expect(evaluate(exactly.term, value)).toBe(exactly.scale * (evaluate(t, value) as bigint));
      }),
    );
  });
});
