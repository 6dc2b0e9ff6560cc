/** What loops do to floating objects: told as the source has it, or as what may change. */
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { LoopReport } from '../../server/src/report/index.ts';
import { toldParts } from '../../server/src/render/told-loop.ts';

const host = { now: () => 0, cancelled: () => false };

async function loopOf(parameters: string, code: string): Promise<LoopReport | undefined> {
  const source = `double get(double);\ndouble f(${parameters}) {\ndouble s = 0, r = 1;\n${code}\nreturn s + r;\n}\n`;
  const { loops } = await analyze(source, { ...DEFAULT_OPTIONS, assertions: false }, host);
  return loops.find((l) => l.nested === 0);
}

const sentencesOf = (loop: LoopReport | undefined): readonly string[] =>
  loop ? toldParts(loop).flatMap(({ kind, text }) => (kind === 'sentence' ? [text] : [])) : [];

const UNKNOWN = 'May change `s`: floating-point values are not computed.';

test.each([
  ['a sum', 'double *x, int n', 'for (int i = 0; i < n; i++) s += x[i];', ['Adds `x[i]` to `s` in each iteration.']],
  ['a product', 'double *x, int n', 'while (n-- > 0) r *= x[n];', ['Multiplies `r` by `x[n]` in each iteration.']],
  [
    'a condition',
    'float *x, int n',
    'for (int i = 0; i < n; i++) if (x[i] > s) s = x[i];',
    ['Sets `s` to `x[i]` in each iteration with `x[i] > s`.'],
  ],
  [
    'elements swapped',
    'double *x, int n',
    'for (int i = 0; i < n / 2; i++) { double t = x[i]; x[i] = x[n - 1 - i]; x[n - 1 - i] = t; }',
    ['Swaps `x[i]` and `x[n - 1 - i]` in each iteration.'],
  ],
  [
    'a loop within',
    'int n, double a[n][n]',
    'for (int i = 0; i < n; i++)\nfor (int j = 0; j < n; j++) s -= a[i][j];',
    ['Subtracts `a[i][j]` from `s` in each iteration of the inner loop.'],
  ],
  [
    'not behind a jump',
    'double *x, int n',
    'for (int i = 0; i < n; i++) { if (x[i] < 0) continue; s += x[i]; }',
    [UNKNOWN],
  ],
  ['not in one of two branches', 'int n', 'for (int i = 0; i < n; i++) if (i & 1) s++; else s--;', [UNKNOWN]],
  [
    'not by what changed before',
    'double *x, int n, int k',
    'for (int i = 0; i < n; i++) { k = (k + i) & 7; s += x[k]; }',
    [UNKNOWN],
  ],
  ['not with effects', 'int n', 'for (int i = 0; i < n; i++) s = get(s);', [UNKNOWN]],
  ['not in the test', 'int n', 'while (n-- > 0 && (s = n / 2.0) > 1) ;', [UNKNOWN]],
])('%s', async (_, parameters, code, sentences) => {
  const loop = await loopOf(parameters, code);
  expect(loop?.afterwards?.complete ?? false).toBe(false);
  expect(sentencesOf(loop).filter((t) => /`[sr]`|`x\[/.test(t))).toEqual(sentences);
});

test('what an iteration declares is gone with it', async () => {
  const loop = await loopOf('double *x, int n', 'for (int i = 0; i < n; i++) { double t = x[i]; t *= 2; }');
  expect(sentencesOf(loop)).toEqual([]);
  expect(loop?.afterwards?.complete).toBe(true);
});
