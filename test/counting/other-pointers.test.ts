/** `*d++ = *s++`: what is written through one pointer is taken for nothing that is read through another. */
import { expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const line = (declared: string, loop: string, behind = ''): string => `char *get(void), **names(void);
void keep(char *), see(void *);
struct text { char *at; int n; };
void f(struct text *a, struct text *b, int k) {
  ${declared}
  ${loop}
  ${behind}
}`;

const KEPT = "if the store in line 6 doesn't change what s points to";

test.each([
  ['char *s = get(), *d = get();', 'while (*s) *d++ = *s++;', 'keep(d);', `strlen(s) iterations, ${KEPT}`],
  ['char *s = get(), *d = get();', 'while ((*d++ = *s++)) ;', 'keep(d);', `strlen(s) iterations, ${KEPT}`],
  ['char *s = get();', 'while (*s) *a->at++ = *s++;', '', `strlen(s) iterations, ${KEPT}`],
  ['char **s = names(), **d = names();', 'while (*s) *d++ = *s++;', 'see(d);', `entries(s) iterations, ${KEPT}`],
  // through the same pointer, one that is reckoned from it, or one that begins with it
  ['char *s = get();', 'while (*s) { s[k] = 4; s++; }', 'keep(s);', 'until *s == 0'],
  ['char *s = get(), *d;', 'while (*s) { d = s + k; *d = 4; s++; }', 'keep(s);', 'until *s == 0'],
  ['char *s = get(), *d = s + k;', 'while (*s) { *d++ = 4; s++; }', 'keep(d);', 'until *s == 0'],
  // nothing that is behind is read again
  ['char *s = get(), *d = s;', 'while (*s) { *d++ = *s; s++; }', 'keep(d);', 'strlen(s) iterations'],
])('%s %s', async (declared, loop, behind, sentence) => {
  expect(await sentencesIn(line(declared, loop, behind))).toEqual([sentence]);
});

test.each([
  // its address is known elsewhere
  [
    'char *s = get(); int n = 0;',
    'while (*s) { s++; n++; }',
    'see(&n);',
    "strlen(s) iterations, if s doesn't point to n",
  ],
  ['char *s = get(); int n = 0; see(&n);', 'while (s[n]) n++;', '', `strlen(s + n) iterations, ${KEPT}`],
  // nobody knows it
  [
    'char *s; char seen[256];',
    'for (s = a->at; *s; s++) seen[(unsigned char)*s] = 1;',
    's = get(); keep(s);',
    'strlen(a->at) iterations',
  ],
  // of an array of arrays a row is a pointer, and a union's member may be one
  ['char rows[2][8], *s = rows[k]; if (k) s = get();', 'while (*s++) rows[1][3] = 4;', 'keep(s);', 'until *s++ == 0'],
  [
    'union { char c[8]; long l; } u; char *s = u.c; if (k) s = get();',
    'while (*s++) u.c[3] = 4;',
    'keep(s);',
    'until *s++ == 0',
  ],
])('%s %s and a variable', async (declared, loop, behind, sentence) => {
  expect(await sentencesIn(line(declared, loop, behind))).toEqual([sentence]);
});

test('what a pointer leads to is called so, also where it is the function’s own', async () => {
  const source = 'int N, *get(void); void f(void) { int *p = get(); for (N = 0; N < *p; N++) ; }';
  expect(await sentencesIn(source)).toEqual([
    "*p iterations, *p as its head sets it, if the store in line 1 doesn't change *p",
  ]);
});

test('what a loop’s head stores to may go by another name', async () => {
  const source = `
    int g;
    struct s { int n, m; };
    int a(int *p) { int j; for (*p = 0, j = g; *p < j; *p += 1, j--) ; return j; }
    int b(int *p, int *q) { int i; for (*p = 0, i = 0; i < *q; i++) ; return i; }
    int c(struct s **p, struct s **q) { int i; for ((*p)->n = 0, i = 0; i < (*q)->n; i++) ; return i; }
    int d(struct s *p, struct s *q) { int i; for (p->n = 0, i = 0; i < q->m; i++) ; return i; }
    int e(int *p) { int i, j; *p = 0; for (j = g, i = 0; i < j; i++) ; return i; }
  `;
  expect(await sentencesIn(source)).toEqual([
    '(j + 1) / 2 iterations, j as its head sets it',
    '*q iterations, *q as its head sets it',
    '(*q)->n iterations, (*q)->n as its head sets it',
    'q->m iterations',
    'g iterations',
  ]);
});
