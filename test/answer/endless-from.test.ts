/** Counts of loops that some runs never leave say which. */
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { toldParts } from '../../server/src/render/told-loop.ts';
import { lensTitle } from '../../server/src/render/headline.ts';

const host = { now: () => 0, cancelled: () => false };

test.each([
  [
    'unsigned x = 1; while (x < wanted) x *= 2;',
    'at most 31 iterations, endless if wanted >= 2147483649',
    'at most 31 iterations, endless if wanted >= 2147483649',
  ],
  ['while (n != 3) n += 0;', '0 iterations, endless if n != 3', '0 iterations, endless if n != 3'],
  ['while (n >= k) n -= k;', 'n / k iterations, endless if k == 0', 'n / k iterations, endless if k == 0'],
  // only an overflow ends them
  ['while (i < m) { i++; m++; }', '0 iterations, endless if m > i', '0 iterations, endless if m > i'],
  ['while (i > m) i++;', '0 iterations, endless if i > m', '0 iterations, endless if i > m'],
  ['while (n) { i++; if (m) i += 2; }', '0 iterations, endless if n != 0', '0 iterations, endless if n != 0'],
  ['for (;;) { if (i < m) break; k++; m = i; }', '1 iteration, endless if i >= m', '1 iteration, endless if i >= m'],
  [
    'while (i > 0) { k++; if (n) i--; }',
    'i iterations, endless if i > 0 && n == 0',
    'i iterations, endless if i > 0 && n == 0',
  ],
  [
    'int q = 0; while (i >= m) { i -= m; q++; }',
    '(m > i ? 0 : i / m) iterations, endless if i >= m && m <= 0',
    '(m > i ? 0 : i / m) iterations, endless if i >= m && m <= 0',
  ],
  ['int r = 1; while (i > 0) { r *= i; i--; }', 'i iterations', 'i iterations'],
  ['if (i > m) return; while (i > m) i++;', '0 iterations', '0 iterations'],
  ['for (i = 3; i < 2; i++) ;', '0 iterations', '0 iterations'],
])('%s', async (loop, sentence, lens) => {
  const source = `void f(unsigned wanted, unsigned n, unsigned k, int i, int m) {\n${loop}\n}\n`;
  const { loops } = await analyze(source, { ...DEFAULT_OPTIONS, assertions: false }, host);
  const [only] = loops;
  expect(only?.count.sentence).toBe(sentence);
  expect(only && lensTitle(only)).toBe(lens);
  const told = only ? toldParts(only).map(({ text }) => text) : [];
  expect(told.filter((text) => text.startsWith('Never ends'))).toEqual([]);
});
