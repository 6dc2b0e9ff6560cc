/** Lists whose next node is looked up before the body, in the loop's head, or whose links are pointers to anything. */
import { describe } from 'vitest';
import { toldIn } from './sentences.ts';

const HEAD = `
struct links { void *next; struct links *chain; };
struct node { struct node *next; int v; void *any; struct links in; };
struct table { struct node *first; };
struct node *all;
void drop(void *);
`;
const kept = "if drop() doesn't relink the list at";

describe('where there is a next node', () => {
  toldIn((loop) => `${HEAD}void f(struct node *l, struct table *t) { struct node *p, *n; ${loop} drop(p); }`)([
    ['for (p = l, n = p ? p->next : 0; p; p = n, n = n ? n->next : 0)', `length(l) iterations, ${kept} l`],
    ['for (p = l, n = (p != 0 ? p->next : 0); p != 0; p = n, n = p ? p->next : 0)', `length(l) iterations, ${kept} l`],
    [
      'for (((p)=(t->first)), ((n)=(__typeof(p))((t->first!=0)?(t->first)->in.next:0)); (p) != 0; ((p)=(n)), ((n)=(__typeof(p))((n!=0)?(n)->in.next:0)))',
      `length(t->first) iterations, ${kept} t->first`,
    ],
    ['for (p = l, n = p ? p->next : 0; n; p = n, n = n ? n->next : 0)', 'until n == NULL'],
    ['for (p = l, n = p ? p->next : l; p; p = n, n = n ? n->next : l)', 'until p == NULL'],
    ['for (p = l, n = t ? p->next : 0; p; p = n, n = n ? n->next : 0)', 'until p == NULL'],
    ['for (p = l, n = l ? all->next : 0; p; p = n, n = n ? n->next : 0)', 'until p == NULL'],
    ['for (p = p->next, n = p->next->next; p; p = n, n = n ? n->next : 0)', 'until p == NULL'],
  ]);
});

describe('links that are pointers to anything', () => {
  toldIn((loop) => `${HEAD}void f(struct node *l) { struct node *p; int k = 0; ${loop} k++; }`)([
    ['for (p = l; p; p = p->any)', 'length(l) iterations'],
    ['for (p = l; p; p = (struct node *)p->any)', 'length(l) iterations'],
    ['for (p = all; p != 0; p = p->in.next)', 'length(all) iterations'],
    ['for (p = l; p; p = (struct node *)((char *)p->any - 8))', 'until p == NULL'],
    ['for (p = l; p; p = (struct node *)p->in.chain)', 'length(l) iterations'],
  ]);
});

describe('nodes that get a name of their own', () => {
  toldIn((loop) => `${HEAD}void f(struct node *l, struct node *q, int v) { ${loop} }`)([
    ['while (l) { struct node *c = l; l = c->next; drop(c); }', `length(l) iterations, ${kept} l`],
    ['while (all) { struct node *c = all; all = c->next; }', 'length(all) iterations'],
    ['while (l) { struct node *c = l; l = c->next; c->next = q; q = c; }', 'at most length(l) iterations'],
    [
      'while (l) { struct node *c = l; q->next = l; l = c->next; }',
      "length(l) iterations, if the store in line 7 doesn't relink the list at l",
    ],
    ['while (l) { struct node *c = l; c->next = 0; l = c->next; }', 'until l == NULL'],
    ['while (l) { struct node *c = l->any; l = c->next; }', 'until l == NULL'],
  ]);
});

describe('steps on different ways', () => {
  toldIn((loop) => `${HEAD}int f(struct node *l, struct node *e, int v) { int k = 0; ${loop} return k; }`)([
    ['while (l) { if (l->v == v) { l = l->next; continue; } k++; l = l->next; }', 'length(l) iterations'],
    ['while (l != e) { if (l->v == v) { l = l->next; continue; } k++; l = l->next; }', 'nodes_before(l, e) iterations'],
    ['while (l) { struct node *n = l->next; if (l->v == v) { l = n; continue; } k++; l = n; }', 'length(l) iterations'],
    ['while (l) { if (l->v == v && l->next) l = l->next; l = l->next; }', 'at most length(l) iterations'],
    ['while (l != e) { if (l->v == v) l = l->next; l = l->next; }', 'until l == e'],
    ['while (l) { if (l->v == v) continue; l = l->next; }', 'until l == NULL'],
  ]);
});

describe('what is set again before it is read', () => {
  toldIn((loop) => `${HEAD}void f(struct node *l, int v) { struct node *n; ${loop} }`)([
    ['while (l) { n = l->next; if (l) { drop(l); l = 0; } l = n; }', `length(l) iterations, ${kept} l`],
    [
      'while (l) { n = l->next; l = 0; if (!l && v) return; l = n; }',
      'until l == NULL or l == NULL && v != 0 in line 7',
    ],
    ['while (l) { n = l->next; if (v) l = 0; else l = n; }', 'until l == NULL'],
  ]);
});

describe('comparisons with what nodes have beside their link', () => {
  const up = 'struct tree { struct tree *parent, *left, *right; void *data; };\n';
  toldIn((loop) => `${up}int f(struct tree *t, void *key) { struct tree *prev = 0, *head = t; ${loop} return 1; }`)([
    ['do { if (t->data == key && t->parent) return 2; t = t->parent; } while (t);', 'at most length(t) iterations'],
    [
      'while (t->right == prev || t->right == 0) { prev = t; t = t->parent; if (!t) return 0; }',
      'at most length(t) iterations',
    ],
    // a node that may lead back
    [
      'while (t->data != key) { t = t->parent; if (t == head) return 0; }',
      'at most nodes_before(t->parent, head) + 1 iterations',
    ],
    [
      'while (t->right != t) { if (t->data == key && key) return 0; t = t->parent; }',
      'until t->right == t or t->data == key && key != NULL in line 2',
    ],
  ]);
});
