/**
 * What a loop runs until, where no number bounds it: its own test in the source's words, a call's result, the lines
 * that leave it.
 */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

const HEAD = `
struct node { struct node *next, *parent; int value; _Bool last; };
int less(struct node *, int), get(void), try_again_with(struct node *, char *, int *, const char *, int);
struct node *next(struct node *);
void usage(int) __attribute__((noreturn));
static int step(struct node *x) { int c = get(); if (x->value) c = less(x, c); return c; }
struct node *try_next(struct node *);
#define IS_BLANK(c) ((c) == ' ' || (c) == '\\t')
#define LIMIT 0x20
#define SKIP(v, n) while ((v)->value != (n)) (v) = try_next(v)
`;

/** Of the last loop in the source. */
async function sentenceOf(loop: string): Promise<string | undefined> {
  const source = `
    ${HEAD}void f(struct node *x, char *s, int *flag, volatile int *busy, double d, int k) { int c; ${loop} }`;
  return (await loopsIn(source, 'c')).at(-1)?.count.sentence;
}

describe('a loop runs until', () => {
  test.each([
    // the opposite of its own test
    ['while (x->next && less(x->next, k)) x = try_next(x);', 'until x->next == NULL || less(x->next, k) == 0'],
    ['do { get(); } while (!*flag);', 'until *flag != 0'],
    ['while (*flag < LIMIT) get();', 'until *flag >= LIMIT'],
    // longer than what is read at a glance, and nothing is shorter
    [
      'while (x->parent->parent->next->next->value & LIMIT) get();',
      'until (x->parent->parent->next->next->value & LIMIT) == 0',
    ],
    ['while (!x->last) { *x = *x->next; get(); }', 'until x->last'],
    // what is assigned, in short; not what is taken off
    [
      'struct node *of_it; while ((of_it = x->parent->parent->next->parent) != 0) get();',
      'until x->parent->parent->next->parent == 0',
    ],
    [
      'unsigned char now; while ((now = try_again_with(x, s, flag, s, k)) != 0) get();',
      'until (now = try_again_with(x, s, flag, s, k)) == 0',
    ],
    [
      'while (try_again_with(x, s, flag, s, k) > try_again_with(x, s, flag, s, k + 1)) get();',
      'until try_again_with(x, s, flag, s, k) <= try_again_with(x, s, flag, s, k + 1)',
    ],
    [
      'int left_to_read = k; while ((left_to_read -= try_again_with(x, s, flag, s, k)) > 0) get();',
      'until (left_to_read -= try_again_with(x, s, flag, s, k)) <= 0',
    ],
    ['while (*flag != 1 && (*flag > 7 || get())) ;', 'until *flag == 1 || *flag <= 7 && get() == 0'],
    ['while (*s++ && !IS_BLANK(*s)) *s = get();', 'until *s++ == 0 || IS_BLANK(*s)'],
    ["while ((c = get()) != -1 && c != '\\n') ;", "until (c = get()) == -1 || c == '\\n'"],
    // a macro's parentheses around what it is given
    ['SKIP(x, k);', 'until x->value == k'],
    // of a NaN neither d > 0.5 nor d <= 0.5 holds
    ['while (d > 0.5) d *= 0.7;', 'until !(d > 0.5)'],
    // other ways out
    [
      'for (; x->parent != NULL; x = try_next(x)) { if (x->value == *flag) break; get(); }',
      'until x->parent == NULL or x->value == *flag in line 12',
    ],
    ['while (*flag) { if (get() < 0) break; }', 'until *flag == 0 or get() returns less than 0'],
    // a call's result alone, without its arguments where they are many
    ['while ((c = try_again_with(x, s, flag, "abcdefghijklmnop", 17)) != -1) ;', 'until try_again_with() returns -1'],
    ['while (get() > 0) ;', 'until get() returns at most 0'],
    // what is first tested comes from elsewhere
    ['for (c = k; c != -1; c = get()) ;', 'until c == -1'],
    ['int r = get(); while (r > 0) r = get();', 'until get() returns at most 0'],
    ['for (;;) if (get() == 3) break;', 'until get() returns 3'],
    ['while ((c = get()) != LIMIT) *s++ = c;', 'until get() returns LIMIT'],
    ["do c = get(); while (c != 'x');", "until get() returns 'x'"],
    ['do { x = next(x); } while (x);', 'until next() returns NULL'],
    // a way that ends the program is none out of the loop
    ['for (;;) { c = get(); if (c == -1) break; if (c > 3) usage(1); }', 'until get() returns -1'],
    // one of the file's own functions
    ['for (;;) { c = step(x); if (c != 0) break; }', 'until step() returns something other than 0'],
    ['while (*flag != 7) { c = step(x); if (c < 0) break; }', 'until *flag == 7 or step() returns less than 0'],
    [
      'for (;;) { c = step(x); if (c < 0) break; c = get(); if (c == 2) break; }',
      'until step() returns less than 0 or get() returns 2',
    ],
    // it may be another value
    ['for (;;) { c = get(); if (c == 3) c = 4; if (c == 4) break; }', 'until c == 4 in line 12'],
    ['for (;;) { c = get(); if (*flag) c = 4; if (c == 4) break; }', 'until c == 4 in line 12'],
    ['for (;;) { c = get(); if (*flag) c = step(x); if (c == 4) break; }', 'until c == 4 in line 12'],
    // not each result is asked, or not for this
    ['for (;;) { c = get(); if (*flag) c = get(); if (c == 4) break; }', 'until c == 4 in line 12'],
    [
      'for (;;) { c = get(); if (*flag) { if (c == 0) break; } else if (c > 3) break; }',
      'until c > 3 in line 12 or c == 0 in line 12',
    ],
    ['for (;;) { c = get(); if (*flag) { if (c == 0) break; } else if (c == 0) break; }', 'until get() returns 0'],
    ['for (;;) { c = get(); if (*flag) continue; if (c == 4) break; }', 'until c == 4 in line 12'],
    [
      'for (;;) { c = get(); if (c > 4) s++; else { if (*flag) continue; if (c == 2) break; } }',
      'until c == 2 in line 12',
    ],
    ['for (;;) { c = get(); if (c == 5) continue; if (c == 2) break; }', 'until get() returns 2'],
    // by what is tested somewhere in its body
    ['for (;;) { k += step(x) + get(); if (k > 100) break; }', 'until k > 100 in line 12'],
    ['for (;;) { k = get() * 2; if (!k) return; get(); }', 'until k == 0 in line 12'],
    ['for (;;) { k = get() - get(); if (k < 0) s++; else if (k > 0) s--; else break; }', 'until it is left in line 12'],
    ['for (;;) { x = try_next(x); if (x->value != *flag) get(); else break; }', 'until x->value == *flag in line 12'],
    [
      'for (;;) { x = try_next(x); switch (x->value) { case 1: if (*flag) break; return; } get(); }',
      'until it is left in line 12',
    ],
    ['while (k != 7) { for (;;) { c = get() + 1; if (c > k) break; } k = get() * 3; }', 'until c > k in line 12'],
    [
      'while ((c = get()) != -1) { if (c == 5) k++; else if (*flag) break; }',
      'until get() returns -1 or *flag != 0 in line 12',
    ],
    // nothing from outside
    ['while (k != 1) k = k & 1 ? 3 * k + 1 : k / 2;', 'no bound known'],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });

  test('a long test is told as far as it is short', async () => {
    const loop = 'while (*flag != 1 && x->next->next->parent->value + x->parent->value != *flag * 3) get();';
    expect(await sentenceOf(loop)).toBe('until *flag == 1, or sooner');
  });
});
