/**
 * Counts of walks along lists whose links the loop writes, and what a count rests on whose terms have cancelled out.
 */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

const HEAD = `
struct node { struct node *next, *prev; int v; };
struct box { int a, n; union { int n; struct box *next; } u; };
struct twin { union { long n; struct twin *next; } u; int v; };
extern int k; void free(void *); void g(void);
`;

async function sentenceOf(body: string): Promise<string | undefined> {
  const [loop] = await loopsIn(
    `${HEAD}void f(struct node *p, struct box *s, int n, struct twin *t, struct twin *t0) { struct node *cur, *q, *r = 0; int i = 0; ${body} }`,
    'c',
  );
  return loop?.count.sentence;
}

describe('a walk along a list', () => {
  test.each([
    // nodes are unlinked that have been passed: a ring ends then
    ['while (p) { cur = p; p = p->next; cur->next = 0; }', 'at most length(p) iterations'],
    ['while (p) { q = p->next; p->next = r; r = p; p = q; }', 'at most length(p) iterations'],
    // nodes that come later
    ['while (p) { p->next = 0; p = p->next; }', 'until p == NULL'],
    ['for (; p; p = p->next) { if (r) r->next = 0; r = p; }', 'until p == NULL'],
    ['for (; p; p = p->next) p->v = 1;', 'length(p) iterations'],
    // what is stored is no link: another member, a number, in whatever object
    ['for (; p; p = p->next) s->n++;', 'length(p) iterations'],
    ['for (q = p; q; q = q->next) { p->v = 1; q->v = 2; }', 'length(p) iterations'],
    ['for (; p; p = p->next) k++;', 'length(p) iterations'],
    ['for (; p; p = p->next) s->u.n = 1;', 'length(p) iterations'],
    // the link's bytes by another name
    ['for (; t; t = t->u.next) t0->u.n = 1;', 'until t == NULL'],
    ['for (; t; t = t->u.next) t0->v = 1;', 'length(t) iterations'],
    [
      'int *w = (int *)p; for (; p; p = p->next) { s->n++; *w = 1; }',
      "length(p) iterations, if the store in line 6 doesn't relink the list at p",
    ],
    // the library may set `errno`, of which no header tells what it is
    ['errno = 0; for (; p; p = p->next) if (strcasecmp(s, p)) break;', 'at most length(p) iterations'],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});

describe('a count rests on what has cancelled out', () => {
  test.each([
    ['for (i = 0; i < n; ) { i += s->a; g(); i -= s->a - 1; }', "n iterations, if g() doesn't change s->a"],
    ['for (i = 0; i < n; ) { i += k; g(); i -= k - 1; }', "n iterations, if g() doesn't change k"],
    [
      'while (1) { int u = s->a; g(); if (i + u >= n + s->a) break; i++; }',
      "max(1, n + 1) iterations, if g() doesn't change s->a",
    ],
    ['for (i = 0; i < n; i++) if (s->a) g();', 'n iterations'],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});
