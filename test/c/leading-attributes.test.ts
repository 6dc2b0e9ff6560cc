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
    ['behind a definition', 'void go(void) { }\n__attribute__((noreturn)) void stop(void);'],
    [
      'in a definition',
      'void go(void) { __attribute__((noreturn)) void other(int); }\nvoid stop(void) __attribute__((noreturn));',
    ],
    ['before a definition', 'void go(void);\n__attribute__((noreturn)) static void stop(void) { for (;;) ; }'],
  ])('%s', async (_, declarations) => {
    const source = `${declarations}\nvoid f(void) { go(); assert(0); }\nvoid g(void) { stop(); assert(0); }`;
    expect(await verdictsOf(source)).toEqual(['violated', 'holds']);
  });

  // an attribute of `go` would have it judged by what stands before its calls
  it.each([
    ['behind', 'int go(void) { return 1; } __attribute__((noreturn)) void stop(void);'],
    ['in', 'int go(void) { __attribute__((noreturn)) void stop(int); return 1; }'],
  ])('a definition with an attribute %s it: code behind its calls is reached', async (_, definition) => {
    const source = `int n; ${definition} int f(void) { go(); n = 4; return n; }`;
    const { findings } = await analyze(source, { ...DEFAULT_OPTIONS, loops: false }, host);
    expect(findings ?? []).toEqual([]);
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
