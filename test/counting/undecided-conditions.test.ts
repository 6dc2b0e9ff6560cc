/** What headers decide that weren't read: counts say what they take for undefined, and tables may have other rows. */
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { sentencesIn } from './sentences.ts';

afterAll(() => unloadSolver());

const TABLE = (condition: string): string => `
const int table[] = {
#ifdef ${condition}
  1, 2, 3,
#endif
  0
};
int f(void) {
  int n = 0;
  for (int i = 0; i < sizeof table / sizeof *table; i++) n++;
  return n;
}`;

const INSIDE = (condition: string, statement: string): string => `
int state(void);
int f(int n) {
  int i = 0;
  for (; i < 5; i++) {
#${condition}
    ${statement}
#endif
    n++;
  }
  return n;
}`;

test.each([
  ['all is known', INSIDE('ifdef K', 'i++;'), '5 iterations'],
  ['a header of the program', `#include "conf.h"${INSIDE('ifdef K', 'i++;')}`, '5 iterations, if K is not defined'],
  ['not negated', `#include "conf.h"${INSIDE('ifndef K', 'i++;')}`, '3 iterations, if K is not defined'],
  ['a value', `#include "conf.h"${INSIDE('if K > 0 && 1', 'i++;')}`, '5 iterations, if K is not defined'],
  ['a version', `#include "conf.h"${INSIDE('if K >= 3', 'i++;')}`, '5 iterations, if K is not defined'],
  [
    'a function of versions',
    `#include "conf.h"${INSIDE('if K(3, 1) < 2', 'i++;')}`,
    '3 iterations, if K is not defined',
  ],
  ['either', `#include "conf.h"${INSIDE('if K < 2 || 0', 'i++;')}`, '3 iterations, if K is not defined'],
  ['a byte order', `#include "conf.h"${INSIDE('if BYTE_ORDER == BIG_ENDIAN', 'i++;')}`, '5 iterations'],
  ['the other one', `#include "conf.h"${INSIDE('if __BYTE_ORDER == __LITTLE_ENDIAN', 'i++;')}`, '3 iterations'],
  [
    'no comparison',
    `#include "conf.h"${INSIDE('if BIG_ENDIAN', 'i++;')}`,
    '5 iterations, if BIG_ENDIAN is not defined',
  ],
  ['both, and one is known', `#include "conf.h"${INSIDE('if K > 2 && 0', 'i++;')}`, '5 iterations'],
  ['the file says it', `#include "conf.h"\n#undef K${INSIDE('ifdef K', 'i++;')}`, '5 iterations'],
  [
    'a name of the library',
    `#include <errno.h>${INSIDE('ifdef EINTR', 'i++;')}`,
    '5 iterations, if EINTR is not defined',
  ],
  ['another beside the library', `#include <errno.h>${INSIDE('ifdef K', 'i++;')}`, '5 iterations'],
  ['rows, all known', TABLE('K'), '1 iteration'],
  ['rows', `#include "conf.h"${TABLE('K')}`, 'sizeof table / 4 iterations'],
  ['rows of the library', `#include <sys/resource.h>${TABLE('RLIMIT_CPU')}`, 'sizeof table / 4 iterations'],
  ['rows that it has no name for', `#include <sys/resource.h>${TABLE('K')}`, '1 iteration'],
  [
    'a way out',
    `#include "conf.h"
int state(void);
int f(void) {
  for (;;) {
#ifdef K
    if (state()) break;
#endif
  }
  return 1;
}`,
    'no bound known',
  ],
])('%s', async (_, source, sentence) => {
  const { loops } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, overflow: 'off' },
    { now: () => 0, cancelled: () => false },
  );
  expect(loops.map(({ count }) => count.sentence)).toEqual([sentence]);
});

test.each([
  ['const int t[4] = {\n#ifdef K\n5,\n#endif\n1, 2 };\nint main(void) { assert(t[0] == 1); return 0; }', 'unknown'],
  ['const int t[4] = { 1, 2 };\nint main(void) { assert(t[0] == 1); return 0; }', 'holds'],
  ['int main(void) { const int t[4] = {\n#ifdef K\n5,\n#endif\n1, 2 };\nassert(t[0] == 1); return 0; }', 'unknown'],
  ['int main(void) { static int t[] = {\n#ifdef K\n5,\n#endif\n1, 2 };\nassert(t[0] == 1); return 0; }', 'unknown'],
  ['int main(void) { static int t[] = { 1, 2 };\nassert(t[0] == 1); return 0; }', 'holds'],
])('values %#', async (source, verdict) => {
  const { assertions } = await analyze(`#include "conf.h"\n${source}`, DEFAULT_OPTIONS, {
    now: () => 0,
    cancelled: () => false,
  });
  expect(assertions.map((a) => a.verdict)).toEqual([verdict]);
});

/** `{}` begins a branch that another build may have. */
const BEFORE = (statements: string): string =>
  `#include "conf.h"
int get(int *);
static int limit = 3;
int f(int q) {
  int n = 0, m = 7;
  ${statements.replaceAll('{}', '\n#ifdef K\n').replaceAll('{!}', '\n#ifndef K\n').replaceAll('{/}', '\n#endif\n')}
  for (int i = 0; i < n; i++) get(0);
  for (int i = 0; i < m; i++) get(0);
  for (int i = 0; i < limit; i++) get(0);
  return n;
}`;

test.each([
  ['nothing', '', '0', '7', '3'],
  ['an assignment', '{} n = 10; {/}', 'max(0, n)', '7', '3'],
  ['one that is there', 'n = 2; {!} n = 0; {/}', 'max(0, n)', '7', '3'],
  ['an address', '{} get(&n); {/}', 'max(0, n)', '7', '3'],
  ['a static object', '{} limit++; {/}', '0', '7', 'max(0, limit)'],
  ['values that are read', '{} get(0); (void)(n + m); {/}', '0', '7', '3'],
  ['a part of a condition', 'if (q == 1 {} || q == 2 {/}) n = 5;', 'max(0, n)', '7', '3'],
  ['a part of a value', 'n = 1 {} + 1 {/}; limit = 3;', 'max(0, n)', '7', 'max(0, limit)'],
  ['the beginning of a statement', '{} if (q) {/} n = 5; m = 7;', 'max(0, n)', '7', '3'],
  ['the head of a loop', 'while (q > m {} && n {/}) q--;', 'max(0, n)', 'max(0, m)', '3'],
  ['a block', '{} if (q) { {/} n = 0; {} } {/}', 'max(0, n)', 'max(0, m)', '3'],
  ['within a block', 'if (q) { {} n = 5; {/} }', 'max(0, n)', '7', '3'],
  ['within a loop', 'for (int k = 0; k < 2; k++) { {} n = 5; {/} }', 'max(0, n)', '7', '3'],
  ['a macro', '{} SET_UP; {/}', 'max(0, n)', 'max(0, m)', '3'],
])('before loops: %s', async (_, statements, ...counts) => {
  const { loops } = await analyze(
    BEFORE(statements),
    { ...DEFAULT_OPTIONS, assertions: false },
    { now: () => 0, cancelled: () => false },
  );
  expect(loops.slice(-3).map(({ count }) => count.text)).toEqual(counts);
});

test('a loop within one that has such a condition says what it takes for undefined', async () => {
  const source = `#include "conf.h"
int f(int n) {
  for (int k = 0; k < 3; k++) {
    n = 0;
#ifdef K
    n = 5;
#endif
    for (int i = 0; i < n; i++) ;
  }
  return n;
}`;
  const { loops } = await analyze(source, DEFAULT_OPTIONS, { now: () => 0, cancelled: () => false });
  const sentences = ['3 iterations, if K is not defined', '0 iterations, if K is not defined'];
  expect(loops.map(({ count }) => count.sentence)).toEqual(sentences);
});

/** `{}` begins a branch that another build may have, in a loop over `i`. */
const WITHIN = (body: string): string =>
  `#include "conf.h"
int get(int *);
#define SET(x) ((x) = 0)
#define SHOW(x) show("%d", x)
int f(int n, int *a) {
  int i, k = 1, t = 0;
  ${body
    .replaceAll('{}', '\n#ifdef K\n')
    .replaceAll('{!}', '\n#ifndef K\n')
    .replaceAll('{:}', '\n#else\n')
    .replaceAll('{/}', '\n#endif\n')}
  return t + k;
}`;
const COUNTED = (body: string): string => WITHIN(`for (i = 0; i < n; i++) { ${body} }`);
const UNLESS = ', if K is not defined';

test.each([
  ['what the count has nothing to do with', COUNTED('{} t++; {/} get(0);'), 'n iterations'],
  ['a call', COUNTED('{} printf("%d", i); get(0); {/} t++;'), 'n iterations'],
  ['the same where it is there', COUNTED('{!} t++; get(0); {/} t++;'), 'n iterations'],
  ['two branches', COUNTED('{} t++; {:} t--; {/} t++;'), 'n iterations'],
  ['a macro that calls', COUNTED('{} SHOW(t); {/} t++;'), 'n iterations'],
  ['the counter', COUNTED('{} i++; {/} t++;'), `n iterations${UNLESS}`],
  ['a macro that sets it', COUNTED('{} SET(i); {/} t++;'), `n iterations${UNLESS}`],
  ['its address', COUNTED('{} get(&i); {/} t++;'), `n iterations${UNLESS}`],
  ['its limit', COUNTED('{} n = 3; {/} t++;'), `n iterations${UNLESS}`],
  [
    'a step that is a constant',
    WITHIN('for (i = 0; i < n; i += k) { {!} k = 3; {/} t++; }'),
    `(n + 2) / 3 iterations${UNLESS}`,
  ],
  [
    'the counter, behind a string that looks like a comment',
    COUNTED('{} log("http://x"); i++; {/} t++;'),
    `n iterations${UNLESS}`,
  ],
  ['a way out', COUNTED('{} if (t) break; {/} t++;'), `n iterations${UNLESS}`],
  ['the end of the run', COUNTED('{} exit(1); {/} t++;'), `n iterations${UNLESS}`],
  ['a macro that nobody knows', COUNTED('{} CHECK(t); {/} t++;'), `n iterations${UNLESS}`],
  ['the body of an if', COUNTED('if (t) {} t = 0; {/} i++;'), `at most n iterations${UNLESS}`],
  [
    'the body of an if, behind another',
    COUNTED('if (t) {} t = 0; {/} {} k = 0; {/} i++;'),
    `at most n iterations${UNLESS}`,
  ],
  [
    'an if before an else',
    COUNTED('{} if (t) { t = 0; } {:} if (k) { t = 1; } {/} else i++;'),
    `at most n iterations${UNLESS}`,
  ],
  ['a part of the head', WITHIN('for (i = 0; {} i < n; {:} i < t; {/} i++) k++;'), `0 iterations${UNLESS}`],
  [
    'a call by a pointer',
    WITHIN('int (*g)(int) = 0; for (i = 0; i < a[2]; i++) { {} (*g)(i); {/} t++; }'),
    `a[2] iterations${UNLESS}`,
  ],
  [
    'a macro that is a call',
    WITHIN('\n#define RUN get(0)\nfor (i = 0; i < a[2]; i++) { {} RUN; {/} t++; }'),
    `a[2] iterations${UNLESS}`,
  ],
  [
    'a macro that ends the run',
    WITHIN('\n#define DIE(x) exit(x)\nfor (i = 0; i < n; i++) { {} DIE(1); {/} t++; }'),
    `n iterations${UNLESS}`,
  ],
  ['a declaration', WITHIN('for (i = 0; i < n; i++) { {} char n; {:} int n; {/} t++; }'), `n iterations${UNLESS}`],
  ['one that only one build leaves', WITHIN('do { t++; {!} break; {/} } while (t < n);'), `1 iteration${UNLESS}`],
  ['what is done once', WITHIN('do { t++; {!} break; {/} } while (0);'), '1 iteration'],
  [
    'memory, by a pointer',
    WITHIN('for (i = 0; i < a[2]; i++) { {} if (t) t = 0; else *a = 1; {/} t++; }'),
    `a[2] iterations${UNLESS}`,
  ],
  ['a cast', COUNTED('{} t = (int)(char *)a; {:} t = 2 * k; {/} t++;'), 'n iterations'],
  ['memory', WITHIN('for (i = 0; i < a[2]; i++) { {} get(0); {/} t++; }'), `a[2] iterations${UNLESS}`],
  [
    'what the pointer may lead to',
    `int outside; ${WITHIN('for (i = 0; i < a[2]; i++) { {} outside = 9; {/} t++; }')}`.replace(
      /^(int outside;) (.*)/,
      '$2\n$1',
    ),
    `a[2] iterations${UNLESS}`,
  ],
  [
    'a local whose address is known elsewhere',
    WITHIN('int own; get(&own); for (i = 0; i < a[2]; i++) { {} own = 9; {/} t++; }'),
    `a[2] iterations${UNLESS}`,
  ],
  [
    'what nothing leads to but its name',
    WITHIN('static int own; for (i = 0; i < a[2]; i++) { {} own = 9; {/} t++; }'),
    'a[2] iterations',
  ],
  [
    'an element that only one build reads',
    WITHIN('int b[9]; for (i = 0; i < n; i++) { {!} t += b[i]; {/} t++; }'),
    `n iterations${UNLESS}`,
  ],
])('in a loop: %s', async (_, source, sentence) => {
  expect(await sentencesIn(source)).toEqual([sentence]);
});

test.each([
  ['its own head says all', '{} n = 5; {/} for (i = 0; i < n; i++) ;', 'n iterations'],
  ['also where control may come another way', '{} if (t) continue; {/} for (i = 0; i < n; i++) ;', 'n iterations'],
  ['what is before it', 'n = 2; {} n = 5; {/} for (i = 0; i < n; i++) ;', 'n iterations'],
  ['a step', 'k = 3; {} k = 5; {/} for (i = 0; i < n; i += k) ;', `(n + 2) / 3 iterations${UNLESS}`],
  ['the type of a counter', '{} char i; {:} int i; {/} for (i = 0; i < n; i++) ;', `n iterations${UNLESS}`],
  ['nothing is set', 'n = 2; {} printf("%d", n); {/} for (i = 0; i < n; i++) ;', '2 iterations'],
])('around a loop: %s', async (_, body, sentence) => {
  expect((await sentencesIn(WITHIN(`while (get(0)) { ${body} }`)))[1]).toBe(sentence);
});

test('the address of what a pointer leads to is not the address of the pointer', async () => {
  const source = `#include "conf.h"
struct s { int n, m; };
void f(struct s *p) {\n#ifdef K\n printf("%p", &p->m);\n#endif\n for (int i = 0; i < 4; i++) if (p) p->n++; }`;
  expect(await sentencesIn(source)).toEqual(['4 iterations']);
});

test('the type of a counter may be another one', async () => {
  const source = '{} char c; {:} int c; {/} for (c = 0; c < n; c++) t++; for (i = 0; i < n; i++) t++;';
  expect(await sentencesIn(WITHIN(source))).toEqual([`n iterations${UNLESS}`, 'n iterations']);
});

test.each([
  ['AB', 'A and B are not defined'],
  ['ABC', 'A, B and C are not defined'],
  ['ABCDE', 'A, B and 3 other macros are not defined'],
])('macros together: %s', async (macros, told) => {
  const conditions = [...macros].map((m) => `\n#ifdef ${m}\n i++;\n#endif\n`).join('');
  expect(
    await sentencesIn(`#include "conf.h"\nvoid f(int n) { for (int i = 0; i < n; i++) { ${conditions} } }`),
  ).toEqual([`n iterations, if ${told}`]);
});
