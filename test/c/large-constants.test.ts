/**
 * Integer constants that no type has: gcc takes their lower 64 bits, and these may be a constant of a narrower type.
 */
import { expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

it.each([
  ['unsigned long long z = 0', 'z == 18446744073709551616u'],
  ['unsigned long long z = 0', 'z == -18446744073709551616'],
  ['long long z = 5', 'z == 18446744073709551621'],
  ['int z = 0', 'z - 18446744073709551617 < 0'],
  ['int z = sizeof(18446744073709551617)', 'z == 4'],
])('%s: %s', async (declaration, condition) => {
  const { assertions } = await analyze(
    `#include <assert.h>\nint main(void) { ${declaration}; assert(${condition}); return 0; }\n`,
    { ...DEFAULT_OPTIONS, loops: false },
    { now: () => 0, cancelled: () => false },
  );
  expect(assertions.map((a) => a.verdict)).toEqual(['holds']);
});
