import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EDITOR_SETTINGS } from '../../server/src/workspace/analysis-settings.ts';
import { runWithAttempts } from '../../server/src/workspace/attempts.ts';
import { createPool } from '../../server/src/workspace/worker-pool.ts';
import type { Engine, EngineJob, Outcome } from '../../server/src/workspace/watched-engine.ts';
import type { FileReport } from '../../server/src/report/report.ts';

const REPORT: FileReport = { loops: [], assertions: [], syntaxErrors: [], functions: [], ms: 0 };
const DONE: Outcome = { kind: 'done', report: REPORT };
const died = (function_: string | null): Outcome => ({
  kind: 'died',
  cause: 'crash',
  function: function_,
  message: 'gone',
});
const job: EngineJob = { source: '', options: EDITOR_SETTINGS.options, skip: [] };
const LIMITS = { size: 2, overflowAfter: 1_000, idle: 60_000 };

/** Engines that answer when told to. */
function fakeEngines() {
  const engines: {
    readonly jobs: EngineJob[];
    readonly answer: (outcome: Outcome) => void;
    /** Whether it was told to rest, each time that it was told. */
    readonly rests: boolean[];
    readonly disposed: boolean;
  }[] = [];
  const create = (): Engine => {
    const jobs: EngineJob[] = [];
    const rests: boolean[] = [];
    let resolve: (outcome: Outcome) => void = () => {};
    let disposed = false;
    engines.push({
      jobs,
      rests,
      answer: (outcome) => resolve(outcome),
      get disposed() {
        return disposed;
      },
    });
    return {
      run: (given) => {
        jobs.push(given);
        return {
          outcome: new Promise<Outcome>((r) => {
            resolve = r;
          }),
          abort: () => resolve({ kind: 'cancelled' }),
          pause: (isPaused) => rests.push(isPaused),
        };
      },
      warm() {},
      forget() {},
      dispose() {
        disposed = true;
      },
    };
  };
  return { engines, create };
}

const scripted = (...outcomes: Outcome[]): { engine: Engine; jobs: EngineJob[] } => {
  const jobs: EngineJob[] = [];
  return {
    jobs,
    engine: {
      run: (given) => ({
        outcome: Promise.resolve(outcomes[jobs.push(given) - 1] ?? died(null)),
        abort() {},
        pause() {},
      }),
      warm() {},
      forget() {},
      dispose() {},
    },
  };
};

describe('a job whose worker dies', () => {
  test('is done again without the function that it was at', async () => {
    const { engine, jobs } = scripted(died('f'), died('g'), DONE);
    expect(await runWithAttempts(engine, job).result).toEqual({ ...DONE, skip: ['f', 'g'] });
    expect(jobs.map((one) => one.skip)).toEqual([[], ['f'], ['f', 'g']]);
  });
  test('is done without assertions where leaving the function out does not help', async () => {
    const { engine, jobs } = scripted(died('f'), died('f'), DONE);
    expect(await runWithAttempts(engine, job).result).toEqual({ ...DONE, skip: ['f'], unchecked: 'gone' });
    expect(jobs.map((one) => one.options.assertions)).toEqual([true, true, false]);
  });
  test('is given up in the end', async () => {
    expect(await runWithAttempts(scripted().engine, job).result).toEqual({ kind: 'failed', message: 'gone', skip: [] });
    const names = Array.from({ length: 99 }, (_, i) => died(`f${i}`));
    const { engine, jobs } = scripted(...names);
    expect((await runWithAttempts(engine, job).result).kind).toBe('failed');
    expect(jobs.length).toBeLessThan(20);
  });
});

describe('the pool', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('starts workers as they are needed, up to its size', () => {
    const { engines, create } = fakeEngines();
    const pool = createPool(create, LIMITS);
    pool.submit('a', job);
    expect(engines).toHaveLength(1);
    pool.submit('b', job);
    pool.submit('c', job);
    expect(engines.map((engine) => engine.jobs.length)).toEqual([1, 1]);
  });
  test('keeps a document on the worker that knows it', async () => {
    const { engines, create } = fakeEngines();
    const pool = createPool(create, LIMITS);
    for (const document of ['a', 'b']) pool.submit(document, job);
    for (const engine of engines) engine.answer(DONE);
    await vi.advanceTimersByTimeAsync(1);
    for (const document of ['b', 'a']) pool.submit(document, { ...job, source: document });
    expect(engines.map((engine) => engine.jobs.at(-1)?.source)).toEqual(['a', 'b']);
  });
  test('starts another when all are held up for long', async () => {
    const { engines, create } = fakeEngines();
    const pool = createPool(create, LIMITS);
    for (const document of ['a', 'b', 'c']) pool.submit(document, job);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(engines).toHaveLength(3);
    pool.dispose();
    expect(engines.every((engine) => engine.disposed)).toBe(true);
  });
  test('gives workers back that have nothing to do, but not the last', async () => {
    const { engines, create } = fakeEngines();
    const pool = createPool(create, LIMITS);
    for (const document of ['a', 'b']) pool.submit(document, job);
    for (const engine of engines) engine.answer(DONE);
    await vi.advanceTimersByTimeAsync(60_001);
    expect(engines.filter((engine) => engine.disposed)).toHaveLength(1);
  });
  test('forgets a job that is cancelled before it starts', async () => {
    const { engines, create } = fakeEngines();
    const pool = createPool(create, { ...LIMITS, size: 1 });
    pool.submit('a', job);
    const waiting = pool.submit('b', job);
    waiting.cancel();
    expect(await waiting.result).toEqual({ kind: 'cancelled' });
    engines[0]?.answer(DONE);
    await vi.advanceTimersByTimeAsync(1);
    expect(engines[0]?.jobs).toHaveLength(1);
  });
});

describe('a job that nobody waits for', () => {
  const named = (source: string): EngineJob => ({ ...job, source });
  const begun = (engines: ReturnType<typeof fakeEngines>['engines']): readonly (readonly string[])[] =>
    engines.map(({ jobs }) => jobs.map(({ source }) => source));
  /** What was settled has been heard of. */
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

  test('leaves a worker to documents, and is no document of any', async () => {
    const { engines, create } = fakeEngines();
    const pool = createPool(create, { ...LIMITS, size: 3 });
    for (const name of ['one', 'two', 'three']) pool.submitBehind(named(name));
    expect(begun(engines)).toEqual([['one'], ['two']]);
    pool.submit('a', named('a'));
    expect(begun(engines)).toEqual([['one'], ['two'], ['a']]);
    engines[0]?.answer(DONE);
    await settled();
    expect(begun(engines)).toEqual([['one'], ['two'], ['a']]);
    engines[1]?.answer(DONE);
    await settled();
    expect(begun(engines).flat()).toContain('three');
    expect(engines[0]?.jobs[0]?.document).toBeUndefined();
  });

  test('leaves a document the worker that knows it', async () => {
    const { engines, create } = fakeEngines();
    const pool = createPool(create, LIMITS);
    pool.submit('a', named('a'));
    engines[0]?.answer(DONE);
    await settled();
    pool.submitBehind(named('behind'));
    pool.submit('a', named('a again'));
    expect(begun(engines)).toEqual([['a', 'a again'], ['behind']]);
  });

  test('rests as long as there is a job of a document', async () => {
    const { engines, create } = fakeEngines();
    const pool = createPool(create, LIMITS);
    pool.submitBehind(named('behind'));
    pool.submit('a', named('a'));
    expect(engines[0]?.rests.at(-1)).toBe(true);
    engines[1]?.answer(DONE);
    await settled();
    expect(engines[0]?.rests.at(-1)).toBe(false);
    expect(begun(engines)).toEqual([['behind'], ['a']]);
  });

  test('makes way for a document, and begins again', async () => {
    const { engines, create } = fakeEngines();
    const pool = createPool(create, { ...LIMITS, size: 1 });
    const behind = pool.submitBehind(named('behind'));
    const document = pool.submit('a', named('a'));
    await settled();
    expect(begun(engines)).toEqual([['behind', 'a']]);
    engines[0]?.answer(DONE);
    expect((await document.result).kind).toBe('done');
    await settled();
    expect(begun(engines)).toEqual([['behind', 'a', 'behind']]);
    engines[0]?.answer(DONE);
    expect((await behind.result).kind).toBe('done');
  });

  test('waits for documents that came later', async () => {
    const { engines, create } = fakeEngines();
    const pool = createPool(create, { ...LIMITS, size: 1 });
    pool.submit('a', named('a'));
    pool.submitBehind(named('behind'));
    pool.submit('b', named('b'));
    engines[0]?.answer(DONE);
    await settled();
    expect(begun(engines)).toEqual([['a', 'b']]);
  });

  test.each([
    ['while it waits', 0],
    ['while it runs', 1],
    ['after it has made way', 2],
  ])('is cancelled %s', async (_, when) => {
    const { engines, create } = fakeEngines();
    const pool = createPool(create, { ...LIMITS, size: 1 });
    if (when === 0) pool.submit('a', named('a'));
    const behind = pool.submitBehind(named('behind'));
    if (when === 2) {
      pool.submit('a', named('a'));
      await settled();
    }
    behind.cancel();
    expect((await behind.result).kind).toBe('cancelled');
    engines[0]?.answer(DONE);
    await settled();
    expect(
      begun(engines)
        .flat()
        .filter((name) => name === 'behind').length,
    ).toBe(when === 0 ? 0 : 1);
  });
});
