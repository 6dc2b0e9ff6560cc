import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FileReport } from '../../server/src/report/report.ts';
import type { Result } from '../../server/src/workspace/attempts.ts';
import { createDebounce } from '../../server/src/workspace/debounce.ts';
import type { EngineJob } from '../../server/src/workspace/watched-engine.ts';
import type { Pool } from '../../server/src/workspace/worker-pool.ts';
import { EDITOR_SETTINGS } from '../../server/src/workspace/analysis-settings.ts';
import type { WorkspaceSettings } from '../../server/src/workspace/analysis-settings.ts';
import { WORKSPACE_LIMITS, createWorkspace } from '../../server/src/workspace/workspace.ts';
import type { Waiting, Workspace } from '../../server/src/workspace/workspace.ts';
import { differenceOf } from '../../server/src/workspace/shift-results.ts';

let settings: WorkspaceSettings = EDITOR_SETTINGS;
let bySettings = (_: string): WorkspaceSettings => settings;
beforeEach(() => {
  vi.useFakeTimers();
  settings = EDITOR_SETTINGS;
  bySettings = () => settings;
});
afterEach(() => void vi.useRealTimers());

const never = new Promise<void>(() => {});
const FUNCTION = { start: { line: 1, column: 1 }, end: { line: 1, column: 5 } };
const reportOf = (source: string): FileReport => ({
  loops: [],
  assertions: [],
  syntaxErrors: [],
  functions: [{ name: source, range: FUNCTION, reasons: [] }],
  ms: 0,
});

/** A workspace on a pool whose jobs take so many milliseconds (`Infinity`: until they are cancelled). */
function setUp(ms = 10) {
  const jobs: { readonly document: string; readonly job: EngineJob; cancelled: boolean }[] = [];
  const published: string[] = [];
  let running = 0;
  let most = 0;
  let takes = ms;
  let skip: readonly string[] = [];
  const pool: Pool = {
    submit(document, job) {
      const entry = { document, job, cancelled: false };
      jobs.push(entry);
      most = Math.max(most, ++running);
      let settle: (result: Result) => void = () => {};
      const result = new Promise<Result>((resolve) => {
        settle = resolve;
      }).finally(() => {
        running -= 1;
      });
      if (takes !== Number.POSITIVE_INFINITY)
        setTimeout(() => settle({ kind: 'done', report: reportOf(job.source), skip }), takes);
      return {
        result,
        cancel() {
          entry.cancelled = true;
          settle({ kind: 'cancelled' });
        },
      };
    },
    submitBehind: () => ({ result: Promise.resolve({ kind: 'cancelled' }), cancel() {} }),
    warm() {},
    forget() {},
    dispose() {},
  };
  const workspace: Workspace = createWorkspace(pool, (uri) => bySettings(uri), {
    results: (uri, version) => published.push(`${uri}@${version}`),
    status() {},
  });
  let text = '';
  const type = (version: number, next: string): void => {
    workspace.change('a', version, next, [differenceOf(text, next)]);
    text = next;
  };
  return {
    workspace,
    jobs,
    published,
    type,
    get most() {
      return most;
    },
    takes: (next: number) => {
      takes = next;
    },
    skips: (names: readonly string[]) => {
      skip = names;
    },
  };
}

describe('a document', () => {
  test('is analysed when opened, and at once when changed after a pause', async () => {
    const { workspace, type, jobs, published } = setUp();
    workspace.open('a', 1, '');
    await vi.advanceTimersByTimeAsync(200);
    type(2, 'two');
    await vi.advanceTimersByTimeAsync(1);
    expect(jobs.map(({ job }) => job.source)).toEqual(['', 'two']);
    await vi.advanceTimersByTimeAsync(20);
    expect(published).toEqual(['a@1', 'a@2']);
  });
  test('typed in without a pause has one job at a time, and results now and then to move along', async () => {
    const set = setUp(600);
    set.workspace.open('a', 1, '');
    await vi.advanceTimersByTimeAsync(700);
    for (let version = 2; version <= 500; version += 1) {
      set.type(version, `${version}`);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(set.most).toBe(1);
    expect(set.published).toEqual(['a@1']);
    expect(set.workspace.results('a')?.fresh).toBe(false);
    expect(set.workspace.results('a')?.version).toBeGreaterThan(100);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(set.published).toEqual(['a@1', 'a@500']);
  });
  test('keeps functions out that cost a worker its life, until their text changes', async () => {
    const { workspace, type, jobs, skips } = setUp();
    skips(['some']);
    workspace.open('a', 1, 'some');
    await vi.advanceTimersByTimeAsync(200);
    type(2, 'some more');
    await vi.advanceTimersByTimeAsync(200);
    skips([]);
    type(3, 'else');
    await vi.advanceTimersByTimeAsync(200);
    type(4, 'some');
    await vi.advanceTimersByTimeAsync(200);
    expect(jobs.map(({ job }) => job.skip)).toEqual([[], ['some'], [], []]);
  });
  test('that is closed while it is analysed is gone', async () => {
    const { workspace, jobs, published } = setUp(100);
    workspace.open('a', 1, '');
    const waiting = workspace.whenCurrent('a', { first: 60_000, update: 60_000 }, never);
    workspace.close('a');
    expect(await waiting).toBeNull();
    expect(jobs[0]?.cancelled).toBe(true);
    await vi.advanceTimersByTimeAsync(200);
    expect(published).toEqual([]);
  });
  test('is analysed again under other settings', async () => {
    const { workspace, jobs, published } = setUp();
    workspace.open('a', 1, '');
    await vi.advanceTimersByTimeAsync(20);
    settings = { ...EDITOR_SETTINGS, options: { ...EDITOR_SETTINGS.options, charSigned: false } };
    workspace.configure();
    expect(workspace.results('a')?.fresh).toBe(false);
    await vi.advanceTimersByTimeAsync(20);
    expect(jobs.map(({ job }) => job.options.charSigned)).toEqual([true, false]);
    expect(published).toEqual(['a@1', 'a@1']);
  });
});

describe('results of some functions', () => {
  const all: Waiting = { first: 60_000, update: 60_000 };
  test('are shown before those of the others, when a few have come together', async () => {
    const { workspace, jobs, published } = setUp(500);
    workspace.open('a', 1, 'text');
    const lenses = workspace.whenCurrent('a', all, never, () => true);
    const hover = workspace.whenCurrent('a', all, never);
    jobs[0]?.job.partial?.(reportOf('first'), new Map());
    jobs[0]?.job.partial?.(reportOf('second'), new Map());
    expect(published).toEqual([]);
    await vi.advanceTimersByTimeAsync(30);
    expect(published).toEqual(['a@1']);
    expect(await lenses).toMatchObject({ fresh: true, complete: false, report: { functions: [{ name: 'second' }] } });
    await vi.advanceTimersByTimeAsync(500);
    expect(await hover).toMatchObject({ fresh: true, complete: true });
    expect(published).toEqual(['a@1', 'a@1']);
  });
  test('take the place of complete ones of an older text, and never come after complete ones', async () => {
    const { workspace, jobs, published, type } = setUp(10);
    workspace.open('a', 1, 'one');
    jobs[0]?.job.partial?.(reportOf('part'), new Map());
    await vi.advanceTimersByTimeAsync(200);
    type(2, 'two');
    await vi.advanceTimersByTimeAsync(1);
    jobs[1]?.job.partial?.(reportOf('part'), new Map());
    expect(workspace.results('a')).toMatchObject({ version: 2, fresh: true, complete: false, isFirst: false });
    await vi.advanceTimersByTimeAsync(200);
    jobs[1]?.job.partial?.(reportOf('late'), new Map());
    expect(published).toEqual(['a@1', 'a@2', 'a@2']);
    expect(workspace.results('a')).toMatchObject({ version: 2, complete: true });
    expect(workspace.results('a')?.report.functions[0]?.name).toBe('two');
  });
  test('are not shown of a document that was closed', async () => {
    const { workspace, jobs, published } = setUp(500);
    workspace.open('a', 1, 'one');
    jobs[0]?.job.partial?.(reportOf('part'), new Map());
    workspace.close('a');
    await vi.advanceTimersByTimeAsync(100);
    expect(published).toEqual([]);
  });
});

describe('a request', () => {
  test('waits for the results of its version', async () => {
    const { workspace } = setUp(100);
    workspace.open('a', 1, '');
    const waiting = workspace.whenCurrent('a', { first: 1_000, update: 1_000 }, never);
    await vi.advanceTimersByTimeAsync(101);
    expect((await waiting)?.fresh).toBe(true);
  });
  test('waits for a bounded time only', async () => {
    const set = setUp(10);
    set.workspace.open('a', 1, '');
    await vi.advanceTimersByTimeAsync(200);
    set.takes(Number.POSITIVE_INFINITY);
    set.type(2, 'two');
    const update = set.workspace.whenCurrent('a', { first: 60_000, update: 300 }, never);
    await vi.advanceTimersByTimeAsync(301);
    expect(await update).toMatchObject({ version: 1, fresh: false });
    set.workspace.open('b', 1, '');
    const first = set.workspace.whenCurrent('b', { first: 500, update: 300 }, never);
    await vi.advanceTimersByTimeAsync(501);
    expect(await first).toBeNull();
  });
  test('ends when it is cancelled, and when no results are to come', async () => {
    const { workspace } = setUp(Number.POSITIVE_INFINITY);
    workspace.open('a', 1, '');
    expect(await workspace.whenCurrent('a', { first: 60_000, update: 60_000 }, Promise.resolve())).toBeNull();
    expect(await workspace.whenCurrent('never opened', { first: 60_000, update: 60_000 }, never)).toBeNull();
    settings = { ...EDITOR_SETTINGS, run: 'manual' };
    workspace.configure();
    workspace.open('b', 1, '');
    expect(await workspace.whenCurrent('b', { first: 60_000, update: 60_000 }, never)).toBeNull();
  });
});

test('settings of one document are none of another', async () => {
  const { workspace, jobs } = setUp();
  const own = { ...EDITOR_SETTINGS, options: { ...EDITOR_SETTINGS.options, dataModel: 'ILP32' as const } };
  bySettings = (uri) => (uri === 'b' ? own : settings);
  workspace.open('a', 1, '');
  workspace.open('b', 1, '');
  await vi.advanceTimersByTimeAsync(20);
  bySettings = () => own;
  workspace.configure();
  await vi.advanceTimersByTimeAsync(20);
  expect(jobs.map(({ document, job }) => `${document} ${job.options.dataModel}`)).toEqual([
    'a LP64',
    'b ILP32',
    'a ILP32',
  ]);
});

describe('a change is taken up', () => {
  const start = () => {
    const action = vi.fn();
    return { action, debounce: createDebounce(action, WORKSPACE_LIMITS.debounce) };
  };
  test('at once after a pause', async () => {
    const { action, debounce } = start();
    debounce.poke();
    await vi.advanceTimersByTimeAsync(1);
    expect(action).toHaveBeenCalledTimes(1);
  });
  test('a little later while more are coming, but not too late', async () => {
    const { action, debounce } = start();
    for (let i = 0; i < 100; i += 1) {
      debounce.poke();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(action.mock.calls.length).toBeGreaterThan(2);
    expect(action.mock.calls.length).toBeLessThan(8);
    await vi.advanceTimersByTimeAsync(100);
    expect(debounce.pending).toBe(false);
  });
  test('not at all when it is called off', async () => {
    const { action, debounce } = start();
    debounce.poke();
    debounce.cancel();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(action).not.toHaveBeenCalled();
  });
});
