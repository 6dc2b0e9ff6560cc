/** What an object holds when a program starts, where its initialiser isn't worked out: something, and no input. */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../server/src/analysis/analyze-file.ts';
import { DEFAULT_OPTIONS } from '../../server/src/report/options.ts';

const host = { now: () => 0, cancelled: () => false };

describe('nobody hands in the initial value of', () => {
  it.each([
    ['a pointer in a struct', 'static struct pair a = { 1, &x };', 'if (a.p == 0) assert(0);'],
    ['one that is written through', 'static struct pair a = { 1, &x };', 'if (a.p) *a.p = 3; assert(x == 3);'],
    ['a text in a struct', 'static struct named a = { "abc" };', 'if (!a.name) assert(0);'],
    ['a function in a struct', 'int g(void); struct calls a = { g };', 'if (!a.call) assert(0);'],
    ['an address as a number', 'static unsigned long a = (unsigned long)&y;', 'if (a == 7) assert(0);'],
    ['a place in an array elsewhere', 'static int *a = y + 3;', 'if (a == 0) assert(0);'],
    ['an array of addresses', 'static unsigned long a[2] = { (unsigned long)&y };', 'assert(a[0] != 7);'],
  ])('%s', async (_, object, statement) => {
    const source = `
      #include <assert.h>
      struct pair { int v; int *p; };
      struct named { const char *name; };
      struct calls { int (*call)(void); };
      extern int y[];
      static int x;
      ${object}
      int main(void) {
        ${statement}
        return 0;
      }`;
    const { assertions } = await analyze(source, { ...DEFAULT_OPTIONS, loops: false }, host);
    expect(assertions.map(({ verdict }) => verdict)).not.toContain('violated');
  });

  it('a constant, whatever the function', async () => {
    const source = `
      #include <assert.h>
      extern int y[];
      int *const a = y + 3;
      int f(void) {
        if (a == 0) assert(0);
        return 0;
      }`;
    const { assertions } = await analyze(source, { ...DEFAULT_OPTIONS, loops: false }, host);
    expect(assertions.map(({ verdict, reason }) => `${verdict} ${reason?.code}`)).toEqual(['unknown initializer']);
  });
});
