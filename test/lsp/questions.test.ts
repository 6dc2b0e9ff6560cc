/**
 * Questions about lines, on the server as it is delivered (dist/): requests, commands, code actions; findings beside
 * the verdicts.
 */
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver/node';
import type { ReachResult, TestResult } from '../../server/src/lsp/protocol.ts';
import { asDrawn, withoutAnnotations } from '../marks/annotated.ts';
import { marked } from '../marks/marked.ts';
import { startSession } from './session.ts';
import type { Session } from './session.ts';

const SERVER = fileURLToPath(new URL('../../dist/server.cjs', import.meta.url));
const URI = 'file:///c%3A/work/line%20up.c';
const SOURCE = marked(`
$0#include <assert.h>
int f(int n) {
  $1int k = n - 3;
  $2assert(k != 38);
  if (k % 2 == 0 && k % 2 == 1)
    $3k = 0;
  $4return k;
}
`);

let session: Session;
afterEach(() => session.end());

const at = (mark: string): object => ({ uri: URI, position: SOURCE.at(mark) });

describe('a line', () => {
  test('is reached, or not', async () => {
    session = await startSession(SERVER);
    session.open(URI, SOURCE.text);
    const reached = await session.connection.sendRequest<ReachResult>('looplens/reach', at('$4'));
    expect(reached.verdict).toBe('reachable');
    expect(reached.message).toMatch(/^Line 7 can be reached \(in f\)\.\ninputs: n = /);
    expect(await session.connection.sendRequest<ReachResult>('looplens/reach', at('$3'))).toMatchObject({
      verdict: 'unreachable',
    });
    expect(await session.connection.sendRequest<ReachResult>('looplens/reach', at('$0'))).toEqual({
      verdict: 'none',
      message: 'LoopLens: line 1 is in no function.',
    });
    expect(
      await session.connection.sendRequest('workspace/executeCommand', {
        command: 'looplens.reach',
        arguments: [URI, SOURCE.at('$3')],
      }),
    ).toContain('Line 6 can’t be reached');
  }, 60_000);

  test('has a test that fails there', async () => {
    session = await startSession(SERVER);
    session.open(URI, SOURCE.text);
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
    const result = await session.connection.sendRequest<TestResult>('looplens/test', at('$2'));
    expect(result.name).toBe('line up_line4.c');
    expect(result.text).toContain('#include "line up.c"');
    expect(result.text).toContain('int n = 41;');
    expect((await session.connection.sendRequest<TestResult>('looplens/test', at('$3'))).text).toBeNull();
  }, 60_000);

  test('of a document that is not open has no answer', async () => {
    session = await startSession(SERVER);
    expect(await session.connection.sendRequest<ReachResult>('looplens/reach', at('$1'))).toMatchObject({
      verdict: 'none',
    });
  });
});

test('overflow and code that nothing gets to are shown', async () => {
  session = await startSession(SERVER);
  const annotated = `
int g(unsigned n) {
  unsigned i = 0;
  while (i != n) i++;
  if (i < n)
    n = 3;
//  ^^^^^ unreachable
  return n;
}
int h(void) {
  int i = 1;
  while (i > 0) i++;
//^^^^^^^^^^^^^ never-ends
//              ^^^ overflow
  return i;
}
int k(void) {
  int i = 1;
  while (i > 0) i++; // looplens: ignore
  return i;
}
`;
  const text = withoutAnnotations(annotated);
  session.open(URI, text);
  // function by function
  await expect.poll(() => session.diagnosed(URI, text), { timeout: 30_000 }).toBe(asDrawn(annotated));
  const { diagnostics } = await session.diagnostics(URI, 1);
  expect(diagnostics.map(({ severity, tags }) => ({ severity, tags }))).toEqual([
    { severity: 4, tags: [1] },
    { severity: 2, tags: undefined },
    { severity: 2, tags: undefined },
  ]);
  expect(diagnostics[1]?.message).toBe('This loop never ends: `i > 0` always holds, and nothing else leaves it');
  expect(diagnostics[2]?.message).toContain('`i++` overflows on every run that gets there, in iteration 2147483647');
}, 60_000);
