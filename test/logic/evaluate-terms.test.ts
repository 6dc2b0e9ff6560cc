import { expect, test } from 'vitest';
import { evaluate } from '../../server/src/logic/evaluate-terms.ts';
import { add, int, mul, plus, pow, scale } from '../../server/src/logic/term.ts';
import { at, term } from './named.ts';

const [e, x] = [term('e'), term('x')];

test('a power with a constant taken out of its exponent has its value for negative rests', () => {
  for (let v = -3n; v < 5n; v++) expect(evaluate(pow(2n, plus(e, 3)), at({ e: v }))).toBe(2n ** (v + 3n));
  expect(evaluate(add(scale(3n, pow(2n, plus(e, 3))), int(1)), at({ e: -2n }))).toBe(7n);
  expect(evaluate(mul(x, pow(2n, plus(e, 3))), at({ e: -3n, x: 5n }))).toBe(5n);
});

test('what is no whole number, or not known, has none', () => {
  expect(evaluate(pow(2n, plus(e, 3)), at({ e: -4n }))).toBeNull();
  expect(evaluate(pow(2n, e), at({ e: -1n }))).toBeNull();
  expect(evaluate(mul(x, pow(2n, plus(e, 3))), at({ e: -3n }))).toBeNull();
});
