/** What counts runs that leave a loop is no count of those that never do; `bounds` doesn't ask which these are. */
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(() => unloadSolver());

test.each([
  ['doubles past its limit', 'unsigned char x = 1; while (x < c) x *= 2;', true],
  ['steps over it', 'for (unsigned char i = c; i != 4; i += 4) ;', true],
  ['never comes to a value of another type', 'while (c != n) c--;', true],
  ['stays where it is', 'while (n < 5) n = n > 2 ? n + 1 : n;', true],
  ['comes to every value', 'for (unsigned char i = c; i != 4; i++) ;', false],
  ['wraps around, and is met', 'for (unsigned char i = c; i != 4; i += 3) ;', false],
  ['doubles up to a limit that it passes', 'unsigned x = 1; while (x < c) x *= 2;', false],
])('%s', async (_, loop, mayNotEnd) => {
  for (const climb of ['gain', 'always'] as const) {
    const source = `void f(int n, unsigned char c) { ${loop} }`;
    const options = { ...DEFAULT_OPTIONS, assertions: false, climb };
    const { loops } = await analyze(source, options, { now: () => 0, cancelled: () => false });
    const said = loops[0]?.count.sentence ?? '';
    // no count at all says nothing that isn't so
    const isCount = /iterations?\b/.test(said);
    expect([climb, said, isCount && !/endless if|if (?:it ends|.* wrap around)/.test(said)]).toEqual([
      climb,
      said,
      isCount && !mayNotEnd,
    ]);
  }
});
