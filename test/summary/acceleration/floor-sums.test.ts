import { expect, test } from 'vitest';
import { evaluate } from '../../../server/src/logic/evaluate-terms.ts';
import { COUNTER } from '../../../server/src/certify/certificate.ts';
import type { Symbol } from '../../../server/src/logic/symbol.ts';
import { add, div, int, mod, mul, scale, sym } from '../../../server/src/logic/term.ts';
import { app } from '../../../server/src/logic/applied-functions.ts';
import { mentions } from '../../../server/src/logic/substitution.ts';
import { floorSum } from '../../../server/src/summary/acceleration/floor-sums.ts';
import { term } from '../../logic/named.ts';
import { FLOOR_QUOTIENT } from '../../../server/src/logic/function-symbols.ts';

const n = sym(COUNTER);
const [a, b] = [term('a'), term('b')];

const look = (values: Record<string, bigint>, k: bigint) => (s: Symbol) => (s === COUNTER ? k : values[s.display]);

function compare(summand: Parameters<typeof floorSum>[0], values: Record<string, bigint>): void {
  const sum = floorSum(summand);
  if (sum === null) throw new Error(`no sum of ${summand.key}`);
  let total = 0n;
  for (let k = 0n; k < 25n; k++) {
    const numerator = evaluate(sum.numerator, look(values, k)) as bigint;
    expect(numerator, `${summand.key} to ${k}, ${Object.values(values)}`).toBe(total * sum.denominator);
    total += evaluate(summand, look(values, k)) as bigint;
  }
}

test('quotients and remainders by constants, for every step', () => {
  for (const by of [2n, 3n, 5n, 8n]) {
    for (let step = -9n; step <= 9n; step++) {
      if (step === 0n) continue;
      for (const at of [-7n, -1n, 0n, 4n]) {
        const argument = add(a, scale(step, n));
        if (div(argument, by).kind === 'div') compare(div(argument, by), { a: at });
        if (mentions(mod(argument, by), COUNTER)) compare(mod(argument, by), { a: at });
      }
    }
  }
});

test('quotients by a positive symbol, up and down, with a factor', () => {
  for (const by of [1n, 2n, 7n, 100n]) {
    for (const at of [-20n, -1n, 0n, 13n]) {
      for (const step of [1n, -1n]) {
        compare(app(FLOOR_QUOTIENT, [add(a, scale(step, n)), b]), { a: at, b: by });
        compare(mul(a, app(FLOOR_QUOTIENT, [add(a, scale(step, n)), b])), { a: at, b: by });
      }
    }
  }
});

test('no closed form is claimed where there is none', () => {
  expect(floorSum(div(add(a, mul(n, n)), 3n))).toBeNull();
  expect(floorSum(div(add(a, scale(5n, n)), 17n))).toBeNull();
  expect(floorSum(mul(n, div(add(a, n), 3n)))).toBeNull();
  expect(floorSum(app(FLOOR_QUOTIENT, [add(a, scale(2n, n)), b]))).toBeNull();
  expect(floorSum(int(3))).toBeNull();
});
