/** Lists that lead back to a head, or are walked to another node. */
import { expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

test.each([
  ['for (p = head->next; p != head; p = p->next) n++;', 'nodes_before(head->next, head) iterations'],
  ['for (p = head->next; head != p; p = p->next) n++;', 'nodes_before(head->next, head) iterations'],
  ['for (p = head; p != e; p = p->prev) n++;', 'nodes_before(head, e) iterations'],
  ['for (p = ring.next; p != &ring; p = p->next) n++;', 'nodes_before(ring.next, &ring) iterations'],
  ['for (p = l->head->next; p != l->head; p = p->next) n++;', 'nodes_before(l->head->next, l->head) iterations'],
  ['for (p = head->next; p != head; p = q) { q = p->next; free(p); }', 'nodes_before(head->next, head) iterations'],
  [
    'for (p = head->next; p != head; p = p->next) if (p->v == n) break;',
    'at most nodes_before(head->next, head) iterations',
  ],
  ['for (p = head->next; p && p != head; p = p->next) n++;', 'at most length(head->next) iterations'],
  ['p = head; do { n++; p = p->next; } while (p != head);', 'nodes_before(p->next, head) + 1 iterations'],
  [
    'for (p = head->next; p != head; p = p->next) n += look(p);',
    "nodes_before(head->next, head) iterations, if look() doesn't relink the list at head->next",
  ],
  // what was passed may be come to again, on another way
  ['for (p = head->next; p != head; p = q) { q = p->next; p->next = e; }', 'until p == head'],
  ['for (p = head->next; p != head; p = p->next) e->next = head;', 'until p == head'],
  ['for (p = l->in.next; p != &l->in; p = p->next) n++;', 'nodes_before(l->in.next, &l->in) iterations'],
  [
    'for (p = l->in.next; &l->in != p; p = p->next) if (!n--) break;',
    'at most nodes_before(l->in.next, &l->in) iterations',
  ],
  [
    'for (p = head->next, q = p->next; p != head; p = q, q = p->next) n++;',
    'nodes_before(head->next, head) iterations',
  ],
  [
    'for (p = head->next, q = p->next; p != head; p = q, q = q->next) free(p);',
    'nodes_before(head->next, head) iterations',
  ],
  [
    'for (p = l->in.next, q = p->next; p != &l->in; p = q, q = p->next) n++;',
    'nodes_before(l->in.next, &l->in) iterations',
  ],
  // the end moves
  ['for (p = head->next; p != head; p = p->next) head = head->prev;', 'until p == head'],
  ['for (p = l->in.next; p != &l->in; p = p->next) l = 0;', 'until p == &l->in'],
  ['for (p = l->in.next; p != &l->in; p = p->next, l = 0) n++;', 'until p == &l->in'],
  ['for (l = more(), p = l->in.next; p != &l->in; p = p->next) n++;', 'until p == &l->in'],
  ['for (p = head->next, q = p->next; p != head; p = q, q = p->next) q = head;', 'until p == head'],
  ['for (p = head->next, q = e; p != head; p = q, q = p->next) n++;', 'until p == head'],
])('%s', async (loop, sentence) => {
  const source = `void free(void *);
struct node { struct node *next, *prev; int v; };
struct list { struct node *head, in; };
int look(struct node *);
struct list *more(void);
struct node ring;
int f(struct node *head, struct node *e, struct list *l, int n) { struct node *p, *q; ${loop} return n; }`;
  expect(await sentencesIn(source)).toEqual([sentence]);
});
