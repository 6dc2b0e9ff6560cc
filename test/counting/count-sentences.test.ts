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
    ['while (n--) use(n);', 'n iterations, endless if n < 0'],
    // 0 - 1 is the greatest value: all of them come before 0 does
    ['do use(n); while (--u);', 'u iterations, or 4294967296 if u == 0'],
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
    // how far a pointer is from NULL is no distance
    ['for (; s && *s; s++) use(*s);', "at most strlen(s) iterations, if use() doesn't change what s points to"],
    // that a zero ends it too isn't worth a word where something else does
    ['for (i = 0; i < n && s[i] == 32; i++) ;', 'at most n iterations'],
    ['for (i = 0; i < n && s[i]; i++) ;', 'min(n, strlen(s)) iterations'],
    ['for (i = 0; i < c && s[i]; i++) ;', '0 iterations'],
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
    ['for (i = 0; i < columns; i++) { a_(); b_(); }', "columns iterations, if a_() and b_() don't change columns"],
    // the pointer is the function's own
    ['for (i = 0; i < *v; i++) log_("x");', "*v iterations, if log_() doesn't change *v"],
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

describe('a body that is begun at most once', () => {
  test.each([
    // the test has two parts: a run that passes both begins the body
    ['const char *t', 'for (int i = 0; t[i] && t[i] != 32; i++) break;', '(*t != 0 && *t != 32 ? 1 : 0) iterations'],
    ['int n, int m', 'while (n > 0 && m > 0) return;', '(n > 0 && m > 0 ? 1 : 0) iterations'],
    ['int n, int m', 'while (n > 0 || m > 0) { while (m > 0) m--; break; }', '(n > 0 || m > 0 ? 1 : 0) iterations'],
    ['int n, int m', 'do { if (n) break; } while (0);', '1 iteration'],
  ])('%s: %s', async (parameters, loop, sentence) => {
    const loops = await loopsIn(`void f(${parameters}) { ${loop} }`, 'c');
    expect(loops.at(0)?.count.sentence).toBe(sentence);
  });
});

describe('an element that the head of a for sets is not the one before the loop', () => {
  test.each([
    [
      'for (a[3] = 0, j = n; a[3] < j; a[3] += 1) { n = j == 9; break; }',
      /^(at most 1 iteration|\(n > 0 \? 1 : 0\) iterations)$/,
    ],
    ['for (a[i] = 0; a[i] < n; a[i]++) ;', /^(?!.*n - a\[i\])/],
  ])('%s', async (loop, sentence) => {
    const loops = await loopsIn(`int a[8]; void f(int n, int i) { int j; ${loop} }`, 'c');
    expect(loops[0]?.count.sentence).toMatch(sentence);
  });
});

describe('a counter that moves away from its limit has no number', () => {
  test.each([
    ['int n = -30; while (--n) c++;', 'no bound known'],
    ['int n = -30; while (n--) c++;', 'no bound known'],
    // as often as until it is left otherwise
    ['int n = -30; while (--n) { if (c > 3) break; }', /^(?!.*-3[01] >= 0)/],
    ['int n = 30; while (--n) c++;', '29 iterations'],
  ])('%s', async (body, sentence) => {
    const [loop] = await loopsIn(`int f(int c) { ${body} return c; }`, 'c');
    expect(loop?.count.sentence).toMatch(sentence);
  });
});
