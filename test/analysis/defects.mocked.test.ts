/** A defect of ours in one function costs that function's answers, and no other's. */
import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { FileReport } from '../../server/src/report/report.ts';

/** Names of the functions in which each stage fails. */
const failing = vi.hoisted(() => ({
  lowering: new Set<string>(),
  inlining: new Set<string>(),
  summaries: new Set<string>(),
  verdicts: new Set<string>(),
}));

vi.mock('../../server/src/c/lower/lower-function.ts', async (original) => {
  const real = await original<typeof import('../../server/src/c/lower/lower-function.ts')>();
  return {
    ...real,
    lowerFunction: (...of: Parameters<typeof real.lowerFunction>) =>
      failing.lowering.has(of[1].name) ? overflow(0) : real.lowerFunction(...of),
  };
});
vi.mock('../../server/src/inlining/inline-calls.ts', async (original) => {
  const real = await original<typeof import('../../server/src/inlining/inline-calls.ts')>();
  return {
    ...real,
    inlineCalls: (...of: Parameters<typeof real.inlineCalls>) =>
      failing.inlining.has(of[1].name) ? overflow(0) : real.inlineCalls(...of),
  };
});
vi.mock('../../server/src/answer/describe-loop.ts', async (original) => {
  const real = await original<typeof import('../../server/src/answer/describe-loop.ts')>();
  return {
    ...real,
    describeLoop: (...of: Parameters<typeof real.describeLoop>) =>
      failing.summaries.has(of[0].cfg.fn.name) ? overflow(0) : real.describeLoop(...of),
  };
});
vi.mock('../../server/src/verify/check-assertions.ts', async (original) => {
  const real = await original<typeof import('../../server/src/verify/check-assertions.ts')>();
  return {
    ...real,
    checkFunction: (...of: Parameters<typeof real.checkFunction>) =>
      failing.verdicts.has(of[0].name) ? overflow(0) : real.checkFunction(...of),
  };
});

/** Ends as a defect of ours most often does. */
function overflow(depth: number): never {
  return overflow(depth + 1);
}

afterEach(() => {
  for (const names of Object.values(failing)) names.clear();
});

const FILE = `
#include <assert.h>
int before(int n) { int i = 0; while (i < n) i++; assert(i >= n); return i; }
int bad(int n) { int i = 0; while (i < n) i += 2; assert(i >= n); return i; }
int caller(int n) { int i = bad(n); assert(i >= n); return i; }
int after(int n) { int i = 0; while (i < n) i += 3; assert(i >= n); return i; }
`;

const answers = ({ loops, assertions, defects }: FileReport): unknown => ({
  loops: Object.fromEntries(loops.map((l) => [l.function, l.reasons.map((r) => r.code).join() || l.exactness])),
  verdicts: Object.fromEntries(assertions.map((a) => [a.function, a.reason?.code ?? a.verdict])),
  defects: (defects ?? []).map((d) => d.function),
});
const analysed = (): Promise<FileReport> => analyze(FILE, DEFAULT_OPTIONS, { now: () => 0, cancelled: () => false });

test('while a function is lowered: it is unknown to its callers, too', async () => {
  failing.lowering.add('bad');
  const report = await analysed();
  expect(answers(report)).toMatchObject({
    loops: { before: 'exact', after: 'exact' },
    verdicts: { before: 'holds', after: 'holds' },
    defects: ['bad'],
  });
  expect(report.assertions.find((a) => a.function === 'caller')?.verdict).not.toBe('holds');
  expect(report.functions.find((f) => f.name === 'bad')?.reasons.map((r) => r.code)).toEqual(['defect']);
});

test.each(['inlining', 'summaries'] as const)('%s: the loops and those of other functions', async (stage) => {
  failing[stage].add('bad');
  expect(answers(await analysed())).toMatchObject({
    loops: { before: 'exact', bad: 'defect', after: 'exact' },
    verdicts: { before: 'holds', after: 'holds' },
  });
});

test('verdicts: the assertions of that function alone', async () => {
  failing.verdicts.add('bad');
  expect(answers(await analysed())).toMatchObject({
    loops: { bad: 'exact' },
    verdicts: { before: 'holds', bad: 'defect', caller: 'holds', after: 'holds' },
    defects: ['bad'],
  });
});
