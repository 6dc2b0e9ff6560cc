import { describe, expect, it } from 'vitest';
import { INT, TYPES } from './ctypes.ts';
import { TICK } from './draft.ts';
import { inputsFor } from './inputs.ts';
import { execute } from './oracle.ts';
import { random } from './random.ts';
import { SHAPES, generate } from './shapes.ts';
import { WIDE_SHAPES } from './wide-shapes.ts';
import type { Generated } from './shapes.ts';

const doubling: Generated = {
  shape: 'counted',
  name: 'f',
  params: [{ name: 'n', type: INT }],
  locals: [{ name: 'u', type: TYPES[7]! }],
  returns: INT,
  source: `int f(int n) {
  unsigned long u = 0;
  while (n > 0) {
    ${TICK}
    n++;
    u--;
    if (u < 18446744073709551000ul)
      return n * 2;
  }
  return n;
}
`,
};

describe('the oracle', () => {
  it('tells values, undefined behaviour and long runs apart', async () => {
    const [runs] = await execute([{ generated: doubling, rows: [[-3n], [1n], [2147483600n], [2147483647n]] }], 1000);
    expect(runs).toEqual([
      new Map([
        ['n', -3n],
        ['u', 0n],
        ['return', -3n],
      ]),
      new Map([
        ['n', 618n],
        ['u', 18446744073709550999n],
        ['return', 1236n],
      ]),
      'undefined',
      'undefined',
    ]);
    const [capped] = await execute([{ generated: doubling, rows: [[1n]] }], 10);
    expect(capped).toEqual(['long']);
  });

  it('notices undefined behaviour in a computation that nobody uses', async () => {
    const dead: Generated = {
      shape: 'counted',
      name: 'f',
      params: [{ name: 'n', type: INT }],
      locals: [],
      returns: INT,
      source: `int f(int n) {
  for (int i = 0; i < 3; i++) {
    ${TICK}
    n -= 6;
  }
  n = 0;
  return n;
}
`,
    };
    expect(await execute([{ generated: dead, rows: [[-2147483648n], [0n]] }], 100)).toEqual([
      [
        'undefined',
        new Map([
          ['n', 0n],
          ['return', 0n],
        ]),
      ],
    ]);
  });

  it.each([...Object.keys(SHAPES), ...Object.keys(WIDE_SHAPES)])(
    'compiles and runs functions of class %s, the same for the same seed',
    async (shape) => {
      const source = random(`oracle ${shape}`);
      const tasks = Array.from({ length: 12 }, (_, k) => {
        const generated = generate(shape, `f${k}`, source.fork(`function ${k}`));
        return { generated, rows: inputsFor(generated, 40, source.fork(`rows ${k}`)) };
      });
      const runs = (await execute(tasks, 5_000)).flat();
      expect(runs.filter((run) => typeof run !== 'string').length).toBeGreaterThan(0.3 * runs.length);
      expect(generate(shape, 'f3', source.fork('function 3'))).toEqual(tasks[3]?.generated);
    },
  );
});
