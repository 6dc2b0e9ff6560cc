/** Macros that an `#if` defines in several ways which headers decide that weren't read. */
import { afterAll, expect, test } from 'vitest';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { sentencesIn } from './sentences.ts';

afterAll(() => unloadSolver());

const UNLESS = ', if K is not defined';

/** A macro with a definition for each build, and code that uses it. */
const either = (first: string, second: string, code: string): string =>
  `#include "conf.h"\n#ifdef K\n#define ${first}\n#else\n#define ${second}\n#endif\n${code}`;

const FUNCTION = (body: string): string =>
  `int get(int);\nint f(int n, int *a) {\n  int i, t = 0;\n  ${body}\n  return t;\n}`;

test.each([
  ['a step', 'NEXT(i) ((i) + 2)', 'NEXT(i) ((i) + 1)', 'for (i = 0; i < n; i = NEXT(i)) t++;', `n iterations${UNLESS}`],
  ['a limit', 'TO(n) (n)', 'TO(n) ((n) / 2)', 'for (i = 0; i < TO(n); i++) t++;', `n / 2 iterations${UNLESS}`],
  [
    'another counter',
    'NOTE(x) (x)++',
    'NOTE(x) (x)',
    'for (i = 0; i < n; i++) { NOTE(i); t++; }',
    `n iterations${UNLESS}`,
  ],
  ['what no count rests on', 'OF(x) ((x) + 1)', 'OF(x) (x)', 'for (i = 0; i < n; i++) { t = OF(t); }', 'n iterations'],
  [
    'one that is tested',
    'IS(x) ((x) > 1)',
    'IS(x) ((x) > 2)',
    'for (i = 0; i < n; i++) { if (IS(t)) t++; }',
    'n iterations',
  ],
  [
    'a test that ends it',
    'IS(x) ((x) > 1)',
    'IS(x) ((x) > 2)',
    'for (i = 0; i < n; i++) { if (IS(i)) break; }',
    'at most n iterations',
  ],
  [
    'a test of what is read in one build',
    'IS(x) (1)',
    'IS(x) (x)',
    'for (i = 0; i < n; i++) { if (IS(a[i])) t++; }',
    `n iterations${UNLESS}`,
  ],
  [
    'a test that changes something',
    'IS(x) ((x)++)',
    'IS(x) (x)',
    'for (i = 0; i < n; i++) { if (IS(i)) t++; }',
    `n iterations${UNLESS}`,
  ],
  ['the same in other words', 'OF(x) ((x))', 'OF(x) (x)', 'for (i = 0; i < OF(n); i++) t++;', 'n iterations'],
  [
    'what compilers are told',
    'OF(x) __builtin_expect(!!(x), 1)',
    'OF(x) (x)',
    'for (i = 0; OF(i < n); i++) t++;',
    'n iterations',
  ],
  [
    'an assertion',
    'CHECK(c, e) (my_assert(c), (e))',
    'CHECK(c, e) (e)',
    'for (i = 0; i < CHECK(n > 1, n); i++) t++;',
    'n iterations',
  ],
  [
    'an assertion that sets something',
    'CHECK(x) my_assert((x)++ < 9)',
    'CHECK(x) ((void)0)',
    'for (i = 0; i < n; i++) CHECK(i);',
    `n iterations${UNLESS}`,
  ],
  [
    'an assertion of the build that is looked at',
    'CHECK(c) ((void)0)',
    'CHECK(c) my_assert(c)',
    'for (i = 0; i < n; i++) CHECK(i);',
    `n iterations${UNLESS}`,
  ],
  ['a value before', 'OF(x) ((x) + 1)', 'OF(x) 7', 't = OF(n); for (i = 0; i < t; i++) ;', 't iterations'],
  ['a number', 'N (4 * 1024)', 'N (8 * 1024)', 'for (i = 0; i < N; i++) t++;', 'N iterations'],
  ['a type', 'T unsigned char', 'T unsigned short', 'T x = 1; while (x) x <<= 1;', 'until x == 0'],
  ['a part of a type', 'T char', 'T short', 'unsigned T x = 1; while (x) x <<= 1;', 'until x == 0'],
  [
    'a size',
    'OF(x) (2 * (x))',
    'OF(x) (x)',
    'int b[OF(4)]; for (i = 0; i < (int)(sizeof b / sizeof *b); i++) b[i] = 0;',
    'until i >= (int)(sizeof b / sizeof *b)',
  ],
])('in a function: %s', async (_, first, second, body, sentence) => {
  expect(await sentencesIn(either(first, second, FUNCTION(body)))).toEqual([sentence]);
});

test.each([
  ['a type', 'T unsigned char', 'T unsigned short', 'T x; void f(void) { for (x = 1; x; x <<= 1) ; }', 'until x == 0'],
  ['a parameter', 'T unsigned char', 'T unsigned short', 'void f(T x) { for (x = 1; x; x <<= 1) ; }', 'until x == 0'],
  [
    'a size',
    'OF(x) (2 * (x))',
    'OF(x) (x)',
    'int b[OF(4)]; void f(void) { for (unsigned i = 0; i < sizeof b / sizeof *b; i++) b[i] = 0; }',
    'until i >= sizeof b / sizeof *b',
  ],
  [
    'a row',
    'OF(x) (2 * (x))',
    'OF(x) (x)',
    'static const int b[] = { OF(4), 1 }; int f(void) { int t = 0; for (int i = 0; i < b[0]; i++) t++; return t; }',
    'until i >= b[0]',
  ],
])('between functions: %s', async (_, first, second, code, sentence) => {
  expect(await sentencesIn(either(first, second, code))).toEqual([sentence]);
});

const LOOP = FUNCTION('for (i = 0; i < n; i = NEXT(i)) t++;');

test.each([
  ['of a third build', '#elif defined L\n#define NEXT(i) ((i) + 2)', `n iterations, if K and L are not defined`],
  ['that are the same', '', 'n iterations'],
  ['of which no build has one', '#elif SIZEOF_INT == 2\n#define NEXT(i) ((i) + 2)', 'n iterations'],
  [
    'of which a compiler chooses',
    '#elif defined __GNUC__\n#define NEXT(i) ((i) + 1)\n#elif defined L\n#define NEXT(i) ((i) + 3)',
    'n iterations',
  ],
])('definitions %s', async (_, more, sentence) => {
  const macros = `#ifdef K\n#define NEXT(i) ((i) + 1)\n${more}\n#else\n#define NEXT(i) ((i) + 1)\n#endif\n`;
  expect(await sentencesIn(`#include "conf.h"\n${macros}${LOOP}`)).toEqual([sentence]);
});

test("other libraries' headers configure nothing of the program's", async () => {
  const code = either('NEXT(i) ((i) + 2)', 'NEXT(i) ((i) + 1)', LOOP);
  expect(await sentencesIn(code.replace('"conf.h"', '<other/library.h>'))).toEqual(['n iterations']);
  expect(await sentencesIn(code.replace('"conf.h"', '<other/config.h>'))).toEqual([`n iterations${UNLESS}`]);
});

test.each([
  ['it is sure again', '#undef NEXT\n#define NEXT(i) ((i) + 3)\n', '(n + 2) / 3 iterations'],
  ['with functions beside it, no build is known behind it', '', 'until i >= n'],
])('%s', async (_, behind, sentence) => {
  const own = 'int own(int n) { int i, t = 0; for (i = 0; i < n; i = NEXT(i)) t++; return t; }';
  const macros = `#ifdef K\n#define NEXT(i) ((i) + 2)\n${own}\n#else\n#define NEXT(i) ((i) + 1)\n#endif\n`;
  expect(await sentencesIn(`#include "conf.h"\n${macros}${behind}${LOOP}`)).toEqual([
    '(n + 1) / 2 iterations',
    sentence,
  ]);
});
