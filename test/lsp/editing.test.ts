import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildStub } from './build-stub.ts';
import type { StubBuild } from './build-stub.ts';
import { startSession } from './session.ts';
import type { Session, SessionOptions } from './session.ts';

const URI = 'file:///home/someone/a.c';
const LOOP = 'void f(int n) {\n  for (int i = 0; i < n; i++) n--;\n  assert(bad);\n  assert(fine);\n}\n';
const LENS = 'n iterations · Type 1 · exact';

let stub: StubBuild;
let session: Session;
const start = async (options?: SessionOptions): Promise<Session> =>
  (session = await startSession(stub.server, options));

beforeAll(async () => {
  stub = await buildStub();
});
afterAll(() => stub.remove());
afterEach(() => session.end());

describe('what the server offers', () => {
  test('incremental changes, hovers, lenses and commands', async () => {
    const { initialized } = await start();
    expect(initialized.serverInfo?.name).toBe('looplens');
    expect(initialized.capabilities).toMatchObject({
      textDocumentSync: { change: 2, openClose: true },
      hoverProvider: true,
      executeCommandProvider: {
        commands: ['looplens.showDetail', 'looplens.analyseNow', 'looplens.reach', 'looplens.generateTest'],
      },
    });
  });
  test('no command that the client carries out itself', async () => {
    const { initialized } = await start({
      initializationOptions: {
        clientCommands: ['looplens.showDetail', 'looplens.analyseNow', 'looplens.reach', 'looplens.generateTest'],
      },
    });
    expect(initialized.capabilities.executeCommandProvider?.commands).toEqual([]);
  });
});

describe('an open document', () => {
  test('has lenses, hovers on loops and assertions, and a diagnostic where one fails', async () => {
    await start();
    session.open(URI, LOOP);
    expect(await session.lenses(URI)).toEqual([`1:2 ${LENS}`]);
    expect(await session.hover(URI, 1, 3)).toMatch(/^\*\*`?n`? iterations/);
    expect(await session.hover(URI, 2, 4)).toContain('bad');
    expect(await session.hover(URI, 0, 0)).toBeNull();
    const { diagnostics, version } = await session.diagnostics(URI);
    expect(version).toBe(1);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({
      severity: 1,
      source: 'looplens',
      code: 'assertion-violated',
      codeDescription: { href: expect.stringMatching(/docs\/reasons\.md#assertion-violated$/) },
      range: { start: { line: 2, character: 2 }, end: { line: 2, character: 13 } },
    });
    const related = diagnostics[0]?.relatedInformation?.map((note) => note.message);
    expect(diagnostics[0]?.message).toContain('n = 3');
    expect(related).toEqual([`through this loop: ${LENS}`, 'values here: x = 4']);
  });
  test('loses its squiggle with the bug, and gets it back', async () => {
    await start();
    session.open(URI, LOOP);
    await session.diagnostics(URI, 1);
    session.edit(URI, 2, 'fine', [2, 9, 2, 12]);
    expect((await session.diagnostics(URI, 2)).diagnostics).toEqual([]);
    session.edit(URI, 3, LOOP);
    expect((await session.diagnostics(URI, 3)).diagnostics).toHaveLength(1);
  });
  test('is forgotten when it is closed', async () => {
    await start();
    session.open(URI, LOOP);
    await session.diagnostics(URI, 1);
    session.close(URI);
    expect(await session.lenses(URI)).toBeNull();
    expect(session.published.at(-1)).toMatchObject({ uri: URI, diagnostics: [] });
  });
  test('shows what was not modelled on the first line of the function', async () => {
    await start();
    session.open(URI, 'void partly(int n) {\n}\n');
    expect(await session.hover(URI, 0, 6)).toContain('a note');
  });
  test('has its detail behind the lens, for clients that run it at the server', async () => {
    await start();
    session.open(URI, LOOP);
    const [lens] = (await session.lensObjects(URI)) ?? [];
    expect(await session.connection.sendRequest('workspace/executeCommand', lens?.command)).toContain(
      '# Loop at line 2',
    );
    expect(
      await session.connection.sendRequest('looplens/detail', { uri: URI, position: { line: 1, character: 2 } }),
    ).toMatchObject({ line: 1 });
    expect(
      await session.connection.sendRequest('looplens/detail', { uri: URI, position: { line: 4, character: 0 } }),
    ).toBeNull();
  });
});

describe('positions', () => {
  test.each([
    ['line ends of Windows', LOOP.replaceAll('\n', '\r\n'), '1:2', [2, 9, 2, 12]],
    ['a byte order mark', `\uFEFFvoid g(int n) {\n}\n${LOOP}`, '3:2', [4, 9, 4, 12]],
    ['characters beyond 16 bits before a loop', LOOP.replace('  for', '  /* 😀é */ for'), '1:12', [2, 9, 2, 12]],
  ] as const)('%s', async (_, text, where, range) => {
    await start();
    session.open(URI, text);
    expect(await session.lenses(URI)).toEqual([`${where} ${LENS}`]);
    session.edit(URI, 2, 'fine', range);
    expect((await session.diagnostics(URI, 2)).diagnostics).toEqual([]);
  });
  test.each([
    'file:///c%3A/Users/J%C3%B6rg%20S/a%20b.c',
    'untitled:Untitled-1',
    'vscode-vfs://github/o/r/x.c',
    'file:///tmp/%E6%96%87/a.h',
  ])('%s comes back as it was', async (uri) => {
    await start();
    session.open(uri, LOOP);
    const [lens] = (await session.lensObjects(uri)) ?? [];
    expect(lens?.command?.arguments?.[0]).toBe(uri);
    expect((await session.diagnostics(uri)).diagnostics[0]?.relatedInformation?.[0]?.location.uri).toBe(uri);
  });
});

describe('settings', () => {
  test('switch lenses and squiggles off and on', async () => {
    await start({ initializationOptions: { settings: { lens: { enabled: false }, diagnostics: { enabled: false } } } });
    session.open(URI, LOOP);
    expect((await session.diagnostics(URI)).diagnostics).toEqual([]);
    expect(await session.lenses(URI)).toEqual([]);
    void session.connection.sendNotification('workspace/didChangeConfiguration', { settings: { looplens: {} } });
    expect(await session.lenses(URI)).toHaveLength(1);
    await expect.poll(() => session.published.at(-1)?.diagnostics.length).toBe(1);
    await expect.poll(() => session.refreshes).toBeGreaterThan(0);
  });
  test('are pulled from clients that can be asked', async () => {
    await start({ capabilities: { workspace: { configuration: true } }, configuration: { lens: { enabled: false } } });
    session.open(URI, LOOP);
    await expect.poll(() => session.lenses(URI)).toEqual([]);
  });
  test('of the wrong kind are ignored', async () => {
    await start({
      initializationOptions: {
        settings: { run: 7, integers: 'octal', loopBudget: 'x', lens: 3, assertNames: [1, 'a b', 'CHECK'] },
      },
    });
    session.open(URI, LOOP);
    expect(await session.lenses(URI)).toHaveLength(1);
  });
  test('manual: nothing happens until asked; old results move along and say so', async () => {
    await start({ initializationOptions: { settings: { run: 'manual' } } });
    session.open(URI, LOOP);
    expect(await session.lenses(URI)).toBeNull();
    await session.connection.sendRequest('workspace/executeCommand', { command: 'looplens.analyseNow' });
    expect(await session.lenses(URI)).toEqual([`1:2 ${LENS}`]);
    session.edit(URI, 2, '// a line\n', [0, 0, 0, 0]);
    expect(await session.lenses(URI)).toEqual([`2:2 ${LENS} · outdated`]);
    expect(await session.hover(URI, 2, 3)).toMatch(/outdated/);
  });
  test('onSave: results come with the save', async () => {
    await start({ initializationOptions: { settings: { run: 'onSave' } } });
    session.open(URI, LOOP);
    await session.diagnostics(URI, 1);
    session.edit(URI, 2, 'fine', [2, 9, 2, 12]);
    expect(await session.lenses(URI)).toEqual([`1:2 ${LENS} · outdated`]);
    void session.connection.sendNotification('textDocument/didSave', { textDocument: { uri: URI } });
    expect((await session.diagnostics(URI, 2)).diagnostics).toEqual([]);
  });
});
