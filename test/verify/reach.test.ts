/**
 * Lines that can be reached, with programs that get there when compiled; lines that can't; lines of which only a
 * condition is known.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze, reach } from '../../server/src/analysis/analyze-file.ts';
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

const NONDET = `extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
`;

const REACHABLE: readonly (readonly [string, string])[] = [
  [
    'a branch on a parameter',
    `int f(int n) {
  if (n * 3 == 51)
    n++; /* HERE */
  return n;
}`,
  ],
  [
    'the last iteration but one',
    `int f(int n) {
  for (int i = 0; i < n; i++)
    if (i == 7)
      n--; /* HERE */
  return n;
}`,
  ],
  [
    'behind two loops',
    `int f(unsigned n) {
  unsigned i = 0, j = 0;
  while (i < n) i += 3;
  while (j < i) j += 2;
  if (j == i + 1)
    return 1; /* HERE */
  return 0;
}`,
  ],
  [
    'globals, statics and structs',
    `struct P { int x, y; };
static struct P g;
void move(int by) { g.y += by; }
int limit = 3;
int f(struct P p, int a[], const char *s) {
  static int calls = 2;
  calls++;
  if (p.x == 5 && g.y == 7 && limit > 10 && calls == 3)
    return 1; /* HERE */
  return 0;
}`,
  ],
  [
    'values from the environment, in order',
    `${NONDET}int main(void) {
  int a = __VERIFIER_nondet_int(), s = 0;
  __VERIFIER_assume(a > 2);
  for (int i = 0; i < a; i++) s += __VERIFIER_nondet_int() == 4;
  if (s == 3 && a == 5)
    s = 0; /* HERE */
  return s;
}`,
  ],
  [
    'a callee, from main',
    `${NONDET}static int twice(int k) {
  if (k > 90)
    return 0; /* HERE */
  return 2 * k;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n < 50 ? twice(2 * n) : 1;
}`,
  ],
  [
    'after a thousand million iterations',
    `${NONDET}int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0;
  while (x < n) {
    if (x < 1000000000) x++;
    else x += 2;
    if (x == 1200000000)
      return 7; /* HERE */
  }
  return 0;
}`,
  ],
  [
    'a case, a label, a do',
    `int f(int k) {
  int c = 0;
  switch (k) {
    case 1: c = 5; break;
    case 2: goto out;
    default: c = 9;
  }
  do c--; while (c > 0);
  return c;
out:
  return 3; /* HERE */
}`,
  ],
  [
    'what the environment defines itself',
    `int __VERIFIER_nondet_int(void) { return 4; }
void __VERIFIER_assume(int c) { while (!c); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 10);
  if (x == 77)
    return 1; /* HERE */
  return 0;
}`,
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
    const source = `#include <assert.h>
int f(int n, unsigned char c) {
  int s = 0;
  for (int i = 0; i < n; i++) s += c;
  assert(s != 1000); /* HERE */
  return s;
}
`;
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
      `int f(int n) {
  int x = 0;
  for (int i = 0; i < n; i++) x += 2;
  if (x % 2 == 1)
    return 1; /* HERE */
  return 0;
}`,
    ],
    [
      'behind a loop that never ends',
      `int f(unsigned n) {
  unsigned i = 1;
  while (i != 0) i = i == 9 ? 1 : i + 1;
  return 0; /* HERE */
}`,
    ],
    [
      'what the context excludes',
      `static int half(int k) {
  if (k < 0)
    return 1; /* HERE */
  return k / 2;
}
int main(void) {
  return half(6) + half(0);
}`,
    ],
    [
      'behind a failing assertion',
      `#include <assert.h>
int f(int n) {
  n = 3;
  assert(n == 4);
  return 0; /* HERE */
}`,
    ],
    [
      'code that control flow does not lead to',
      `int f(int n) {
  return n;
  n++; /* HERE */
}`,
    ],
  ])('%s', async (_, source) => expect(await verdict(source)).toBe('unreachable'), 120_000);
});

describe('what a run that gets there is told with', () => {
  // members and elements that it looked at are told; a pointer is null only where it has to be
  test.each([
    [
      'a member',
      'struct p { int a, b; }; int f(struct p *p) { if (p->a == 7)\n return 1; /* HERE */\n return p->b; }',
      { 'p->a': '7' },
    ],
    ['an element', 'int f(const char *s) { int i = 0; while (s[i]) i++;\n return i; /* HERE */\n}', { 's[0]': '0' }],
    ['a null pointer', 'int f(int *p, int *q) { if (p == 0)\n return 1; /* HERE */\n return *q; }', { p: '0' }],
    ['a pointer that leads somewhere', 'int f(int *p) { if (p)\n return 1; /* HERE */\n return 0; }', {}],
  ])(
    '%s',
    async (_, source, inputs) => {
      const report = await ask(source);
      expect(report).toMatchObject({ verdict: 'reachable', inputs });
      expect(Object.keys('inputs' in report ? (report.inputs ?? {}) : {})).not.toContain('q');
      expect(report).not.toHaveProperty('everyRun');
    },
    120_000,
  );
});

describe('every run gets there', () => {
  test.each([
    ['nothing is before it', 'int f(int n) {\n int i = n; /* HERE */\n return i; }', true],
    ['both ways meet before it', 'int f(int n) { if (n > 3) n = 3;\n return n; /* HERE */\n}', true],
    [
      'there is but one run',
      'int main(void) { int i = 0; while (i < 9) i++; if (i == 9)\n return 1; /* HERE */\n return 0; }',
      true,
    ],
    ['one way leaves before it', 'int g; int f(int n) { if (n > 3) return 3;\n return n; /* HERE */\n}', false],
    ['what an array holds decides', 'int f(const char *s) { if (s[0] == 4) return 1;\n return 0; /* HERE */\n}', false],
    ['a loop before it may not end', 'int f(int n) { while (n != 0) n -= n & 1;\n return 0; /* HERE */\n}', false],
    [
      'a call before it may end the program',
      'void other(void); int main(void) { other();\n return 0; /* HERE */\n}',
      false,
    ],
    [
      'an assumption is before it',
      'void __VERIFIER_assume(int); int f(int n) { __VERIFIER_assume(n > 0);\n return n; /* HERE */\n}',
      false,
    ],
  ])(
    '%s',
    async (_, source, is) => {
      const report = await ask(source);
      expect(report).toMatchObject({ verdict: 'reachable' });
      expect('everyRun' in report && report.everyRun === true).toBe(is);
    },
    120_000,
  );
});

describe('open', () => {
  test('with what holds of every run that gets there', async () => {
    const report = await ask(
      `int f(int a, int b) {
  int t = 0;
  if (a < 0 || b < 0 || a > 900 || b > 900) return 0;
  while (a != b) { if (a > b) a = a - b; else b = b - a; t++; if (t > 40) break; }
  if (t == 13 && a == 3)
    return 5; /* HERE */
  return 0;
}`,
    );
    if ('missing' in report || report.verdict === 'reachable') return;
    expect(report.verdict).toBe('unknown');
    expect(report.condition?.text).toMatch(/a ≤ 900.*κ1 \+ κ2/);
    expect(report.condition?.counters).toEqual(['κ1', 'κ2']);
    expect(report.condition?.withoutCounters).not.toMatch(/κ/);
  }, 240_000);
  test('a function that others may call', async () => {
    const source = `void run(int (*)(int));
static int half(int k) {
  if (k < 0)
    return 1; /* HERE */
  return k / 2;
}
int main(void) {
  run(half);
  return half(6);
}`;
    expect(await ask(source)).toMatchObject({ verdict: 'unknown', reason: { code: 'unknown-call' } });
  }, 120_000);
  test('recursion is not followed to its end', async () => {
    const source = `int down(int n) {
  if (n == 3)
    return 1; /* HERE */
  return n <= 0 ? 0 : down(n - 1);
}
int main(void) { return down(9); }`;
    expect(await ask(source)).toMatchObject({ verdict: 'unknown', reason: { code: 'recursion' } });
  }, 120_000);
});

test('a condition says nothing of the numbers that pointers are', async () => {
  const source = `#include <string.h>
int f(const char *s) {
  int i = strlen(s);
  if (i == 4)
    return 1; /* HERE */
  return 0;
}`;
  const report = (await ask(source)) as ReachReport;
  expect([report.verdict, report.condition]).toEqual(['unknown', undefined]);
}, 120_000);

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
    const report = await ask(`int f(int n) {
  /* HERE */

  if (n)
    return 1;
  return 0;
}`);
    expect('missing' in report ? report : report.range.start.line).toBe(4);
  });
  test('nothing behind it', async () =>
    expect(
      await verdict(`int f(int n) {
  return n;
  /* HERE */
}`),
    ).toContain('no statement begins on line 3'));
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

/** The inner loop of the slice decides nothing: what goes round there is entered where nothing of it is left. */
const twice = (inside: string): string => `#include <assert.h>
extern int ext(int);
int f(int n, int m)
{
  int bad = 0, k = 0;
  for (int i = 0; i < 5; i++) if (ext(n)) m++;
 again:;
  int e = m; while (e > 9) e--;
  if (e != n) return 13;
  ${inside}
  if (++k < 2) goto again;
  return 1;
}
`;

test('what holds at one of the places that a statement of a slice stands at does not hold at all of them', async () => {
  const lineReached = await reach(twice('n++;'), { line: 10, options: OPTIONS }, HOST);
  expect(lineReached).toMatchObject({ verdict: 'unknown' });
  const { assertions } = await analyze(twice('bad++; assert(bad != 1);'), OPTIONS, HOST);
  expect(assertions.map((a) => a.verdict)).not.toContain('holds');
});

test('no test is written where a run goes through pointers that a test leaves null', async () => {
  const source = `struct s { int n; struct s *next; };
int f(struct s *p) {
  int n = p->next->n;
  return n;
}
int g(struct s *p) {
  int n = p->n;
  return n;
}
`;
  const asked = (line: number): Promise<ReachReport | NoReachReport> =>
    reach(source, { line, options: OPTIONS, driver: 'file.c' }, HOST);
  const [behind, direct] = [await asked(4), await asked(8)];
  expect(behind).toMatchObject({
    verdict: 'reachable',
    undriven: expect.stringContaining('pointers in memory') as unknown,
  });
  expect(direct).toMatchObject({
    verdict: 'reachable',
    driver: expect.stringContaining('#include "file.c"') as unknown,
  });
});

test('an array that a test hands over has room for what is read beside the elements that the way there needs', async () => {
  const source = `int f(const signed char *p) {
  if (p[0] != 3) return 0;
  int n = p[1];
  return n;
}
`;
  const told = await reach(source, { line: 3, options: OPTIONS, driver: 'file.c' }, HOST);
  const [, room] = /looplens_array0\[(\d+)\] = \{ 3 \}/.exec('missing' in told ? '' : (told.driver ?? '')) ?? [];
  expect(Number(room)).toBeGreaterThan(1);
});

test('a header’s name is no use of a function as a pointer, a name with a `$` in it is one', async () => {
  const source = `#include <h.h>
int h(int n) {
  if (n == 5)
    return 1;
  return 0;
}
int h$(int n) {
  if (n == 5)
    return 1;
  return 0;
}
int (*p)(int) = h$;
int main(void) { return h(3) + h$(2); }
`;
  const asked = (line: number): Promise<ReachReport | NoReachReport> => reach(source, { line, options: OPTIONS }, HOST);
  expect([await asked(4), await asked(9)]).toMatchObject([
    { verdict: 'unreachable' },
    { verdict: 'unknown', reason: { message: expect.stringContaining('`h$` is used as a pointer') as unknown } },
  ]);
});
