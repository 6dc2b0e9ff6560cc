/**
 * What stands behind an operand binds stronger than what stands before it (C11 6.5.2, 6.5.3): `-n--` is `-(n--)`, and
 * `(T)(n)++` is `(T)((n)++)`. The assertions are true of C.
 */
import { afterAll, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(unloadSolver);

const holds = it.each([
  ['negation', 'assert(-n-- == -3); assert(n == 2);'],
  ['blanks', 'assert(- n ++ == -3); assert(n == 4);'],
  ['a plus', 'assert(+n-- == 3); assert(n == 2);'],
  ['a complement', 'assert(~n++ == -4); assert(n == 4);'],
  ['not', 'assert(!n-- == 0); assert(n == 2);'],
  ['no step', 'assert(- -n == 3); assert(-n == -3); assert(n == 3);'],
  ['several operators', 'assert(- -n-- == 3); assert(!!n++ == 1); assert(!-~n == 0); assert(n == 3);'],
  ['operands of a sum', 'assert(-n-- - -m++ + 1 == 5); assert(n == 2 && m == 8);'],
  ['what is pointed at', 'assert(-*r++ == -1); assert(*r++ == 2); assert(r == a + 2);'],
  ['an element', 'assert(-a[0]-- == -1); assert(~a[1]++ == -3); assert(a[0] == 0 && a[1] == 3);'],
  ['a member', 'assert(-s.n-- == -5); assert(-p->n-- == -4); assert(!p->q->n++ == 0); assert(s.n == 4);'],
  ['an element of a member', 'assert(-p->q->a[1]++ == -2); assert(-s.a[1]-- == -3); assert(s.a[1] == 2);'],
  ['behind a step', 'assert(-r++[0] == -1); assert(r == a + 1); assert(-p++->n == -5); assert(p == &s + 1);'],
  ['parentheses', 'assert(-(n--) == -3); assert(-(n)-- == -2); assert(n == 1);'],
  ['a cast', 'assert(-(T)n++ == -3); assert((int)n-- == 4); assert(-(U)c-- == -255); assert(n == 3 && c == 254);'],
  [
    'a cast of parentheses',
    'assert((T)(c)++ == 255); assert(-(T)(c)-- == 0); assert(-(U)(n)-- == -3); assert(n == 2);',
  ],
  [
    'a cast of a cast',
    'assert((T)(U)(k)++ == 44); assert(!(T)(U)(k)-- == 0); assert((T)(U)(k) == 44); assert(k == 300);',
  ],
  ['a type of the function', 'typedef signed char V; assert((V)(k)++ == 44); assert(k == 301);'],
  ['a cast of an element', 'assert((U)(b)[0] == 232); assert((U)(b)[0]++ == 232); assert(b[0] == 1001);'],
  ['a cast of a member', 'assert((T)(p)->q->n++ == 5); assert((U)(s).n-- == 6); assert(s.n == 5);'],
  ['a cast of a call', 'assert((T)(g)(3) == 4); assert((g)(3) == 4); assert((U)(g)(k) == 45);'],
  [
    'a variable by the name of a type',
    'int T = 4; assert((T)-n-- == 1); assert(-(T)-- == -4); assert(T == 3 && n == 2);',
  ],
  ['a cast of a list', 'assert((T)(m++, n) == 3); assert(m == 8);'],
  ['a cast before an operator', 'assert((U)-n-- == 253); assert(n == 2);'],
  ['what is measured', 'assert(sizeof n-- == 4); assert(sizeof -n-- == 4); assert(sizeof (n)++ == 4); assert(n == 3);'],
  ['a part that is measured', 'assert(sizeof (a)[0] == 4); assert(sizeof (p)->c == 1); assert(sizeof (p)->q->c == 1);'],
  [
    'a statement',
    '-n--; assert(n == 2); ~n++, -n++; assert(n == 4); (void)-n--; assert(n == 3); (U)(n)--; assert(n == 2);',
  ],
  [
    'a condition',
    'int t = 0; while (!!n--) t++; assert(t == 3 && n == -1); if (-n++ > 0) t = 9; assert(t == 9 && n == 0);',
  ],
  [
    'places of values',
    `
      long z = -n--, w[] = { -n--, 7 }; assert(z == -3 && w[0] == -2); assert(g(-n--) == 0); a[-n++] = 9;
      assert(a[0] == 9);`,
  ],
  ['a choice', 'int t = n ? -n++ : ~n--; assert(t == -3 && n == 4);'],
]);

holds('%s', async (_, body) => {
  const source = `
    #include <assert.h>
    typedef int T; typedef unsigned char U;
    struct S { int n; unsigned char c; int a[3]; struct S *q; };
    static int g(int x) { return x + 1; }
    int main(void) {
      struct S s = { 5, 255, { 1, 2, 3 }, 0 }, *p = &s;
      int n = 3, m = 7, k = 300, a[4] = { 1, 2, 3, 4 }, *r = a;
      long b[2] = { 1000, 2 };
      unsigned char c = 255;
      s.q = &s;
      ${body}
      return 0;
    }`;
  const { assertions } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, loops: false, overflow: 'off' },
    { now: () => performance.now(), cancelled: () => false },
  );
  expect(assertions.length).toBeGreaterThan(0);
  expect(assertions.map((a) => a.verdict)).toEqual(assertions.map(() => 'holds'));
});
