/** Questions about lines, on the server as it is delivered (dist/): requests, commands, code actions; findings beside the verdicts. */
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver/node';
import type { ReachResult, TestResult } from '../../server/src/lsp/protocol.ts';
import { startSession } from './session.ts';
import type { Session } from './session.ts';

const SERVER = fileURLToPath(new URL('../../dist/server.cjs', import.meta.url));
const URI = 'file:///c%3A/work/line%20up.c';
const SOURCE = `#include <assert.h>
int f(int n) {
  int k = n - 3;
  assert(k != 38);
  if (k % 2 == 0 && k % 2 == 1)
    k = 0;
  return k;
}
`;

let session: Session;
afterEach(() => session.end());

const at = (line: number): object => ({ uri: URI, position: { line, character: 2 } });

describe('a line', () => {
  test('is reached, or not', async () => {
    session = await startSession(SERVER);
    session.open(URI, SOURCE);
    const reached = await session.connection.sendRequest<ReachResult>('looplens/reach', at(6));
    expect(reached.verdict).toBe('reachable');
    expect(reached.message).toMatch(/^Line 7 can be reached \(in f\)\.\ninputs: n = /);
    expect(await session.connection.sendRequest<ReachResult>('looplens/reach', at(5))).toMatchObject({
      verdict: 'unreachable',
    });
    expect(await session.connection.sendRequest<ReachResult>('looplens/reach', at(0))).toEqual({
      verdict: 'none',
      message: 'LoopLens: line 1 is in no function.',
    });
    expect(
      await session.connection.sendRequest('workspace/executeCommand', {
        command: 'looplens.reach',
        arguments: [URI, { line: 5, character: 0 }],
      }),
    ).toContain('Line 6 can’t be reached');
  }, 60_000);

  test('has a test that fails there', async () => {
    session = await startSession(SERVER);
    session.open(URI, SOURCE);
    const { diagnostics } = await session.diagnostics(URI, 1);
    const failing = diagnostics.find(({ code }) => code === 'assertion-violated');
    const params = { textDocument: { uri: URI }, range: failing?.range, context: { diagnostics: [failing] } };
    const actions = await session.connection.sendRequest<CodeAction[]>('textDocument/codeAction', params);
    expect(actions.map(({ title, kind }) => [title, kind])).toEqual([
      ['Generate a test that fails here', 'quickfix'],
      ['Can this line be reached?', 'source.looplens'],
    ]);
    expect(actions[0]?.command).toMatchObject({
      command: 'looplens.generateTest',
      arguments: [URI, failing?.range.start],
    });
    const result = await session.connection.sendRequest<TestResult>('looplens/test', at(3));
    expect(result.name).toBe('line up_line4.c');
    expect(result.text).toContain('#include "line up.c"');
    expect(result.text).toContain('int n = 41;');
    expect((await session.connection.sendRequest<TestResult>('looplens/test', at(5))).text).toBeNull();
  }, 60_000);

  test('of a document that is not open has no answer', async () => {
    session = await startSession(SERVER);
    expect(await session.connection.sendRequest<ReachResult>('looplens/reach', at(1))).toMatchObject({
      verdict: 'none',
    });
  });
});

test('overflow and code that nothing gets to are shown', async () => {
  session = await startSession(SERVER);
  session.open(
    URI,
    'int g(unsigned n) {\n  unsigned i = 0;\n  while (i != n) i++;\n  if (i < n)\n    n = 3;\n  return n;\n}\nint h(void) {\n  int i = 1;\n  while (i > 0) i++;\n  return i;\n}\nint k(void) {\n  int i = 1;\n  while (i > 0) i++; // looplens: ignore\n  return i;\n}\n',
  );
  await session.lenses(URI);
  const { diagnostics } = await session.diagnostics(URI, 1);
  expect(
    diagnostics.map(({ code, severity, tags, range }) => ({ code, severity, tags, line: range.start.line })),
  ).toEqual([
    { code: 'unreachable', severity: 4, tags: [1], line: 4 },
    { code: 'overflow', severity: 2, tags: undefined, line: 9 },
  ]);
  expect(diagnostics[1]?.message).toContain('`i++` overflows on every run that gets there, in iteration 2147483647');
}, 60_000);
