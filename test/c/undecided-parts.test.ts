/**
 * `#if`s within functions that a header decides which isn't read: a build has them or not. What stands elsewhere is
 * found all the same, and nothing that another choice may change.
 */
import { beforeAll, expect, test } from 'vitest';
import { loadParser } from '../../server/src/c/front-end.ts';
import { misstepsIn } from './lower.ts';

beforeAll(() => loadParser());

/** `A` is what the header may define. */
const kindsIn = (body: string): readonly string[] =>
  misstepsIn(
    `#include "config.h"\nint b[10], q, get(void);\nint f(int n) {\n  int i, k = 0;\n${body}\n  return k + i;\n}`,
  )
    .found.filter((m) => m.kind !== 'suspicion')
    .map((m) => m.kind);

test.each([
  ['a loop before', 'for (i = 0; i <= 10; i++) b[i] = 0;\n#ifdef A\nk = 1;\n#endif', ['index-outside']],
  ['a loop behind', '#ifdef A\nk = 1;\n#endif\nfor (i = 0; i <= 10; i++) b[i] = k;', ['index-outside']],
  ['in a block', 'i = 0; if (n) {\n#ifdef A\nk = 1;\n#endif\nb[10] = 1; }', ['index-outside']],
  ['behind a part within a statement', 'k = n\n#ifdef A\n+ 1\n#endif\n; i = 0; b[10] = k;', ['index-outside']],
  [
    'behind a table of chosen rows',
    'int t[] = {\n#ifdef A\n4,\n#endif\n5 }; k = t[0]; i = 0; b[10] = k;',
    ['index-outside'],
  ],
  ['an array of its own', 'int c[4]; i = 0;\n#ifdef A\nk = 1;\n#endif\nc[4] = 1; k = c[0];', ['index-outside']],
  [
    'at the end of a case',
    'i = 0; switch (n) { case 1: b[10] = 1;\n#ifdef A\nk = 1;\n#endif\nbreak; case 2: k = 2; }',
    ['index-outside'],
  ],
])('found beside: %s', (_, body, kinds) => {
  expect(kindsIn(body)).toEqual(kinds);
});

test.each([
  ['it may set a variable', '#ifdef A\ni = 5;\n#endif\nb[i] = 1;'],
  ['it may set an index', 'i = 10;\n#ifdef A\ni = 5;\n#endif\nb[i] = 1;'],
  ['it may leave the loop', 'for (i = 0; i < 10; i++) {\n#ifdef A\nif (get()) break;\n#endif\nb[i] = 0; }\nb[i] = 1;'],
  [
    'it may go on with the next round',
    'for (i = 0; i < 20; i++) {\n#ifdef A\nif (i >= 10) continue;\n#endif\nb[i] = 0; }',
  ],
  ['it may end a loop', 'i = 0; while (n) {\n#ifdef A\nif (get()) break;\n#endif\ni ^= 1; }\nk = 2;'],
  ['it may change what a loop tests', 'i = 0; while (i < 3) {\n#ifdef A\ni++;\n#endif\nk ^= 1; }'],
  [
    'a condition is chosen',
    'for (i = 0; i < 10; i++) if (b[i]\n#ifdef A\n&& q\n#endif\n) break;\nif (i < 10) b[i] = 1;',
  ],
  ['a test is chosen', 'for (i = 0; i <= 10\n#ifdef A\n&& i < 9\n#endif\n; i++) b[i] = 0;'],
  ['an array of another length', '#ifdef A\nint c[20];\n#else\nint c[10];\n#endif\ni = 0; c[15] = 1; k = c[15];'],
  ['rows of a table', 'int t[] = {\n#ifdef A\n4, 3, 2,\n#endif\n5 }; i = 0; k = t[2];'],
  ['a variable of another type', '#ifdef A\nlong m = 1;\n#else\nint m = 1;\n#endif\ni = 0; m <<= 40; k = m != 0;'],
  ['another object of the name', 'i = 0; {\n#ifdef A\nchar b[100];\n#endif\nb[50] = 1; }'],
  ['a statement is taken into a condition', 'i = 0;\n#ifdef A\nif (q)\n#endif\nb[10] = 1;'],
  ['braces around', 'i = 0;\n#ifdef A\nif (q) {\n#endif\nb[10] = 1;\n#ifdef A\n}\n#endif'],
  ['it may jump', 'i = 0; k = 1;\n#ifdef A\ngoto out;\n#endif\nk = 2; if (k == 2) b[10] = 1; out: k = 3;'],
  ['an element that a part writes', 'int c[2];\n#ifdef A\nc[1] = 3;\n#endif\ni = 0; k = c[1];'],
  ['a block of another size', 'char *p = malloc(4);\n#ifdef A\np = malloc(40);\n#endif\ni = 0; p[20] = 1;'],
  ['nothing is dead', 'i = 0;\n#ifdef A\ni = get();\n#endif\nif (i) k = 2;'],
])('not found: %s', (_, body) => {
  expect(kindsIn(body)).toEqual([]);
});
