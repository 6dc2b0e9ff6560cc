/**
 * `npm run bench -- families`: what a loop costs as it grows. Writes a plot (docs/images/cost.svg) and prints the table
 * that docs/cost.md shows.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { LoopReport } from '../../server/src/report/report.ts';
import { median } from './measure.ts';
import { plot } from './plot.ts';

interface Family {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly source: (k: number) => string;
  /** The largest power of the size that its cost may grow with; null: there is a cap instead. */
  readonly most: number | null;
}

const times = (k: number, line: (i: number) => string): string =>
  Array.from({ length: k }, (_, i) => line(i)).join('\n');

/** One loop whose counter goes through k phases, each with a speed of its own. */
const phases = (k: number): string => `int f(int n)
{
  int x = 0, y = 0;
  while (x < ${100 * k}) {
${times(k - 1, (i) => `    ${i > 0 ? 'else ' : ''}if (x < ${100 * (i + 1)}) { x += 1; y += ${i + 1}; }`)}
    ${k > 1 ? 'else ' : ''}{ x += 1; y += ${k}; }
  }
  return y + n;
}
`;

/** One loop that counts up a variable and branches k ways on another one that it doesn't change. */
const branches = (k: number): string => `int f(int n, int s)
{
  int i = 0, y = 0;
  while (i < n) {
${times(k - 1, (i) => `    ${i > 0 ? 'else ' : ''}if (s == ${i}) y += ${i + 1};`)}
    ${k > 1 ? 'else ' : ''}y -= 1;
    i++;
  }
  return y;
}
`;

/** k flags that are set once, each at a time of its own that only the caller knows. */
const flags = (k: number): string => `int f(int n${times(k, (i) => `, int t${i}`).replaceAll('\n', '')})
{
  int i = 0${times(k, (i) => `, a${i} = 0`).replaceAll('\n', '')};
  while (i < n) {
${times(k, (i) => `    if (i == t${i}) a${i} = 1;`)}
    i++;
  }
  return i${times(k, (i) => ` + a${i}`).replaceAll('\n', '')};
}
`;

/** k loops, each in the one before. */
const nest = (k: number): string => `int f(int n)
{
  int c = 0;
${times(k, (i) => `${' '.repeat(i + 2)}for (int i${i} = 0; i${i} < 2; i${i}++)`)}
${' '.repeat(k + 2)}c++;
  return c;
}
`;

/** The same loop for more and more iterations. */
const bounded = (n: bigint): string => `long f(void)
{
  long x = 0, y = 0;
  while (x < ${n}) {
    if (x < ${n / 2n}) y += 2;
    else y -= 1;
    x++;
  }
  return y;
}
`;

const FAMILIES: readonly Family[] = [
  { name: 'k phases one after the other', sizes: [1, 2, 4, 8, 12, 16, 24, 32, 48, 64], source: phases, most: 2 },
  { name: 'k-way branch on one variable', sizes: [1, 2, 4, 8, 12, 16, 24, 32, 48, 64], source: branches, most: 2 },
  { name: 'nest of depth k', sizes: [1, 2, 4, 8, 12, 16, 24, 32, 48, 64], source: nest, most: null },
  { name: 'k independent flags', sizes: [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 48, 64], source: flags, most: null },
];
const ITERATIONS = [10n, 10n ** 6n, 10n ** 15n];

interface Cost {
  readonly k: number;
  readonly ms: number;
  readonly loop: LoopReport;
  readonly queries: number;
}

/** Milliseconds for the whole file, the median of so many times; the outermost loop's report. */
async function costOf(source: string, k: number, repetitions: number): Promise<Cost> {
  const all: number[] = [];
  let loops: readonly LoopReport[] = [];
  for (let n = 0; n < repetitions; n++) {
    const started = process.cpuUsage();
    ({ loops } = await analyze(
      source,
      { ...DEFAULT_OPTIONS, assertions: false },
      { now: () => performance.now(), cancelled: () => false },
    ));
    all.push(process.cpuUsage(started).user / 1000);
    if (all.reduce((a, b) => a + b) > 4_000) break;
  }
  return {
    k,
    ms: median(all),
    loop: loops[0] as LoopReport,
    queries: loops.reduce((sum, loop) => sum + loop.solverQueries, 0),
  };
}

/**
 * The slope of the straight line nearest to the points, both scales logarithmic, from the size on where fixed costs
 * don't matter.
 */
function exponentOf(costs: readonly Cost[]): number {
  const points = costs.filter(({ k }) => k >= 8).map(({ k, ms }) => [Math.log(k), Math.log(ms)] as const);
  const mean = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0) / of.length;
  const [mx, my] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  return (
    points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
  );
}

const told = ({ loop }: Cost): string =>
  `${loop.exactness}${loop.reasons.length > 0 ? ` (${[...new Set(loop.reasons.map((r) => r.code))].join(', ')})` : ''}`;

/** `root` is the package's folder. */
export async function measureFamilies(root: string, repetitions: number): Promise<void> {
  for (let k = 0; k < 20; k++) for (const { source } of FAMILIES) await costOf(source(2 + (k % 3)), 0, 1);
  const series: { readonly name: string; readonly points: readonly (readonly [number, number])[] }[] = [];
  for (const { name, sizes, source, most } of FAMILIES) {
    const costs: Cost[] = [];
    for (const k of sizes) costs.push(await costOf(source(k), k, repetitions));
    const exponent = exponentOf(costs);
    console.log(
      `\n### ${name}\n\n| k | milliseconds | solver queries | outermost loop |\n| ---: | ---: | ---: | --- |`,
    );
    for (const c of costs) console.log(`| ${c.k} | ${c.ms.toFixed(c.ms < 10 ? 1 : 0)} | ${c.queries} | ${told(c)} |`);
    console.log(
      `\nFrom k = 8 on the cost grows with k to the power of ${exponent.toFixed(1)}${most === null ? '' : exponent <= most ? ', as it may' : `: MORE THAN ${most}`}.`,
    );
    series.push({ name, points: costs.map(({ k, ms }) => [k, ms] as const) });
  }
  console.log(
    '\n### the same loop with more iterations\n\n| iterations | milliseconds | outermost loop |\n| ---: | ---: | --- |',
  );
  for (const n of ITERATIONS) {
    const cost = await costOf(bounded(n), 0, repetitions * 4);
    console.log(`| ${n} | ${cost.ms.toFixed(1)} | ${told(cost)} |`);
  }
  writeFileSync(join(root, 'docs/images/cost.svg'), plot(series, { x: 'size k', y: 'milliseconds' }));
}
