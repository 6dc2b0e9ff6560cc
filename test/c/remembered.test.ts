/** A function that was lowered where it stood before is the same as one that is lowered where it stands now. */
import { expect, test } from 'vitest';
import { moved } from '../../server/src/c/types/remembered-functions.ts';
import { lower } from './lower.ts';

const SOURCES = [
  'int size(int); void f(int k) { for (int i = 0; i < size(k); i++); }',
  'void f(int *a, int n) { int i = 0; while (1) { if (a[i] == n) break; a[i++] = n / i; } }',
  'struct s { int n; struct s *next; }; int f(struct s *p) { int c = 0; for (; p; p = p->next) c += p->n; return c; }',
  'void g(int *); double d; void f(int x) { int l[4]; do { g(l); d = d / 2; if (l[1] > x) goto out; } while (x--); out:; }',
  '#include <assert.h>\n#include <string.h>\nvoid f(char *s, int x) { memset(s, 0, x); assert(s[x] == 0); switch (x) { case 1: x = 2; } }',
  'int f(unsigned x) { int r = 0; while (x) { r += x & 1 ? 3 : 5; x >>= 1; } return r; }',
];

test.each(SOURCES)('%s', (source) => {
  const before = lower(source).functions.at(-1)!;
  const after = lower(`\n\n\n${source}`).functions.at(-1)!;
  expect(moved(before, 3, () => null)).toEqual(after);
});
