/** Code actions on a loop, on the server as it is delivered (dist/). */
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { marked } from '../marks/marked.ts';
import { startSession } from './session.ts';
import type { Session } from './session.ts';

const SERVER = fileURLToPath(new URL('../../dist/server.cjs', import.meta.url));
const URI = 'file:///home/someone/actions.c';
const COPY = 'looplens.copy';

let session: Session;
afterEach(() => session.end());

async function actionsAt(source: string, clientCommands: readonly string[]): Promise<readonly CodeAction[]> {
  const { text, at } = marked(source);
  session = await startSession(SERVER, { initializationOptions: { clientCommands } });
  session.open(URI, text);
  await session.diagnostics(URI, 1);
  await session.lenses(URI);
  const range = { start: at('$0'), end: at('$0') };
  return session.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: URI },
    range,
    context: { diagnostics: [], only: ['source.looplens'] },
  });
}

const LOOP = `
/* before */
int f(int i, int n) {
    // {
    $0while (i < n) i++;
    return i;
}
`;

test('copy the loop as C and as assertions, and insert these', async () => {
  const actions = await actionsAt(LOOP, [COPY]);
  expect(actions.map(({ title, command }) => [title, command?.arguments?.[0]])).toEqual([
    ['Copy What the Loop Does as C', 'i = (i > n ? i : n);'],
    ['Copy What Holds Behind the Loop as Assertions', 'assert(i >= n);'],
    ['Insert an Assertion after the Loop', undefined],
    ['Can this line be reached?', URI],
  ]);
  const { text } = marked(LOOP);
  const document = TextDocument.create(URI, 'c', 1, text);
  const inserted = TextDocument.applyEdits(document, actions[2]?.edit?.changes?.[URI] ?? []);
  expect(inserted).toBe(
    `#include <assert.h>\n${text.replace(
      'while (i < n) i++;\n',
      `while (i < n) i++;
    assert(i >= n);
`,
    )}`,
  );
}, 60_000);

test.each([
  ['the client copies nothing', LOOP, ['Insert an Assertion after the Loop']],
  ['the loop is the branch of an if', LOOP.replace('$0while', 'if (n > 3) $0while'), []],
])(
  'fewer where %s',
  async (_, source, expected) => {
    const titles = (await actionsAt(source, [])).map(({ title }) => title);
    expect(titles).toEqual([...expected, 'Can this line be reached?']);
  },
  60_000,
);
