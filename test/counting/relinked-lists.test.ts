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
    [
      'for (; t; t = t->u.next) t0->u.n = 1;',
      "length(t) iterations, if the store in line 6 doesn't relink the list at t",
    ],
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

/** What a call or a store may change of a list, or of a limit: as types and members tell, and what lies in unions. */
test.each([
  // only what is handed to the callee
  ['for (; p; p = p->next) { int x; sscanf(name, "%d", &x); p->v = x; }', 'length(p) iterations'],
  ['for (; p; p = p->next) { struct pair t; fill(&t); p->v = t.b; }', 'length(p) iterations'],
  ['for (; p; p = p->next) if (p->v > largest.v) largest = *p;', 'length(p) iterations'],
  [
    'for (; p; p = p->next) if (p->v > widest.v) widest = *p;',
    "length(p) iterations, if the store in line 10 doesn't relink the list at p",
  ],
  [
    'for (; p; p = p->next) sscanf(name, "%p", (void **)&p->next);',
    "length(p) iterations, if sscanf() doesn't relink the list at p",
  ],
  ['for (; p; p = p->next) { int x; out(&x); }', "length(p) iterations, if out() doesn't relink the list at p"],
  // characters may be parts of anything
  ['for (; p; p = p->next) sprintf(name, "%d", i);', "length(p) iterations, if sprintf() doesn't relink the list at p"],
  // a struct as a whole
  ['for (; p; p = p->next) *pair = (struct pair){ 1, 2 };', 'length(p) iterations'],
  ['for (; p; p = p->next) *k = *p;', 'until p == NULL'],
  ['for (p = table; p; p = p->next) table[i] = *k;', 'until p == NULL'],
  // of a union anything that is in there
  ['for (; p; p = p->next) w->pair.b = 3;', 'until p == NULL'],
  ['for (; p; p = p->next) w->link.to = k;', 'until p == NULL'],
  ['for (i = 0; i < k->v; i++) w->number = 3;', "k->v iterations, if the store in line 10 doesn't change k->v"],
  ['for (i = 0; i < k->v; i++) w->sent.link.to = 0;', "k->v iterations, if the store in line 10 doesn't change k->v"],
  ['for (; p; p = p->next) m->count = 3;', 'length(p) iterations'],
])('%s', async (loop, sentence) => {
  const source = `#include <stdio.h>
struct pair { int a, b; };
struct node { struct node *next; int v; };
struct link { struct node *to; };
union large { struct node node; struct pair pair; struct link link; struct { struct link link; } sent; int number; char room[100]; };
struct held { int count; union large u; };
extern void out(void *);
static void fill(struct pair *p) { p->a = 4; }
struct node table[8], widest; static struct node largest;
void f(struct node *p, struct node *k, struct pair *pair, union large *w, struct held *m, char *name, int i) { ${loop} }`;
  const [found] = await loopsIn(source, 'c');
  expect(found?.count.sentence).toBe(sentence);
});

/** Nodes are taken out of a list through a pointer to the link that leads to them. */
test.each([
  [
    'for (p = list, up = &list; p; p = next) { next = p->next; if (p->v) *up = next; else up = &p->next; }',
    'at most length(list)',
  ],
  [
    'for (p = r->head, up = &r->head; p; p = next) { next = p->next; if (p->v) { *up = next; free(p); } else up = &p->next; }',
    'at most length(r->head)',
  ],
  [
    'for (p = r->head, up = &r->head; p; p = p->next) if (p->v) *up = p->next; else up = &p->next;',
    'at most length(r->head)',
  ],
  // it may be a link that comes later
  [
    'for (p = r->head; p; p = next) { next = p->next; if (p->v) *up = next; else up = &p->next; }',
    'length(r->head), if',
  ],
  [
    'for (p = r->head, up = &r->head; p; p = next) { next = p->next; if (p->v) *up = next; else up = &next->next; }',
    'length(r->head), if',
  ],
  [
    'for (p = r->head, up = &r->head; p; p = next) { up = &p->next; if (p->v) *up = 0; next = p->next; }',
    'length(r->head), if',
  ],
  [
    'up = &r->head; if (k) up = &k->next; for (p = r->head; p; p = p->next) if (p->v) *up = p->next; else up = &p->next;',
    'length(r->head), if',
  ],
])('%s', async (loop, told) => {
  const source = `struct node { struct node *next; int v; };
struct root { struct node *head; };
extern void free(void *);
static struct node *list;
void f(struct root *r, struct node *k, struct node **up) { struct node *p, *next; ${loop} }`;
  const [found] = await loopsIn(source, 'c');
  const [count, condition = ''] = told.split(', ');
  expect(found?.count.sentence).toBe(
    condition === ''
      ? `${count} iterations`
      : `${count} iterations, if the store in line 5 doesn't relink the list at r->head`,
  );
});

/** A pointer in a struct of another type is another one; of one that has such a struct in it, it may be the same. */
test.each([
  ['struct word *k', 'p->word->next = k;', 'length(p) iterations'],
  ['struct pair *k', 'k->b.next = 0;', "length(p) iterations, if the store in line 5 doesn't relink the list at p"],
  ['union any *k', 'k->a.next = 0;', "length(p) iterations, if the store in line 5 doesn't relink the list at p"],
])('%s: %s', async (parameter, store, sentence) => {
  const source = `struct word { char *text; struct word *next; };
struct node { struct word *word; struct node *next; };
struct pair { struct word a; struct node b; };
union any { struct word a; struct node b; };
void f(struct node *p, ${parameter}) { for (; p; p = p->next) ${store} }`;
  const [found] = await loopsIn(source, 'c');
  expect(found?.count.sentence).toBe(sentence);
});
