/** What headers would tell that aren't there: constants stay names, and nothing counts as absent that may be there. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/index.ts';

const count = async (source: string): Promise<readonly string[]> => {
  const { loops } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, overflow: 'off' },
    { now: () => 0, cancelled: () => false },
  );
  return loops.map(({ count: { sentence } }) => sentence);
};

const UNTIL = (limit: string): string => `void use(int);\nvoid f(void) { for (int i = 0; i < ${limit}; i++) use(i); }`;

it.each<[string, string, string]>([
  ['elements', `static const char t[] = {\n#include "t.h"\n0, 0\n};\n${UNTIL('sizeof t')}`, 'sizeof t iterations'],
  [
    'rows',
    `static const int t[][2] = {\n#include "t.h"\n{ 1, 2 } };\n${UNTIL('sizeof t / sizeof t[0]')}`,
    'sizeof t / 8 iterations',
  ],
  [
    'a string that goes on',
    `static const char t[] = "ab"\n#include "t.h"\n;\n${UNTIL('sizeof t')}`,
    'sizeof t iterations',
  ],
  [
    'a string that may go on',
    `#include "c.h"\nstatic const char t[] = "ab"\n#ifdef K\n"c"\n#endif\n;\n${UNTIL('sizeof t')}`,
    'sizeof t iterations',
  ],
  ['enumerators', `enum {\n#include "t.h"\nLAST };\n${UNTIL('LAST')}`, 'LAST iterations'],
  [
    'enumerators that may be there',
    `#include "c.h"\nenum { A,\n#ifdef K\nB,\n#endif\nLAST };\n${UNTIL('LAST')}`,
    'LAST iterations',
  ],
  ['enumerators with values behind them', `enum {\n#include "t.h"\nA = 4, LAST };\n${UNTIL('LAST')}`, '5 iterations'],
  [
    'members',
    `struct s { int a;\n#include "t.h"\n};\n${UNTIL('(int)sizeof(struct s)')}`,
    '(int)sizeof(struct s) iterations',
  ],
  [
    'statements',
    'void use(int);\nvoid f(void) { int n = 5;\n#include "t.h"\nfor (int i = 0; i < n; i++) use(i); }',
    'n iterations',
  ],
  [
    'statements that may be there',
    '#include "c.h"\nvoid use(int);\nvoid f(void) { int n = 5;\n#ifdef K\n#include "t.h"\n#endif\nfor (int i = 0; i < n; i++) use(i); }',
    'n iterations',
  ],
  ['a number by default', `#include "c.h"\n#ifndef N\n#define N 8\n#endif\n${UNTIL('N')}`, 'N iterations'],
  [
    'one in a product',
    `#include "c.h"\n#ifndef N\n#define N 8\n#endif\n#define M (2 * N)\n${UNTIL('M')}`,
    '2 * N iterations',
  ],
  [
    'another number elsewhere',
    `#include "c.h"\n#define N 8\n#ifdef K\n#undef N\n#define N 9\n#endif\n${UNTIL('N')}`,
    'N iterations',
  ],
  [
    'a long number',
    `#include "c.h"\n#ifndef N\n#define N 8UL\n#endif\nvoid use(int);\nvoid f(void) { for (unsigned long i = 0; i < N; i++) use(1); }`,
    'N iterations',
  ],
  [
    'an array of so many',
    `#include "c.h"\n#ifndef N\n#define N 8\n#endif\nstatic char t[N];\n${UNTIL('sizeof t')}`,
    'sizeof t iterations',
  ],
  ['a number that is set', '#include "c.h"\n#define N 8\n'.concat(UNTIL('N')), '8 iterations'],
  [
    'a number in a part that is there or not',
    `#include "c.h"\n#ifdef K\n#define N 8\n${UNTIL('N')}\n#endif`,
    '8 iterations',
  ],
  ['a number by default, all headers read', `#ifndef N\n#define N 8\n#endif\n${UNTIL('N')}`, '8 iterations'],
  ["a header's guard", `#include "c.h"\n#ifndef K_H\n#define K_H\n#define N 8\n#endif\n${UNTIL('N')}`, '8 iterations'],
])('%s', async (_, source, sentence) => {
  expect(await count(source)).toEqual([sentence]);
});

it('a number of rows is no negative number', async () => {
  const rows = 'static const int t[] = {\n#include "t.h"\n0 };\nenum { rows = sizeof t / sizeof t[0] };\n';
  const loop = 'void f(void) { for (unsigned long i = 0; i < rows; i++) use(t[i]); }';
  expect(await count(`void use(int);\n${rows}${loop}`)).toEqual(['rows iterations']);
});

it('a bit-field whose width headers decide may be worth anything', async () => {
  const before = '#include "c.h"\n#ifndef W\n#define W 3\n#endif\nstruct s { unsigned n : W; } g;\nvoid use(int);\n';
  expect(await count(`${before}void f(void) { g.n = 9; for (int i = 0; i < g.n; i++) use(i); }`)).toEqual([
    'until !(i < g.n)',
  ]);
});

it('an element of a table with other rows lies in it', async () => {
  const table = 'static const struct row { const char *n; int v; } t[] = {\n#include "t.h"\n{ 0, 0 } };\n';
  const find = (row: string): string =>
    `int g(const char *);\nint f(void) { for (int i = 0; t[i].n; i++) if (g(t[i].n)) return t[i].v; return ${row}; }`;
  expect(await count(`${table}${find('0')}`)).toEqual(['at most sizeof t / 16 iterations']);
  const unknown = 'static const struct row { const char *n; kind_t v; } t[] = {\n#include "t.h"\n{ 0, 0 } };\n';
  expect(await count(`#include "c.h"\n${unknown}${find('1')}`)).toEqual(['at most sizeof t / sizeof t[0] iterations']);
});

it('a struct that may have more members has those that are named, and no values by their order', async () => {
  const before = '#include "c.h"\nvoid use(int);\nstruct s { int a;\n#ifdef K\nint k;\n#endif\nint n; };\n';
  const loop = '{ for (int i = 0; i < p->n; i++) p->a = i; }';
  expect(await count(`${before}void f(struct s *p) ${loop}`)).toEqual(['p->n iterations']);
  const given = (values: string): Promise<readonly string[]> =>
    count(`${before}static const struct s t = ${values};\nvoid f(void) { for (int i = 0; i < t.n; i++) use(i); }`);
  expect(await given('{ .n = 6 }')).toEqual(['6 iterations']);
  expect(await given('{ 0 }')).toEqual(['0 iterations']);
  expect(await given('{ 1, 2 }')).not.toEqual(['2 iterations']);
});

describe('a variable whose type is not known', () => {
  const before = 'void use(int);\nstruct node { struct node *next; int n; };\n';
  it.each([
    ['int f(int *n, thing k) { thing p; int i; for (i = 0; i < *n; i++) p = k; return i; }', '*n iterations'],
    [
      'void f(char **v) { thing p; for (; *v; v++) { p = get(*v); } }',
      "entries(v) iterations, if get() doesn't change what v points to",
    ],
    ['void f(struct node *t) { thing p; for (; t; t = t->next) p += t->n; }', 'length(t) iterations'],
    // it has another name
    ['int f(thing k) { thing p; int *q = (int *)&p, i; for (i = 0; i < *q; i++) p = k; return i; }', 'until i >= *q'],
    ['int f(thing k) { thing p; int *q = (int *)p, i; for (i = 0; i < *q; i++) p[0] = k; return i; }', 'until i >= *q'],
    ['int f(thing k) { thing p; int *q = (int *)p, i; for (i = 0; i < *q; i++) p->n = 5; return i; }', 'until i >= *q'],
    ['thing p; int f(thing k, int *q) { int i; for (i = 0; i < *q; i++) p = k; return i; }', 'until i >= *q'],
    ['int f(thing p) { while (p) p = p - 1; return p; }', 'until p == 0'],
  ])('%s', async (source, sentence) => expect(await count(before + source)).toEqual([sentence]));
});
