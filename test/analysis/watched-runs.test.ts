/**
 * What an editor shows of a loop beside the answer: its automaton, and runs with the values and paths of each
 * iteration.
 */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/index.ts';
import type { RunReport, WatchReport } from '../../server/src/report/index.ts';
import { marked } from '../marks/marked.ts';

type Inputs = Readonly<Record<string, string>> | null;

/** About the place that is marked `$0`. */
async function watched(source: string, inputs: Inputs): Promise<WatchReport> {
  const { text, at } = marked(source);
  const { line, character } = at('$0');
  const question = { line: line + 1, watch: { column: character + 1, inputs } };
  const host = { now: () => 0, cancelled: () => false };
  const { watched: report } = await analyze(text, { ...DEFAULT_OPTIONS, question }, host);
  if (report === undefined || 'missing' in report) throw new Error(report?.missing ?? 'no answer');
  return report;
}

/** `π1 π1 π2: chase returns`. */
const way = ({ iterations, end }: RunReport): string =>
  `${iterations.map((i) => i.path ?? '?').join(' ')}: ${end.message}`;

const valuesOf = ({ iterations }: RunReport, name: string): string =>
  iterations.map((i) => i.before[name] ?? '-').join(' ');

/** `6: slow = 4`. */
const linesOf = ({ iterations, behind }: RunReport, iteration: number): string =>
  (iterations[iteration]?.lines ?? behind)
    .map(({ line, values }) => `${line}: ${values.map((v) => `${v.name} = ${v.value}`).join(', ')}`.trim())
    .join('; ');

const CHASE = `void chase(int slow, int fast, int limit)
{
    $0while (slow < limit) {
        if (slow < fast)
            slow++;
        else
            fast += 2;
    }
}`;

describe('what fails only as it is called', () => {
  const CLEAR = `int rows[100];
void clear(int from, int n)
{
    for (int i = from; i < n; i++)
        $0rows[i] = 0;
}
void one(void) { clear(0, 1); }
void many(void) { clear(0, 101); }`;

  it('is shown on the values of that call', async () => {
    const { run } = await watched(CLEAR, null);
    expect(run.inputs.map(({ name, value }) => `${name} = ${value}`)).toEqual(['from = 0', 'n = 101']);
    expect(run.end).toMatchObject({ kind: 'undefined', message: 'An access outside of its object' });
    expect(run.total).toBe(101);
  });

  it('is shown as it gets there, where no call makes it fail', async () => {
    const { run } = await watched(CLEAR.replace('101', '100'), null);
    expect(run.end.kind).toBe('returned');
  });
});

describe('the automaton', () => {
  it('has the paths as states, with their lines, and an edge unless one can not follow the other', async () => {
    const { automaton } = await watched(CHASE, {});
    expect(automaton.states).toEqual([
      { path: 'π1', kind: 'iterative', lines: [3, 4, 5] },
      { path: 'π2', kind: 'iterative', lines: [3, 4, 7] },
      { path: 'π3', kind: 'exit', lines: [3] },
    ]);
    // behind `fast += 2` the slow one is still below the limit: the loop is not left
    expect(automaton.edges.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'π1 π1',
      'π1 π2',
      'π1 π3',
      'π2 π1',
      'π2 π2',
    ]);
    expect(automaton.initial).toEqual(['π1', 'π2', 'π3']);
  });

  it('begins where the states that reach the loop allow it', async () => {
    const { automaton } = await watched('int f(void) { int i = 0; $0while (i < 3) i++; return i; }', {});
    expect(automaton.initial).toEqual(['π1']);
  });
});

describe('a run on chosen values', () => {
  it('takes a path in each iteration', async () => {
    const { run } = await watched(CHASE, { slow: '0', fast: '1', limit: '3' });
    expect(way(run)).toBe('π1 π2 π1 π1 π3: chase returns');
    expect(valuesOf(run, 'slow')).toBe('0 1 1 2 3');
    expect(valuesOf(run, 'fast')).toBe('1 1 3 3 3');
    expect(linesOf(run, 1)).toBe('3:; 4:; 7: fast = 3');
  });

  it.each<[string, string, Inputs, string]>([
    ['a break', 'void f(int n) { $0while (n > 0) { if (n == 7) break; n--; } }', { n: '8' }, 'π1 π2: f returns'],
    ['a return', 'int f(int n) { $0for (;;) { if (n > 2) return n; n += 2; } }', { n: '0' }, 'π1 π1 π2: f returns 4'],
    [
      'the innermost loop, entered twice',
      'void f(int n) { for (int i = 0; i < 2; i++) $0for (int j = 0; j < n; j++) ; }',
      { n: '1' },
      'π1 π2 π1 π2: f returns',
    ],
    [
      'undefined behaviour',
      'int f(int n) { $0while (n >= 0) n = 10 / n - 6; return n; }',
      { n: '0' },
      '?: Division by zero',
    ],
    [
      'characters',
      'int f(const char *s) { int n = 0; $0while (s[n]) n++; return n; }',
      { s: '"ab"' },
      'π1 π1 π2: f returns 2',
    ],
    [
      'elements',
      'int f(const int *v, int n) { int s = 0; $0for (int i = 0; i < n; i++) if (v[i] > 1) s += v[i]; return s; }',
      { v: '1, 5', n: '2' },
      'π2 π1 π3: f returns 5',
    ],
  ])('%s', async (_, source, inputs, expected) => {
    expect(way((await watched(source, inputs)).run)).toBe(expected);
  });

  it('writes down what is stored in arrays', async () => {
    const { run } = await watched('void f(int *v, int n) {\n$0for (int i = 0; i < n; i++)\nv[i] = i * i; }', {
      n: '3',
    });
    expect(linesOf(run, 2)).toBe('2: i = 3; 3: v[2] = 4');
  });

  it('is one that shows something, where no values were chosen', async () => {
    const { run } = await watched(CHASE, {});
    expect(new Set(run.iterations.map((i) => i.path)).size).toBe(3);
  });

  it('keeps the first and the last iterations of a long one', async () => {
    const { run } = await watched('int f(int n) { int i = 0; $0while (i < n) i++; return i; }', { n: '5000' });
    expect([run.total, run.iterations.length, run.iterations[0]?.number, run.iterations.at(-1)?.number]).toEqual([
      5001, 200, 1, 5001,
    ]);
  });
});

describe('a run to a place', () => {
  it('fails the assertion there', async () => {
    const { run } = await watched(
      `#include <assert.h>
      void drain(int items) {
        int taken = 0;
        if (items < 1 || items > 9) return;
        while (taken < items) taken += 2;
        $0assert(taken == items);
      }`,
      null,
    );
    expect(run.end).toMatchObject({ kind: 'failed', message: 'The assertion taken == items fails' });
    expect(run.iterations.every((i) => i.path !== null)).toBe(true);
  });

  it('ends where an access leaves its array', async () => {
    const { run } = await watched(
      'int f(void) {\nint a[4] = { 0 }, s = 0;\nfor (int i = 0; i <= 4; i++)\n$0s += a[i];\nreturn s; }',
      null,
    );
    expect(way(run)).toBe('π1 π1 π1 π1 ?: An access outside of its object');
    expect(valuesOf(run, 'i')).toBe('0 1 2 3 4');
  });
});
