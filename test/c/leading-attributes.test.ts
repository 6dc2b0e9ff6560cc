/** An attribute in front of a declaration is that one's, not the one's before it. */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../server/src/analysis/analyze-file.ts';
import { DEFAULT_OPTIONS } from '../../server/src/report/options.ts';

const host = { now: () => 0, cancelled: () => false };
const verdictsOf = async (source: string): Promise<string[]> =>
  (await analyze(`#include <assert.h>\n${source}`, { ...DEFAULT_OPTIONS, loops: false }, host)).assertions.map(
    ({ verdict }) => verdict,
  );

describe('behind a call of what returns everything goes on', () => {
  it.each([
    ['on the next line', 'void go(void);\n__attribute__((noreturn)) void stop(void);'],
    ['on the same line', 'void go(void); __attribute__((noreturn)) void stop(void);'],
    ['behind another attribute', 'void __attribute__((cold)) go(void);\n__attribute__((noreturn)) void stop(void);'],
    [
      'before a type without a declarator',
      'void go(void); struct s { int x; };\n__attribute__((noreturn)) void stop(void);',
    ],
    ['before a definition', 'void go(void);\n__attribute__((noreturn)) static void stop(void) { for (;;) ; }'],
  ])('%s', async (_, declarations) => {
    const source = `${declarations}\nvoid f(void) { go(); assert(0); }\nvoid g(void) { stop(); assert(0); }`;
    expect(await verdictsOf(source)).toEqual(['violated', 'holds']);
  });

  it('of its own, it is', async () => {
    expect(await verdictsOf('void stop(void) __attribute__((noreturn));\nvoid f(void) { stop(); assert(0); }')).toEqual(
      ['holds'],
    );
  });
});

// sizes as gcc has them: 4, 8
it('a type keeps its size beside one with an attribute', async () => {
  const source = `typedef int plain; __attribute__((mode(DI))) int wide;
    void f(void) { assert(sizeof(plain) == 4); assert(sizeof wide == 8); }`;
  expect(await verdictsOf(source)).toEqual(['holds', 'holds']);
});
