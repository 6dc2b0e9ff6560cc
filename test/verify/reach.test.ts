/** Lines that can be reached, with programs that get there when compiled; lines that can't; lines of which only a condition is known. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, reach } from '../../server/src/analysis/analyze-file.ts';
import { loadParser, lowerC, parseC } from '../../server/src/c/front-end.ts';
import { Budget } from '../../server/src/budget/budget.ts';
import { necessaryCondition } from '../../server/src/verify/reach-line.ts';
import type { NoReachReport, ReachReport } from '../../server/src/report/report.ts';
import { openSolver } from '../../server/src/decide/solver.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { compiled } from './gcc.ts';
import { reachCampaign } from './reach-campaign.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'looplens reach '));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  unloadSolver();
});

const OPTIONS = { ...DEFAULT_OPTIONS, fileBudget: 120_000 };
const HOST = { now: () => performance.now(), cancelled: () => false };

/** The line of the mark `HERE`. */
const lineOf = (source: string): number => source.slice(0, source.indexOf('HERE')).split('\n').length;

const ask = (source: string, driver?: string): Promise<ReachReport | NoReachReport> =>
  reach(source, { line: lineOf(source), options: OPTIONS, ...(driver === undefined ? {} : { driver }) }, HOST);

async function verdict(source: string): Promise<string> {
  const report = await ask(source);
  return 'missing' in report ? report.missing : report.verdict;
}

const NONDET =
  'extern int __VERIFIER_nondet_int(void);\nextern unsigned __VERIFIER_nondet_uint(void);\nextern void __VERIFIER_assume(int);\n';

const REACHABLE: readonly (readonly [string, string])[] = [
  ['a branch on a parameter', 'int f(int n) {\n  if (n * 3 == 51)\n    n++; /* HERE */\n  return n;\n}'],
  [
    'the last iteration but one',
    'int f(int n) {\n  for (int i = 0; i < n; i++)\n    if (i == 7)\n      n--; /* HERE */\n  return n;\n}',
  ],
  [
    'behind two loops',
    'int f(unsigned n) {\n  unsigned i = 0, j = 0;\n  while (i < n) i += 3;\n  while (j < i) j += 2;\n  if (j == i + 1)\n    return 1; /* HERE */\n  return 0;\n}',
  ],
  [
    'globals, statics and structs',
    'struct P { int x, y; };\nstatic struct P g;\nvoid move(int by) { g.y += by; }\nint limit = 3;\nint f(struct P p, int a[], const char *s) {\n  static int calls = 2;\n  calls++;\n  if (p.x == 5 && g.y == 7 && limit > 10 && calls == 3)\n    return 1; /* HERE */\n  return 0;\n}',
  ],
  [
    'values from the environment, in order',
    `${NONDET}int main(void) {\n  int a = __VERIFIER_nondet_int(), s = 0;\n  __VERIFIER_assume(a > 2);\n  for (int i = 0; i < a; i++) s += __VERIFIER_nondet_int() == 4;\n  if (s == 3 && a == 5)\n    s = 0; /* HERE */\n  return s;\n}`,
  ],
  [
    'a callee, from main',
    `${NONDET}static int twice(int k) {\n  if (k > 90)\n    return 0; /* HERE */\n  return 2 * k;\n}\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  return n < 50 ? twice(2 * n) : 1;\n}`,
  ],
  [
    'after a thousand million iterations',
    `${NONDET}int main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), x = 0;\n  while (x < n) {\n    if (x < 1000000000) x++;\n    else x += 2;\n    if (x == 1200000000)\n      return 7; /* HERE */\n  }\n  return 0;\n}`,
  ],
  [
    'a case, a label, a do',
    'int f(int k) {\n  int c = 0;\n  switch (k) {\n    case 1: c = 5; break;\n    case 2: goto out;\n    default: c = 9;\n  }\n  do c--; while (c > 0);\n  return c;\nout:\n  return 3; /* HERE */\n}',
  ],
  [
    'what the environment defines itself',
    'int __VERIFIER_nondet_int(void) { return 4; }\nvoid __VERIFIER_assume(int c) { while (!c); }\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  __VERIFIER_assume(x > 10);\n  if (x == 77)\n    return 1; /* HERE */\n  return 0;\n}',
  ],
];

describe('reachable', () => {
  test.each(REACHABLE)(
    '%s',
    async (name, source) => {
      const file = `${name.replace(/\W+/g, '-')}.c`;
      const report = await ask(source, file);
      if ('missing' in report) throw new Error(report.missing);
      expect(report).toMatchObject({ verdict: 'reachable' });
      expect(report.undriven).toBeUndefined();
      // in a copy, the line ends the program with a status of its own
      const marked = (text: string): string => text.replace(/[^\n;{}]*;? \/\* HERE \*\//, '_Exit(42);');
      await writeFile(join(directory, file), `void _Exit(int);\n${marked(source)}`);
      await writeFile(join(directory, `test-${file}`), marked(report.driver ?? ''));
      expect(await compiled(join(directory, `test-${file}`))).toBe(42);
    },
    240_000,
  );

  test('a failing assertion aborts', async () => {
    const source =
      '#include <assert.h>\nint f(int n, unsigned char c) {\n  int s = 0;\n  for (int i = 0; i < n; i++) s += c;\n  assert(s != 1000); /* HERE */\n  return s;\n}\n';
    await writeFile(join(directory, 'fails.c'), source);
    const report = await ask(source, 'fails.c');
    await writeFile(join(directory, 'test-fails.c'), 'missing' in report ? '' : (report.driver ?? ''));
    expect(await compiled(join(directory, 'test-fails.c'))).toBe('SIGABRT');
  }, 120_000);
});

describe('unreachable', () => {
  test.each([
    [
      'an odd sum of twos',
      'int f(int n) {\n  int x = 0;\n  for (int i = 0; i < n; i++) x += 2;\n  if (x % 2 == 1)\n    return 1; /* HERE */\n  return 0;\n}',
    ],
    [
      'behind a loop that never ends',
      'int f(unsigned n) {\n  unsigned i = 1;\n  while (i != 0) i = i == 9 ? 1 : i + 1;\n  return 0; /* HERE */\n}',
    ],
    [
      'what the context excludes',
      'static int half(int k) {\n  if (k < 0)\n    return 1; /* HERE */\n  return k / 2;\n}\nint main(void) {\n  return half(6) + half(0);\n}',
    ],
    [
      'behind a failing assertion',
      '#include <assert.h>\nint f(int n) {\n  n = 3;\n  assert(n == 4);\n  return 0; /* HERE */\n}',
    ],
    ['code that control flow does not lead to', 'int f(int n) {\n  return n;\n  n++; /* HERE */\n}'],
  ])('%s', async (_, source) => expect(await verdict(source)).toBe('unreachable'), 120_000);
});

describe('open', () => {
  test('with what holds of every run that gets there', async () => {
    const report = await ask(
      'int f(int a, int b) {\n  int t = 0;\n  if (a < 0 || b < 0 || a > 900 || b > 900) return 0;\n  while (a != b) { if (a > b) a = a - b; else b = b - a; t++; if (t > 40) break; }\n  if (t == 13 && a == 3)\n    return 5; /* HERE */\n  return 0;\n}',
    );
    if ('missing' in report || report.verdict === 'reachable') return;
    expect(report.verdict).toBe('unknown');
    expect(report.condition?.text).toMatch(/a ≤ 900.*κ1 \+ κ2/);
    expect(report.condition?.counters).toEqual(['κ1', 'κ2']);
    expect(report.condition?.withoutCounters).not.toMatch(/κ/);
  }, 240_000);
  test('a function that others may call', async () => {
    const source =
      'void run(int (*)(int));\nstatic int half(int k) {\n  if (k < 0)\n    return 1; /* HERE */\n  return k / 2;\n}\nint main(void) {\n  run(half);\n  return half(6);\n}';
    expect(await ask(source)).toMatchObject({ verdict: 'unknown', reason: { code: 'unknown-call' } });
  }, 120_000);
  test('recursion is not followed to its end', async () => {
    const source =
      'int down(int n) {\n  if (n == 3)\n    return 1; /* HERE */\n  return n <= 0 ? 0 : down(n - 1);\n}\nint main(void) { return down(9); }';
    expect(await ask(source)).toMatchObject({ verdict: 'unknown', reason: { code: 'recursion' } });
  }, 120_000);
});

describe('random programs', () => {
  test(
    'no answer that a run contradicts',
    async () => expect((await reachCampaign(5, 20, 2_000)).defects).toEqual([]),
    180_000,
  );
});

describe('no such line', () => {
  test('outside of functions', async () =>
    expect(await verdict('int x; /* HERE */\nint f(void) { return 0; }')).toContain('in no function'));
  test('the next one with code is taken', async () => {
    const report = await ask('int f(int n) {\n  /* HERE */\n\n  if (n)\n    return 1;\n  return 0;\n}');
    expect('missing' in report ? report : report.range.start.line).toBe(4);
  });
  test('nothing behind it', async () =>
    expect(await verdict('int f(int n) {\n  return n;\n  /* HERE */\n}')).toContain('no statement begins on line 3'));
});

test('a condition that the clock ends is left out; the verdict stands', async () => {
  const branches = Array.from({ length: 14 }, (_, k) => `if (g(n) > s) s += ${k} * n;`).join(' ');
  const options = { dataModel: DEFAULT_OPTIONS.dataModel, charSigned: true, assertNames: [], assumeNames: [] };
  const parsed = parseC(
    await loadParser(),
    `int g(int); int f(int n) { int s = 0; ${branches} assert(s); return 0; }`,
    undefined,
    options,
  );
  const [fn] = lowerC(parsed, options).functions;
  parsed.dispose();
  const budget = Budget.of(1e9, { struck: () => true });
  expect(
    fn && necessaryCondition(fn, { options: DEFAULT_OPTIONS, budget, solver: openSolver(), now: () => 0 }),
  ).toBeNull();
});
