/**
 * The analysis as it is in a browser, where the solver isn't: what is said of the textbook's functions is what the
 * desktop says, and what isn't known for want of the solver says so.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { DEFAULT_OPTIONS } from '../../server/src/analysis/index.ts';
import { analyzeInBrowser } from '../../server/src/web/analyze-in-browser.ts';
import { withMissingSolver } from '../../server/src/web/solver-missing.ts';
import { FOR_THE_SOLVER } from '../decide/for-the-solver.ts';
import { PROGRAMS, told } from '../textbook/told-loops.ts';

vi.mock('../../server/src/decide/z3-module.ts', () => import('../../server/src/web/no-solver.ts'));

const host = { now: () => 0, cancelled: () => false };

test.each(readdirSync(PROGRAMS).filter((name) => name.endsWith('.c')))(
  '%s is told as on the desktop',
  async (name) => {
    const source = readFileSync(join(PROGRAMS, name), 'utf8');
    const { loops } = await analyzeInBrowser(source, { ...DEFAULT_OPTIONS, assertions: false, limits: true }, host);
    const golden = readFileSync(join(PROGRAMS, '../golden', name.replace(/\.c$/, '.md')), 'utf8');
    expect(told(source, loops)).toBe(golden);
  },
  120_000,
);

test('an assertion that only the solver decides says that it is missing', async () => {
  const { assertions } = await analyzeInBrowser(FOR_THE_SOLVER, DEFAULT_OPTIONS, host);
  expect(assertions.map(({ verdict }) => verdict)).toEqual(['unknown']);
  expect(assertions[0]?.reason?.message).toContain('The solver may tell more; it is not there in a browser.');
});

test('where nothing was asked, nothing is said', () => {
  const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 9 } };
  const reason = { code: 'unknown-call', message: '`g` isn\u2019t known', range };
  const open = { function: 'f', range, assertion: 'x', verdict: 'unknown', reason, engine: 'none', ms: 0 } as const;
  const report = {
    loops: [],
    assertions: [open, { ...open, solverQueries: 2 }],
    syntaxErrors: [],
    functions: [],
    ms: 0,
  };
  expect(withMissingSolver(report).assertions.map((a) => a.reason?.message)).toEqual([
    reason.message,
    `${reason.message}. The solver may tell more; it is not there in a browser.`,
  ]);
});

test('a condition on callers stays one', async () => {
  const source = '#include <assert.h>\nvoid f(int n) { assert(n > 0); }\n';
  const { assertions } = await analyzeInBrowser(source, DEFAULT_OPTIONS, host);
  expect(assertions.map(({ reason }) => reason?.code)).toEqual(['precondition']);
});
