/** Open documents and the headers that they include: what leads to another analysis, and with which texts. */
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Result } from '../../server/src/workspace/attempts.ts';
import type { EngineJob } from '../../server/src/workspace/engine.ts';
import type { Pool } from '../../server/src/workspace/pool.ts';
import { EDITOR_SETTINGS } from '../../server/src/workspace/settings.ts';
import { pathOf } from '../../server/src/workspace/unsaved.ts';
import { createWorkspace } from '../../server/src/workspace/workspace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const uri = (name: string): string => pathToFileURL(`/project/${name}`).href;
const MAIN = uri('main.c');
const OTHER = uri('other.c');
const HEADER = uri('a.h');

/** A workspace with two documents, of which the first includes `/project/a.h`. */
async function setUp() {
  const jobs: { readonly document: string; readonly job: EngineJob }[] = [];
  const pool: Pool = {
    submit(document, job) {
      jobs.push({ document, job });
      const headers = document === MAIN ? ['/project/a.h'] : [];
      const result: Result = { kind: 'done', report: { loops: [], assertions: [], syntaxErrors: [], functions: [], headers, ms: 0 }, skip: [] };
      return { result: Promise.resolve(result), cancel() {} };
    },
    warm() {}, forget() {}, dispose() {},
  };
  const published: string[] = [];
  const workspace = createWorkspace(pool, EDITOR_SETTINGS, { results: (which, version) => published.push(`${which}@${version}`), status() {} });
  workspace.open(MAIN, 1, '#include "a.h"');
  workspace.open(OTHER, 1, '');
  await vi.advanceTimersByTimeAsync(500);
  jobs.length = 0;
  const settled = async (): Promise<readonly string[]> => {
    await vi.advanceTimersByTimeAsync(500);
    return jobs.splice(0).map(({ document, job }) => `${document.slice(document.lastIndexOf('/') + 1)} ${[...(job.open ?? [])].map(([path, text]) => `${path}=${text}`).join(' ')}`.trim());
  };
  return { workspace, jobs, settled, published };
}

test('jobs know where their text lies', async () => {
  const { workspace, jobs } = await setUp();
  workspace.open(uri('a%20b.c'), 1, '');
  workspace.open('untitled:Untitled-1', 1, '');
  await vi.advanceTimersByTimeAsync(500);
  expect(jobs.map(({ job }) => job.path)).toEqual([pathOf(uri('a%20b.c')), null]);
});

test('a header that is edited leads to an analysis of who includes it, with its text as it is', async () => {
  const { workspace, settled, published } = await setUp();
  workspace.header(HEADER, 'one');
  expect(workspace.results(MAIN)?.fresh).toBe(false);
  expect(workspace.results(OTHER)?.fresh).toBe(true);
  expect(await settled()).toEqual(['main.c /project/a.h=one']);
  expect(workspace.results(MAIN)?.fresh).toBe(true);
  expect(published.filter((one) => one === `${MAIN}@1`).length).toBe(2);
  workspace.header(HEADER, null);
  expect(await settled()).toEqual(['main.c']);
});

test('so does one that is analysed itself, until it is saved', async () => {
  const { workspace, settled } = await setUp();
  workspace.open(HEADER, 1, 'zero');
  expect(await settled()).toEqual(['a.h']);
  workspace.change(HEADER, 2, 'one', []);
  expect([...(await settled())].sort()).toEqual(['a.h', 'main.c /project/a.h=one']);
  workspace.save(HEADER);
  expect(await settled()).toEqual(['main.c']);
  workspace.close(HEADER);
  expect(await settled()).toEqual(['main.c']);
});

test('a header that changes on the disk leads to an analysis of who includes it', async () => {
  const { workspace, settled } = await setUp();
  workspace.filesChanged(['/project/a.h'], false);
  expect(await settled()).toEqual(['main.c']);
  workspace.filesChanged(['/project/b.h'], false);
  expect(await settled()).toEqual([]);
});

test('one that comes or goes, or a compilation database, of all', async () => {
  const { workspace, settled } = await setUp();
  workspace.filesChanged(['/project/b.h'], true);
  expect(await settled()).toEqual(['main.c', 'other.c']);
});

test('nothing is analysed where that is left to a command', async () => {
  const { workspace, settled } = await setUp();
  workspace.configure({ ...EDITOR_SETTINGS, run: 'manual' });
  await settled();
  workspace.header(HEADER, 'one');
  expect(await settled()).toEqual([]);
  workspace.analyseNow(MAIN);
  expect(await settled()).toEqual(['main.c /project/a.h=one']);
});
