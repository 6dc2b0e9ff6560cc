/** The inputs that are told fail the assertion when all else is as it is initialised. */
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/solver.ts';

afterAll(() => unloadSolver());

test('a member that is 0 is told where it is initialised with something else', async () => {
  const source = `#include <assert.h>
struct s { signed char a; long b; };
struct s g = { 1, 60 }, z;
int h;
int f(int n) { h = n; assert(g.a == 1 || h != 5); return 0; }
int k(int n) { h = n; assert(z.a != 0 || h != 5); return 0; }`;
  const { assertions } = await analyze(source, { ...DEFAULT_OPTIONS, loops: false }, { now: () => performance.now(), cancelled: () => false });
  expect(assertions.map((a) => a.verdict)).toEqual(['violated', 'violated']);
  const [initialised, zero] = assertions;
  expect(initialised?.inputs?.['g.a']).toBeDefined();
  expect(initialised?.inputs?.['g.a']).not.toBe('1');
  expect(zero?.inputs?.['z.a'] ?? '0').toBe('0');
}, 60_000);
