/** All files of the folders that are open, analysed by the built server for a client that lists what is found. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import type { WorkspaceFile, WorkspaceOutcome, WorkspaceProgress } from '../../server/src/lsp/protocol.ts';
import { startSession } from './session.ts';
import type { Session, SessionOptions } from './session.ts';

const SERVER = fileURLToPath(new URL('../../dist/server.cjs', import.meta.url));
const LOOP = `int f(int n) {
  int i = 0;
  while (i < n)
    i++;
  return i;
}
`;
const WRONG = `#include <assert.h>
#include "limit.h"
int getchar(void);
void until(void) {
  for (;;)
    if (getchar() == 'q') break;
}
void wrong(void) {
  int i = 0;
  while (i
         <   LIMIT) i++;
  assert(i == 3);
}
void outside(void) {
  int a[4];
  for (int i = 0; i <= LIMIT; i++) a[i] = 0;
}
void never(unsigned n) {
  while (n >= 0) n--;
}
`;

let base = '';
let session: Session;
let files: WorkspaceFile[] = [];
let progress: WorkspaceProgress[] = [];
const uri = (path: string): string => pathToFileURL(join(base, path)).href;
const folder = (name: string): { uri: string; name: string } => ({ uri: uri(name), name });
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
};
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'looplens whole é ')));
  files = [];
  progress = [];
});
afterEach(async () => {
  await session.end();
  rmSync(base, { recursive: true, force: true });
});

async function start(options: SessionOptions = {}): Promise<void> {
  session = await startSession(SERVER, options);
  session.connection.onNotification('looplens/workspaceFile', (file: WorkspaceFile) => void files.push(file));
  session.connection.onNotification('looplens/workspaceProgress', (one: WorkspaceProgress) => void progress.push(one));
}

const analyse = (keptOnly = false): Promise<WorkspaceOutcome> =>
  session.connection.sendRequest('looplens/workspace', { keptOnly });

/** Where files lie, seen from the base. */
const named = (list: readonly WorkspaceFile[]): readonly string[] =>
  list.map((file) => relative(base, fileURLToPath(file.uri))).sort();

const itemsOf = (path: string): readonly string[] =>
  (files.findLast((file) => file.uri === uri(path))?.items ?? []).map(
    ({ status, kind, severity, text, count, range, function: name }) =>
      `${range.start.line}: ${name}: ${status} ${kind}${severity === null ? '' : ` ${severity}`}: ${text}${count === '' ? '' : ` = ${count}`}`,
  );

describe('the files', () => {
  it('are those of all folders that neither git nor the project file leaves out', async () => {
    for (const path of [
      'a/one.c',
      'a/out/two.c',
      'a/sub/é x.c',
      'b/src/three.c',
      'b/src/gen/four.c',
      'b/five.c',
      'c/six.c',
    ])
      write(path, LOOP);
    write('a/.git/HEAD', '');
    write('a/.gitignore', 'out/\n');
    write('b/looplens.json', JSON.stringify({ files: ['src', 's*/*.c'], exclude: ['gen/'] }));
    await start({ folders: ['a', 'b', 'a/sub'].map(folder) });
    expect(await analyse()).toEqual({ files: 3, told: 3, cancelled: false, problems: [] });
    expect(named(files)).toEqual(['a/one.c', 'a/sub/é x.c', 'b/src/three.c']);
    const folders = new Map(files.map((file) => [relative(base, fileURLToPath(file.uri)), file.folder]));
    expect(folders.get('a/sub/é x.c')).toBe(uri('a/sub'));
    expect(progress.at(-1)).toMatchObject({ done: 3, total: 3 });
  });

  it('that can not be read are told, and folders that are gone', async () => {
    write('a/one.c', LOOP);
    mkdirSync(join(base, 'a/two.c'), { recursive: true });
    write('a/big.c', '');
    await start({ folders: ['a', 'gone'].map(folder) });
    const { problems, told } = await analyse();
    expect(told).toBe(2);
    expect(problems.join()).toMatch(/gone: no such file or directory/);
  });

  it('there are none where no folder is open', async () => {
    await start();
    expect(await analyse()).toEqual({ files: 0, told: 0, cancelled: false, problems: [] });
  });

  it('elsewhere are read by the client', async () => {
    const tree: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      '': { 'a.c': LOOP, 'looplens.json': '{ "exclude": ["gen/"], "dataModel": "ILP32" }', '.gitignore': '*.tmp.c\n' },
      '/lib': { 'b.c': LOOP, 'x.tmp.c': LOOP },
      '/gen': { 'c.c': LOOP },
    };
    const ROOT = 'vscode-vfs://github/some/one%20repository';
    session = await startSession(SERVER, {
      folders: [{ uri: ROOT, name: 'one' }],
      initializationOptions: { settings: {}, files: true },
      listen(connection) {
        connection.onRequest('looplens/folder', ({ uri: at }: { uri: string }) => {
          const inside = at.slice(ROOT.length).replace(/\/$/, '');
          return [
            ...Object.keys(tree[inside] ?? {}).map((name) => ({ name, kind: 'file' })),
            ...(inside === '' ? ['lib', 'gen'].map((name) => ({ name, kind: 'folder' })) : []),
          ];
        });
        connection.onRequest('looplens/text', ({ uri: at }: { uri: string }) => {
          const [, inside = '', name = ''] = /^(.*)\/([^/]*)$/.exec(at.slice(ROOT.length)) ?? [];
          return tree[inside]?.[name] ?? null;
        });
        connection.onNotification('looplens/workspaceFile', (file: WorkspaceFile) => void files.push(file));
      },
    });
    expect(await analyse()).toEqual({ files: 2, told: 2, cancelled: false, problems: [] });
    expect(files.map((file) => file.uri).sort()).toEqual([`${ROOT}/a.c`, `${ROOT}/lib/b.c`]);
    expect(files[0]?.items).toMatchObject([{ status: 'bounded', text: 'while (i < n)' }]);
  });
});

it.each<[string, unknown, number]>([
  ['nothing', null, 0],
  ['no list', { name: 'a.c' }, 0],
  [
    'what is no entry',
    [null, 3, { name: '..', kind: 'folder' }, { name: 'x/a.c', kind: 'file' }, { name: 'a.c', kind: 'file' }],
    1,
  ],
  ['a circle', [{ name: 'again', kind: 'folder' }], 0],
])('a client that answers %s for a folder', async (_, answer, count) => {
  session = await startSession(SERVER, {
    folders: [{ uri: 'memfs:/r', name: 'r' }],
    initializationOptions: { settings: {}, files: true },
    listen(connection) {
      connection.onRequest('looplens/folder', () => answer);
      connection.onRequest('looplens/text', ({ uri: at }: { uri: string }): unknown =>
        at.endsWith('/a.c') ? LOOP : 3,
      );
    },
  });
  const outcome = await analyse();
  expect(outcome).toMatchObject({ files: count, told: count });
  expect(outcome.problems.length > 0).toBe(!Array.isArray(answer) || answer.length === 1);
});

describe('what is told', () => {
  it('is what was found, and each loop with its count', async () => {
    write('a/limit.h', '#define LIMIT 4\n');
    write('a/wrong.c', WRONG);
    await start({ folders: [folder('a')] });
    await analyse();
    expect(itemsOf('a/wrong.c')).toMatchInlineSnapshot(`
      [
        "4: until: until until: for (;;) = until getchar() returns 113",
        "9: wrong: bounded exact: while (i < LIMIT) = 4 iterations",
        "11: wrong: found assertion-violated error: Assertion fails: i == 3
      i	4",
        "15: outside: bounded exact: for (int i = 0; i <= LIMIT; i++) = 5 iterations",
        "15: outside: found index-outside warning: \`a[i]\` writes element 4, behind the end of \`a\`, which has 4 elements, in iteration 5",
        "18: never: found never-ends warning: This loop never ends: \`n >= 0\` always holds, and nothing else leaves it",
        "18: never: never-ends endless: while (n >= 0) = never ends",
      ]
    `);
  });

  it('is of the texts in the editor where they are open, now and after each edit', async () => {
    write('a/limit.h', '#define LIMIT 4\n');
    write('a/wrong.c', WRONG);
    write('a/loop.c', LOOP);
    await start({ folders: [folder('a')] });
    session.open(uri('a/loop.c'), LOOP.replace('i < n', 'i < 7'));
    await analyse();
    expect(itemsOf('a/loop.c')).toEqual(['2: f: bounded exact: while (i < 7) = 7 iterations']);
    session.edit(uri('a/loop.c'), 2, LOOP.replace('i < n', 'i < 9'));
    await expect
      .poll(() => itemsOf('a/loop.c'), { timeout: 20_000 })
      .toEqual(['2: f: bounded exact: while (i < 9) = 9 iterations']);
  });

  it('has the severities of the folder', async () => {
    for (const name of ['a', 'b']) {
      write(`${name}/limit.h`, '#define LIMIT 4\n');
      write(`${name}/wrong.c`, WRONG);
    }
    const severity = { 'assertion-violated': 'hint', 'never-ends': 'off', 'index-outside': 'off', unreachable: 'off' };
    await start({
      folders: ['a', 'b'].map(folder),
      initializationOptions: { settings: {}, folderSettings: { [uri('b')]: { severity } } },
    });
    await analyse();
    const found = (path: string): readonly string[] => itemsOf(path).filter((item) => item.includes(': found '));
    expect(found('a/wrong.c').length).toBeGreaterThan(1);
    expect(found('b/wrong.c')).toEqual([expect.stringMatching(/^11: wrong: found assertion-violated hint: /)]);
  });
});

describe('results', () => {
  it('are kept in the directory of the client, and found again by another server', async () => {
    write('a/limit.h', '#define LIMIT 4\n');
    write('a/wrong.c', WRONG);
    write('a/loop.c', LOOP);
    const options = { folders: [folder('a')], initializationOptions: { settings: {}, storage: join(base, 'storage') } };
    await start(options);
    expect(await analyse(true)).toMatchObject({ files: 2, told: 0 });
    await analyse();
    const before = itemsOf('a/wrong.c');
    await session.end();
    files = [];
    write('a/loop.c', `${LOOP}// changed`);
    await start(options);
    expect(await analyse(true)).toMatchObject({ files: 2, told: 1 });
    expect(itemsOf('a/wrong.c')).toEqual(before);
    write('a/limit.h', '#define LIMIT 5\n');
    files = [];
    expect(await analyse(true)).toMatchObject({ files: 2, told: 0 });
  });

  it('are kept nowhere where the folder is not trusted', async () => {
    write('a/loop.c', LOOP);
    const initializationOptions = { settings: {}, storage: join(base, 'storage'), trusted: false };
    await start({ folders: [folder('a')], initializationOptions });
    await analyse();
    expect(await analyse(true)).toMatchObject({ files: 1, told: 0 });
  });
});

it('is cancelled, and what was told is right', async () => {
  for (let k = 0; k < 300; k++) write(`a/${k}.c`, LOOP.replaceAll('n', `n${k}`));
  await start({ folders: [folder('a')] });
  const source = new CancellationTokenSource();
  session.connection.onNotification('looplens/workspaceFile', (file: WorkspaceFile) => {
    files.push(file);
    source.cancel();
  });
  const outcome = await session.connection.sendRequest<WorkspaceOutcome>(
    'looplens/workspace',
    { keptOnly: false },
    source.token,
  );
  expect(outcome).toMatchObject({ files: 300, cancelled: true });
  expect(outcome.told).toBeLessThan(300);
  expect(outcome.told).toBe(files.length);
  session.open(uri('a/1.c'), LOOP);
  expect(await session.lenses(uri('a/1.c'))).toEqual(['2:2 n iterations']);
});

it('ends when another one begins', async () => {
  for (let k = 0; k < 30; k++) write(`a/${k}.c`, LOOP.replaceAll('n', `n${k}`));
  await start({ folders: [folder('a')] });
  const first = analyse();
  expect(await analyse()).toMatchObject({ told: 30, cancelled: false });
  expect(await first).toMatchObject({ cancelled: true });
});

it('holds up no document that is opened meanwhile', async () => {
  for (let k = 0; k < 60; k++) write(`a/${k}.c`, LOOP.replaceAll('n', `n${k}`));
  await start({ folders: [folder('a')] });
  const whole = analyse();
  session.open('file:///elsewhere.c', LOOP);
  expect(await session.lenses('file:///elsewhere.c')).toEqual(['2:2 n iterations']);
  expect(await whole).toMatchObject({ told: 60 });
});

it('clients without a view get what is found as diagnostics', async () => {
  write('a/limit.h', '#define LIMIT 4\n');
  write('a/wrong.c', WRONG);
  await start({ folders: [folder('a')] });
  expect(session.initialized.capabilities.executeCommandProvider?.commands).toContain('looplens.analyseWorkspace');
  await session.connection.sendRequest('workspace/executeCommand', {
    command: 'looplens.analyseWorkspace',
    arguments: [],
  });
  const { diagnostics } = await session.diagnostics(uri('a/wrong.c'));
  expect(diagnostics.map(({ code }) => code)).toContain('assertion-violated');
});
