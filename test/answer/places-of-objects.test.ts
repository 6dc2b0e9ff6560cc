/** Where objects lie is told by their names, and no number is told that depends on it. */
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { countsOf } from '../../server/src/analysis/counted-loops.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { lower } from '../c/lower.ts';

afterAll(unloadSolver);

const down = (type: string): string => `
static unsigned char match[100];
unsigned f(unsigned n) {
  unsigned char *p = match + n;
  ${type} k = 0;
  while (p > match) { p--; k++; }
  return k;
}`;

test('counted without paths', () => {
  const program = lower(down('unsigned'));
  const counts = [...countsOf(program.functions[0]!, program, 'c').values()];
  expect(counts.map((c) => c.bound?.text)).toEqual(['p - match']);
});

test.each(['unsigned', 'unsigned short', 'unsigned long'])('a counter of type %s', async (type) => {
  const host = { now: () => 0, cancelled: () => false };
  const { loops } = await analyze(down(type), DEFAULT_OPTIONS, host);
  const { count, afterwards, facts } = loops[0]!;
  expect(JSON.stringify([count, afterwards, facts])).not.toMatch(/\) ?p\b|\d{10}/);
});
