/** Where hovers answer and what they link to, and which loops get a lens, on the server as it is delivered (dist/). */
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { marked } from '../marks/marked.ts';
import { startSession } from './session.ts';
import type { Session } from './session.ts';

const SERVER = fileURLToPath(new URL('../../dist/server.cjs', import.meta.url));
const URI = 'file:///home/someone/places.c';
const SOURCE = marked(`
#define CLEAR(a, n) for (int k = 0; k < n; k++) a[k] = 0
void f(int *v, int n, int i, int s) {
  $0for (;$1 i < n; i++$2) {
    $3s +=$4 2;
    int t = 7;
    $5t++;
  $6}
  do {
    s--;
  } while ($7s > n);
  CLEAR(v, n)$8;
  do { s++; } while (0)$9;
}
`);

let session: Session;
afterEach(() => session.end());

test('a loop answers on its header and behind its closing brace, a variable with its share', async () => {
  session = await startSession(SERVER);
  session.open(URI, SOURCE.text);
  const told = async (mark: string): Promise<string> =>
    ((await session.hover(URI, SOURCE.at(mark))) ?? 'nothing').split('\n')[0] as string;
  const marks = ['$0', '$1', '$2', '$6'];
  expect(await Promise.all(marks.map(told))).toEqual(marks.map(() => '**`n - i` iterations**'));
  expect(await told('$7')).toContain('iterations**');
  expect(await told('$3')).toBe('`s` behind the loop in line 3:');
  // an operator, a variable that is gone behind the loop, a macro's loop, no loop
  for (const mark of ['$4', '$5', '$8', '$9']) expect([mark, await told(mark)]).toEqual([mark, 'nothing']);
}, 60_000);

test('loops that no reader sees get no lens', async () => {
  session = await startSession(SERVER);
  session.open(URI, SOURCE.text);
  await session.diagnostics(URI, 1);
  const lines = ((await session.lenses(URI)) ?? []).map((lens) => lens.split(':')[0]);
  expect(lines).toEqual(['2', '7']);
}, 60_000);

test.each([
  [true, /\n\n\[Detail\]\(command:looplens\.showDetail\?[^ ()]*places\.c[^ ()]*\)\n$/],
  [false, /^[^[]*$/],
])(
  'links lead to the detail where the client follows them: %s',
  async (commandLinks, expected) => {
    session = await startSession(SERVER, { initializationOptions: { commandLinks } });
    session.open(URI, SOURCE.text);
    expect(await session.hover(URI, SOURCE.at('$0'))).toMatch(expected);
  },
  60_000,
);

test('a function answers on its first line with what it requires', async () => {
  session = await startSession(SERVER);
  const { text, at } = marked('int t[12];\n$0int f(int n) {\n  return t[n];\n}\n');
  session.open(URI, text);
  await session.diagnostics(URI, 1);
  const hover = (await session.hover(URI, at('$0'))) ?? '';
  expect(hover.trimEnd().split('\n')).toEqual([
    '**Requires**',
    '',
    '- `n >= 0`: else `t[n]` lies before the beginning of `t`, which has 12 elements (line 3)',
    '- `n <= 11`: else `t[n]` lies behind the end of `t`, which has 12 elements (line 3)',
  ]);
}, 60_000);
