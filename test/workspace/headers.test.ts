/** Open documents and the headers that they include: what leads to another analysis, and with which texts. */
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Result } from '../../server/src/workspace/attempts.ts';
import type { EngineJob } from '../../server/src/workspace/watched-engine.ts';
import type { Pool } from '../../server/src/workspace/worker-pool.ts';
import { versionOf } from '../../server/src/workspace/header-files.ts';
import type { Looked } from '../../server/src/workspace/header-files.ts';
import { EDITOR_SETTINGS } from '../../server/src/workspace/analysis-settings.ts';
import type { WorkspaceSettings } from '../../server/src/workspace/analysis-settings.ts';
import { pathOf } from '../../server/src/workspace/surroundings.ts';
import { createWorkspace } from '../../server/src/workspace/workspace.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';

let settings: WorkspaceSettings = EDITOR_SETTINGS;
beforeEach(() => {
  vi.useFakeTimers();
  settings = EDITOR_SETTINGS;
});
afterEach(() => void vi.useRealTimers());

const uri = (name: string): string => pathToFileURL(`/project/${name}`).href;
const MAIN = uri('main.c');
const OTHER = uri('other.c');
const HEADER = uri('a.h');

/**
 * A workspace with two documents, of which the first includes `/project/a.h`, which includes `/project/b.h`;
 * `/project/new.h`, which isn't there, is looked for as well.
 */
async function setUp(takes = 0) {
  const disk = new Map([
    ['/project/a.h', 'zero'],
    ['/project/b.h', 'zero'],
  ]);
  const jobs: { readonly document: string; readonly job: EngineJob; cancelled: boolean }[] = [];
  const pool: Pool = {
    submit(document, job) {
      const looked: Looked = new Map(
        document !== MAIN
          ? []
          : ['/project/a.h', '/project/b.h', '/project/new.h'].map((path) => {
              const text = job.open?.get(path) ?? disk.get(path);
              return [path, text === undefined ? null : versionOf(text)];
            }),
      );
      const entry = { document, job, cancelled: false };
      jobs.push(entry);
      let settle: (result: Result) => void = () => {};
      const result = new Promise<Result>((resolve) => {
        settle = resolve;
      });
      setTimeout(
        () =>
          settle({
            kind: 'done',
            report: { loops: [], assertions: [], syntaxErrors: [], functions: [], ms: 0 },
            looked,
            skip: [],
          }),
        takes,
      );
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
  const published: string[] = [];
  const workspace = createWorkspace(pool, () => settings, {
    results: (which, version) => published.push(`${which}@${version}`),
    status() {},
  });
  workspace.open(MAIN, 1, '#include "a.h"');
  workspace.open(OTHER, 1, '');
  const settled = async (): Promise<readonly string[]> => {
    await vi.advanceTimersByTimeAsync(5_000);
    return jobs.splice(0).map(({ document, job }) => {
      const headers = [...(job.open ?? [])]
        .filter(([path]) => path.endsWith('.h'))
        .map(([path, text]) => `${path}=${text}`);
      return `${document.slice(document.lastIndexOf('/') + 1)} ${headers.join(' ')}`.trim();
    });
  };
  return { workspace, jobs, settled, published, disk };
}

/** The same, when the first results are there. */
async function afterwards() {
  const set = await setUp();
  await set.settled();
  return set;
}

test('jobs know where their text lies', async () => {
  const { workspace, jobs } = await afterwards();
  workspace.open(uri('a%20b.c'), 1, '');
  workspace.open('untitled:Untitled-1', 1, '');
  await vi.advanceTimersByTimeAsync(500);
  expect(jobs.map(({ job }) => job.path)).toEqual([pathOf(uri('a%20b.c')), null]);
});

test('a header that is edited leads to an analysis of who includes it, with its text as it is', async () => {
  const { workspace, settled, published } = await afterwards();
  workspace.header(HEADER, 'zero');
  expect(workspace.results(MAIN)?.fresh).toBe(true);
  workspace.header(HEADER, 'one');
  expect(workspace.results(MAIN)?.fresh).toBe(false);
  expect(workspace.results(OTHER)?.fresh).toBe(true);
  expect(await settled()).toEqual(['main.c /project/a.h=one']);
  expect(workspace.results(MAIN)?.fresh).toBe(true);
  expect(published.filter((one) => one === `${MAIN}@1`).length).toBe(2);
  workspace.header(HEADER, null);
  expect(await settled()).toEqual(['main.c']);
});

test('so does one that is analysed itself; saving it changes nothing', async () => {
  const { workspace, settled, disk } = await afterwards();
  workspace.open(HEADER, 1, 'zero');
  expect(await settled()).toEqual(['a.h /project/a.h=zero']);
  workspace.change(HEADER, 2, 'one', []);
  expect([...(await settled())].sort()).toEqual(['a.h /project/a.h=one', 'main.c /project/a.h=one']);
  disk.set('/project/a.h', 'one');
  workspace.save(HEADER);
  expect(await settled()).toEqual([]);
  workspace.close(HEADER);
  expect(await settled()).toEqual(['main.c']);
});

test.each(['/project/a.h', '/project/b.h', '/project/new.h'])(
  '%s opened with another text than the disk has: as if it were saved',
  async (path) => {
    const { workspace, settled } = await afterwards();
    workspace.header(pathToFileURL(path).href, 'dirty');
    expect(workspace.results(MAIN)?.fresh).toBe(false);
    expect(await settled()).toEqual([`main.c ${path}=dirty`]);
    workspace.header(pathToFileURL(path).href, null);
    expect(workspace.results(MAIN)?.fresh).toBe(false);
    expect(await settled()).toEqual(['main.c']);
  },
);

test('opened, or closed again, before who includes it', async () => {
  const { workspace, settled } = await afterwards();
  workspace.header(HEADER, 'dirty');
  await settled();
  workspace.close(MAIN);
  workspace.open(MAIN, 1, '#include "a.h"');
  expect(await settled()).toEqual(['main.c /project/a.h=dirty']);
  workspace.header(uri('nobody.h'), 'x');
  workspace.header(uri('nobody.h'), null);
  expect(await settled()).toEqual([]);
});

test.each([
  ['edited', (workspace: Workspace) => workspace.header(HEADER, 'one'), 'main.c /project/a.h=one'],
  ['new', (workspace: Workspace) => workspace.header(uri('new.h'), 'one'), 'main.c /project/new.h=one'],
  ['changed on the disk', (workspace: Workspace) => workspace.filesChanged(['/project/b.h'], false), 'main.c'],
  [
    'edited and closed',
    (workspace: Workspace) => {
      workspace.header(HEADER, 'one');
      workspace.header(HEADER, null);
    },
    'main.c',
  ],
] as const)(
  'while the first analysis runs, a header is %s: its results are out of date, and another one follows',
  async (_, change, again) => {
    const { workspace, jobs, settled, published } = await setUp(1_000);
    await vi.advanceTimersByTimeAsync(500);
    jobs.length = 0;
    change(workspace);
    await vi.advanceTimersByTimeAsync(600);
    expect(workspace.results(MAIN)?.fresh).toBe(false);
    expect(published).toEqual([`${OTHER}@1`]);
    expect(await settled()).toEqual([again]);
    expect(workspace.results(MAIN)?.fresh).toBe(true);
  },
);

test('results of some functions, read with another header, are not shown as they are', async () => {
  const { workspace, jobs, published } = await setUp(1_000);
  workspace.header(HEADER, 'one');
  jobs[0]?.job.partial?.(
    { loops: [], assertions: [], syntaxErrors: [], functions: [], ms: 0 },
    new Map([['/project/a.h', versionOf('zero')]]),
  );
  await vi.advanceTimersByTimeAsync(500);
  expect(published).toEqual([]);
});

test('a header that changes on the disk leads to an analysis of who includes it', async () => {
  const { workspace, settled } = await afterwards();
  workspace.filesChanged(['/project/a.h'], false);
  expect(await settled()).toEqual(['main.c']);
  workspace.filesChanged(['/project/elsewhere.h'], false);
  expect(await settled()).toEqual([]);
});

test('one that is open as well doesn’t: the editor’s text counts', async () => {
  const { workspace, settled } = await afterwards();
  workspace.header(HEADER, 'one');
  await settled();
  workspace.filesChanged(['/project/a.h'], false);
  expect(await settled()).toEqual([]);
});

test('one that comes or goes, or a compilation database, of all', async () => {
  const { workspace, settled } = await afterwards();
  workspace.filesChanged(['/project/elsewhere.h'], true);
  expect(await settled()).toEqual(['main.c', 'other.c']);
});

test('nothing is analysed where that is left to a command', async () => {
  const { workspace, settled } = await afterwards();
  settings = { ...EDITOR_SETTINGS, run: 'manual' };
  workspace.configure();
  await settled();
  workspace.header(HEADER, 'one');
  expect(await settled()).toEqual([]);
  workspace.analyseNow(MAIN);
  expect(await settled()).toEqual(['main.c /project/a.h=one']);
});

test('where results come with saving, those who include a header wait for it to be saved', async () => {
  const { workspace, settled } = await afterwards();
  settings = { ...EDITOR_SETTINGS, run: 'onSave' };
  workspace.configure();
  await settled();
  workspace.header(HEADER, 'one');
  expect(workspace.results(MAIN)?.fresh).toBe(false);
  expect(await settled()).toEqual([]);
  workspace.save(HEADER);
  expect(await settled()).toEqual(['main.c /project/a.h=one']);
});
