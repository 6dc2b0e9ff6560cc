/**
 * Files as programs generate them: thousands of functions, of loops in one function. Everything is answered, or lost
 * with a reason.
 */
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { AnalysisOptions } from '../../server/src/analysis/analyze-file.ts';
import { circleOf } from '../../server/src/program/call-graph.ts';
import type { IrFunction, IrProgram } from '../../server/src/program/program.ts';

const ask = (source: string, options: Partial<AnalysisOptions>) =>
  analyze(source, { ...DEFAULT_OPTIONS, losses: false, ...options }, { now: () => 0, cancelled: () => false });

const repeated = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join('');

/** A program of functions that only call. */
function calling(calls: Readonly<Record<string, readonly string[]>>): IrProgram {
  const functions = Object.entries(calls).map(([name, callees]) => ({
    name,
    blocks: [{ stmts: callees.map((callee) => ({ kind: 'call', callee })) }],
  }));
  return { functions: functions as unknown as IrFunction[], errors: [] };
}

test.each<[string, Readonly<Record<string, readonly string[]>>, readonly (readonly string[])[]]>([
  ['no calls', { a: [], b: [] }, []],
  ['a chain', { a: ['b'], b: ['c'], c: [] }, []],
  ['a function that calls itself', { a: ['a', 'b'], b: [] }, [['a']]],
  ['two that call each other', { a: ['b', 'c'], b: ['a'], c: [] }, [['a', 'b']]],
  [
    'two circles, one calls the other',
    { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['two circles with a function in common', { a: ['b', 'c'], b: ['a'], c: ['a'] }, [['a', 'b', 'c']]],
  ['a circle that is found late', { a: ['b'], b: ['c', 'd'], c: [], d: ['e', 'b'], e: ['missing'] }, [['b', 'd']]],
])('functions that lead back to themselves: %s', (_, calls, circles) => {
  const program = calling(calls);
  const found = new Map<string, string[]>();
  for (const name of Object.keys(calls)) {
    const circle = circleOf(program, name);
    if (circle !== null) found.set(circle, [...(found.get(circle) ?? []), name]);
  }
  expect([...found.values()]).toEqual(circles);
});

test('a circle of 20,000 functions', () => {
  const count = 20_000;
  const program = calling(
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, [`f${(i + 1) % count}`]])),
  );
  expect(circleOf(program, 'f7')).toBe(circleOf(program, 'f19999'));
  expect(circleOf(program, 'f7')).not.toBeNull();
});

const ring = (count: number): string => `${repeated(count, (i) => `int f${i}(int n, int *p);\n`)}
${repeated(
  count,
  (i) => `int f${i}(int n, int *p) {
  for (int i = 0; i < n; i++) *p += f${(i + 1) % count}(i, p);
  return f${(i + 1) % count}(n - 1, p);
}
`,
)}`;

test('functions that call each other in a ring: loops are counted', async () => {
  const { loops } = await ask(ring(300), { assertions: false, climb: 'gain' });
  expect(loops).toHaveLength(300);
  expect(new Set(loops.map(({ bound }) => `${bound?.kind} ${bound?.text}`))).toEqual(new Set(['exact max(0, n)']));
});

test('a function with thousands of lines: each loop is counted as it is alone', async () => {
  // what a loop before says of n is known in the next: it has another n
  const loop = (i: number): string => `  n = a[${i + 1}];
  for (int i = ${i}; i < n; i += 2) if (a[i] == ${i}) break;
  do { n--; } while (n > ${i});
`;
  const alone = await ask(
    `int f(int n, int *a) {
${loop(3)}  return n;
}
`,
    { assertions: false, climb: 'never' },
  );
  const { loops } = await ask(
    `int f(int n, int *a) {
${repeated(500, loop)}  return n;
}
`,
    {
      assertions: false,
      climb: 'never',
    },
  );
  expect(loops).toHaveLength(1_000);
  const told = (l: (typeof loops)[number] | undefined): string => `${l?.kind} ${l?.bound?.kind} ${l?.bound?.text}`;
  expect(loops.slice(6, 8).map(told)).toEqual(alone.loops.map(told));
});
