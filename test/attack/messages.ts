/**
 * Messages that no client sends: shapes, orders and bytes. The server answers each request, or ends where it can't go
 * on; it never dies of one.
 */
import type { Random } from '../differential/random.ts';
import { frame, rawClient } from '../lsp/raw-client.ts';
import type { Found } from './outcome.ts';

const URI = 'file:///attack/a.c';
const POSITION = { line: 1, character: 3 };
const RANGE = { start: POSITION, end: { line: 2, character: 0 } };
const document = { textDocument: { uri: URI } };

/** Method and parameters as they should be. */
const PROPER: readonly (readonly [string, unknown])[] = [
  ['initialize', { processId: null, rootUri: null, capabilities: {} }],
  ['shutdown', undefined],
  ['initialized', {}],
  ['$/cancelRequest', { id: 1 }],
  ['$/setTrace', { value: 'off' }],
  [
    'textDocument/didOpen',
    {
      textDocument: {
        uri: URI,
        languageId: 'c',
        version: 1,
        text: 'int f(int n) {\n  while (n > 0) n--;\n  return n;\n}\n',
      },
    },
  ],
  // the editor says that it is another language now
  [
    'textDocument/didOpen',
    {
      textDocument: {
        uri: URI,
        languageId: 'plaintext',
        version: 3,
        text: 'int f(int n) { while (n > 0) n--; return n; }',
      },
    },
  ],
  [
    'textDocument/didChange',
    {
      textDocument: { uri: URI, version: 2 },
      contentChanges: [{ range: RANGE, text: ' ' }, { text: 'int g(int n) { while (n) n--; return n; }' }],
    },
  ],
  ['textDocument/didSave', document],
  ['textDocument/didClose', document],
  ['textDocument/hover', { ...document, position: POSITION }],
  ['textDocument/codeLens', document],
  [
    'textDocument/codeAction',
    {
      ...document,
      range: RANGE,
      context: { diagnostics: [{ range: RANGE, code: 'assertion-violated', source: 'looplens' }], only: ['quickfix'] },
    },
  ],
  ['workspace/executeCommand', { command: 'looplens.showDetail', arguments: [URI, POSITION] }],
  ['workspace/executeCommand', { command: 'looplens.analyseNow', arguments: [URI] }],
  [
    'workspace/didChangeConfiguration',
    { settings: { looplens: { integers: 'wrapv', lens: { enabled: true }, defines: ['A'] } } },
  ],
  ['workspace/didChangeWatchedFiles', { changes: [{ uri: URI, type: 2 }] }],
  ['workspace/didChangeWorkspaceFolders', { event: { added: [{ uri: 'file:///attack', name: 'x' }], removed: [] } }],
  ['looplens/detail', { uri: URI, position: POSITION }],
  ['looplens/reach', { uri: URI, position: POSITION }],
  ['looplens/test', { uri: URI, position: POSITION }],
  ['nobody/knows', {}],
  ['$/nobody', []],
];

const ODD: readonly unknown[] = [
  null,
  undefined,
  true,
  0,
  -1,
  0.5,
  1e300,
  2 ** 53,
  '',
  'x',
  '__proto__',
  'file:///',
  'file://%',
  'untitled:x',
  '\u0000',
  '\ud800',
  'x'.repeat(100_000),
  [],
  {},
  [[[[]]]],
  { length: -1 },
  { then: 1 },
  { toString: 1 },
  { uri: {} },
  [null],
  [undefined, {}],
];

const drawOdd = (r: Random): unknown => ODD[r.int(0, ODD.length - 1)];

function oddOf(r: Random, value: unknown): unknown {
  if (r.chance(0.25)) return drawOdd(r);
  if (Array.isArray(value))
    return r.chance(0.2)
      ? [...value, drawOdd(r)]
      : value.map((element) => (r.chance(0.5) ? oddOf(r, element) : element));
  if (typeof value !== 'object' || value === null) return r.chance(0.3) ? drawOdd(r) : value;
  const entries = Object.entries(value).filter(() => !r.chance(0.1));
  return Object.fromEntries(
    entries.map(([key, inner]) => [r.chance(0.05) ? `${key}x` : key, r.chance(0.5) ? oddOf(r, inner) : inner]),
  );
}

const WAIT = 60_000;
const within = <T>(promise: Promise<T>): Promise<T | 'hang'> => {
  let timer: NodeJS.Timeout;
  return Promise.race([
    promise,
    new Promise<'hang'>((resolve) => {
      timer = setTimeout(() => resolve('hang'), WAIT);
    }),
  ]).finally(() => clearTimeout(timer));
};

const PER_SESSION = 100;

/** `count` messages, a hundred for each server. */
export async function* attackWithMessages(r: Random, count: number, server: string): AsyncGenerator<Found> {
  for (let from = 0; from < count; from += PER_SESSION)
    yield* await session(r.fork(`session ${from}`), from, Math.min(PER_SESSION, count - from), server);
}

/** A request or a notification, with something odd about it as a rule; only the last may shut the server down. */
function sayOne(r: Random, client: ReturnType<typeof rawClient>, name: string, isLast: boolean): void {
  const [method, params] = r.pick(PROPER.filter(([proper]) => proper !== 'shutdown' || isLast));
  const id = r.chance(0.7) ? name : r.chance(0.8) ? undefined : drawOdd(r);
  if (r.chance(0.1)) {
    const text = r.chance(0.5)
      ? (JSON.stringify(drawOdd(r)) ?? '')
      : JSON.stringify({ jsonrpc: '2.0', id, method, params }).slice(0, r.int(0, 40));
    client.bytes(frame(text));
  } else
    client.say({
      jsonrpc: r.chance(0.95) ? '2.0' : drawOdd(r),
      id,
      method: r.chance(0.95) ? method : drawOdd(r),
      params: r.chance(0.3) ? params : oddOf(r, params),
    });
}

async function session(r: Random, from: number, count: number, server: string): Promise<Found[]> {
  const client = rawClient(server);
  const found: Found[] = [];
  const tell = (input: string, outcome: Found['outcome'], detail = ''): void =>
    void found.push({ class: 'messages', input, outcome, detail });
  try {
    if (r.chance(0.9)) await within(client.initialize());
    for (let k = 0; k < count; k++) sayOne(r, client, `q${from + k}`, k === count - 1);
    const last = await within(
      client.ask('alive', 'textDocument/hover', {
        textDocument: { uri: 'file:///nobody.c' },
        position: { line: 0, character: 0 },
      }),
    );
    const ending = r.pick([
      'Content-Length: x\r\n\r\n',
      'rubbish\r\n\r\n',
      `Content-Length: ${10 ** 14}\r\n\r\n`,
      '\n\n',
      '',
    ]);
    if (ending === '') client.process.stdin?.end();
    else client.bytes(ending);
    const status = await within(client.ended);
    const seen = client.stderr.replace(/^looplens: the connection is broken: .*\n/, '');
    const detail = `${count} messages from ${from}: ${seen}`;
    if (last === 'hang')
      tell(
        detail,
        client.process.exitCode === null ? 'hang' : 'crash',
        `no answer, exit status ${client.process.exitCode}`,
      );
    else if (status === 'hang') tell(`${detail}, then ${JSON.stringify(ending)}`, 'hang', 'the server does not end');
    else if (seen !== '' || (status !== 0 && status !== 1)) tell(detail, 'crash', `status ${status}: ${seen}`);
    else tell(detail, status === 0 ? 'status 0' : 'status 1');
  } finally {
    client.process.kill('SIGKILL');
  }
  return found;
}
