/** What headers decide that weren't read: counts say what they take for undefined, and tables may have other rows. */
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

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
  ['the beginning of a statement', '{} if (q) {/} n = 5; m = 7;', 'max(0, n)', '7', '3'],
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
