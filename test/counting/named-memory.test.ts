/**
 * Counts of what stands behind pointers, of heads with several tests, and by what sets a value on the way to the loop.
 */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';
import { sentencesIn } from './sentences.ts';

const HEAD = `
struct node { struct node *next; int value; };
struct table { const char *name; int kind; };
struct box { int n; long wide; struct box *in; struct node *first; char *text; int *numbers; char **names; int kinds[4];
  };
int get(void), use(int);
struct box *find(struct box *);
#define IS_BLANK(c) ((c) == ' ' || (c) == '\\t')
#define IS_DIGIT(c) ((unsigned)(c) - '0' <= 9)
#define COPY(to, from, size) \\
  do { if ((size) != 0) { long rest_ = (size) - 1; long *to_ = (to), *from_ = (from); long x_ = *from_++; \\
    while (rest_ > 0) { *to_++ = x_; x_ = *from_++; rest_--; } *to_++ = x_; } } while (0)
`;
const PARAMETERS =
  'int n, unsigned u, long big, char *s, char **list, int *a, struct node *p, struct box *b, struct table *t, long *v, long *w';

/** Of the first loop of a function's body that isn't `do { } while (0)`. */
async function sentenceOf(body: string): Promise<string | undefined> {
  const loops = await loopsIn(`${HEAD}void f(${PARAMETERS}) { int i, c; ${body} }`, 'c');
  return loops.find((l) => !l.pseudo)?.count.sentence;
}

describe('a count is told', () => {
  test.each([
    // counters
    ['for (i = 0; i < n; i++) ;', 'n iterations'],
    ['for (i = 0; i < 10; i++) ;', '10 iterations'],
    ['for (i = 0; i < 1; i++) ;', '1 iteration'],
    ['for (i = n; i > 0; i--) use(i);', 'n iterations'],
    ['while (u >= 8) u -= 8;', 'u / 8 iterations'],
    // the number may be the counter itself
    [
      'for (*a = 0; *a < b->n; *a += 1) if (u == 9) break;',
      "at most b->n iterations, b->n as its head sets it, if the store in line 13 doesn't change b->n",
    ],
    // u + 5 wraps around from 4294967291 on: then the loop isn't entered
    ['unsigned v; for (v = u; v < u + 5; v++) ;', '(u <= 4294967290 ? 5 : 0) iterations'],
    ['unsigned v; for (v = u; v < u + 5; v++) if (a[v]) break;', 'at most 5 iterations'],
    // a pointer stands before how far on
    ['for (i = 4; s[i]; i++) ;', 'strlen(s + 4) iterations'],
    ['for (i = 0; i < *a; i++) ;', '*a iterations'],
    ['for (i = 0; i < n; i++) if (a[i] == 3) break;', 'at most n iterations'],
    ['for (i = 0; i < 100; i++) if (get()) break;', 'at most 100 iterations'],
    // a limit that stays is named as the source does
    ['for (i = 0; i < b->n; i++) b->text = 0;', 'b->n iterations'],
    ['for (i = 0; i < b->in->n; i++) b->wide = 3;', 'b->in->n iterations'],
    ['for (i = 0; i < b->n; i++) use(i);', "b->n iterations, if use() doesn't change b->n"],
    [
      'struct box *q = find(b); for (i = 0; i < q->in->n; i++) use(i);',
      "q->in->n iterations, if use() doesn't change q->in or q->in->n",
    ],
    [
      'struct box *q = find(b); for (i = 0; i < q->n; i++) b->n++;',
      "q->n iterations, if the store in line 13 doesn't change q->n",
    ],
    [
      'extern char *text; unsigned most; measure(&most); for (i = 0; i < most; i++) text[i] = 0;',
      "most iterations, if the store in line 13 doesn't change most",
    ],
    // what a macro or a block makes on the way is told by what it is made of
    ['COPY(v, w, big);', 'big - 1 iterations'],
    ['{ int last = n - 4; for (i = 0; i < last; i++) ; }', 'last iterations'],
    // strings, tables, lists
    ['while (*s) s++;', 'strlen(s) iterations'],
    ["while (*s == ' ') s++;", 'at most strlen(s) iterations'],
    ['while (IS_BLANK(*s)) s++;', 'at most strlen(s) iterations'],
    ['while (IS_DIGIT(*s)) s++;', 'at most strlen(s) iterations'],
    ['for (s = b->in->text; *s; s++) ;', 'strlen(b->in->text) iterations'],
    ['for (i = 0; list[i]; i++) ;', 'entries(list) iterations'],
    ['for (; *list != 0; list++) use(3);', "entries(list) iterations, if use() doesn't change what list points to"],
    ['for (; t->name; t++) if (t->kind == n) break;', 'at most entries(t, name) iterations'],
    ['for (; p; p = p->next) n++;', 'length(p) iterations'],
    ['for (p = b->first; p; p = p->next) n++;', 'length(b->first) iterations'],
    ['while ((p = p->next) != 0) n++;', 'length(p->next) iterations'],
    [
      'for (p = b->first; p; p = p->next) use(p->value);',
      "length(b->first) iterations, if use() doesn't relink the list at b->first",
    ],
    // several tests in a head
    ["for (i = 0; i < n && (s[i] == 'a' || s[i] == 'b'); i++) ;", 'at most n iterations'],
    ['while (p && p->value != n) p = p->next;', 'at most length(p) iterations'],
    // what the head sets and nothing before the loop tells
    ['for (i = 0, n = get(); i < n; i++) ;', 'n iterations, n as its head sets it'],
    ['for (i = get(), c = get(); i < c; i++) ;', 'c - i iterations, i and c as its head sets them'],
    ['for (struct box *q = find(b); q; q = q->in) q->n = 0;', 'length(q) iterations, q as its head sets it'],
    // halves and bits
    ['while (u) u >>= 1;', 'at most 32 iterations'],
    ['while (u) u &= u - 1;', 'popcount(u) iterations'],
    // doubled once more it would overflow
    ['for (i = 1; i < n; i *= 2) ;', 'at most 30 iterations'],
    // no number
    ['while ((c = get()) > 0) ;', 'until get() returns at most 0'],
    ['for (;;) use(1);', "until a call doesn't return"],
  ])('%s', async (body, sentence) => {
    expect(await sentenceOf(body)).toBe(sentence);
  });
});

describe('what the head declares', () => {
  const SET = 'i + 1 iterations, i as its head sets it';
  test.each([
    [
      'is called so whatever else has its name',
      'for (int i = 0; i < 7; i++) ; for (int i = get() - 1; i >= 0; i--) ;',
      SET,
    ],
    ['hides what is called so outside', 'int i = n; use(i); for (int i = get() - 1; i >= 0; i--) ;', SET],
    ["isn't what it hides", 'int i = n, k = i + 1; for (int i = k - 1; i >= 0; i--) ;', 'k iterations'],
  ])('%s', async (_, body, sentence) => {
    expect((await sentencesIn(`${HEAD}void f(int n) { ${body} }`)).at(-1)).toBe(sentence);
  });
});

describe('of several with one name', () => {
  test.each([
    [
      'the innermost around the loop is meant, also where its address is taken',
      '{ int m = 3; use(m); take(&m); } { int m; take(&m); for (int i = 0; i < m; i++) ; }',
      'm iterations',
    ],
    ['none that is declared behind it', 'for (int i = 0, m = n; i < m; i++) ; int m = get(); use(m);', 'n iterations'],
    [
      'what is hidden has no name',
      'int m = get(); { int k = m, m = 3; k += m; for (int i = 0; i < k - 3; i++) ; }',
      'k - 3 iterations',
    ],
    [
      'a number says more',
      '{ int a = 1; use(a); } { int a = get(), b = a + 10, i; for (i = a; i < b; i++) ; }',
      '10 iterations',
    ],
  ])('%s', async (_, body, sentence) => {
    expect((await sentencesIn(`${HEAD}void take(int *); void f(int n) { ${body} }`)).at(-1)).toBe(sentence);
  });
});
