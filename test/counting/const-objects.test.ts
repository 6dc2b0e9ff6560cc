/** Calls don't change what is `const`, whoever has its address; `(&x)->m` and `*&x` are no addresses at all. */
import { expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const HEAD = `
void see(const int *); void spell(const char *); struct pair { int a, b; }; void show(const struct pair *);
struct span { long seconds, fraction; }; struct watch { struct span span; int laps[4]; };
int read(int);
`;

test.each([
  ['a number', 'int m', 'const int n = m; see(&n); for (int i = 0; i < n; i++) see(&n);', 'n iterations'],
  ['a parameter', 'const int n', 'for (int i = 0; i < n; i++) see(&n);', 'n iterations'],
  ['not a const one', 'int n', 'for (int i = 0; i < n; i++) see(&n);', 'until i >= n'],
  ['a struct', 'int m', 'const struct pair p = { 3, m }; for (int i = 0; i < p.b; i++) show(&p);', 'p.b iterations'],
  [
    'what a const pointer leads to is not',
    'int *const p',
    'for (int i = 0; i < *p; i++) see(p);',
    '*p iterations, if see() doesn’t change *p',
  ],
  ['an element', 'int m', 'const char t[] = "abc"; for (int i = 0; i < t[0]; i++) spell(t);', 't[0] iterations'],
  [
    'set again in each iteration',
    'int m',
    'for (int i = 0; i < m; i++) { const int n = i; see(&n); for (int k = 0; k < n; k++) see(&n); }',
    'm iterations',
    'n iterations',
  ],
  [
    'a member of an address',
    'struct watch *w',
    'while ((&w->span)->fraction >= 1000) { (&w->span)->seconds++; (&w->span)->fraction -= 1000; }',
    'w->span.fraction / 1000 iterations',
  ],
  ['the object at its address', 'int n', 'for (int i = 0; i < *&n; i++) read(i);', 'n iterations'],
  ['within brackets', 'int n', 'for (int i = 0; i < *(&(n)); i++) (*&read)(i);', 'n iterations'],
])('%s', async (_, parameters, body, ...sentences) => {
  const told = await sentencesIn(`${HEAD}void f(${parameters}) {\n${body}\n}`);
  expect(told).toEqual(sentences.map((s) => s.replaceAll('’', "'")));
});
