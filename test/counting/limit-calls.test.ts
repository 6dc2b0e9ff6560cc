/** Calls in a loop's own test that limit it: that they stay the same is said. */
import { describe, expect, test } from 'vitest';
import { sentencesIn } from './sentences.ts';

async function sentenceOf(loop: string): Promise<string | undefined> {
  const source = `struct list; int count(struct list const *); void *at(struct list *, int); void use(void *);
#define COUNT(l) count((struct list const *)(l))
#define ONE_LESS(l) count(l) - 1
#define LESSER(a, b) ((a) < (b) ? (a) : (b))
#define MORE(i, l) ((i) < count(l))
int f(struct list *l, struct list *m, int n) { int i = 0; ${loop} return i; }`;
  return (await sentencesIn(source))[0];
}

describe('a call in the test', () => {
  test.each([
    ['for (; i < count(l); i++) use(at(l, i));', 'count(l) iterations, if count(l) stays the same'],
    ['for (; i < count(l); i++) if (!at(l, i)) break;', 'at most count(l) iterations, if count(l) stays the same'],
    ['for (; i < COUNT(l); i++) use(at(l, i));', 'COUNT(l) iterations, if COUNT(l) stays the same'],
    ['for (; count(l) > i; i++) use(at(l, i));', 'count(l) iterations, if count(l) stays the same'],
    ['for (; i < n - count(l); i++) use(at(l, i));', 'n - count(l) iterations, if count(l) stays the same'],
    ['for (; i < (count(l)); i += 2) use(at(l, i));', '(count(l) + 1) / 2 iterations, if count(l) stays the same'],
    ['while (i != count(l)) use(at(l, i++));', 'count(l) iterations, if count(l) stays the same'],
    ['do use(at(l, i++)); while (i < count(l));', 'max(1, count(l)) iterations, if count(l) stays the same'],
    [
      'for (; i < count(l) && i < count(m); i++) use(at(l, i));',
      'at most count(l) iterations, if count(l) stays the same',
    ],
    // what the loop changes is no argument
    ['for (; i < count(l); i++) l = at(l, i);', 'until i >= count(l)'],
    ['for (; i < count(at(l, i)); i++) use(l);', 'until i >= count(at(l, i))'],
    ['for (struct list *x = l; i < count(x); i++) use(x);', 'until i >= count(x)'],
    ['for (; i < count(l++); i++) use(l);', 'until i >= count(l++)'],
    // a macro that is more than a call
    ['for (; i < ONE_LESS(l); i++) use(at(l, i));', 'until i >= ONE_LESS(l)'],
    ['for (; i < LESSER(count(l), count(m)); i++) use(at(l, i));', 'until i >= LESSER(count(l), count(m))'],
    ['for (; MORE(i, l); i++) use(at(l, i));', 'until !MORE(i, l)'],
    // not in every iteration, or with what the call returns
    ['while (i < count(l)) if (at(l, i)) i++;', 'until i >= count(l)'],
    ['while (i < n) i += count(l);', 'until i >= n'],
    // a bound that assumes nothing is better
    ['for (; i < n && i < count(l); i++) use(at(l, i));', 'at most n iterations'],
  ])('%s', async (loop, sentence) => expect(await sentenceOf(loop)).toBe(sentence));
});

/** `strlen()` looks at memory that such a loop doesn't change: the condition would always hold. */
test.each([
  ['for (size_t i = 0; i < strlen(s); i++) k++;', 'strlen(s) iterations'],
  ['for (size_t i = 0; i < strlen(s); i++) if (s[i] == k) return i;', 'at most strlen(s) iterations'],
  ['for (size_t i = 0; i < strlen(s); i++) s[i] = k;', 'strlen(s) iterations, if strlen(s) stays the same'],
  ['for (size_t i = 0; i < strlen(s); i++) shown(s[i]);', 'strlen(s) iterations, if strlen(s) stays the same'],
  [
    'static char t[9]; for (size_t i = 0; i < strlen(t); i++) t[i] = 0;',
    'strlen(t) iterations, if strlen(t) stays the same',
  ],
  ['for (size_t i = 0; i < strlen(s); i++) total++;', 'strlen(s) iterations, if strlen(s) stays the same'],
  [
    'char *q = (char *)&k; for (size_t i = 0; i < strlen(q); i++) k++;',
    'strlen(q) iterations, if strlen(q) stays the same',
  ],
])('%s', async (loop, sentence) => {
  const source = `#include <string.h>\nextern void shown(int);\nint total;\nint f(char *s, int k) { ${loop} return k; }`;
  expect(await sentencesIn(source)).toEqual([sentence]);
});
