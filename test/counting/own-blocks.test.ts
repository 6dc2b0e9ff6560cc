/** Stores into memory that the function has made itself: nothing else of it is there. */
import { describe } from 'vitest';
import { toldIn } from './sentences.ts';

const inFunction = (body: string): string => `
#include <stdlib.h>
#include <string.h>
struct s { int count; int *v; char *name; };
int total, *others;
int *get(int);
void *make(size_t);
void query(int *);
int *f(struct s *s, int c) { int i; int *b, *p; ${body} }
`;
const told = toldIn(inFunction);

describe('no object of others is there', () => {
  told([
    ['b = malloc(9); for (i = 0; i < s->count; i++) b[i] = 1; return b;', 's->count iterations'],
    [
      'b = (int *)calloc(9, 4); if (!b) return b; for (i = 0; i < s->count; i++) *b++ = 1; return b;',
      's->count iterations',
    ],
    ['p = b = malloc(9); for (i = 0; i < total; i++) *p++ = i; return b;', 'total iterations'],
    [
      'b = NULL; if (c) b = malloc(9); p = c ? b : b + 1; for (i = 0; i < total; i++) p[i] = i; return b;',
      'total iterations',
    ],
    ['int r[4]; query(r); b = malloc(9); for (i = 0; i < r[2]; i++) b[i] = 1; return b;', 'r[2] iterations'],
  ]);
});

describe('it may be elsewhere, or others may know of it', () => {
  const maybe = (what: string): string => `${what} iterations, if the store in line 9 doesn't change ${what}`;
  told([
    ['b = malloc(9); if (c) b = s->v; for (i = 0; i < s->count; i++) b[i] = 1; return b;', maybe('s->count')],
    ['b = malloc(9); p = b; if (c) p = others; for (i = 0; i < s->count; i++) p[i] = 1; return b;', maybe('s->count')],
    [
      'int *k = malloc(9), *d = k; if (c) d = others; for (i = 0; i < s->count; i++) d[i] = 1; return k;',
      maybe('s->count'),
    ],
    ['b = get(9); for (i = 0; i < s->count; i++) b[i] = 1; return b;', maybe('s->count')],
    ['b = make(9); for (i = 0; i < total; i++) b[i] = 1; return b;', maybe('total')],
    ['b = realloc(s->v, 9); for (i = 0; i < s->count; i++) b[i] = 1; return b;', maybe('s->count')],
    ['static int *k; if (!k) k = malloc(9); for (i = 0; i < s->count; i++) k[i] = 1; return k;', maybe('s->count')],
    [
      'int **h = &p; b = malloc(9); p = b; *h = s->v; for (i = 0; i < s->count; i++) p[i] = 1; return b;',
      maybe('s->count'),
    ],
  ]);
});
