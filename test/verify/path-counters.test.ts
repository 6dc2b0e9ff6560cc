/**
 * Loops whose paths come in any order: what their counters alone exclude (APC, section 4), and orders that are found
 * for counters.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze, reach } from '../../server/src/analysis/analyze-file.ts';
import type { ReachReport } from '../../server/src/report/report.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { compiled } from './gcc.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'looplens counters '));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  unloadSolver();
});

const HOST = { now: () => performance.now(), cancelled: () => false };
const ANY = '__VERIFIER_nondet_int()';
const program = (body: string): string =>
  `extern int __VERIFIER_nondet_int(void);
int main(void) {
${body}
    return 1; /* HERE */
  return 0;
}
`;

async function ask(source: string, driver?: string): Promise<ReachReport> {
  const line = source.slice(0, source.indexOf('HERE')).split('\n').length;
  const report = await reach(
    source,
    { line, options: { ...DEFAULT_OPTIONS, fileBudget: 120_000 }, ...(driver === undefined ? {} : { driver }) },
    HOST,
  );
  if ('missing' in report) throw new Error(report.missing);
  return report;
}

describe('reachable, in an order that is looked for', () => {
  test.each([
    [
      'one path makes room for the other',
      `  int s = 0, t = 0, i = 0;
  while (i < 60) {
    int c = ${ANY};
    if (c > 5 && s < 20) s += 3;
    else if (c < -5 && s > 10) t += 2;
    i++;
  }
  if (t == 40 && s == 18)`,
    ],
    [
      'three that wait for each other',
      `  int p = 0, q = 0, r = 0;
  while (${ANY}) {
    int c = ${ANY};
    if (c == 1 && r < 30) { p++; r++; }
    else if (c == 2 && r >= 12) q += 2;
    else if (c == 3 && p > 20 && q > 9) r += 5;
    if (p > 1000 || q > 1000 || r > 1000) break;
  }
  if (q == 30 && p == 21 && r == 41)`,
    ],
    [
      'a condition as a number',
      `  int a = ${ANY}, s = 0;
  if (a < 3) return 0;
  for (int i = 0; i < a; i++) s += ${ANY} == 4;
  if (s == 3 && a == 5)`,
    ],
  ])(
    '%s',
    async (name, body) => {
      const file = `${name.replace(/\W+/g, '-')}.c`;
      const report = await ask(program(body), file);
      expect(report).toMatchObject({ verdict: 'reachable', engine: 'summary' });
      const marked = (text: string): string => text.replace('return 1; /* HERE */', '_Exit(42);');
      await writeFile(join(directory, file), `void _Exit(int);\n${marked(program(body))}`);
      await writeFile(join(directory, `test-${file}`), marked(report.driver ?? ''));
      expect(await compiled(join(directory, `test-${file}`))).toBe(42);
    },
    240_000,
  );
});

describe('unreachable, by the counters', () => {
  test.each([
    [
      'a path that is open for a while only',
      `  int n = ${ANY}, i = 0, x = 0, y = 0;
  while (i < n) {
    if (${ANY}) { if (i < 10) x++; else y++; }
    i++;
  }
  if (x > 10)`,
    ],
    [
      'a path that needs the other one first',
      `  int n = ${ANY}, i = 0, x = 0, y = 0, z = 0;
  while (i < n) {
    int c = ${ANY};
    if (c == 1 && z < 3) { z++; x += 5; }
    else if (c == 2 && z >= 2) y += 7;
    i++;
  }
  if (y > 0 && x < 10)`,
    ],
    [
      'beside products that nothing is known of',
      `  unsigned n = (unsigned)${ANY}, i = 0, a = 0, b = 0, mode = 0;
  while (i < n) {
    int c = ${ANY};
    if (c == 7 && i >= 40) { a += 3; mode = a * b + mode * 3; }
    else if (c == 9 && i < 25) { b += 2; mode = mode * mode + 1; }
    i++;
  }
  if (b > 50 && a < 1000)`,
    ],
  ])('%s', async (_, body) => expect(await ask(program(body))).toMatchObject({ verdict: 'unreachable' }), 240_000);

  test('neighbours of these are reached', async () => {
    const body = `  int n = ${ANY}, i = 0, x = 0, y = 0;
  while (i < n) {
    if (${ANY}) { if (i < 10) x++; else y++; }
    i++;
  }
  if (x == 10 && y == 2)`;
    expect(await ask(program(body))).toMatchObject({ verdict: 'reachable' });
  }, 240_000);
});

async function verdicts(source: string): Promise<string[]> {
  const report = await analyze(source, { ...DEFAULT_OPTIONS, loops: false, fileBudget: 60_000 }, HOST);
  return report.assertions.map((a) => a.verdict);
}

describe('bounds with slopes', () => {
  test.each([
    [
      'seven a round at most',
      `
        int i = 0, s = 0, m = 3; while (i < 1000) { int c = ${ANY}; if (c < 0 || c > 7) return 0; s += c;
          if (s > 500) m = s * m % 17; if (m == 5) s = s / 2; i++; } __VERIFIER_assert(s <= 7000);`,
      'holds',
    ],
    [
      'five a round, in a nest',
      `
        int p = 0, w = 0, i, j, n = ${ANY}; if (n < 1 || n > 999) return 0;
        for (i = 0; i < n; i++) for (j = 0; j < 5; j++) if (${ANY} == w) { p++; w = w * p % 31; }
        __VERIFIER_assert(p <= 5 * n);`,
      'holds',
    ],
    [
      'two for three',
      `
        int a = 0, b = 0, m = 1; while (b < 5000) { int c = ${ANY}; if (c > 0) { a += 2; b += 3; m = m * 3 % 7; }
          else if (c < -5 && m != 2) { a += 1; b += 2; } else b += 1; } __VERIFIER_assert(3 * a <= 2 * b);`,
      'holds',
    ],
    [
      'one too few',
      `
        int a = 0, b = 0, m = 1; while (b < 50) { int c = ${ANY}; if (c > 0) { a += 2; b += 3; m = m * 3 % 7; }
          else b += 1; } __VERIFIER_assert(2 * a < b);`,
      'violated',
    ],
  ])(
    '%s',
    async (_, body, expected) => expect(await verdicts(`int main(void) { ${body} return 0; }`)).toEqual([expected]),
    240_000,
  );
});

describe('failures beside what is not modelled', () => {
  const NODE = 'struct node { int v; struct node *next; };\n';
  test.each([
    [
      'a member that is kept',
      `
        ${NODE}int f(struct node *l, int n) { int s = 0, x = 0; while (n > 0) { s++; x = l->v; l = l->next; n -= 2; }
          __VERIFIER_assert(s != 9); return x; }`,
      'violated',
    ],
    [
      'what a call returns',
      `
        int other(void);
        int f(int n) { int s = 0, r = 0; for (int i = 0; i < n; i++) { s += 3; r = other(); }
          __VERIFIER_assert(s != 21); return r; }`,
      'violated',
    ],
    [
      'it decides',
      `
        ${NODE}int f(struct node *l, int n) { int s = 0; while (n > 0) { if (l->v > 3) s++; l = l->next; n--; }
          __VERIFIER_assert(s != 9); return s; }`,
      'unknown',
    ],
    [
      'it may overflow',
      `
        int other(void);
        int f(int n) { int s = 0, r = 0; for (int i = 0; i < n; i++) { s += 3; r += other(); }
          __VERIFIER_assert(s != 21); return r; }`,
      'unknown',
    ],
    [
      'it is divided by',
      `
        int other(void);
        int f(int n) { int s = 0, r = 0; for (int i = 0; i < n; i++) { s += 3; r = 5 / other(); }
          __VERIFIER_assert(s != 21); return r; }`,
      'unknown',
    ],
  ])('%s', async (_, source, expected) => expect(await verdicts(source)).toEqual([expected]), 240_000);
});
