/** What `#if`s decide for which a header is missing: nothing is said that is true of one of the builds alone. */
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { DocumentMemory } from '../../server/src/analysis/index.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(() => unloadSolver());

const HOST = { now: () => performance.now(), cancelled: () => false };

interface Told {
  readonly counts: readonly string[];
  readonly verdicts: readonly string[];
  readonly findings: readonly string[];
}

async function told(source: string): Promise<Told> {
  const { loops, assertions, findings } = await analyze(source, DEFAULT_OPTIONS, HOST);
  return {
    counts: loops.map(({ count }) => count.sentence),
    verdicts: assertions.map(({ verdict }) => verdict),
    findings: (findings ?? []).map(({ kind }) => kind),
  };
}

/** `first` where K is defined, `second` in all other builds. */
const either = (first: string, second: string): string => `#ifdef K\n${first}\n#else\n${second}\n#endif\n`;

const WALK = 'char *f(char *s) { while (is(*s)) s++; return s; }';
const LIMIT = (test: string): string =>
  `#include <assert.h>\nint f(void) { int s = 0; for (int i = 0; i < ${test}; i++) s += 2; assert(s == 20); return s; }`;
const TYPED = (declared: string): string =>
  `#include <assert.h>\nint f(void) { ${declared}int s = 0; for (i = 0; i < 300; i++) s += 2; assert(s == 600); return s; }`;
const COUNTED = '{ int s = 0; for (i = 0; i < 300; i++) s += 2; assert(s == 600); return s; }';

const DECLARED: readonly (readonly [string, string, string, string])[] = [
  [
    'functions',
    either('static int is(int c) { return c == 5; }', 'static int is(int c) { return c == 1; }'),
    WALK,
    'until is() returns 0',
  ],
  [
    'functions of which one is a macro',
    either('#define is(c) (c == 5)', 'static int is(int c) { return c == 1; }'),
    WALK,
    'until is() returns 0',
  ],
  [
    'functions of which each has its own condition',
    '#ifdef K\nstatic int is(int c) { return c == 5; }\n#endif\n#ifndef K\nstatic int is(int c) { return c == 1; }\n#endif\n',
    WALK,
    'until is() returns 0',
  ],
  [
    'a function with parts that are left out',
    'static int is(int c) {\n#ifdef K\nif (c == 5) return 0;\n#endif\nreturn c == 1; }\n',
    WALK,
    'until is() returns 0',
  ],
  ['enumerators', either('enum { A = 10 };', 'enum { A = 20 };'), LIMIT('A'), 'A iterations'],
  ['values', either('static const int a = 10;', 'static const int a = 20;'), LIMIT('a'), 'until i >= a'],
  ['a value', 'static int a =\n#ifdef K\n10;\n#else\n20;\n#endif\n', LIMIT('a'), 'until i >= a'],
  ['sizes', either('static char a[10];', 'static char a[20];'), LIMIT('(int)sizeof a'), '(int)sizeof a iterations'],
  ['types', either('typedef unsigned char T;', 'typedef int T;'), TYPED('T i; '), 'until !(i < 300)'],
  ['variables', either('static unsigned char i;', 'static int i;'), TYPED(''), 'until !(i < 300)'],
  ['words of a type', 'static unsigned\n#ifdef K\nchar\n#endif\ni;\n', TYPED(''), 'until !(i < 300)'],
  ['the type of a name', 'typedef\n#ifdef K\nchar\n#else\nint\n#endif\nT;\n', TYPED('T i; '), 'until !(i < 300)'],
  ['heads of functions', either('int f(unsigned char i)', 'int f(int i)'), COUNTED, 'until !(i < 300)'],
  [
    'heads with their braces',
    either('int f(unsigned char i) {', 'int f(int i) {'),
    COUNTED.slice(1),
    'until !(i < 300)',
  ],
  ['parameters of old', `int f(k, i)\nint k;\n${either('unsigned char i;', 'int i;')}`, COUNTED, 'until !(i < 300)'],
  ['parameters', 'int f(\n#ifdef K\nunsigned char\n#else\nint\n#endif\ni)', COUNTED, 'until !(i < 300)'],
  ['pointers', 'static int\n#ifdef K\n*\n#endif\ni;\n', TYPED(''), 'until !(i < 300)'],
  [
    'a size',
    'static char a[\n#ifdef K\n10\n#else\n20\n#endif\n];\n',
    LIMIT('(int)sizeof a'),
    '(int)sizeof a iterations',
  ],
];

test.each(DECLARED)('%s', async (_, declared, code, count) => {
  const { counts, verdicts, findings } = await told(`#include "conf.h"\n${declared}${code}`);
  expect(counts).toEqual([count]);
  expect(verdicts.filter((v) => v !== 'unknown')).toEqual([]);
  expect(findings).toEqual([]);
});

test('variables of a function', async () => {
  const { counts, verdicts, findings } = await told(
    `#include "conf.h"\n${TYPED(`\n${either('unsigned char i;', 'int i;')}`)}`,
  );
  expect(counts).toEqual(['300 iterations, if K is not defined']);
  expect(verdicts).toEqual(['unknown']);
  expect(findings).toEqual([]);
});

test('a variable of a function instead of one of the file', async () => {
  const { counts, verdicts, findings } = await told(
    `#include "conf.h"\nstatic unsigned char i;\n${TYPED('\n#ifdef K\nint i;\n#endif\n')}`,
  );
  expect(counts).toEqual(['no bound known']);
  expect(verdicts).toEqual(['unknown']);
  expect(findings).toEqual([]);
});

test('who knows of a name', async () => {
  const { verdicts } = await told(`#include "conf.h"\n#include <assert.h>\nvoid g(void);
#ifdef K\nstatic\n#endif\nint a;\n#ifndef K\nextern\n#endif\nint b;
#ifdef K\nstatic\n#else\ninline\n#endif\nint f(int n) { int i = 0; while (i < 9) i++; assert(i == 9); return n; }
int main(void) { assert(a == 0); assert(b == 0); a = 1; g(); assert(a == 1); return f(1); }`);
  expect(verdicts).toEqual(['holds', 'holds', 'unknown', 'unknown']);
});

test.each([
  ['heads of several names', either('static int f_(int i, char *s)', 'int f(int i, char *s)'), 'holds'],
  ['others of several names', either('static int f_(unsigned char i)', 'int f(int i)'), 'unknown'],
  ['parameters before others', 'void f(int i, int k\n#ifdef K\n, int m\n#endif\n)', 'holds'],
  ['one right before others', 'void f(int k, int i\n#ifdef K\n[3]\n#endif\n)', 'unknown'],
  ['what is returned', `${either('void', 'int')}f(int i)`, 'holds'],
])('%s', async (_, head, verdict) => {
  const { verdicts } = await told(
    `#include "conf.h"\n#include <assert.h>\n${head}{ for (i = 0; i < 300; i++) ; assert(i == 300); }`,
  );
  expect(verdicts).toEqual([verdict]);
});

test('widths of bit-fields', async () => {
  const width = 'struct s { unsigned\nb :\n#ifdef K\n3\n#else\n9\n#endif\n; };';
  const { verdicts } = await told(
    `#include "conf.h"\n#include <assert.h>\n${width}\nvoid f(void) { struct s s; s.b = 300; assert(s.b == 300); }`,
  );
  expect(verdicts).toEqual(['unknown']);
});

test('heads that say the same', async () => {
  const heads = either('static int f(const int i, char *s)', 'int f(i, s)\nint i; char *s;');
  const { verdicts } = await told(
    `#include "conf.h"\n#include <assert.h>\n${heads}{ int s = 0; while (s < 9) s++; assert(s == 9); }`,
  );
  expect(verdicts).toEqual(['holds']);
});

test.each(DECLARED)('%s, where all is known', async (_, declared, code, count) => {
  const { counts } = await told(`${declared}${code}`);
  expect(counts).not.toEqual([count]);
});

test.each([
  ['members', either('unsigned char a;', 'int a;'), 'until !(p->a < 300)'],
  ['members that are alike', either('int a;', 'long a;'), '300 iterations'],
])('%s', async (_, members, count) => {
  const code = 'int f(struct s *p) { int s = 0; for (p->a = 0; p->a < 300; p->a++) s += 2; return s; }';
  expect((await told(`#include "conf.h"\nstruct s {\n${members}};\n${code}`)).counts).toEqual([count]);
});

test('a function of which there are two is looked at as it stands', async () => {
  const body = 'int n = 0; for (int i = 3; i < width; i++) n++; return n; }';
  const code = `#include "conf.h"\nstatic int width;\n${either(`int f(void) { width = 9; ${body}`, `int f(void) { width = 8; ${body}`)}`;
  const { loops } = await analyze(code, DEFAULT_OPTIONS, HOST);
  expect(loops.map(({ count }) => count.sentence)).toEqual(['6 iterations']);
  expect(loops.flatMap(({ reasons }) => reasons)).toEqual([]);
});

test('an enumerator may be negative in another build', async () => {
  const code = `#include <assert.h>\n#include "conf.h"\n${either('enum { A = 10, B };', 'enum { A = -20, B };')}`;
  const asserted = 'int f(void) { assert(A >= 0); assert(B >= 0); return A; }';
  expect((await told(code + asserted)).verdicts).toEqual(['unknown', 'unknown']);
});

test('of a file that is edited it is decided anew', async () => {
  const code = `#include "conf.h"\n${either('static int is(int c) { return c == 5; }', 'static int is(int c) { return 0; }')}${WALK}`;
  const memory: DocumentMemory = {};
  const counts: string[] = [];
  for (const source of [code, `#define K\n${code}`, code]) {
    const { loops } = await analyze(source, DEFAULT_OPTIONS, { ...HOST, memory });
    counts.push(...loops.map(({ count }) => count.sentence));
  }
  expect(counts).toEqual(['until is() returns 0', 'at most strlen(s) iterations', 'until is() returns 0']);
});

test('integers that are as wide as an int are alike', async () => {
  const code = `#include "conf.h"\n${either('typedef long T;', 'typedef int T;')}int f(int n) { T i; for (i = 0; i < n; i++) ; return 0; }`;
  expect((await told(code)).counts).toEqual(['n iterations']);
});

test('declarations alone decide nothing', async () => {
  const declared = either('extern int is(int c);', 'int is();');
  const code = `#include "conf.h"\n${declared}int is(int c) { return c == 1; }\n${WALK}`;
  expect((await told(code)).counts).toEqual(['at most strlen(s) iterations']);
});

const SET = 'void set(int n) { width = n; }';
const COUNT = 'int f(void) { int n = 0; for (int i = 0; i < width; i++) n++; return n; }';

test.each([
  ['set in the branch that is left out', either('', SET), COUNT, 'width iterations'],
  ['set in the branch that is taken', either(SET, ''), COUNT, 'width iterations'],
  ['set nowhere', either('int get(void) { return width; }', ''), COUNT, '80 iterations'],
  [
    'that one of two functions changes',
    either('static int next(void) { return width--; }', 'static int next(void) { return width; }'),
    'int f(int n) { width = n; while (width > 0) if (next() == 7) return 1; return 0; }',
    'until width <= 0 or next() returns 7',
  ],
])('a static object %s', async (_, functions, code, count) => {
  expect((await told(`#include "conf.h"\nstatic int width = 80;\n${functions}${code}`)).counts).toEqual([count]);
});

const ASSERTED: readonly (readonly [string, string])[] = [
  [
    'beside it in a loop',
    'int f(int n) { int i = 0; while (i < n) {\n#ifdef K\ni++;\n#endif\nassert(i < n); i++; } return i; }',
  ],
  [
    'behind a jump',
    'int f(void) { int i = 0;\n#ifdef K\ngoto out;\n#endif\ni = 10;\nout: assert(i == 10); return i; }',
  ],
  [
    'behind the call of a function that has it',
    'static int step(int c) {\n#ifdef K\nreturn c + 2;\n#endif\nreturn c + 1; }\nint f(void) { int i = 0; while (i < 9) i = step(i); assert(i == 9); return i; }',
  ],
  [
    'behind such a call, where it fails',
    'static int step(int c) {\n#ifdef K\nreturn c + 2;\n#endif\nreturn c + 1; }\nint f(void) { int i = 0; while (i < 9) i = step(i); assert(i == 10); return i; }',
  ],
];

test.each(ASSERTED)('an assertion %s', async (_, code) => {
  const asserting = `#include <assert.h>\n${code}`;
  expect((await told(`#include "conf.h"\n${asserting}`)).verdicts).toEqual(['unknown']);
  expect((await told(asserting)).verdicts).not.toEqual(['unknown']);
});

test('where it never ends in one build alone, it is not told that it does', async () => {
  const code = '#include "conf.h"\nint f(void) { int i = 0; while (i < 9) {\n#ifdef K\ni++;\n#endif\n} return i; }';
  const { loops } = await analyze(code, DEFAULT_OPTIONS, HOST);
  expect(loops[0]?.neverEndsWhen).toBeUndefined();
});

const REPLACED: readonly (readonly [string, string, readonly string[]])[] = [
  // the code of a branch is looked at, and what is behind it is the other build's
  [
    'a macro',
    'int one(void) { int i = 0; while (IS(i)) i++; return i; }',
    ['5 iterations', '3 iterations, if K is not defined'],
  ],
  ['a macro without code beside it', '', ['3 iterations, if K is not defined']],
  ['a macro that is gone', '#undef IS\n#define IS(c) ((c) != 7)\nint one;', ['3 iterations, if K is not defined']],
];

test.each(REPLACED)('%s that a branch defines anew means behind it what it did', async (_, code, counts) => {
  const branch = `#ifdef K\n#define IS(c) ((c) != 5)\n#define OWN(c) (c)\n${code}\n#endif\n`;
  const behind = 'int f(void) { int i = 0; while (IS(i)) i++; return i; }';
  expect((await told(`#include "conf.h"\n#define IS(c) ((c) != 3)\n${branch}${behind}`)).counts).toEqual(counts);
});

const TWOFOLD = `#include <assert.h>
#include "conf.h"
#ifdef K
#define M(x) ((x) + 1)
#else
#define M(x) (x)
#endif
static int next(int i) { return M(i); }
static void set(int *p, int i) { *p = i; }
static int twice(int i) { if (M(i) > 5) return 0; return 2 * i; }
`;

test.each([
  ['an assertion has', 'assert(M(i) == 5);'],
  ['a value is returned from', 'assert(next(i) == 5);'],
  ['is handed on', 'int j = 0; set(&j, M(i)); assert(j == 5);'],
  ['sets a variable', 'int j; j = M(i); assert(j == 5);'],
  ['a way is chosen by', 'assert(twice(i) == 10);'],
  ['moves a limit', 'int k = 0; while (k < i) { k++; i = M(i); } assert(k == 5);'],
  ['is made something of in a `switch`', 'int j = 0; switch (i) { case 5: i = M(i); j = i; } assert(j == 5);'],
  ['an array gets', 'int a[2] = { 0, 0 }; a[1] = M(i); assert(a[1] == 5);'],
])('of a macro with two meanings that %s, neither is taken', async (_, code) => {
  const loop = `void f(void) { int i = 0; while (i < 5) i++; ${code} }`;
  expect((await told(`${TWOFOLD}${loop}`)).verdicts).toEqual(['unknown']);
});
