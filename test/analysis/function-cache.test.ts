/** What didn't change is not analysed again, and that is all that one can tell. */
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { AnalysisOptions, DocumentMemory } from '../../server/src/analysis/analyze-file.ts';
import { createResultCache } from '../../server/src/analysis/function-cache.ts';
import type { FileReport } from '../../server/src/report/report.ts';

const COUNT = `static int count(int n) {
  int i = 0;
  while (i < n)
    i++;
  return i;
}
`;
const TWICE = `static int twice(int n) {
  int s = 0;
  for (int k = 0; k < 2; k++)
    s += count(n);
  return s;
}
`;
const LOST = `int lost(float f) {
  int i = 0;
  while (f > 1)
    f = f / 2;
  return i;
}
`;
const MAIN = `int main(void) {
  int x = count(7);
  __VERIFIER_assert(x == 7);
  return 0;
}
`;
const FILE = `int limit = 3;

${COUNT}
${TWICE}
${LOST}
${MAIN}`;

/** A document under edit: each call gives the report and the functions that were analysed for it. */
function document(memory: DocumentMemory = {}) {
  return async (source: string, options: Partial<AnalysisOptions> = {}) => {
    const analysed = new Set<string>();
    const host = {
      now: () => performance.now(),
      cancelled: () => false,
      progress: (name: string) => void analysed.add(name),
    };
    const report = await analyze(source, { ...DEFAULT_OPTIONS, ...options }, { ...host, memory });
    const afresh = await analyze(source, { ...DEFAULT_OPTIONS, ...options }, { ...host, progress: () => {} });
    expect(untimed(report)).toEqual(untimed(afresh));
    return [...analysed].sort();
  };
}

const untimed = ({ loops, assertions, functions, syntaxErrors }: FileReport) => ({
  loops: loops.map((l) => ({ ...l, ms: 0 })),
  assertions: assertions.map((a) => ({ ...a, ms: 0 })),
  functions,
  syntaxErrors,
});

test.each<readonly [what: string, after: string, analysed: readonly string[]]>([
  ['nothing', FILE, []],
  ['a function that nobody calls', FILE.replace('f > 1', 'f > 2'), ['lost']],
  ['a function that others call', FILE.replace('i++', 'i += 1 + 1'), ['count', 'main', 'twice']],
  ['a caller', FILE.replace('k < 2', 'k < 3'), ['twice']],
  ['what is asserted', FILE.replace('x == 7', 'x == 8'), ['main']],
  ['lines before everything', `\n\n${FILE}`, []],
  ['a line between functions', FILE.replace(LOST, `\n\n\n${LOST}`), []],
  [
    'lines that are taken away',
    FILE.replace(
      `int limit = 3;

`,
      '',
    ),
    [],
  ],
  ['a line within a function', FILE.replace('  while (f > 1)', '\n  while (f > 1)'), ['lost']],
  ['a column', FILE.replace('  while (f > 1)', '   while (f > 1)'), ['lost']],
  [
    'another function in between',
    FILE.replace(LOST, `int more(int n) { while (n > 0) n--; return n; }\n${LOST}`),
    ['more'],
  ],
  ['a function renamed', FILE.replace('int lost', 'int lose'), ['lose']],
  ['two functions in the other order', FILE.replace(LOST, '').replace(COUNT, LOST + COUNT), []],
])('changed: %s', async (_, after, analysed) => {
  const edit = document();
  expect(await edit(FILE)).toEqual(['count', 'lost', 'main', 'twice']);
  expect(await edit(after)).toEqual(analysed);
  expect(await edit(FILE), 'and back').toEqual([]);
});

test('an assertion that several functions get to is told from the first of them, whichever is analysed first', async () => {
  const callee = `static int g(int n) {
  int i = 0;
  while (i < n) i++;
  __VERIFIER_assert(i != 5);
  return i;
}
`;
  const [one, two] = [
    `int one(int a) {
  return g(a + 1);
}
`,
    `int two(int b) {
  return g(b - 1);
}
`,
  ];
  const edit = document();
  await edit(one + callee + two);
  expect(await edit(one.replace('1', '2') + callee + two)).toEqual(['one']);
  expect(await edit(callee + two + one.replace('1', '3'))).toEqual(['one']);
  expect(await edit(callee.replace('5', '6') + one + two)).toEqual(['g', 'one', 'two']);
});

test('options are part of what a result depends on; which function was asked for is not', async () => {
  const edit = document();
  expect(await edit(FILE, { assertions: false })).toEqual(['count', 'lost', 'twice']);
  expect(await edit(FILE)).toEqual(['main']);
  expect(await edit(FILE, { function: 'lost' })).toEqual([]);
  expect(await edit(FILE, { integers: 'mathematical' })).toEqual(['count', 'lost', 'main', 'twice']);
});

test('another document has the same functions', async () => {
  const memory: DocumentMemory = {};
  await document(memory)(FILE);
  const other: DocumentMemory = memory.results ? { results: memory.results } : {};
  expect(await document(other)(`/* a copy */\n\n${LOST}${COUNT}`)).toEqual([]);
});

test('an analysis that was cancelled leaves no results behind', async () => {
  const memory: DocumentMemory = {};
  let functions = 0;
  await analyze(FILE, DEFAULT_OPTIONS, {
    now: () => performance.now(),
    cancelled: () => functions > 1,
    progress: () => void functions++,
    memory,
  });
  const analysed = await document(memory)(FILE);
  expect(analysed).toContain('main');
});

test('what is kept is bounded, the latest last', async () => {
  const results = createResultCache(60);
  const edit = document({ results });
  const functions = Array.from(
    { length: 20 },
    (_, k) => `int f${k}(int n) { int i = 0; while (i < n) i += ${k + 1}; return i; }\n`,
  ).join('');
  await edit(functions);
  const again = await edit(functions);
  expect(again.length).toBeGreaterThan(5);
});

test('loops of some functions are offered while others are still to come', async () => {
  const seen: number[] = [];
  await analyze(FILE, DEFAULT_OPTIONS, {
    now: () => performance.now(),
    cancelled: () => false,
    partial: (report) => void seen.push(report().loops.length),
  });
  expect(seen).toEqual([3, 3, 3, 3, 3]);
});

test('what counting tells is kept, too, where nothing else is known yet, and moves along', async () => {
  const memory: DocumentMemory = {};
  const counted = async (source: string, kept: DocumentMemory): Promise<unknown> => {
    let lenses: unknown = null;
    await analyze(
      source,
      { ...DEFAULT_OPTIONS, assertions: false },
      {
        now: () => 0,
        memory: kept,
        cancelled: () => lenses !== null,
        partial: (known) => {
          lenses ??= untimed(known()).loops;
        },
      },
    );
    return lenses;
  };
  for (const source of [FILE, `\n\n${FILE}`, FILE.replace('i++', 'i += 2'), FILE.replace(LOST, `\n${LOST}`)])
    expect(await counted(source, memory)).toEqual(await counted(source, {}));
});

test('of two functions of a name each depends on what it calls itself', async () => {
  const edit = document();
  const file = (step: number): string => `static int step(int x) { return x + ${step}; }
void f(int n) { while (n > 5) n -= step(4); }
static int f(int k) { int t = 0; while (t < k) t += 2; return t; }
`;
  await edit(file(0));
  expect(await edit(file(5))).toEqual(['f']);
});
