/** The server as it is delivered (dist/, built by `npm test`), with the real analysis. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { InlayHint } from 'vscode-languageserver/node';
import { spanOf } from '../marks/marked.ts';
import { startSession } from './session.ts';
import type { Session } from './session.ts';

const SERVER = fileURLToPath(new URL('../../dist/server.cjs', import.meta.url));
const URI = 'file:///c%3A/Users/J%C3%B6rg%20S/drain.c';
const GOOD = `int good(int n) {
  int i = 0;
  while (i < n) i++;
  return i;
}
`;
const DRAIN = readFileSync(new URL('../e2e/workspace/drain.c', import.meta.url), 'utf8');

let session: Session;
beforeAll(() => {
  if (!existsSync(SERVER)) throw new Error('dist/ is missing: npm run build');
});
afterEach(() => session.end());

describe('a file with a failing assertion', () => {
  test.each([
    ['as it is', '', DRAIN, '\n'],
    ['with line ends of Windows', '', DRAIN, '\r\n'],
    ['with a byte order mark', '\uFEFF', DRAIN, '\n'],
    ['with other characters around', '', DRAIN.replace('Takes', '😀 наїмення'), '\n'],
  ])('%s', async (_, mark, text, lineEnd) => {
    session = await startSession(SERVER);
    session.open(URI, mark + text.replaceAll('\n', lineEnd));
    const [lens, ...others] = (await session.lenses(URI)) ?? [];
    expect(lens).toMatch(/^11:4 .*items.*iterations$/);
    expect(others).toEqual([]);
    expect(await session.diagnosed(URI, text)).toBe(
      text.replace(
        '    assert(taken == items);\n',
        `    assert(taken == items);
//  ^^^^^^^^^^^^^^^^^^^^^^ assertion-violated
`,
      ),
    );
    expect(await session.hover(URI, spanOf(text, 'while').start)).toMatch(/^[^\n]*items[^\n]*iterations/);
    expect(await session.hover(URI, spanOf(text, 'assert(taken >= items)').start)).toMatch(/holds/);
    const { diagnostics } = await session.diagnostics(URI, 1);
    expect(diagnostics[0]?.relatedInformation?.[0]?.message).toMatch(/through this loop/);
    session.edit(URI, 2, 'taken <= items + 1', spanOf(text, 'taken == items'));
    expect((await session.diagnostics(URI, 2)).diagnostics).toEqual([]);
  });
});

test('a loop says what its function requires, and its detail which accesses stay inside their arrays', async () => {
  const text =
    'void clear(int n) {\n  int a[9], b[4];\n  for (int i = 0; i < n; i++) {\n    a[i] = 0;\n    b[i & 3] = 1;\n  }\n}\n';
  session = await startSession(SERVER);
  session.open(URI, text);
  await session.diagnostics(URI, 1);
  const at = spanOf(text, 'for').start;
  // what is certainly wrong comes last
  await expect
    .poll(() => session.hover(URI, at), { timeout: 30_000 })
    .toContain('Only with `n <= 9` where `clear` begins');
  const detail: unknown = await session.connection.sendRequest('looplens/detail', { uri: URI, position: at });
  expect(JSON.stringify(detail)).toContain('`b[i & 3]` (line 5): inside its array, always');
});

test('the command line starts the same server', async () => {
  session = await startSession(fileURLToPath(new URL('../../dist/cli.js', import.meta.url)), { command: ['lsp'] });
  session.open(URI, GOOD);
  expect((await session.lenses(URI))?.[0]).toMatch(/iterations/);
});

test.each([
  ['by default', undefined, []],
  ['switched on', { settings: { inlayHints: { enabled: true } } }, ['2:15 n iterations']],
])('inlay hints %s', async (_, initializationOptions, expected) => {
  session = await startSession(SERVER, { initializationOptions });
  session.open(URI, GOOD);
  await session.lenses(URI);
  const hints: readonly InlayHint[] = await session.connection.sendRequest('textDocument/inlayHint', {
    textDocument: { uri: URI },
    range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
  });
  expect(hints.map(({ position, label }) => `${position.line}:${position.character} ${String(label)}`)).toEqual(
    expected,
  );
});

describe('the loops around bad input are still summarised', () => {
  const noise = Array.from({ length: 20_000 }, (_, i) => String.fromCharCode((i * 7919) % 0xd800)).join('');
  const nest = (depth: number): string => {
    const heads = Array.from({ length: depth }, (_, i) => `for (int i${i} = 0; i${i} < n; i${i}++) `).join('');
    return `int nest(int n) {
  int s = 0;
  ${heads}s++;
  return s;
}
`;
  };
  test.each([
    ['a syntax error in one function', `${GOOD}int bad(int n) { while (n < ; ) n++ }\n`, 1],
    ['a loop nest 200 deep', `${GOOD}${nest(200)}`, 1],
  ])(
    '%s',
    async (_, text, least) => {
      session = await startSession(SERVER);
      session.open(URI, text);
      // a request that comes before anything is known is answered with nothing
      const lensesOf = async (): Promise<readonly string[]> => (await session?.lenses(URI)) ?? [];
      await expect.poll(async () => (await lensesOf()).length, { timeout: 35_000 }).toBeGreaterThanOrEqual(least);
      const lenses = await lensesOf();
      expect(lenses[0]).toMatch(/^2:2 .*n.*iterations$/);
    },
    40_000,
  );
  test.each([
    ['nothing', ''],
    ['binary rubbish', noise],
    ['braces that nothing closes', `${'{'.repeat(3_000)}${GOOD}`],
    ['braces that nothing opened', `${'}'.repeat(3_000)}${GOOD}`],
    ['ten megabytes on a line', `int x; ${'x = x + 1; '.repeat(950_000)}`],
  ])(
    '%s: no crash, and the next document is served',
    async (_, text) => {
      session = await startSession(SERVER);
      session.open(URI, text);
      session.open('file:///good.c', GOOD);
      expect((await session.lenses('file:///good.c'))?.[0]).toMatch(/iterations/);
      session.close(URI);
      expect(session.logs.join('\n')).not.toMatch(/worker lost/);
    },
    40_000,
  );
});
