import { expect, it } from 'vitest';
import { canonical } from '../../server/src/certify/canonical-form.ts';
import { FLOOR_QUOTIENT, READ } from '../../server/src/logic/function-symbols.ts';
import { symbol } from '../../server/src/logic/symbol.ts';
import { add, div, int, sym } from '../../server/src/logic/term.ts';
import { app } from '../../server/src/logic/applied-functions.ts';

const i = sym(symbol('variable', 'i'));
const elementOf = (array: string, id: number) => app(READ, [add(i, int(1))], symbol('array', array, id));

it('elements of one array at one index are equal, of two arrays are not', () => {
  expect(canonical(elementOf('a', 0))).toBe(canonical(elementOf('a', 0)));
  expect(canonical(elementOf('a', 0))).not.toBe(canonical(elementOf('b', 1)));
});

it('a quotient whose divisor turns out to be constant is one of those', () => {
  expect(canonical(app(FLOOR_QUOTIENT, [i, app(FLOOR_QUOTIENT, [int(13), int(4)])]))).toBe(canonical(div(i, 3n)));
});
