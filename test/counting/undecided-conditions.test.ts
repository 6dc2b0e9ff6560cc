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
  ['rows', `#include "conf.h"${TABLE('K')}`, 'until i >= sizeof table / sizeof *table'],
  ['rows of the library', `#include <sys/resource.h>${TABLE('RLIMIT_CPU')}`, 'until i >= sizeof table / sizeof *table'],
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
