/** Calls through pointers to functions of the file: each function that the pointer may lead to is one way to go on. */
import { afterAll, describe, expect, it } from 'vitest';
import { analyze } from '../../server/src/analysis/analyze-file.ts';
import { DEFAULT_OPTIONS } from '../../server/src/report/options.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

const FUNCTIONS = `
  #include <assert.h>
  int calls;
  static int inc(int x) { calls++; return x + 1; }
  static int dec(int x) { return x - 1; }
  static void count(void) { calls++; }
  extern int (*anywhere(void))(int);
`;

const host = { now: () => performance.now(), cancelled: () => false };
const verdictsOf = async (source: string): Promise<string[]> =>
  (await analyze(source, { ...DEFAULT_OPTIONS, loops: false }, host)).assertions.map(({ verdict }) => verdict);

afterAll(() => unloadSolver());

describe('calls through pointers to functions', () => {
  it.each<[what: string, body: string, verdicts: string[]]>([
    [
      'one of two',
      'int (*f)(int) = c ? inc : dec; int y = f(n); assert(y == n + 1 || y == n - 1); assert(y == n + 1);',
      ['holds', 'violated'],
    ],
    [
      'an address',
      'int (*f)(int) = &dec; assert(f(n) < n); assert((*f)(n) == n - 1); assert((**f)(n) == n);',
      ['holds', 'holds', 'violated'],
    ],
    [
      'assigned on one way',
      'int (*f)(int) = inc; if (c > 5) f = dec; int y = f(n); assert(c > 5 || y > n); assert(c <= 5 || y < n);',
      ['holds', 'holds'],
    ],
    [
      'what the function changes',
      'void (*f)(void) = count; calls = 3; f(); assert(calls == 4); assert(calls == 3);',
      ['holds', 'violated'],
    ],
    [
      'compared',
      'int (*f)(int) = c ? inc : dec; assert(f != 0); if (f == inc) { assert(c != 0); }',
      ['holds', 'holds'],
    ],
    [
      'in a loop',
      'int (*f)(int) = inc; int y = 0; for (int i = 0; i < 4; i++) y = f(y); assert(y == 4); assert(y == 3);',
      ['holds', 'violated'],
    ],
    ['from elsewhere', 'int (*f)(int) = anywhere(); calls = 1; f(n); assert(calls == 1);', ['unknown']],
    [
      'overwritten from elsewhere',
      'int (*f)(int) = inc; if (c) f = anywhere(); calls = 0; f(n); assert(calls == 1);',
      ['unknown'],
    ],
    [
      'by its address',
      'int (*f)(int) = inc; int (**p)(int) = &f; if (c) *p = anywhere(); calls = 0; f(n); assert(calls == 1);',
      ['unknown'],
    ],
  ])('%s', async (_, body, verdicts) => {
    expect(
      await verdictsOf(`${FUNCTIONS} int g(int c, int n) { if (n < 0 || n > 100) return 0; ${body} return 0; }`),
    ).toEqual(verdicts);
  });
});
