/** Loops beside those that a `case` or a `goto` leads into the middle of: each is counted by itself, those never. */
import { describe, expect, test } from 'vitest';
import { loopsIn } from '../termination/loops.ts';

/** A state machine that goes on where it stopped, in the middle of a loop; `steps` makes it too large for copies of what is entered twice. */
const machine = (body: string, steps = 40): string => `
int more(void);
int f(int state, int n, int s) {
  int i = 0, k;
  switch (state) {
  case 0:
    ${body}
    ${Array.from({ length: steps }, (_, step) => `for (k = 0; k < n; k++) { case ${step + 1}: if (!more()) return ${step}; }`).join('\n    ')}
  }
  return s;
}`;

async function countsIn(body: string): Promise<readonly (string | undefined)[]> {
  return (await loopsIn(machine(body), 'c')).map((l) => l.count.sentence);
}

describe('in a function with loops that are entered in their middle', () => {
  test.each([
    ['for (i = 0; i < 10; i++) s += i;', '10 iterations'],
    ['while (1) { if (s >= 8) break; s++; }', 'max(1, 9 - s) iterations'],
    ['while (1) { if (more()) break; }', 'until more() returns something other than 0'],
  ])('%s: %s', async (loop, sentence) => {
    const [first, ...others] = await countsIn(loop);
    expect(first).toBe(sentence);
    expect(new Set(others)).toEqual(new Set(['until k >= n, or sooner']));
  });

  test('a loop around one that is entered in its middle has no count of its own', async () => {
    const [outer] = await countsIn('for (i = 0; i < 10; i++) { while (n > 0) { n--; case 99: s++; } }');
    expect(outer).toBe('until i >= 10, or sooner');
  });
});

describe('a test that is a constant', () => {
  test.each([
    ['while ((_Bool)1) { if (more()) break; }', 'until more() returns something other than 0'],
    ['do { if (more()) break; } while (sizeof(int) == 4);', 'until more() returns something other than 0'],
  ])('%s ends nothing', async (loop, sentence) => {
    const loops = await loopsIn(`int more(void); void f(void) { ${loop} }`, 'c');
    expect(loops.map((l) => l.count.sentence)).toEqual([sentence]);
  });
});
