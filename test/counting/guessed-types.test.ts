/** Members whose types headers have that aren't there: a count says of which type they would have to be. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const HEAD = 'void use(int);\nvoid free(void *);\nvoid log_it(void);\nextern int shared;\n';

const counted = async (loop: string): Promise<readonly (string | undefined)[]> =>
  sentencesIn(`${HEAD}int f(const matrix *A, struct table *t, state *md, int *q, double x, unsigned long k) {
    int i, c = 0; ${loop} return c; }`);

describe('a limit', () => {
  test.each([
    ['for (k = 1; k < A->size; k++) c++;', 'A->size - 1 iterations, if A->size is of type unsigned long'],
    ['for (i = 0; i < t->n; i++) c++;', 't->n iterations, if t->n is of type int'],
    ['for (i = 0; i < md->md4.used; i++) c++;', 'md->md4.used iterations, if md->md4.used is of type int'],
    ['for (k = 0; k < (unsigned long)A->size; k++) c++;', 'A->size iterations, if A->size is of type unsigned long'],
    ['for (i = 0; i < t->n - 1; i++) c++;', 't->n - 1 iterations, if t->n is of type int'],
    ['for (i = 0; i < t->n; i++) use(i);', "t->n iterations, if t->n is of type int and use() doesn't change t->n"],
    [
      'for (i = 0; i < t->n; i++) *q++ = 1;',
      "t->n iterations, if t->n is of type int and the store in line 6 doesn't change t->n",
    ],
  ])('%s', async (loop, sentence) => expect(await counted(loop)).toEqual([sentence]));
});

describe('none where', () => {
  test.each([
    ['the loop changes it', 'for (i = 0; i < t->n; i++) t->n--;', 'until !(i < t->n)'],
    ['the pointer goes on', 'for (i = 0; i < t->n; i++) t = t->next;', 'at most length(t) iterations'],
    ['it is compared with no integer', 'for (x = 0; x < t->n; x++) c++;', 'until !(x < t->n)'],
  ])('%s', async (_, loop, sentence) => expect(await counted(loop)).toEqual([sentence]));
});

describe('lists of nodes whose type no header tells', () => {
  const walked = async (loop: string): Promise<readonly (string | undefined)[]> =>
    sentencesIn(`${HEAD}int f(struct node *l, List k, char *text, int *q) {
      int c = 0; struct node *p; List s; ${loop} return c; }`);

  test.each([
    ['for (p = l; p; p = p->next) c++;', 'length(l) iterations'],
    ['for (p = l; p; p = p->next) *q = 3;', 'length(l) iterations'],
    ['for (s = k; s; s = s->next) c++;', 'length(k) iterations'],
    ['while (k) { s = k->next; free(k); k = s; }', 'length(k) iterations'],
    ['while (k != NULL) { c++; k = k->next; }', 'length(k) iterations'],
    ['for (p = l; p; p = p->next) use(c);', "length(l) iterations, if use() doesn't relink the list at l"],
    [
      'for (p = l; p; p = p->next) p->seen = 1;',
      "length(l) iterations, if the store in line 6 doesn't relink the list at l",
    ],
    ['for (p = l; p; p = p->next) p->next = l;', 'until p == NULL'],
    [
      'for (p = l; p; p = p->next) *text++ = 0;',
      "length(l) iterations, if the store in line 6 doesn't relink the list at l",
    ],
    ['for (c = 0; c < k->n; c++) ;', 'k->n iterations, if k->n is of type int'],
  ])('%s', async (loop, sentence) => expect(await walked(loop)).toEqual([sentence]));
});
