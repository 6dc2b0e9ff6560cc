/**
 * What a pointer leads to when its block has been left is nothing (C11 6.2.4p2): a failure behind it is not certain.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';

afterAll(() => unloadSolver());

async function verdict(body: string): Promise<string | undefined> {
  const { assertions } = await analyze(
    `#include <assert.h>
struct S { int v; };
static void set(int *p) { *p = 4; }
static int *own(void) { int z = 3, *p = &z; return p; }
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(), y = 0; if (x < 0) return 0; ${body} assert(x != 5); return y; }`,
    { ...DEFAULT_OPTIONS, loops: false, overflow: 'off', fileBudget: 20_000 },
    { now: () => performance.now(), cancelled: () => false },
  );
  return assertions[0]?.verdict;
}

describe('an object of a block', () => {
  it.each([
    ['written behind it', 'int *q; { int z = 3; q = &z; } *q = 1;'],
    ['read behind it', 'int *q = &y; { int z = 3; q = &z; } y = *q;'],
    ['an array', 'int *q; { int z[2] = { 3 }; q = z; } y = q[1];'],
    ['a struct', 'struct S *q; { struct S z = { 3 }; q = &z; } y = q->v;'],
    ['perhaps', 'int *q = &y; if (x > 2) { int z = 3; q = &z; } *q += 1;'],
    ['in a loop', 'int *q = &y; for (int i = 0; i < 2; i++) { int z = i; q = &z; } y += *q;'],
    ['of a function that has returned', 'y = *own();'],
  ])('has no value any more: %s', async (_, body) => {
    expect(await verdict(body)).not.toBe('violated');
  });

  it.each([
    ['while it lives', 'int *q; { int z = 3; q = &z; *q = 4; y = *q; }'],
    ['an outer one', 'int z = 3; { int *q = &z; *q = 1; }'],
    ['another one since', 'int *q; { int z = 3; q = &z; *q = 2; } q = &y; *q = 1;'],
    ['in a call', 'for (int i = 0; i < 2; i++) { int z = i; set(&z); y += z; }'],
  ])('is gone through: %s', async (_, body) => {
    expect(await verdict(body)).toBe('violated');
  });
});
