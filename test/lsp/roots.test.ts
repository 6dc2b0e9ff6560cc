/** Several folders at once: each with its own settings, project file and compilation database; the built server. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { createRoots } from '../../server/src/lsp/roots.ts';
import { startSession } from './session.ts';
import type { Session, SessionOptions } from './session.ts';

const SERVER = fileURLToPath(new URL('../../dist/server.cjs', import.meta.url));
const TEXT = `#include <assert.h>
#include "limit.h"
void f(void) {
  unsigned long x = 0;
  do x++; while (x);
  int i = 0;
  while (i < LIMIT) i++;
  assert(i == 10);
}
`;
const CAPABILITIES = {
  workspace: { configuration: true, workspaceFolders: true, codeLens: { refreshSupport: true } },
};

let base = '';
let session: Session;
let running: Session | null = null;
const uri = (path: string): string => pathToFileURL(join(base, path)).href;
const folder = (name: string): { uri: string; name: string } => ({ uri: uri(name), name });
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
};
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'looplens roots ')));
  write('a/inc/limit.h', '#define LIMIT 10\n');
  write('b/inc/limit.h', '#define LIMIT 20\n');
  write('user/limit.h', '#define LIMIT 40\n');
  for (const name of ['a', 'b', 'c', 'out']) write(`${name}/f.c`, TEXT);
  write('c/deep/limit.h', '#define LIMIT 30\n');
});
afterAll(() => rmSync(base, { recursive: true, force: true }));
afterEach(async () => {
  await running?.end();
  running = null;
});

async function start(options: SessionOptions): Promise<Session> {
  running = await startSession(SERVER, { capabilities: CAPABILITIES, ...options });
  return running;
}

/** Counts of both loops, and the codes of what is underlined. */
async function seen(path: string): Promise<string> {
  const lenses = await session.lenses(uri(path));
  const counts = (lenses ?? []).map((lens) => lens.replace(/^\S+ /, ''));
  const { diagnostics } = await session.diagnostics(uri(path));
  return [...counts, ...diagnostics.map(({ code, severity }) => `${code} ${severity}`)].join('; ');
}

/** The same, once it is what is expected. */
const shown = (path: string) => expect.poll(() => seen(path), { timeout: 20_000 });

const [WIDE, NARROW] = ['18446744073709551616 iterations', '4294967296 iterations'];

/** Settings of the folders; what lies in none has those of the user. */
const settings: Readonly<Record<string, object>> = {
  a: { includePaths: ['inc'] },
  b: { includePaths: ['inc'], dataModel: 'ILP32', severity: { 'assertion-violated': 'warning' } },
  c: { includePaths: ['${workspaceFolder}/deep'], severity: { 'assertion-violated': 'off' } },
};
const configuration = (scope?: string): object =>
  Object.entries(settings).find(([name]) => scope === uri(name))?.[1] ?? { includePaths: [join(base, 'user')] };

describe('settings', () => {
  it('of two folders are read for their files, those of the user for others', async () => {
    session = await start({ folders: ['a', 'b'].map(folder), configuration });
    for (const path of ['a/f.c', 'b/f.c', 'out/f.c']) session.open(uri(path), TEXT);
    await shown('a/f.c').toBe(`${WIDE}; 10 iterations`);
    await shown('b/f.c').toBe(`${NARROW}; 20 iterations; assertion-violated 2`);
    await shown('out/f.c').toBe(`${WIDE}; 40 iterations; assertion-violated 1`);
  });

  it('come along with the client, and nothing is asked for', async () => {
    let asked = 0;
    session = await start({
      folders: ['a', 'b'].map(folder),
      configuration: () => void (asked += 1),
      initializationOptions: { settings: {}, folderSettings: { [uri('a')]: settings['a'], [uri('b')]: settings['b'] } },
    });
    session.open(uri('b/f.c'), TEXT);
    expect(await seen('b/f.c')).toBe(`${NARROW}; 20 iterations; assertion-violated 2`);
    expect(asked).toBe(0);
  });

  it('hold as long as the folder is there', async () => {
    session = await start({ folders: [folder('a')], configuration });
    session.open(uri('c/f.c'), TEXT);
    await shown('c/f.c').toBe(`${WIDE}; 40 iterations; assertion-violated 1`);
    const say = (added: readonly string[], removed: readonly string[]): void =>
      void session.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
        event: { added: added.map(folder), removed: removed.map(folder) },
      });
    say(['c'], []);
    await shown('c/f.c').toBe(`${WIDE}; 30 iterations`);
    say([], ['c', 'a']);
    await shown('c/f.c').toBe(`${WIDE}; 40 iterations; assertion-violated 1`);
  });

  it('of one folder change, and the others stay as they are', async () => {
    let model = 'LP64';
    session = await start({
      folders: ['a', 'b'].map(folder),
      configuration: (scope?: string) => ({ includePaths: ['inc'], dataModel: scope === uri('b') ? model : 'LP64' }),
    });
    for (const path of ['a/f.c', 'b/f.c']) session.open(uri(path), TEXT);
    await shown('b/f.c').toBe(`${WIDE}; 20 iterations; assertion-violated 1`);
    model = 'ILP32';
    await session.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await shown('b/f.c').toBe(`${NARROW}; 20 iterations; assertion-violated 1`);
    expect(await seen('a/f.c')).toBe(`${WIDE}; 10 iterations`);
  });
});

describe('the project file', () => {
  const said = { dataModel: 'ILP32', includePaths: ['inc'], severities: { unreachable: 'off' } };

  it('of a folder counts for what the settings leave at its default', async () => {
    write('a/looplens.json', JSON.stringify(said));
    session = await start({
      folders: ['a', 'b'].map(folder),
      configuration: { dataModel: 'LP64', includePaths: ['inc'] },
    });
    for (const path of ['a/f.c', 'b/f.c']) session.open(uri(path), TEXT);
    await shown('a/f.c').toBe(`${NARROW}; 10 iterations`);
    await shown('b/f.c').toBe(`${WIDE}; 20 iterations; assertion-violated 1`);
    write('a/looplens.json', JSON.stringify({ defines: ['LIMIT=5'] }));
    await session.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uri('a/looplens.json'), type: 2 }],
    });
    await shown('a/f.c').toMatch(new RegExp(`^${WIDE}; `));
    rmSync(join(base, 'a/looplens.json'));
  });

  it('that is wrong is told, and leaves the settings as they are', async () => {
    write('a/looplens.json', '{ "dataModle": "ILP32" }');
    const told: string[] = [];
    session = await start({ folders: [folder('a')], configuration });
    session.connection.onNotification(
      'window/showMessage',
      ({ message }: { message: string }) => void told.push(message),
    );
    session.open(uri('a/f.c'), TEXT);
    await shown('a/f.c').toBe(`${WIDE}; 10 iterations`);
    expect(told.join('\n')).toMatch(/nothing is called dataModle; did you mean dataModel\?/);
    rmSync(join(base, 'a/looplens.json'));
  });
});

test('each folder has its own compilation database', async () => {
  for (const [name, limit] of Object.entries({ a: 11, b: 12 }))
    write(
      `${name}/db/compile_commands.json`,
      JSON.stringify([{ directory: join(base, name), file: 'f.c', command: `cc -DLIMIT=${limit} -Inone -c f.c` }]),
    );
  session = await start({ folders: ['a', 'b'].map(folder), configuration: { compileCommands: 'db' } });
  for (const path of ['a/f.c', 'b/f.c']) session.open(uri(path), TEXT);
  await shown('a/f.c').toMatch(/; 11 iterations; /);
  await shown('b/f.c').toMatch(/; 12 iterations; /);
});

test.each([
  ['file:///w/a/x.c', 'file:///w/a'],
  ['file:///w/a/sub/x.c', 'file:///w/a/sub/'],
  ['file:///w/ab/x.c', null],
  ['file:///w/c d/x.c', 'file:///w/c%20d'],
  ['file:///c%3A/w/x.c', 'file:///C:/w'],
  ['vscode-vfs://github/o/r/x.c', 'vscode-vfs://github/o/r'],
  ['untitled:Untitled-1', null],
])('%s lies in %s', (document, expected) => {
  const folders = ['file:///w/a', 'file:///w/a/sub/', 'file:///w/c%20d', 'file:///C:/w', 'vscode-vfs://github/o/r'];
  const roots = createRoots(
    folders.map((one) => ({ uri: one, name: one })),
    true,
  );
  expect(roots.of(document)?.uri ?? null).toBe(expected);
});
