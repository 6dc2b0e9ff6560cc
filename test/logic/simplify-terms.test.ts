/** Simplified terms have the values of those that they stand for. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../server/src/logic/evaluate-terms.ts';
import { ge0 } from '../../server/src/logic/formula.ts';
import { joined, listed, withoutModuli } from '../../server/src/logic/simplify-terms.ts';
import type { Term } from '../../server/src/logic/expression.ts';
import { add, div, int, mod, plus, scale, sub } from '../../server/src/logic/term.ts';
import { table } from '../../server/src/logic/applied-functions.ts';
import { term } from './named.ts';

const k = term('k');
const at = (t: Term, value: bigint): bigint | null =>
  evaluate(t, ({ display }) => (display === 'k' ? value : undefined));
const small = fc.bigInt({ min: -20n, max: 20n });

describe('joined sums', () => {
  it('have the same value', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 7 }),
        fc.array(small, { minLength: 14, maxLength: 14 }),
        small,
        small,
        fc.bigInt({ min: -50n, max: 50n }),
        (p, values, a, b, value) => {
          const period = BigInt(p);
          const index = mod(k, period);
          const t = add(
            scale(a, table(values.slice(0, p), index)),
            scale(b, table(values.slice(p, 2 * p), index)),
            scale(b, div(k, period)),
            scale(a, index),
            int(3n),
          );
          expect(at(joined(t), value)).toBe(at(t, value));
        },
      ),
    );
  });

  it('are short where they can be', () => {
    expect(joined(add(scale(9n, div(k, 9n)), mod(k, 9n)))).toBe(k);
    const index = mod(k, 3n);
    expect(joined(add(scale(3n, div(k, 3n)), table([0n, 0n, 1n], index), table([0n, 1n, 1n], index)))).toBe(k);
  });
});

describe('lists', () => {
  it('of evenly spaced values are linear', () => {
    expect(listed([2n, 5n, 8n], k)).toBe(plus(scale(3n, k), 2n));
    expect(listed([2n, 5n, 9n], k).kind).toBe('app');
  });
});

describe('moduli', () => {
  it('are left away only where they change nothing', () => {
    const t = plus(mod(plus(k, 255n), 256n), 1n);
    expect(withoutModuli(t, (f) => f.key === ge0(sub(k, int(1n))).key || f.kind === 'and')).toBe(k);
    expect(withoutModuli(t, () => false)).toBe(t);
  });
});
