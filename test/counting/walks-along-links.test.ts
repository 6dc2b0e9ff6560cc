/** Counts of walks along the places where links are kept, which may take nodes out. */
import { describe } from 'vitest';
import { toldIn } from './sentences.ts';

const HEAD = `
struct node { struct node *next, *other; unsigned char v; };
struct tree { struct tree *left, *right; int key; };
struct queue { struct node *first; int n; };
struct node *head, *kept; extern int ask(struct node *); void free(void *);
`;

const inFunction = (loop: string): string =>
  `${HEAD}void f(struct node **h, struct node *x, struct node **y, struct queue *s, struct tree **t, int k) {
   struct node **pp = h, *e, *n, **q; struct tree *m; ${loop} }`;

const told = toldIn(inFunction);

describe('nodes are taken out', () => {
  told([
    [
      'while ((e = *h) != 0) { if (e->v) { *h = e->next; free(e); } else h = &e->next; }',
      'at most length(*h) iterations',
    ],
    ['while (*pp) { if ((*pp)->v) *pp = (*pp)->next; else pp = &(*pp)->next; }', 'at most length(*pp) iterations'],
    [
      'while (*h) { struct node *c = *h; if (c->v) { *h = c->next; free(c); } else { h = &c->next; } }',
      'at most length(*h) iterations',
    ],
    [
      'for (pp = &s->first; *pp; ) if ((*pp)->v) { *pp = (*pp)->next; s->n--; } else pp = &(*pp)->next;',
      'at most length(s->first) iterations',
    ],
    [
      'while ((e = *h)) { n = e->next; if (ask(e)) { *h = n; e->next = 0; } else h = &e->next; }',
      "at most length(*h) iterations, if ask() doesn't relink the list at *h",
    ],
    ['while ((e = *h)) { q = &e->next; if (e->v) *h = *q; else h = q; }', 'at most length(*h) iterations'],
    // the walk may begin with `kept`
    [
      'while ((e = *h)) { if (e->v) { *h = e->next; e->next = kept; kept = e; } else h = &e->next; }',
      "at most length(*h) iterations, if the store in line 7 doesn't relink the list at *h",
    ],
    // the body is begun once more, where no node is left
    [
      'for (;;) { if (!(e = *h)) break; if (e->v) *h = e->next; else h = &e->next; }',
      'at most length(*h) + 1 iterations',
    ],
    // the pointer stays, and all nodes are taken out
    ['while ((e = *h) != 0) { *h = e->next; free(e); }', 'length(*h) iterations'],
    // it may stay where it is
    ['while ((e = *h)) { if (e->v) continue; h = &e->next; }', 'until (e = *h) == NULL'],
    ['while ((e = *h)) { if (e->v) *h = e->next; }', 'until (e = *h) == NULL'],
    // what comes next isn't what came next
    ['while ((e = *h)) { e->next = x; if (e->v) *h = e->next; else h = &e->next; }', 'until (e = *h) == NULL'],
    ['while ((e = *h)) { if (e->v) { *h = e->next; *h = x; } else h = &e->next; }', 'until (e = *h) == NULL'],
    ['while ((e = *h)) { h = &e->next; if (e->v) e->next = x; }', 'until (e = *h) == NULL'],
    ['while ((e = *h)) { if (e->v) *h = e->other; else h = &e->next; }', 'until (e = *h) == NULL'],
    [
      'pp = &head; while ((e = *pp)) { if (e->v) { *pp = e->next; head = x; } else pp = &e->next; }',
      'until (e = *pp) == NULL',
    ],
  ]);
});

describe('to a node', () => {
  told([
    ['for (pp = &head; *pp != x; pp = &(*pp)->next) ;', 'nodes_before(head, x) iterations'],
    ['while (*h && *h != x) h = &(*h)->next;', 'at most length(*h) iterations'],
    // what the pointer leads to has been changed since the test
    ['pp = &head; while ((e = *pp)) { head = x; e = *pp; pp = &e->next; }', 'until (e = *pp) == NULL'],
  ]);
});

describe('down a tree', () => {
  told([
    ['while (*t) { if (k < (*t)->key) t = &(*t)->left; else t = &(*t)->right; }', 'at most height(*t) iterations'],
    ['while ((m = *t) != 0) t = k < m->key ? &m->left : &m->right;', 'at most height(*t) iterations'],
    [
      'while ((m = *t) != 0) { if (k < m->key) t = &m->left; else if (k > m->key) t = &m->right; else break; }',
      'at most height(*t) iterations',
    ],
    ['while ((m = *t)) { if (k < m->key) *t = m->left; else t = &m->right; }', 'until (m = *t) == NULL'],
  ]);
});
