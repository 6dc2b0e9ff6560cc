/** The analysis on its own, warm, in this thread. */
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { LoopReport } from '../../server/src/report/report.ts';
import { median, quantile } from './measure.ts';
import type { Measurement } from './measure.ts';
import { ordinary } from './ordinary.ts';
import { COUNTED, MULTI_PATH, functions } from './programs.ts';

async function loopsOf(sources: readonly string[]): Promise<readonly LoopReport[]> {
  const loops: LoopReport[] = [];
  for (const source of sources) {
    const report = await analyze(
      source,
      { ...DEFAULT_OPTIONS, assertions: false },
      { now: () => performance.now(), cancelled: () => false },
    );
    loops.push(...report.loops);
  }
  return loops;
}

export async function measureCore(count: number): Promise<readonly Measurement[]> {
  await loopsOf([...ordinary(400, 'warm'), ...functions(30, [...COUNTED, ...MULTI_PATH], 'warm up')]);
  const plain = await loopsOf(ordinary(count * 4, 'plain'));
  const counted = await loopsOf(functions(count, COUNTED, 'counted'));
  const several = await loopsOf(functions(count, MULTI_PATH, 'several'));
  const ms = (loops: readonly LoopReport[]): number[] => loops.map((loop) => loop.ms);
  const queries = (loops: readonly LoopReport[]): number[] => loops.map((loop) => loop.solverQueries);
  const exact = (loops: readonly LoopReport[]): number =>
    (100 * loops.filter((loop) => loop.exactness === 'exact').length) / loops.length;
  return [
    { name: 'plain counted loop, median', value: median(ms(plain)), unit: 'ms', budget: 1 },
    { name: 'plain counted loop, 95th percentile', value: quantile(ms(plain), 0.95), unit: 'ms', budget: null },
    {
      name: 'plain counted loops without the solver',
      value: (100 * queries(plain).filter((n) => n === 0).length) / plain.length,
      unit: '%',
      budget: 100,
      least: true,
    },
    { name: 'plain counted loops exact', value: exact(plain), unit: '%', budget: null },
    { name: 'counted loop of any integer type, median', value: median(ms(counted)), unit: 'ms', budget: null },
    {
      name: 'counted loop of any integer type, 95th percentile',
      value: quantile(ms(counted), 0.95),
      unit: 'ms',
      budget: null,
    },
    { name: 'counted loops of any integer type exact', value: exact(counted), unit: '%', budget: null },
    { name: 'multi-path loop, median', value: median(ms(several)), unit: 'ms', budget: 50 },
    { name: 'multi-path loop, 95th percentile', value: quantile(ms(several), 0.95), unit: 'ms', budget: 500 },
    { name: 'multi-path loop, solver queries, median', value: median(queries(several)), unit: 'queries', budget: null },
    { name: 'multi-path loops exact', value: exact(several), unit: '%', budget: null },
  ];
}
