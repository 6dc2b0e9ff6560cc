import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { spawn } from 'node:child_process';
import { buildStub } from './build-stub.ts';
import type { StubBuild } from './build-stub.ts';
import { spanOf } from '../marks/marked.ts';
import type { Place, Span } from '../marks/marked.ts';
import { startSession } from './session.ts';
import type { Session, SessionOptions } from './session.ts';

const URI = 'file:///a.c';
const OTHER = 'file:///other.c';
const fn = (name: string): string => `void ${name}(int n) {
  while (n) n--;
  assert(bad);
}
`;
const START: Place = { line: 0, character: 0 };
const AT_START: Span = { start: START, end: START };
const LENS = 'n iterations';
/** The least budget that the settings allow, so that a worker soon counts as hung. */
const HASTY: SessionOptions = { initializationOptions: { settings: { loopBudget: 50 } } };

let stub: StubBuild;
let session: Session;
const start = async (options: SessionOptions = HASTY): Promise<Session> =>
  (session = await startSession(stub.server, options));
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(async () => {
  stub = await buildStub();
});
afterAll(() => stub.remove());
afterEach(() => session.end());

describe('a worker that', () => {
  test.each(['hang', 'eat', 'die'])(
    '%ss is replaced; its function is left out, the others are not',
    async (name) => {
      await start();
      session.open(URI, fn('before') + fn(name) + fn('after'));
      session.open(OTHER, fn('other'));
      expect(await session.lenses(OTHER)).toEqual([`1:2 ${LENS}`]);
      // The other document doesn't wait.
      if (name === 'hang') expect(session.published.map((one) => one.uri)).toEqual([OTHER]);
      await session.diagnostics(URI);
      const lenses = (await session.lenses(URI)) ?? [];
      expect(lenses).toHaveLength(3);
      expect(lenses[0]).toContain(LENS);
      expect(lenses[1]).toContain('took too long');
      expect(lenses[2]).toContain(LENS);
      expect(session.logs.join('\n')).toMatch(/analysis worker lost/);
      // Editing elsewhere does not bring the trouble back.
      const lost = session.logs.length;
      session.edit(URI, 2, '\n', AT_START);
      await session.diagnostics(URI, 2);
      expect(session.logs.length).toBe(lost);
    },
    20_000,
  );
  test('throws is reported, and other documents are analysed', async () => {
    await start({ initializationOptions: { status: true } });
    const states: string[] = [];
    session.connection.onNotification(
      'looplens/status',
      (status: { uri: string; state: string }) => void states.push(`${status.uri} ${status.state}`),
    );
    session.open(URI, fn('defect'));
    session.open(OTHER, fn('other'));
    expect(await session.lenses(OTHER)).toEqual([`1:2 ${LENS}`]);
    expect(await session.lenses(URI)).toBeNull();
    await expect.poll(() => states).toContain(`${URI} failed`);
    session.edit(URI, 2, fn('repaired'));
    expect(await session.lenses(URI)).toEqual([`1:2 ${LENS}`]);
  });
});

describe('changes that come faster than results', () => {
  test('100 a second: nothing piles up, others are served, the end is right', async () => {
    await start();
    session.open(URI, fn('slow'));
    session.open(OTHER, fn('other'));
    await session.diagnostics(OTHER);
    for (let version = 2; version <= 200; version += 1) {
      session.edit(URI, version, version % 2 ? '' : ' ', { start: START, end: { line: 0, character: version % 2 } });
      if (version % 50 === 0) {
        const began = performance.now();
        expect(await session.hover(OTHER, spanOf(fn('other'), 'while').end)).toMatch(/^\*\*`?n`? iterations/);
        expect(performance.now() - began).toBeLessThan(1_000);
      }
      await pause(10);
    }
    session.edit(URI, 201, fn('quick'));
    const began = performance.now();
    const { diagnostics } = await session.diagnostics(URI, 201);
    expect(diagnostics).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(4_000);
    const versions = session.published.filter((one) => one.uri === URI).map((one) => one.version ?? 0);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(versions.length).toBeLessThan(30);
  }, 20_000);
  test('only results of the present version are published', async () => {
    await start();
    session.open(URI, fn('slow'));
    await pause(50);
    session.edit(URI, 2, fn('quick'));
    await session.diagnostics(URI, 2);
    await pause(600);
    expect(session.published.filter((one) => one.uri === URI).map((one) => one.version)).toEqual([2]);
  });
  test('requests wait for the version they were made at, or say that they are late', async () => {
    await start();
    session.open(URI, fn('quick'));
    await session.diagnostics(URI, 1);
    session.edit(URI, 2, fn('hang'), AT_START);
    expect(await session.lenses(URI)).toEqual([`5:2 ${LENS} · outdated`]);
    await session.diagnostics(URI, 2);
    await expect.poll(() => session.refreshes).toBeGreaterThan(0);
    expect(await session.lenses(URI)).toEqual([expect.stringContaining('took too long'), `5:2 ${LENS}`]);
  });
  test('a request can be cancelled while it waits', async () => {
    await start();
    session.open(URI, fn('hang'));
    const { CancellationTokenSource } = await import('vscode-languageserver/node');
    const source = new CancellationTokenSource();
    const hover = session.connection.sendRequest(
      'textDocument/hover',
      { textDocument: { uri: URI }, position: spanOf(fn('hang'), 'while').end },
      source.token,
    );
    setTimeout(() => source.cancel(), 50);
    await expect(hover).rejects.toMatchObject({ code: -32800 });
    session.close(URI);
  });
});

describe('whatever is in a document', () => {
  const noise = Array.from({ length: 50_000 }, (_, i) => String.fromCharCode((i * 7919) % 65_536)).join('');
  test.each([
    ['nothing', ''],
    ['binary rubbish', noise],
    ['unbalanced braces', `${'{'.repeat(5_000)}${fn('f')}`],
    ['ten megabytes on a line', `int x; ${'x = x + 1; '.repeat(950_000)}`],
  ])('%s', async (_, text) => {
    await start();
    session.open(URI, text);
    await session.diagnostics(URI);
    session.open(OTHER, fn('other'));
    expect(await session.lenses(OTHER)).toEqual([`1:2 ${LENS}`]);
  });
  test('changes out of bounds or the wrong way round', async () => {
    await start();
    session.open(URI, fn('f'));
    session.edit(URI, 2, '\n', { start: { line: 99, character: 99 }, end: { line: 1_000, character: 0 } });
    session.edit(URI, 3, '\n', { start: { line: 2, character: 0 }, end: { line: 1, character: 0 } });
    await session.diagnostics(URI, 3);
    session.edit('file:///never-opened.c', 1, 'x', { start: START, end: { line: 0, character: 1 } });
    expect(await session.hover('file:///never-opened.c', START)).toBeNull();
  });
});

describe('the process', () => {
  test('ends with its client, even without being told', async () => {
    await start();
    session.open(URI, fn('hang'));
    const gone = new Promise((resolve) => session.process.once('exit', resolve));
    await pause(100);
    session.process.stdin?.end();
    await gone;
  });
  test('ends when the client process is gone', async () => {
    const parent = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
    await start({ ...HASTY, args: [`--clientProcessId=${parent.pid}`] });
    const gone = new Promise((resolve) => session.process.once('exit', resolve));
    parent.kill('SIGKILL');
    await gone;
  }, 10_000);
  test('answers shutdown and exit, also in the middle of work', async () => {
    await start();
    session.open(URI, fn('hang'));
    await pause(100);
    expect(await session.end()).toBe(0);
  });
});
