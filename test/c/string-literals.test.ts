/** Literals that are subscripted where they stand, and their lengths. */
import { expect, it } from 'vitest';
import { interpret, lowerOne } from './lower.ts';

const value = (expression: string, x = 0): string => {
  const source = `unsigned long strlen(const char *); int f(int x) { return ${expression}; }`;
  const o = interpret(source, { x });
  return o.kind === 'returned' ? String(o.value) : o.kind;
};

it.each([
  ['"abc"[x]', 1, '98'],
  ['x["abc"]', 2, '99'],
  ['("abc")[x]', 3, '0'],
  ['*("abc" + x)', 0, '97'],
  ['"ab" "cd"[x]', 3, '100'],
  ['L"ab"[x]', 1, '98'],
  ['"\\377"[x]', 0, '-1'],
  ['"abc"[x]', 4, 'undefined'],
  ['"abc"[x]', -1, 'undefined'],
  ['"0123456789abcdef"[x & 15]', 0xfa, '97'],
  ['strlen("abc")', 0, '3'],
  ['strlen("a\\0bc")', 0, '1'],
  ['strlen("")', 0, '0'],
])('%s with %s', (expression, x, expected) => {
  expect(value(expression, x)).toBe(expected);
});

it('a constant subscript needs no array', () => {
  expect(lowerOne('int f(void) { return "abc"[1]; }').blocks.flatMap((b) => b.stmts)).toEqual([]);
});
