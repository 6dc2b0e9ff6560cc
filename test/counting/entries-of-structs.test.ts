/** Tables of structs that end in an entry with a certain member. */
import { expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

test.each([
  ['for (; e->id != -1; ++e) n++;', 'elements_before(e, id, -1) iterations'],
  ['do n++; while ((++e)->id != -1);', 'elements_before(e + 1, id, -1) + 1 iterations'],
  ['for (i = 0; e[i].id != n; i++) ;', 'elements_before(e, id, n) iterations'],
  [
    'for (; e->in.kind != 7; e++) see();',
    "elements_before(e, in.kind, 7) iterations, if see() doesn't change what e points to",
  ],
  ['for (; e->id == 4; e++) ;', 'leading(e, id, 4) iterations'],
  ['for (; e->in.kind; e++) ;', 'entries(e, in.kind) iterations'],
  // behind the walk
  ['for (; e->id != -1; e++) e->id = 4;', 'elements_before(e, id, -1) iterations'],
  // an entry that it has yet to come to
  ['for (; e->id != -1; e++) e[n].id = 4;', 'until e->id == -1'],
  // no neighbours
  ['for (; e->id != -1; e = e->next) n++;', 'at most length(e) iterations'],
])('%s', async (loop, sentence) => {
  const source = `void see(void);
struct entry { int id; struct { int kind; } in; struct entry *next; };
int f(struct entry *e, int n) { int i = 0; ${loop} return n + i; }`;
  expect(await sentencesIn(source)).toEqual([sentence]);
});
