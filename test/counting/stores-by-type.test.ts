/** Counting alone: a store of a floating number, or of a struct, changes no limit of another type or member. */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

const HEAD = `
struct item { char *name; int line; unsigned char kind; double weight; };
struct list { struct item *items; double *values; float *small; int n; int line; char mark; };
struct nested { struct item in; int n; };
union mixed { int i; float f; double d; }; struct held { union mixed u; int n; };
struct wide { union { long wide; int i; float f; double d; } u; }; struct wide *wide(void *);
static void set(int *q) { *q = 5; }
struct item *find(void *); double *numbers(void *);
`;

async function countOf(body: string): Promise<{ sentence: string; isSure: boolean } | undefined> {
  const parameters =
    'struct list *l, struct item *a, double *d, char *c, struct nested *p, struct held *h, int *q, struct wide *w';
  const loops = await loopsIn(`${HEAD}void f(${parameters}) { int i; ${body} }`, 'c');
  const count = loops.at(-1)?.count;
  return count && { sentence: count.sentence, isSure: count.relation !== 'until' && count.assuming.length === 0 };
}

describe('another type, or member', () => {
  test.each([
    'for (i = 0; i < l->n; i++) l->values[i] = 0.5;',
    'for (i = 0; i < l->n; i++) l->values[i] += l->values[0];',
    'for (i = 0; i < l->n; i++) l->small[i] = 1;',
    'for (i = 0; i < l->n; i++) numbers(0)[i]++;',
    'for (i = 0; i < l->n; i++) l->items[i] = l->items[i + 1];',
    'for (i = 0; i < l->line; i++) l->items[i] = l->items[i + 1];',
    'for (i = 0; i < l->n; i++) *find(0) = *a;',
    'for (i = 0; i < l->n; i++) p[i].in = *a;',
  ])('%s', async (body) => {
    const count = await countOf(body);
    expect(count?.sentence.replace(/, if f?ind.*/, '')).toMatch(/^l->(?:n|line) iterations/);
    if (!/find|numbers/.test(body)) expect(count?.isSure).toBe(true);
  });
});

describe('the same one, or bytes', () => {
  test.each([
    'for (i = 0; i < a->line; i++) a[i] = a[i + 1];',
    'for (i = 0; i < a->line; i++) l->items[i] = *l->items;',
    'for (i = 0; i < *q; i++) l->items[i] = *a;',
    'for (i = 0; i < p->n; i++) p[i] = p[1];',
    'for (i = 0; i < p->in.line; i++) p[i] = p[1];',
    'for (i = 0; i < h->u.i; i++) h[i].u.f = 1;',
    'for (i = 0; i < h->u.i; i++) h[i] = h[1];',
    'for (i = 0; i < h->u.i; i++) *d = 0.5;',
    'for (i = 0; i < h->u.i; i++) *l->small = 0.5f;',
    'for (i = 0; i < w->u.wide; i++) *q = 5;',
    'for (i = 0; i < w->u.wide; i++) set(q);',
    'for (i = 0; i < wide(0)->u.wide; i++) *q = 5;',
    // it is said to be something else
    'double *z = (double *)&l->n; for (i = 0; i < l->n; i++) *z = 0.5;',
    'struct item *z = (struct item *)&l->n; for (i = 0; i < l->n; i++) z[i] = *a;',
  ])('%s', async (body) => {
    expect((await countOf(body))?.isSure).toBe(false);
  });
});

test('a store to what is not known is told', async () => {
  const source = `struct part; struct s { int n; void *p; }; void f(struct s *s, struct part *x, int k);
void g(struct s *s) { int i; for (i = 0; i < s->n; i++) *(__typeof__(unknown) *)s->p = 1; }`;
  const count = (await loopsIn(source, 'c')).at(-1)?.count;
  expect(count?.relation === 'until' || (count?.assuming.length ?? 0) > 0).toBe(true);
});
