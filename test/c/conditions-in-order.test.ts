/** Conditions whose parts have effects: a comma, arms of `?:`. What they decide is seen, and each effect happens once. */
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(unloadSolver);
const HOST = { now: () => performance.now(), cancelled: () => false };

test.each([
  ['a comma', 'if (x = 3, n > 0) assert(x == 3 && n > 0); else assert(x == 3 && n <= 0);'],
  ['commas in commas', 'if (x = 3, y = x + 1, y > n) assert(n < 4); assert(y == 4);'],
  [
    'an arm',
    'if (n > 5 ? (x = 1, n < 9) : 0) assert(n >= 6 && n <= 8 && x == 1); else assert(n <= 5 ? x == 0 : x == 1 && n > 8);',
  ],
  ['both arms', 'if (n ? (x++, y) : (y++, x)) assert(n && x == 1 && y != 0); else assert(!n || y == 0);'],
  [
    'an arm that is a constant',
    'if (n > 2 ? (x++, 0) : (x += 2, 1)) assert(x == 2 && n <= 2); else assert(x == 1 && n > 2);',
  ],
  ['a pointer', 'int *p = 0; if (n ? (p = &x) : 0) assert(n != 0 && p == &x); else assert(n == 0 && p == 0);'],
  ['what is shorter yet', 'if ((n > 0 && (x++, 1)) ? (y = x, x == 1) : n == 0) assert(n >= 0); else assert(n < 0);'],
  [
    'in a condition of another',
    'if ((n ? (x = 1, 1) : 0) ? (x += 2, x == 3) : (x -= 1, x == 0)) assert(x == 3 && n); else assert(!n && x == -1);',
  ],
  ['negated', 'if (!(n ? (x = 1, 1) : 0)) assert(!n && x == 0); else assert(n && x == 1);'],
])('%s', async (_, body) => {
  const source = `#include <assert.h>
int f(int n, int m) { int x = 0, y = m & 1; ${body} return x; }`;
  const { assertions } = await analyze(source, { ...DEFAULT_OPTIONS, loops: false }, HOST);
  expect(assertions.map((a) => a.verdict)).toEqual(assertions.map(() => 'holds'));
});

describe('what ends a loop', () => {
  test.each([
    ['for (i = 0; i < n ? (x = get(i), 1) : 0; i++) get(x);', 'n iterations'],
    ['for (i = 0; x = get(i), i < n; i++) get(x);', 'n iterations'],
    ['for (i = 0; i < n ? (x = get(i), x > 3) : 0; i++) get(x);', 'at most n iterations'],
  ])('%s', async (loop, sentence) => {
    const source = `int get(int);
int f(int n) { int i, x; ${loop} return i; }`;
    const { loops } = await analyze(source, { ...DEFAULT_OPTIONS, assertions: false, climb: 'never' }, HOST);
    expect(loops[0]?.count.sentence).toBe(sentence);
  });
});
