/** Whether accesses may leave their arrays. What holds is worked out from C's rules by hand. */
import { beforeAll, expect, test } from 'vitest';
import { loadParser } from '../../server/src/c/front-end.ts';
import { misstepsIn } from './lower.ts';

beforeAll(() => loadParser());

const HEAD = `
#include <stdlib.h>
struct s { int v[8], w[4]; };
int t[12], k, get(void);
void use(void *);
`;

/** `text answer`, in the order of the source. */
const answersIn = (source: string): readonly string[] =>
  misstepsIn(`${HEAD}${source}`).accesses.map(
    ({ text, leaves, unless }) => `${text} ${leaves}${unless === undefined ? '' : ` unless ${unless}`}`,
  );

test.each([
  ['up to its length', 'void f(void) { for (int i = 0; i < 12; i++) t[i] = i; }', ['t[i] no']],
  ['one too far', 'void f(void) { for (int i = 0; i <= 12; i++) t[i] = i; }', ['t[i] yes']],
  ['up to what a caller says', 'void f(int n) { for (int i = 0; i < n; i++) t[i] = i; }', ['t[i] yes unless n <= 12']],
  [
    'up to what is limited before',
    'void f(int n) { if (n > 12) n = 12; for (int i = 0; i < n; i++) t[i] = i; }',
    ['t[i] no'],
  ],
  ['from below zero', 'void f(int n) { if (n > 12) return; while (n < 12) t[n++] = 0; }', ['t[n++] yes unless n >= 0']],
  ['a remainder', 'void f(unsigned n) { while (n) { t[n % 12]++; n /= 3; } }', ['t[n % 12] no']],
  ['a remainder with a sign', 'void f(int n) { while (n) { t[n % 12]++; n /= 3; } }', ['t[n % 12] unknown']],
  ['a mask that is too wide', 'void f(unsigned n) { while (n) { t[n & 15]++; n >>= 1; } }', ['t[n & 15] unknown']],
  ['a ring', 'void f(void) { int at = 0; while (get()) { t[at] = 1; if (++at == 12) at = 0; } }', ['t[at] unknown']],
  ['a ring below', 'void f(void) { int at = 0; while (get()) { t[at] = 1; if (++at >= 12) at = 0; } }', ['t[at] no']],
  [
    'a caller’s pointer',
    'int f(int *p) { int s = 0; for (int i = 0; i < 4; i++) s += p[i]; return s; }',
    ['p[i] unknown'],
  ],
  ['a member', 'void f(struct s *p) { for (int i = 0; i < 8; i++) p->v[i] = 1; }', ['p->v[i] no']],
  [
    'a member of one that is known',
    'void f(void) { struct s r; for (int i = 0; i < 5; i++) r.w[i] = 1; }',
    ['r.w[i] yes'],
  ],
  [
    'rows',
    'int f(void) { static int m[3][4]; int s = 0; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) s += m[i][j]; return s; }',
    ['m[i][j] no'],
  ],
  [
    'rows that are mixed up',
    'int f(int n) { static int m[3][4]; int s = 0; for (int i = 0; i < n; i++) s += m[n & 1][i & 7]; return s; }',
    ['m[n & 1][i & 7] yes unless n <= 4'],
  ],
  [
    'a row’s element by its address',
    'void f(int n) { int m[3][4]; for (int i = 0; i < 3; i++) use(&m[t[i]][n]); }',
    ['t[i] no'],
  ],
  ['a row by its address', 'void f(void) { int m[3][4]; for (int i = 0; i < 3; i++) use(m[i]); }', []],
  ['what only has its address taken', 'void f(void) { for (int i = 0; i < 13; i++) use(&t[i]); }', []],
  ['what has its size taken', 'void f(int n) { for (int i = 0; i < n; i++) k += sizeof t[i]; }', []],
  [
    'a pointer to its end',
    'int f(void) { char b[9] = {0}; int s = 0; for (char *p = b; p < b + 9; p++) s += *p; return s; }',
    ['*p no'],
  ],
  [
    'a block that is there',
    'int f(void) { int *p = malloc(40); if (!p) return 0; for (int i = 0; i < 10; i++) p[i] = i; free(p); return 1; }',
    ['p[i] no'],
  ],
  [
    'a block that may not be there',
    'int f(void) { int *p = malloc(40); for (int i = 0; i < 10; i++) p[i] = i; return 1; }',
    ['p[i] unknown'],
  ],
  [
    'a block that a function has got',
    'void f(void) { int *p = malloc(40); if (!p) return; use(p); for (int i = 0; i < 10; i++) p[i] = i; }',
    ['p[i] unknown'],
  ],
  [
    'an index that others may change',
    'void f(void) { for (k = 0; k < 12; k++) { get(); t[k] = 1; } }',
    ['t[k] unknown'],
  ],
  [
    'an index behind the check',
    'void f(void) { while (get()) { int n = get(); if (n >= 0 && n < 12) t[n] = 1; } }',
    ['t[n] no'],
  ],
  [
    'a table in an index',
    'int f(int n) { int s = 0; while (n-- > 0) s += t[t[n & 7] & 7]; return s; }',
    ['t[t[n & 7] & 7] no', 't[n & 7] no'],
  ],
  [
    'what no run was followed to',
    'void f(void) { int i = 0; for (;;) { i++; if (i < 0) t[i] = 1; if (get()) break; } }',
    ['t[i] unknown'],
  ],
  ['an element at once', 'void f(int n) { if (n >= 0 && n < 12) t[n] = 1; }', ['t[n] no']],
  [
    'what a callee does',
    'static void g(int i) { while (i) t[i--] = 1; } void f(void) { g(3); }',
    ['t[i--] yes unless i >= 0 && i <= 11'],
  ],
  ['a countdown', 'void f(void) { unsigned i = 12; while (i-- > 0) t[i] = 1; }', ['t[i] no']],
  ['a jump back', 'void f(void) { int i = 0; again: t[i] = 1; if (++i < 12) goto again; }', ['t[i] no']],
])('%s', (_, source, answers) => {
  expect(answersIn(source)).toEqual(answers);
});

test.each([
  ['rows', 'int f(int m[4][4]) { return m[1][k & 3]; }'],
  ['elements', 'int f(int *p) { return p[k & 3]; }'],
])('of %s behind a pointer the number is missed', (_, source) => {
  const { accesses } = misstepsIn(`${HEAD}${source}`);
  expect(accesses.map(({ message }) => message)).toEqual(["how many elements there are isn't known here"]);
});

/** A pointer that was a row or a member leads on into the object behind it: that is no step outside of the object. */
test.each([
  ['an element of an array', 'int f(int n) { return t[n & 7]; }', 'array'],
  ['a row', 'int m[4][8]; int f(int n) { return m[1][n & 7]; }', 'array'],
  ['behind a row', 'int m[4][8]; int f(int n) { return *(m[1] + (n & 15)); }', 'object'],
  ['behind a member', 'int f(int n) { struct s r = {0}; int *p = r.v; return p[8 + (n & 3)]; }', 'object'],
  ['both ways', 'int f(int n) { struct s r[2] = {0}, *p = r; return p[n & 1].v[n & 7]; }', 'object'],
])('within what: %s', (_, source, within) => {
  const { accesses } = misstepsIn(`${HEAD}${source}`);
  expect(accesses.map((a) => a.within)).toEqual([within]);
});
