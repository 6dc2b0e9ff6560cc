import { expect, test } from 'vitest';
import { evaluate, formulaHolds } from '../../server/src/logic/evaluate-terms.ts';
import { add, int, mul, plus, pow, scale } from '../../server/src/logic/term.ts';
import { app } from '../../server/src/logic/applied-functions.ts';
import { at, term } from './named.ts';
import { BITS_SET, LOWEST_BITS_CLEARED } from '../../server/src/logic/function-symbols.ts';
import { eq0, ge0, ne0 } from '../../server/src/logic/formula.ts';

const [e, x] = [term('e'), term('x')];

test('a power with a constant taken out of its exponent has its value for negative rests', () => {
  for (let v = -3n; v < 5n; v++) expect(evaluate(pow(2n, plus(e, 3)), at({ e: v }))).toBe(2n ** (v + 3n));
  expect(evaluate(add(scale(3n, pow(2n, plus(e, 3))), int(1)), at({ e: -2n }))).toBe(7n);
  expect(evaluate(mul(x, pow(2n, plus(e, 3))), at({ e: -3n, x: 5n }))).toBe(5n);
});

test('bits that are set, and numbers without the lowest of them', () => {
  for (let v = 0n; v < 40n; v++) {
    const bits = [...v.toString(2)].filter((bit) => bit === '1').length;
    expect(evaluate(app(BITS_SET, [x]), at({ x: v }))).toBe(BigInt(bits));
    let rest = v;
    for (let k = 0n; k < 8n; k++) {
      expect(evaluate(app(LOWEST_BITS_CLEARED, [x, e]), at({ x: v, e: k }))).toBe(rest);
      // what is said of them as a condition on their number
      for (const f of [ne0, eq0, ge0] as const) {
        const [said, meant] = [f(app(LOWEST_BITS_CLEARED, [x, plus(e, 0)])), f(int(rest))];
        expect(formulaHolds(said, at({ x: v, e: k }))).toBe(meant.kind === 'true');
      }
      rest &= rest - 1n;
    }
  }
  expect(evaluate(app(BITS_SET, [x]), at({ x: -1n }))).toBeNull();
});

test('what is no whole number, or not known, has none', () => {
  expect(evaluate(pow(2n, plus(e, 3)), at({ e: -4n }))).toBeNull();
  expect(evaluate(pow(2n, e), at({ e: -1n }))).toBeNull();
  expect(evaluate(mul(x, pow(2n, plus(e, 3))), at({ e: -3n }))).toBeNull();
});
