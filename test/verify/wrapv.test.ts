/**
 * Signed wrap-around: verdicts that change with it, against gcc -fwrapv with the inputs that were found, or with any
 * where nothing was.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze, reach } from '../../server/src/analysis/analyze-file.ts';
import type { AnalysisOptions } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { compiled } from './gcc.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'looplens wrapv '));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  unloadSolver();
});

const HOST = { now: () => performance.now(), cancelled: () => false };
const DECLARED = `extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
`;
const MAIN = 'int main(void) { int a = __VERIFIER_nondet_int(); f(a, __VERIFIER_nondet_int()); return 0; }\n';
const options = (integers: AnalysisOptions['integers']): AnalysisOptions => ({
  ...DEFAULT_OPTIONS,
  integers,
  loops: false,
  fileBudget: 60_000,
});

type Verdict = 'holds' | 'violated';

/** The body of `f(int a, int b)`, with the verdict for runs without signed overflow and that with wrap-around. */
const PROGRAMS: readonly (readonly [string, string, Verdict, Verdict])[] = [
  ['a successor', '__VERIFIER_assert(a + 1 > a);', 'holds', 'violated'],
  ['a sum of positive numbers', 'if (a > 0 && b > 0) __VERIFIER_assert(a + b > 0);', 'holds', 'violated'],
  ['a comparison by difference', '__VERIFIER_assert((a - b < 0) == (a < b));', 'holds', 'violated'],
  ['a middle', 'if (0 <= a && a <= b) __VERIFIER_assert((a + b) / 2 >= a);', 'holds', 'violated'],
  ['an absolute value', 'int m = a < 0 ? -a : a; __VERIFIER_assert(m >= 0);', 'holds', 'violated'],
  ['a number that is its own negative', '__VERIFIER_assert(-a != a || a == 0);', 'holds', 'violated'],
  ['twice and half', '__VERIFIER_assert(a * 2 / 2 == a);', 'holds', 'violated'],
  [
    'a check for overflow after the fact',
    'if (a > 0) { int c = a + 100; if (c < 0) __VERIFIER_assert(0); }',
    'holds',
    'violated',
  ],
  [
    'three large steps',
    'int x = a; for (int i = 0; i < 3; i++) x += 1000000000; __VERIFIER_assert(x >= a);',
    'holds',
    'violated',
  ],
  ['five steps down', 'int x = a; for (int i = 0; i < 5; i++) x--; __VERIFIER_assert(x < a);', 'holds', 'violated'],
  [
    'a sum of threes',
    'int s = 0; for (int i = 0; i < a; i++) s += 3; __VERIFIER_assert(s % 3 == 0);',
    'holds',
    'violated',
  ],
  ['up past the largest', 'int x = a; while (x > 0) x++; __VERIFIER_assert(x == a);', 'holds', 'violated'],
  [
    'where steps of seven come out',
    'int x = 0; while (x >= 0) x += 7; __VERIFIER_assert(x != -2147483643);',
    'holds',
    'violated',
  ],
  [
    'where steps of seven come out, rightly',
    'int x = 0; while (x >= 0) x += 7; __VERIFIER_assert(x == -2147483643);',
    'holds',
    'holds',
  ],
  ['steps of two from anywhere', 'int x = a; while (x >= 0) x += 2; __VERIFIER_assert(x < 0);', 'holds', 'holds'],
  [
    'down past the smallest',
    'int x = a; do x--; while (x > 10); __VERIFIER_assert(x <= 10 && x < a);',
    'holds',
    'violated',
  ],
  ['down to five from anywhere', 'int x = a; while (x != 5) x--; __VERIFIER_assert(x == 5);', 'holds', 'holds'],
  [
    'a power of two that runs out',
    'int p = 1; for (int i = 0; i < 40; i++) p *= 2; __VERIFIER_assert(p != 0);',
    'holds',
    'violated',
  ],
  [
    'once round',
    'int x = a; for (int i = 0; i < 4; i++) x += 1073741824; __VERIFIER_assert(x == a);',
    'holds',
    'holds',
  ],
  [
    'a sum up to a limit',
    'int s = 0; if (a > 100000) return; for (int i = 0; i < a; i++) s += i; __VERIFIER_assert(s >= 0);',
    'holds',
    'violated',
  ],
  ['wide enough', 'long x = a; x += b; __VERIFIER_assert(x <= 4294967294);', 'holds', 'holds'],
  ['unsigned wraps around either way', 'unsigned u = a; __VERIFIER_assert(u + 1 > u);', 'violated', 'violated'],
];

async function verdict(source: string, integers: AnalysisOptions['integers']): Promise<string> {
  const { assertions } = await analyze(source, options(integers), HOST);
  return assertions[0]?.verdict ?? 'none';
}

/** A program that calls `f` with many inputs, most of them near the limits. */
function anyInputs(source: string, runs: number): string {
  return `#include <stdlib.h>
void __VERIFIER_assert(int condition) { if (!condition) abort(); }
${source.replace(DECLARED, '').replace(MAIN, '')}
static unsigned seed = 12345;
static unsigned next(void) { seed = seed * 1664525u + 1013904223u; return seed >> 3 ^ seed << 7; }
static int value(void) {
  static const int edges[] = { 0, 1, -1, 5, 10, 2147483647, -2147483647 - 1, 2147483646, -2147483647 };
  switch (next() % 4) {
    case 0: return edges[next() % 9];
    case 1: return (int)(next() % 200) - 100;
    case 2: return edges[next() % 9] + (int)(next() % 16) - 8;
    default: return (int)next();
  }
}
int main(void) { for (int k = 0; k < ${runs}; k++) f(value(), value()); return 0; }
`;
}

describe('verdicts with signed wrap-around', () => {
  test.each(PROGRAMS)(
    '%s',
    async (name, body, without, wrapping) => {
      const source = `${DECLARED}static void f(int a, int b) { ${body} }\n${MAIN}`;
      expect({ c: await verdict(source, 'c'), wrapv: await verdict(source, 'wrapv') }).toEqual({
        c: without,
        wrapv: wrapping,
      });
      const file = join(directory, `${name.replace(/\W+/g, '-')}.c`);
      if (wrapping === 'holds') {
        // loops over all of a type: few runs are enough of them
        await writeFile(file, anyInputs(source, body.includes('while') ? 12 : 20_000));
        expect(await compiled(file)).toBe(0);
        return;
      }
      await writeFile(file, source);
      const report = await reach(source, { line: 3, options: options('wrapv'), driver: file }, HOST);
      if ('missing' in report) throw new Error(report.missing);
      expect(report.driver).toBeDefined();
      await writeFile(`${file}.driver.c`, report.driver ?? '');
      expect(await compiled(`${file}.driver.c`)).toBe('SIGABRT');
    },
    180_000,
  );
});
