import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../server/src/logic/evaluate-terms.ts';
import { sumOfResidues } from '../../server/src/arithmetic/residue-sums.ts';
import { printTerm } from '../../server/src/logic/print-terms.ts';
import { int } from '../../server/src/logic/term.ts';
import { app } from '../../server/src/logic/applied-functions.ts';
import { term } from '../logic/named.ts';
import { residueSumOf } from '../../server/src/logic/function-symbols.ts';

describe('sums of what goes round', () => {
  it('are those of the values one by one, however many periods', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 6n),
        fc.bigInt(1n, 40n),
        fc.nat(900),
        fc.array(fc.bigInt(-300n, 300n), { minLength: 1, maxLength: 4 }),
        (denominator, modulus, n, coefficients) => {
          let sum = 0n;
          for (let k = 0n; k < BigInt(n); k++) {
            const p = coefficients.reduceRight((total, c) => total * k + c, 0n);
            const floor = (p - (((p % denominator) + denominator) % denominator)) / denominator;
            sum += ((floor % modulus) + modulus) % modulus;
          }
          expect(sumOfResidues({ denominator, modulus }, BigInt(n), coefficients)).toBe(sum);
        },
      ),
    );
  });

  it('are written out where there are few, and else with a sum sign', () => {
    const sum = (n: bigint): string =>
      printTerm(app(residueSumOf({ denominator: 1n, modulus: 256n }), [int(n), term('s'), int(3)]));
    expect(sum(2n)).toBe('s mod 256 + (s + 3) mod 256');
    expect(printTerm(app(residueSumOf({ denominator: 1n, modulus: 256n }), [term('n'), term('s'), int(3)]))).toBe(
      'Σ(k < n: (3*k + s) mod 256)',
    );
    expect(
      evaluate(app(residueSumOf({ denominator: 1n, modulus: 256n }), [term('n'), term('s'), int(3)]), (x) =>
        x.display === 'n' ? 1000000000000000n : 7n,
      ),
    ).toBe(127500000000000000n);
  });
});
