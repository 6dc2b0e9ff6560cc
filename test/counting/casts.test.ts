/** What is read through a pointer that is cast where it is used. */
import { describe } from 'vitest';
import { toldIn } from './sentences.ts';

const HEAD = `
struct item { int n, m; struct item *next; int *v; };
extern char shared[];
void use(int);
int *place(int);
#define ITEM(p) ((struct item *)(p))
`;

describe('memory behind a cast', () => {
  toldIn((loop) => `${HEAD}void f(void *p, char *q, short *h, struct item *t, int *a) { int i; ${loop} }`)([
    ['for (i = 0; i < ((struct item *)p)->n; i++) ;', '((struct item *)p)->n iterations'],
    [
      'for (i = 0; i < ITEM(p)->n; i++) a[i & 7]++;',
      "((struct item *)p)->n iterations, if the store in line 7 doesn't change ((struct item *)p)->n",
    ],
    ['for (i = 0; i < *(int *)(q + 4); i++) ;', '*(int *)(q + 4) iterations'],
    ['for (i = 0; i < ((struct item*)shared)->n; i++) ;', '((struct item *)shared)->n iterations'],
    ['for (; p; p = ((struct item *)p)->next) ;', 'length(p) iterations'],
    // another member, under the same cast
    ['for (i = 0; i < ITEM(p)->n; i++) ITEM(p)->m = i;', '((struct item *)p)->n iterations'],
    // the same one, as a function or another name may have it
    [
      'for (i = 0; i < ITEM(p)->n; i++) use(i);',
      "((struct item *)p)->n iterations, if use() doesn't change ((struct item *)p)->n",
    ],
    ['for (i = 0; i < ITEM(p)->n; i++) ITEM(p)->n = 3;', 'until i >= ITEM(p)->n'],
    ['for (i = 0; i < ITEM(p)->n; i++) t->n = 3;', 'until i >= ITEM(p)->n'],
    [
      'for (i = 0; i < *(int *)q; i++) q[1] = 0;',
      "*(int *)q iterations, if the store in line 7 doesn't change *(int *)q",
    ],
    ['for (i = 0; i < *(int *)q; i++) q++;', 'until i >= *(int *)q'],
  ]);
});

describe('a store to where a function says', () => {
  toldIn((loop) => `${HEAD}void f(struct item *t, int *a) { int i; ${loop} }`)([
    [
      'for (i = 0; i < t->n; i++) *place(i) = 0;',
      "t->n iterations, if place() and the store in line 7 don't change t->n",
    ],
    ['for (i = 0; i < *a; i++) *place(i) = 0;', 'until i >= *a'],
  ]);
});
