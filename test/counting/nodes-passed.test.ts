/**
 * Loops that go through a pointer to a next node in every iteration, whatever they test; links that are parts of
 * members.
 */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

const HEAD = `
struct node {
  int v; struct node *next; struct node **at;
  struct { struct node *link; } in;
  union { struct { struct node *next; long k; } open; long value; struct node *other; } u;
};
struct list { struct node *all; };
static struct node head;
void act(void);
`;

async function sentenceOf(body: string): Promise<string | undefined> {
  const parameters = 'struct node *p, struct node *q, struct list *l, long *z, int n';
  return (await loopsIn(`${HEAD}int f(${parameters}) { int k = 0; ${body} return k; }`, 'c')).at(-1)?.count.sentence;
}

describe('each iteration goes on to the next node', () => {
  test.each([
    ['while (p->v > n) p = p->next;', 'at most length(p) iterations'],
    ['for (p = l->all; p->v != n; p = p->next) k++;', 'at most length(l->all) iterations'],
    ['do { k += p->v; p = p->next; } while (k < n);', 'at most length(p) iterations'],
    // the last iteration may be left before anything is read there
    ['for (;;) { if (k > n) break; k += p->v; p = p->next; }', 'at most length(p) + 1 iterations'],
    // the call may not return, and then the node isn't read
    [
      'do { act(); k += p->v; p = p->next; } while (k < n);',
      "at most length(p) + 1 iterations, if act() doesn't relink the list at p",
    ],
    // a list that leads back to its head has an end there
    ['do { k += p->v; p = p->next; } while (p != q);', 'nodes_before(p->next, q) + 1 iterations'],
    ['while (p != &head) { k++; p = p->next; }', 'nodes_before(p, &head) iterations'],
    [
      'while (p->v) { k++; p = p->next; if (p == &head) return 1; }',
      'at most nodes_before(p->next, &head) + 1 iterations',
    ],
    // the node that comes next has no link any more
    ['while (p->v) { p = p->next; k += p->v; p->next = 0; }', 'until p->v == 0'],
    // some iterations stay where they are
    ['while (p->v > n) { if (k++ < 5) p = p->next; else n++; }', 'until p->v <= n'],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(body)).toBe(sentence);
  });
});

describe('a link that is a part of a member', () => {
  test.each([
    ['for (; p; p = p->in.link) p->v = 1;', 'length(p) iterations'],
    ['for (; p; p = p->u.open.next) p->v = 1;', 'length(p) iterations'],
    ['for (; p; p = p->u.other) p->at = 0;', 'length(p) iterations'],
    // of the same union, by this name or that
    ['for (; p; p = p->u.open.next) p->u.value = 3;', 'until p == NULL'],
    ['for (; p; p = p->u.other) p->u.open.k = 3;', 'until p == NULL'],
    ['for (; p; p = p->u.other) p->u = q->u;', 'until p == NULL'],
    [
      'for (; p; p = p->u.open.next) *z = 2;',
      "length(p) iterations, if the store in line 10 doesn't relink the list at p",
    ],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(body)).toBe(sentence);
  });
});
