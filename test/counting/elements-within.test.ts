/**
 * Loops whose test reads an element: no run without undefined behaviour reads outside of the array, and a constant
 * table says where its end is.
 */
import { describe, expect, test } from 'vitest';
import { countedLoopsIn, loopsIn } from '../termination/loops.ts';

const HEAD = `
struct pair { int key, value; };
struct tail { int n; int d[1]; };
struct open { int n; int d[]; };
struct parts { int n; int d[16]; int last[8]; };
static const int table[] = { 3, 1, 4, 0 };
static const struct pair pairs[] = { { 1, 5 }, { 2, 6 }, { 0, 0 } };
static const unsigned char endless[3] = { 1, 2, 3 };
static struct open filled = { 3, { 1, 2, 3 } };
static const char *const names[] = { "a", "b", "c", 0 };
extern int twenty[20];
struct pair some[4];
extern int any[];
extern struct tail one;
void fill(int *);
`;

async function sentenceOf(body: string): Promise<string | undefined> {
  const loops = await loopsIn(
    `${HEAD}int f(int i, int x, int n, int p[20], struct tail *t, struct parts *s) { ${body} return i; }`,
    'c',
  );
  return loops.at(-1)?.count.sentence;
}

describe('an element that is read lies in its array', () => {
  test.each([
    ['for (i = 0; twenty[i] != x; i++) ;', 'at most 20 iterations'],
    ['while (twenty[i] != x) i++;', 'at most 20 - i iterations'],
    ['for (const char *const *p = names; *p; p++) i++;', 'at most 4 iterations'],
    ['const char *const *p = &names[1]; while (*p) i += **p++;', 'at most 3 iterations'],
    // 19, 17, … 1: ten of them
    ['for (i = 19; twenty[i] == x; i -= 2) ;', 'at most 10 iterations'],
    // 0, 3, … 18: seven of them
    ['const int *q; for (q = twenty; *q != x; q += 3) ;', 'at most 7 iterations'],
    // the first test looks at a[1], and the body has been begun: 1, 2, … 7, and the one that none would follow
    ['int a[8]; i = 0; fill(a); do i++; while (a[i] != x);', 'at most 8 iterations'],
    // of a member there are no more where others follow
    ['while (s->d[i] == 0) i--;', 'at most i + 1 iterations'],
    ['for (i = 0; s->d[i] != x; i++) ;', 'at most 16 iterations'],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});

describe('an element that a count speaks of', () => {
  test.each([
    // the index stands before the member
    [
      'i = 0; while (some[i].key) { x++; if (i < 7) break; if (++i > 3) break; }',
      '(some[0].key != 0 ? 1 : 0) iterations',
    ],
    ['i = 0; while (twenty[i]) { x++; if (i < 7) break; if (++i > 3) break; }', '(twenty[0] != 0 ? 1 : 0) iterations'],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});

describe('a constant table', () => {
  test.each([
    ['for (i = 0; table[i] != 0; i++) x += table[i];', '3 iterations'],
    ['const int *q; for (q = table; *q; q++) x += *q;', '3 iterations'],
    ['for (i = 0; pairs[i].key; i++) x += pairs[i].value;', '2 iterations'],
    ['for (i = 1; table[i] < 4; i++) ;', '1 iteration'],
    ['i = 0; do i++; while (table[i]);', '3 iterations'],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});

describe('nothing sure is said by the length', () => {
  test.each([
    // as long as the caller's
    ['while (p[i] != x) i++;', 'elements_before(p + i, x) iterations'],
    ['while (t->d[i] != x) i++;', 'elements_before(t->d + i, x) iterations'],
    ['while (any[i] != x) i++;', 'elements_before(any + i, x) iterations'],
    // the object may be longer than its last member says
    ['while (one.d[i] != x) i++;', 'elements_before(one.d + i, x) iterations'],
    ['while (s->last[i] != x) i++;', 'elements_before(s->last + i, x) iterations'],
    ['while (filled.d[i] != x) i++;', 'elements_before(filled.d + i, x) iterations'],
    // the index comes round before it is outside: only its wrapping around keeps it from that
    [
      'extern int many[300]; unsigned char c = 0; while (many[c] != x) c++;',
      "elements_before(many, x) iterations, if c doesn't wrap around",
    ],
    // not every iteration reads one
    ['while (n > 5 || twenty[i] != x) { i++; n = x * i; }', 'until n <= 5 && twenty[i] == x'],
  ])('%s', async (loop, sentence) => {
    expect(await sentenceOf(loop)).toBe(sentence);
  });
});

/** C11 6.5.7: a value isn't shifted by as many bits as it has. */
describe('amounts of shifts', () => {
  test.each([
    ['int k = 0; while ((n >> k) > 65534) k++;', 'at most 32 iterations'],
    ['int k = 0; while ((1UL << k) < x) { k++; g(); }', 'at most 64 iterations'],
    ['int k; for (k = 1; n > (1 << k) - 1; k++) g();', 'at most 31 iterations'],
    ['int k = 0; for (;;) { x |= 1u << k; if (g()) break; k += 2; }', 'at most 16 iterations'],
    // only some iterations shift
    ['int k = 0; while (x) { x = g(); if (x > 3 && (n >> k) > 1) n = 0; k++; }', 'until x == 0'],
    ['int k = 0; while (x) { x = x > 3 ? n >> k : g(); k++; }', 'until x == 0'],
  ])('%s', async (loop, sentence) => {
    const source = `int g(void); void f(int n, unsigned long x) { ${loop} }`;
    expect((await countedLoopsIn(source)).at(-1)?.count.sentence).toBe(sentence);
  });
});
