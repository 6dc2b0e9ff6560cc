/**
 * Runs in an editor, on the server as it is delivered (dist/): the request, the hover on what fails, progress,
 * severities.
 */
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { CodeAction, Diagnostic, Hover } from 'vscode-languageserver/node';
import type { WatchResult } from '../../server/src/lsp/protocol.ts';
import { marked } from '../marks/marked.ts';
import { startSession } from './session.ts';
import type { Session } from './session.ts';

const SERVER = fileURLToPath(new URL('../../dist/server.cjs', import.meta.url));
const URI = 'file:///c%3A/work/runs.c';
const SOURCE = marked(`
#include <assert.h>
void drain(int items) {
  int taken = 0;
  if (items < 1 || items > 9) return;
  $0while (taken < items)
    taken += 2;
  $1assert(taken == items);
}
int outside(void) {
  int a[3] = { 0 }, sum = 0;
  for (int i = 0; i <= 3; i++)
    sum += $2a[i];
  return sum;
}
`);

let session: Session;
afterEach(() => session.end());

const CLIENT = { clientCommands: ['looplens.showRun'], commandLinks: true, hoversShowDiagnostics: true };

async function opened(settings: object = {}): Promise<void> {
  session = await startSession(SERVER, { initializationOptions: { ...CLIENT, settings } });
  session.open(URI, SOURCE.text);
}

/** The first diagnostics may be of some functions only. */
async function diagnosed(codes: number): Promise<readonly Diagnostic[]> {
  for (;;) {
    const found = session.published.findLast(({ uri }) => uri === URI)?.diagnostics ?? [];
    if (found.length >= codes) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function watch(mark: string, inputs: Record<string, string> | null): Promise<WatchResult> {
  return session.connection.sendRequest('looplens/watch', { uri: URI, position: SOURCE.at(mark), inputs });
}

describe('a run', () => {
  test('on chosen values, and to a place that fails', async () => {
    await opened();
    const chosen = await watch('$0', { items: '4' });
    expect(chosen).toMatchObject({
      function: 'drain',
      head: { start: { line: 5, column: 3 } },
      run: { inputs: [{ name: 'items', value: '4' }], total: 3, end: { kind: 'returned' } },
    });
    expect(await watch('$1', null)).toMatchObject({ run: { end: { kind: 'failed' } } });
    expect(await watch('$2', null)).toMatchObject({ run: { total: 4, end: { kind: 'undefined' } } });
  }, 60_000);

  test('is in the hover on what fails, with a link', async () => {
    await opened();
    await diagnosed(2);
    // a hover doesn't wait for long: the run may be there for the next one only
    const hover = async (mark: string): Promise<string> => {
      for (;;) {
        const found = await session.connection.sendRequest<Hover | null>('textDocument/hover', {
          textDocument: { uri: URI },
          position: SOURCE.at(mark),
        });
        const text = (found?.contents as { readonly value: string } | undefined)?.value ?? '';
        if (text.includes('| iteration |')) return text;
      }
    };
    expect(await hover('$1')).toMatch(/\| iteration \| `taken` \|[^]*The assertion[^]*\[Show the run\]\(command:/);
    expect(await hover('$2')).toMatch(/\| 4 \| `3` \|\n\nAn access outside of its object after 3 iterations/);
  }, 60_000);

  test('is offered on what fails', async () => {
    await opened();
    const diagnostics = await diagnosed(2);
    const offered = await Promise.all(
      diagnostics.map(async (diagnostic) =>
        (
          await session.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
            textDocument: { uri: URI },
            range: diagnostic.range,
            context: { diagnostics: [diagnostic], only: ['quickfix'] },
          })
        ).map(({ title }) => title),
      ),
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(['assertion-violated', 'index-outside']);
    expect(offered).toEqual([
      ['Show the run', 'Generate a test that fails here'],
      ["Replace '<=' by '<'", 'Accept with a comment', 'Show the run', 'Generate a test that fails here'],
    ]);
  }, 60_000);
});

test('severities are as the settings have them', async () => {
  await opened({ severity: { 'assertion-violated': 'information', 'index-outside': 'off', unheard: 'error' } });
  const diagnostics = await diagnosed(1);
  expect(diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['assertion-violated 3']);
}, 60_000);
