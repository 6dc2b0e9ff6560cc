/** Counters and limits behind pointer parameters: `while (*p < n) ++*p;`. Numbers of iterations are those of the compiled C. */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

const HEAD = `
struct list { struct list *next; int n; };
union link { struct list *next; int half; };
struct node { union link u; };
int z;
void use(void);
void change(int *);
`;

async function sentenceOf(body: string): Promise<string | undefined> {
  const parameters =
    'int *p, int *q, unsigned *w, unsigned short *h, unsigned char *b, char *s, long *l, int n, int m, struct list *list, struct node *node';
  return (await loopsIn(`${HEAD}void f(${parameters}) { ${body} }`, 'c')).at(-1)?.count.sentence;
}

describe('what a pointer leads to', () => {
  test.each([
    ['while (*p < n) ++*p;', 'n - *p iterations'],
    ['for (*p = 0; *p < n; (*p)++) use();', "n iterations, if use() doesn't change *p"],
    ['while (*w != 0) *w -= 1;', '*w iterations'],
    ['while (*p > 9) *p /= 2;', 'at most 28 iterations'],
    ['while (p[0] < n) p[0] += 2;', '(n - *p + 1) / 2 iterations'],
    // from 65534 on h is below n again
    ['do *h += 3; while (*h < n);', 'max(1, (n - *h + 2) / 3) iterations, or at most 65536 if *h wraps around'],
    // each step brings both nearer to the other
    [
      'for (int i = 0; i < *p; i++) { q[i] = 0; --*p; }',
      "(*p + 1) / 2 iterations, if the store in line 8 doesn't change *p",
    ],
  ])('%s', async (body, sentence) => expect(await sentenceOf(body)).toBe(sentence));
});

describe('what else may change it', () => {
  test.each([
    ['while (*p < n) { ++*p; *l = 0; }', 'n - *p iterations'],
    ['while (*p < n) { ++*p; *q = 0; }', "n - *p iterations, if the store in line 8 doesn't change *p"],
    ['while (*p < n) { ++*p; *s = 0; }', "n - *p iterations, if the store in line 8 doesn't change *p"],
    ['while (*p < n) { ++*p; z = 0; }', "n - *p iterations, if the store in line 8 doesn't change *p"],
    ['while (*p < n) { ++*p; list->n = 0; }', "n - *p iterations, if the store in line 8 doesn't change *p"],
    ['while (*p < list->n) ++*p;', "list->n - *p iterations, if the store in line 8 doesn't change list->n"],
    ['while (*p < n) { ++*p; change(p); }', "n - *p iterations, if change() doesn't change *p"],
    ['int *r = p; while (*p < n) { ++*p; *r = 0; }', 'until *p >= n'],
    ['while (*p < n) { ++*p; p[m] = 0; }', 'until *p >= n'],
    ['while (*p < n) { ++*p; p[1] = 7; }', 'until *p >= n'],
    ['while (*p < n) { ++*p; *p = 0; }', 'until *p >= n'],
    ['while (p[m] < n) ++*p;', 'until p[m] >= n'],
    ['while (*p < n) { ++*p; p = q; }', 'until *p >= n'],
  ])('%s', async (body, sentence) => expect(await sentenceOf(body)).toBe(sentence));
});

describe('a name that means something else', () => {
  test.each([
    ['while (*p < n) { ++*p; p++; }', 'until *p >= n'],
    ['int *r = p; p = q; while (*r < n) ++*r;', 'until *r >= n'],
    ['{ int p = 0; use(); n += p; } while (*p < n) ++*p;', 'until *p >= n'],
    ['volatile int *v = p; while (*v < n) ++*v;', 'until *v >= n'],
    // characters may be parts of anything
    ['while (*b < 9) ++*b;', 'until *b >= 9'],
  ])('%s', async (body, sentence) => expect(await sentenceOf(body)).toBe(sentence));
});
