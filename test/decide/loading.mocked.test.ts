/**
 * Z3 is loaded for the first question that it has to answer, in the middle of an analysis, and that decides nothing.
 */
import { afterAll, expect, test, vi } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver, z3Module } from '../../server/src/decide/z3-module.ts';

vi.mock('../../server/src/decide/z3-module.ts', async (original) => {
  const module = await original<typeof import('../../server/src/decide/z3-module.ts')>();
  return { ...module, z3Module: vi.fn(module.z3Module) };
});
afterAll(() => unloadSolver());

const report = async (source: string): Promise<string> => {
  const host = { now: () => 0, cancelled: () => false };
  return JSON.stringify(await analyze(source, DEFAULT_OPTIONS, host));
};

const COUNTED = 'int f(int n) { int i = 0; while (i < n) i++; return i; }';
const PRODUCTS = `
#include <assert.h>
void f(int a, int b) {
  if (a > 1 && b > 1 && a < 90 && b < 90 && a * b == 7663)
    assert(a + b != 176);
}`;

test('files that need no solver do not load it', async () => {
  await report(COUNTED);
  expect(z3Module).not.toHaveBeenCalled();
});

test('the report is the same whether Z3 was loaded before or not', async () => {
  const first = await report(PRODUCTS);
  expect(z3Module).toHaveBeenCalled();
  expect(await report(PRODUCTS)).toBe(first);
  unloadSolver();
  expect(await report(PRODUCTS)).toBe(first);
});
