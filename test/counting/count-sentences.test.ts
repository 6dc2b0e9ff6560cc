/** The sentence of a loop's count: true by itself, in C's words. */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

const HEAD = `
#include <ctype.h>
typedef unsigned long size_t;
int isspace(int), isalpha(int), getchar(void), rand(void);
struct node { struct node *next; int value; };
struct list { struct node *first; int n; int v[10]; };
extern int columns;
void log_(const char *), a_(void), b_(void), c_(void), use(int);
`;

async function sentenceOf(body: string): Promise<string | undefined> {
  const parameters = 'int n, unsigned u, int *v, char *s, char *end, struct list *l, struct node *x';
  return (await loopsIn(`${HEAD}void f(${parameters}) { int i, c = 0; ${body} }`, 'c')).at(-1)?.count.sentence;
}

describe('counters', () => {
  test.each([
    ['for (i = 0; i < n; i++) v[i] = i;', 'n iterations'],
    ['for (i = 0; i < 8; i++) v[i] = i;', '8 iterations'],
    ['for (i = n; i > 0; i--) v[i] = i;', 'n iterations'],
    ['do { use(n); } while (--n > 0);', 'max(1, n) iterations'],
    ['while (n--) use(n);', 'n iterations'],
    ['for (i = 0; i < n; i++) if (v[i] == 7) break;', 'at most n iterations'],
    ['for (; u; u >>= 1) c++;', 'at most 32 iterations'],
    ['do { c++; } while (n /= 10);', 'at most 10 iterations'],
    ['for (; u; u &= u - 1) use(c);', 'popcount(u) iterations'],
    ['for (i = 0; i < n && (c = getchar()) != 7; i++) use(c);', 'at most n iterations'],
    ['for (u = 0; u < 10 && rand() > 7; u++) use(3);', 'at most 10 iterations'],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});

describe('walks', () => {
  test.each([
    ['while (*s) s++;', 'strlen(s) iterations'],
    ['while (*s && isalpha(*s)) s++;', 'at most strlen(s) iterations'],
    // of the terminating zero isspace says no
    ['while (isspace((unsigned char)*s)) s++;', 'at most strlen(s) iterations'],
    ["while (*s >= '0' && *s <= '9') c = c * 10 + *s++ - '0';", 'at most strlen(s) iterations'],
    ["while (s < end && *s != ' ') s++;", 'at most end - s iterations'],
    ['while (x) x = x->next;', 'length(x) iterations'],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});

describe('what is assumed is named', () => {
  test.each([
    ['for (i = 0; i < l->n; i++) log_("x");', "l->n iterations, if log_() doesn't change l->n"],
    [
      'for (i = 0; i < columns; i++) { a_(); b_(); }',
      "columns iterations, if a_() doesn't change columns and b_() doesn't change columns",
    ],
    // too many to name
    [
      'for (i = 0; i < columns; i++) { a_(); b_(); c_(); }',
      "columns iterations, if the calls and stores in its body don't change columns",
    ],
    [
      'for (x = l->first; x; x = x->next) log_("x");',
      "length(l->first) iterations, if log_() doesn't relink the list at l->first",
    ],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});
