import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildStub } from './build-stub.ts';
import type { StubBuild } from './build-stub.ts';
import { asDrawn, withoutAnnotations } from '../marks/annotated.ts';
import { marked, spanOf } from '../marks/marked.ts';
import { startSession } from './session.ts';
import type { Session, SessionOptions } from './session.ts';

const URI = 'file:///home/someone/a.c';
const LENS = 'n iterations';
const SHOWN = `
void f(int n) {
//v ${LENS}
  for (int i = 0; i < n; i++) n--;
  assert(bad);
//^^^^^^^^^^^ assertion-violated
  assert(fine);
}
`;
const LOOP = withoutAnnotations(SHOWN);
const REPAIRED = SHOWN.replace('//^^^^^^^^^^^ assertion-violated\n', '').replace('bad', 'fine');

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
        commands: [
          'looplens.showDetail',
          'looplens.analyseNow',
          'looplens.analyseLonger',
          'looplens.analyseWorkspace',
          'looplens.reach',
          'looplens.generateTest',
        ],
      },
    });
  });
  test('no command that the client carries out itself', async () => {
    const { initialized } = await start({
      initializationOptions: {
        clientCommands: [
          'looplens.showDetail',
          'looplens.analyseNow',
          'looplens.analyseLonger',
          'looplens.analyseWorkspace',
          'looplens.reach',
          'looplens.generateTest',
        ],
      },
    });
    expect(initialized.capabilities.executeCommandProvider?.commands).toEqual([]);
  });
});

describe('an open document', () => {
  test('has lenses, hovers on loops and assertions, and a diagnostic where one fails', async () => {
    await start();
    session.open(URI, LOOP);
    expect(await session.shown(URI, LOOP)).toBe(asDrawn(SHOWN));
    expect(await session.hover(URI, spanOf(LOOP, 'for').end)).toMatch(/^\*\*`?n`? iterations/);
    expect(await session.hover(URI, spanOf(LOOP, 'assert(bad)').start)).toContain('bad');
    expect(await session.hover(URI, spanOf(LOOP, 'void').start)).toBeNull();
    const { diagnostics, version } = await session.diagnostics(URI);
    expect(version).toBe(1);
    expect(diagnostics[0]).toMatchObject({
      severity: 1,
      source: 'looplens',
      codeDescription: { href: expect.stringMatching(/docs\/reasons\.md#assertion-violated$/) },
    });
    const related = diagnostics[0]?.relatedInformation?.map((note) => note.message);
    expect(diagnostics[0]?.message).toContain('n = 3');
    expect(related).toEqual([`through this loop: ${LENS}`, 'values here: x = 4']);
  });
  test('loses its squiggle with the bug, and gets it back', async () => {
    await start();
    session.open(URI, LOOP);
    await session.diagnostics(URI, 1);
    session.edit(URI, 2, 'fine', spanOf(LOOP, 'bad'));
    expect(await session.shown(URI, withoutAnnotations(REPAIRED), 2)).toBe(asDrawn(REPAIRED));
    session.edit(URI, 3, LOOP);
    expect(await session.shown(URI, LOOP, 3)).toBe(asDrawn(SHOWN));
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
    const source = marked(`
void $0partly(int n) {
}
`);
    session.open(URI, source.text);
    expect(await session.hover(URI, source.at('$0'))).toContain('a note');
  });
  test('has its detail behind the lens, for clients that run it at the server', async () => {
    await start();
    session.open(URI, LOOP);
    const [lens] = (await session.lensObjects(URI)) ?? [];
    expect(await session.connection.sendRequest('workspace/executeCommand', lens?.command)).toContain(
      '# Loop at line 2',
    );
    expect(
      await session.connection.sendRequest('looplens/detail', { uri: URI, position: spanOf(LOOP, 'for').start }),
    ).toMatchObject({ line: spanOf(LOOP, 'for').start.line });
    expect(
      await session.connection.sendRequest('looplens/detail', { uri: URI, position: spanOf(LOOP, '}').start }),
    ).toBeNull();
  });
});

describe('positions', () => {
  test.each([
    ['line ends of Windows', SHOWN, '', '\r\n'],
    ['a byte order mark', `void g(int n) {\n}${SHOWN}`, '\uFEFF', '\n'],
    [
      'characters beyond 16 bits before a loop',
      SHOWN.replace('//v', '//          v').replace('  for', '  /* 😀é */ for'),
      '',
      '\n',
    ],
  ])('%s', async (_, annotated, mark, lineEnd) => {
    await start();
    const text = withoutAnnotations(annotated);
    session.open(URI, mark + text.replaceAll('\n', lineEnd));
    expect(await session.shown(URI, text)).toBe(asDrawn(annotated));
    session.edit(URI, 2, 'fine', spanOf(text, 'bad'));
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
    const { start: top } = spanOf(LOOP, 'void');
    session.edit(URI, 2, '// a line\n', { start: top, end: top });
    expect(await session.lenses(URI)).toEqual([`2:2 ${LENS} · outdated`]);
    expect(await session.hover(URI, spanOf(`// a line\n${LOOP}`, 'for').end)).toMatch(/outdated/);
  });
  test('onSave: results come with the save', async () => {
    await start({ initializationOptions: { settings: { run: 'onSave' } } });
    session.open(URI, LOOP);
    await session.diagnostics(URI, 1);
    session.edit(URI, 2, 'fine', spanOf(LOOP, 'bad'));
    expect(await session.lenses(URI)).toEqual([`1:2 ${LENS} · outdated`]);
    void session.connection.sendNotification('textDocument/didSave', { textDocument: { uri: URI } });
    expect((await session.diagnostics(URI, 2)).diagnostics).toEqual([]);
  });
});
