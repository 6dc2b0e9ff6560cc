/** Lists that are taken apart through the pointers back that their nodes have, as those of `queue.h`. */
import { describe } from 'vitest';
import { toldIn } from './sentences.ts';

const inFunction = (loop: string): string => `
#include <stdlib.h>
struct node { int v; struct { struct node *next; struct node **prev; } link; };
struct list { struct node *first; int n; };
void use(struct node *);
#define REMOVE(e) { if ((e)->link.next) (e)->link.next->link.prev = (e)->link.prev; *(e)->link.prev = (e)->link.next; }
void f(struct list *l, struct node *o, int c) { struct node *e;
${loop}
}
`;
const told = toldIn(inFunction);

const SETS = 'if the store in line 8 sets l->first';

describe('each iteration takes the first node out', () => {
  told([
    ['while ((e = l->first) != NULL) { REMOVE(e); free(e); }', `at most length(l->first) iterations, ${SETS}`],
    ['while (l->first) { e = l->first; REMOVE(e); e->v = 0; }', `at most length(l->first) iterations, ${SETS}`],
    [
      'while (l->first) { struct node *d = l->first; REMOVE(d); free(d); }',
      `at most length(l->first) iterations, ${SETS}`,
    ],
    ['for (e = l->first; e; e = l->first) { REMOVE(e); free(e); }', `at most length(l->first) iterations, ${SETS}`],
    [
      'for (;;) { e = l->first; if (!e) break; REMOVE(e); free(e); }',
      `at most length(l->first) + 1 iterations, ${SETS}`,
    ],
    [
      'while ((e = l->first) != NULL) { REMOVE(e); use(e); }',
      `at most length(l->first) iterations, ${SETS} and use() doesn't relink the list at l->first`,
    ],
  ]);
});

describe('it may not', () => {
  told([
    ['while ((e = l->first) != NULL) { if (c) REMOVE(e); }', 'until (e = l->first) == NULL'],
    ['while ((e = l->first) != NULL) { *e->link.prev = o->link.next; }', 'until (e = l->first) == NULL'],
    ['while ((e = l->first) != NULL) { *e->link.prev = o; }', 'until (e = l->first) == NULL'],
    ['while (l->first) { e = l->first; *e->link.prev = e->link.next; l->first = o; }', 'until l->first == NULL'],
    [
      'while ((e = l->first) != NULL) { e->link.next->link.next = e; *e->link.prev = e->link.next; }',
      'until (e = l->first) == NULL',
    ],
  ]);
});
