/** What is copied of a loop compiles and does the same; what is asserted behind it holds, as `check` says. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { compilable } from '../../server/src/answer/compilable-code.ts';
import type { IntType } from '../../server/src/machine/index.ts';
import type { FileReport } from '../../server/src/report/report.ts';

const type = (bits: number, signed: boolean): IntType => ({ bits, signed, bool: false, name: 'T' });
const TYPES = new Map([
  ['i', type(32, true)],
  ['n', type(32, true)],
  ['u', type(32, false)],
  ['c', type(8, false)],
  ['l', type(64, true)],
]);

test.each([
  ['i = max(i, n);', 'i = (i > n ? i : n);'],
  ['s->v[i] = l * i;', 's->v[(__int128)i] = (__int128)l * (__int128)i;'],
  ['const long k = n / 3;\ni += 3 * k;', 'const long long k = (long long)n / 3;\ni += 3 * k;'],
  ['c = (unsigned char)(c + 3 * n);', 'c = (unsigned char)((long long)c + 3 * (long long)n);'],
  ['s->n++;', 's->n++;'],
  ['i = power(2, n);', undefined],
  ['i = 2 * *p - *s->q;', 'i = 2 * (__int128)*p - (__int128)*s->q;'],
  ['if (q == &i) n = 0;', undefined],
  ['if (row[0].width != 0) i += 2;', 'if ((__int128)row[0].width != 0) i += 2;'],
  ['row[i].sum[0] += i * row[n]->c;', 'row[(__int128)i].sum[0] += (__int128)i * (__int128)row[(__int128)n]->c;'],
  ['if (i && n) n = 0;', 'if (i && n) n = 0;'],
  ['i = n * (n - 1) / 2;', 'i = (long long)n * ((long long)n - 1) / 2;'],
  ['i = 3 * n * n;', 'i = 3 * (__int128)n * (__int128)n;'],
  ['i = 3 * (signed char)-n * n;', 'i = 3 * (signed char)-(__int128)n * (__int128)n;'],
  ['u = u * u;', 'u = (__int128)u * (__int128)u;'],
  ['const long k = n * n;\ni += k * k;', 'const __int128 k = (__int128)n * (__int128)n;\ni += k * k;'],
  ['if (n * n > u) i = c * n;', 'if ((long long)n * (long long)n > (long long)u) i = (long long)c * (long long)n;'],
])('%s is copied as', (c, copy) => expect(compilable({ afterwards: { c, complete: true } }, TYPES)?.c).toBe(copy));

test.each<[string, string[], string[], string]>([
  ['types of one kind', ['i >= n', 'n == -1 || i != 0'], ['i >= n', 'n == -1 || i != 0'], ''],
  ['signs mixed', ['i >= u'], ['(long long)i >= (long long)u'], ''],
  ['a negative number beside an unsigned one', ['u >= -1'], ['(long long)u >= -1'], ''],
  ['what may overflow', ['i <= n + 1', 'l <= i + 1'], ['(long long)i <= (long long)n + 1'], ''],
  ['what may overflow all types', ['i <= u * u', 'i <= 5 * n * n'], [], ''],
  [
    'products that fit',
    ['i <= n * (n - 1)', 'i <= 3 * c * c'],
    ['(long long)i <= (long long)n * ((long long)n - 1)', '(long long)i <= 3 * (long long)c * (long long)c'],
    '',
  ],
  ['values before', ['i >= before(i)'], [], ''],
  ['memory', ['v[i] == 0', 's->n == 0'], [], ''],
  ['code', [], ['i == n', 'u == 0'], 'i = n;\nu = 0;'],
  ['code that reads what it changes', [], ['i >= n'], 'i = max(i, n);\nu += n;'],
  ['a comparison', [], ['i == (n == 0 ? 1 : 0)'], 'i = n == 0 ? 1 : 0;'],
  ['what a later step changes', [], ['n == 3'], 'i = u;\nu++;\nn = 3;'],
  ['statements on one line', [], ['i == n', 'u == 0'], 'i = n; u = 0;'],
  ['what is changed once more', [], ['i == 2'], 'i = n;\ni = 2;'],
])('%s asserted', (_, facts, assertions, c) => {
  const said = compilable({ facts, ...(c === '' ? {} : { afterwards: { c, complete: true } }) }, TYPES);
  expect(said?.assertions ?? []).toEqual(assertions);
});

/** Loops at the end of a function that returns what they leave. */
const LOOPS: readonly (readonly [parameters: string, loop: string, result: string])[] = [
  ['int i, int n', 'while (i < n) i++;', 'i'],
  ['int i, int n, int s', 'while (i < n) { s += 2; i++; }', 's * 7 + i'],
  ['unsigned u, unsigned n', 'while (u > n) u--;', 'u'],
  ['unsigned char c, int n', 'for (int k = 0; k < n; k++) c += 3;', 'c'],
  ['int x, int y, int n', 'while (x < n) { if (y > x) x += 2; else y += 3; }', 'x'],
  ['int x, int d', 'while (x > 10) x -= 3;', 'x'],
  ['int a, int b', 'while (a != b && a < 50) a++;', 'a'],
  ['int n, int p', 'for (p = 0; p < n; p += 4) ;', 'p'],
];
const host = { now: () => 0, cancelled: () => false };
const reportOf = (source: string, assertions: boolean): Promise<FileReport> =>
  analyze(source, { ...DEFAULT_OPTIONS, loops: !assertions, assertions }, host);
const functionOf = (name: string, parameters: string, loop: string, result: string): string =>
  `int ${name}(${parameters}) {\n${loop}\nreturn (int)(${result});\n}\n`;

test('all of it compiles; copies do what loops do, and assertions hold', async () => {
  const parts: string[] = [];
  const calls: string[] = [];
  let asserted = 0;
  for (const [i, [parameters, loop, result]] of LOOPS.entries()) {
    const report = await reportOf(functionOf('f', parameters, loop, result), false);
    const { c, assertions = [] } = report.loops[0]?.compilable ?? {};
    const statements = assertions.map((a) => `assert(${a});`);
    asserted += assertions.length;
    const checked = await reportOf(functionOf('f', parameters, [loop, ...statements].join('\n'), result), true);
    expect(checked.assertions.map((a) => [loop, a.assertion, a.verdict])).toEqual(
      assertions.map((a) => [loop, a, 'holds']),
    );
    parts.push(functionOf(`f${i}`, parameters, [loop, ...statements].join('\n'), result));
    if (c === undefined) continue;
    parts.push(functionOf(`g${i}`, parameters, c, result));
    const args = parameters
      .split(',')
      .map((_, k) => ['a', 'b', 'c'][k])
      .join(', ');
    calls.push(`if (f${i}(${args}) != g${i}(${args})) { printf("%d %d %d %d\\n", ${i}, a, b, c); return 1; }`);
  }
  expect([asserted >= 4, calls.length >= 5]).toEqual([true, true]);
  const folder = mkdtempSync(join(tmpdir(), 'looplens-'));
  try {
    const main = `
      int main(void) {
      for (int a = -20; a < 40; a++) for (int b = -20; b < 40; b++) for (int c = -9; c < 9; c++) {
      ${calls.join('\n')}
      }
      return 0;
      }
`;
    // an unsigned negative number is a long way from a small one
    const bounded = main.replaceAll('if (f2(a, b)', 'if (a >= 0 && b >= 0 && f2(a, b)');
    writeFileSync(join(folder, 'a.c'), `#include <assert.h>\n#include <stdio.h>\n${parts.join('')}${bounded}`);
    execFileSync('gcc', ['-w', '-O1', '-o', join(folder, 'a'), join(folder, 'a.c')]);
    expect(execFileSync(join(folder, 'a'), { encoding: 'utf8' })).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 120_000);
