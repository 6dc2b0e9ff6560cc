import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { hasGcc } from '../c/gcc.ts';
import { oracles } from './registry.ts';
import type { Answer } from './series/crew.ts';
import { inParts } from './series/crew.ts';
import type { Part, PartResult } from './series/parts.ts';
import { commandOf, partsOf, runPart } from './series/parts.ts';
import { SeriesTally } from './series/series-tally.ts';

const PLAN = { seed: '3', loops: 2, functions: 5, oracles: ['answers', 'bounds'], rows: 20, cap: 1000 };
const EMPTY: PartResult = { tallies: [], checked: 0, wrong: [], failed: [] };

/** A process that runs this for each message `part`. */
const processOf = (code: string): ChildProcess =>
  spawn(process.execPath, ['-e', `process.on('message', (part) => { ${code} });`], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

/** What becomes of parts 1, 2, 3 in processes of that kind. */
async function answersOf(code: string, jobs = 1): Promise<ReadonlyMap<number, Answer<number>>> {
  const found = new Map<number, Answer<number>>();
  const crew = { jobs, patience: 60_000, start: () => processOf(code) };
  await inParts<{ n: number }, number>([{ n: 1 }, { n: 2 }, { n: 3 }], crew, ({ n }, answer) => found.set(n, answer));
  return new Map([...found].sort(([a], [b]) => a - b));
}

describe('a series', () => {
  it('has the functions that were asked for, and as many others as have the loops', () => {
    const parts = [...partsOf(PLAN)];
    expect(parts.map(({ of, from, count }) => [of, from, count])).toEqual([
      ['answers', 0, 2],
      ['bounds', 0, 3],
      ['loops', 0, 2],
    ]);
    const whole = [...partsOf({ ...PLAN, loops: 500, functions: 120 })];
    const sum = (of: string): number => whole.filter((p) => p.of === of).reduce((n, p) => n + p.count, 0);
    expect([sum('answers'), sum('bounds')]).toEqual([60, 60]);
    expect(whole.filter((p) => p.of === 'loops').map((p) => p.from)).toEqual([0, 200, 400].slice(0, whole.length - 6));
  });

  it('gives each process one part after another', async () => {
    expect(await answersOf('process.send({ result: part.n * 2 });', 2)).toEqual(
      new Map([
        [1, { result: 2 }],
        [2, { result: 4 }],
        [3, { result: 6 }],
      ]),
    );
  }, 60_000);

  it('loses one part by a process that is killed twice, and none by one that throws', async () => {
    expect(
      await answersOf(`if (part.n === 2) process.kill(process.pid, 'SIGKILL'); else process.send({ result: 0 });`),
    ).toEqual(
      new Map<number, Answer<number>>([
        [1, { result: 0 }],
        [2, { error: 'the process ended with SIGKILL' }],
        [3, { result: 0 }],
      ]),
    );
    // the first process ends, the one that takes its place does not
    const patient: ChildProcess[] = [];
    const done: Answer<number>[] = [];
    const start = (): ChildProcess => {
      const worker = processOf(patient.length === 0 ? 'process.exit(1);' : 'process.send({ result: part.n });');
      patient.push(worker);
      return worker;
    };
    await inParts<{ n: number }, number>([{ n: 7 }], { jobs: 1, patience: 60_000, start }, (_, a) => done.push(a));
    expect(done).toEqual([{ result: 7 }]);
  }, 60_000);

  it('tells what was not run and what is wrong, each with its command', () => {
    const tally = new SeriesTally();
    const part: Part = { of: 'bounds', seed: '3', from: 25, count: 25, rows: 20, cap: 1000 };
    tally.add(part, { result: { ...EMPTY, checked: 9, wrong: ['a bound'] } });
    tally.add({ ...part, of: 'loops' }, { error: 'the process ended with SIGKILL' });
    expect(tally.isClean).toBe(false);
    expect(tally.problems).toEqual([`WRONG (${commandOf(part)})\na bound`]);
    expect(tally.table()).toMatch(/^bounds +25 +9 +1$/m);
    expect(tally.table()).toContain(
      'not run: npm run fuzz -- --all --seed 3 --from 25 --count 25 --rows 20 --cap 1000 (the process ended with SIGKILL)',
    );
  });

  it.skipIf(!hasGcc())(
    'has one table of classes and oracles',
    async () => {
      const tally = new SeriesTally();
      for (const part of partsOf({ ...PLAN, functions: 2 }))
        tally.add(part, { result: await runPart(part, oracles('')) });
      expect(tally.problems).toEqual([]);
      expect(tally.isClean).toBe(true);
      expect(tally.table()).toMatch(/^counted +1 +1 .*\n(.*\n)*all +2 +2 /m);
      expect(tally.table()).toMatch(/^answers +1 .*\nbounds +1 .*\nall +2 /m);
    },
    120_000,
  );
});
