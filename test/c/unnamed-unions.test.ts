/** Unions without a name that stand in one record are objects of their own, whoever uses them. */
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(unloadSolver);

const RECORD = `#include <assert.h>
struct s {
  union { int number; char letter; };
  struct { union { unsigned flags; char flag; }; int other; };
  union { unsigned short halves[2]; char byte; };
};
`;

async function checked(source: string): Promise<readonly (readonly [string, Readonly<Record<string, string>>])[]> {
  const { assertions } = await analyze(
    RECORD + source,
    { ...DEFAULT_OPTIONS, loops: false },
    { now: () => performance.now(), cancelled: () => false },
  );
  return assertions.map((a) => [a.verdict, a.inputs ?? {}]);
}

test.each(['static struct s g', 'struct s g'])('a callee uses another one than its caller: %s', async (object) => {
  const found = await checked(`
${object} = { { 29 }, { { 8 } } };
int f(void) { g.byte = 4; assert(g.letter == 29); return g.letter++; }
int main(void) {
  g.flags = 252;
  f();
  assert(g.number == 30 && g.flag == -4 && g.byte == 4);
  return 0;
}`);
  expect(found.map(([verdict]) => verdict)).toEqual(['holds', 'holds']);
});

test('a recursive callee', async () => {
  const found = await checked(`
static struct s g = { { 1 }, { { 8 } } };
int f(int n) { if (n <= 0) return 0; g.letter++; return f(n - 1); }
int main(void) {
  g.flags = 3;
  f(4);
  assert(g.flag == 3 && g.number == 5);
  return 0;
}`);
  expect(found.map(([verdict]) => verdict)).not.toContain('violated');
});

test('each is told by the member that is all of it', async () => {
  const [only] = await checked(`
struct s g;
int h;
int f(int n) { h = n; assert(g.number != 7 || g.flags != 6 || h != 5); return 0; }`);
  expect(only).toEqual(['violated', { 'g.number': '7', 'g.flags': '6', h: '0', n: '5' }]);
});

test('a static one is stored to by any of its members', async () => {
  const found = await checked(`
static struct s g;
void set(int n) { g.letter = n; }
int f(void) { int *p = &g.number; if (*p == 3) assert(0); return 0; }
int h(void) { unsigned *p = &g.flags; if (*p == 3) assert(0); return 0; }`);
  expect(found.map(([verdict]) => verdict)).toEqual(['violated', 'unknown']);
});
