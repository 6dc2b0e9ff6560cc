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
