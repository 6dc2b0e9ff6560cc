/** Ways down a tree: at most its height. */
import { expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

const HEAD = `
struct t { struct t *left, *right, *parent, *child[2], *next, *prev; int key; struct { struct t *left, *right; } links; };
struct tower { struct { struct tower *forward; int span; } level[4]; };
int compare(const struct t *, const struct t *); int next_bit(void);
`;

test.each([
  [
    'by a key',
    'struct t *t, int k',
    'while (t) { if (k < t->key) t = t->left; else if (k > t->key) t = t->right; else return; }',
    'at most height(t) iterations',
  ],
  [
    'by a choice',
    'struct t *t, int k',
    'while (t && t->key != k) t = k < t->key ? t->left : t->right;',
    'at most height(t) iterations',
  ],
  [
    'by what a call says',
    'struct t *e, struct t *t',
    'while (t) { int c = compare(e, t); if (c < 0) t = t->links.left; else if (c > 0) t = t->links.right; else break; }',
    "at most height(t) iterations, if compare() doesn't relink the tree at t",
  ],
  [
    'with the node above',
    'struct t *t, int k',
    'struct t *above = 0; for (; t; ) { above = t; if (k < t->key) t = t->left; else t = t->right; }',
    'at most height(t) iterations',
  ],
  ['by an index', 'struct t *t, int k', 'while (t) t = t->child[k > t->key];', 'at most height(t) iterations'],
  [
    'by bits',
    'struct t *t',
    'while (t) { int b = next_bit(); t = t->child[b & 1]; }',
    "at most height(t) iterations, if next_bit() doesn't relink the tree at t",
  ],
  [
    'several steps',
    'struct t *t, int k',
    'while (t) { t = t->left; if (t) t = k < t->key ? t->left : t->right; }',
    'at most height(t) iterations',
  ],
  [
    'an iteration may stay',
    'struct t *t, int k',
    'while (t) { if (k < t->key) t = t->left; else if (k > t->key) t = t->right; else k++; }',
    'until t == NULL',
  ],
  [
    'it may be set elsewhere',
    'struct t *t, struct t *u, int k',
    'while (t) { if (k < t->key) t = t->left; else t = u; }',
    'until t == NULL',
  ],
  [
    'it may be an older one',
    'struct t *t, int k',
    'struct t *q = t; while (t) { if (k < t->key) q = t->left; k++; t = q; }',
    'until t == NULL',
  ],
  [
    'another one at first',
    'struct t *t, struct t *q, int k',
    'while (t) { t = q; q = k < t->key ? t->left : t->right; k++; }',
    'until t == NULL',
  ],
  [
    'set by the test',
    'struct t *t, struct t *q, int k',
    'while ((t = q)) { q = k < t->key ? t->left : t->right; }',
    'until (t = q) == NULL',
  ],
  ['up again', 'struct t *t', 'while (t) { if (t->key) t = t->left; else t = t->parent; }', 'until t == NULL'],
  [
    'the same way each time',
    'struct t *t, int forward',
    'while (t) { if (forward) t = t->next; else t = t->right; }',
    'until t == NULL',
  ],
  [
    'a link is written',
    'struct t *t, int k',
    'while (t) { struct t *u = t; if (k < t->key) t = t->left; else t = t->right; if (t) t->left = u; }',
    'until t == NULL',
  ],
  ['a list of links in an array', 'struct tower *n', 'while (n) n = n->level[0].forward;', 'length(n) iterations'],
  [
    'of which it is another each time',
    'struct tower *n, int i',
    'while (n) { n = n->level[i].forward; i = (i + 1) % 4; }',
    'at most height(n) iterations',
  ],
])('%s', async (_, parameters, body, sentence) => {
  expect(await sentencesIn(`${HEAD}void f(${parameters}) {\n${body}\n}`)).toEqual([sentence]);
});
