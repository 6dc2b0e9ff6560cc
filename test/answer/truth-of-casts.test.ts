/** Whether what a cast leaves is zero. */
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

test.each([
  ['long', '(unsigned char)n', 'b = (unsigned char)(n - 56) != 0 ? 1 : 0;'],
  ['unsigned', '(unsigned char)n', 'b = (unsigned char)(n - 56) != 0 ? 1 : 0;'],
  // all of it is looked at
  ['long', 'n', 'b = n != -200 ? 1 : 0;'],
])('a truth value of a %s: %s', async (type, value, expected) => {
  const { loops } = await analyze(
    `_Bool f(${type} n) { _Bool b = 0; for (int i = 0; i < 3; i++) { b = ${value}; n += 100; } return b; }`,
    { ...DEFAULT_OPTIONS, assertions: false },
    { now: () => performance.now(), cancelled: () => false },
  );
  expect(loops[0]?.afterwards?.c.split('\n')[0]).toBe(expected);
});
