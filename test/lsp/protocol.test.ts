/**
 * Messages that come when they may not, that have no proper shape, or that are none: the protocol's error codes, and a
 * server that lives.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildStub } from './build-stub.ts';
import type { StubBuild } from './build-stub.ts';
import { frame, rawClient } from './raw-client.ts';
import type { RawClient } from './raw-client.ts';

const [PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, NOT_INITIALIZED] = [
  -32700, -32600, -32601, -32602, -32002,
];
const URI = 'file:///a.c';
const LOOP = `void f(int n) {
  while (n) n--;
}
`;

let stub: StubBuild;
let client: RawClient;
beforeAll(async () => {
  stub = await buildStub();
});
afterAll(() => stub.remove());
afterEach(() => {
  client.process.kill();
});
const start = async (): Promise<void> => {
  client = rawClient(stub.server);
  await client.initialize();
};
const alive = async (id = 'alive'): Promise<void> => {
  expect(
    await client.ask(id, 'textDocument/hover', {
      textDocument: { uri: 'file:///none.c' },
      position: { line: 0, character: 0 },
    }),
  ).toMatchObject({ result: null });
};

describe('the order of messages', () => {
  test('before initialize: only that', async () => {
    client = rawClient(stub.server);
    client.say({
      jsonrpc: '2.0',
      method: 'textDocument/didOpen',
      params: { textDocument: { uri: URI, languageId: 'c', version: 1, text: LOOP } },
    });
    for (const method of ['textDocument/hover', 'looplens/detail', 'shutdown', 'unheard/of'])
      expect(await client.ask(method, method, {})).toMatchObject({ error: { code: NOT_INITIALIZED } });
    expect(await client.initialize()).toMatchObject({ result: { serverInfo: { name: 'looplens' } } });
    await alive();
  });
  test('initialize once', async () => {
    await start();
    expect(
      await client.ask('second', 'initialize', { processId: null, rootUri: null, capabilities: {} }),
    ).toMatchObject({ error: { code: INVALID_REQUEST } });
    await alive();
  });
  test('nothing after shutdown but exit', async () => {
    await start();
    expect(await client.ask(1, 'shutdown')).toMatchObject({ result: null });
    for (const method of ['textDocument/codeLens', 'shutdown', 'initialize', 'looplens/reach'])
      expect(await client.ask(`after ${method}`, method, { capabilities: {} })).toMatchObject({
        error: { code: INVALID_REQUEST },
      });
    client.say({ jsonrpc: '2.0', method: 'exit' });
    expect(await client.ended).toBe(0);
  });
  test('exit without shutdown is told by the status', async () => {
    client = rawClient(stub.server);
    client.say({ jsonrpc: '2.0', method: 'exit' });
    expect(await client.ended).toBe(1);
  });
});

describe('requests of any shape', () => {
  const METHODS = [
    'looplens/detail',
    'looplens/reach',
    'looplens/test',
    'looplens/workspace',
    'textDocument/hover',
    'textDocument/codeLens',
    'textDocument/codeAction',
    'workspace/executeCommand',
  ];
  const SHAPES: readonly unknown[] = [
    undefined,
    null,
    {},
    [],
    [1, 2],
    { uri: URI },
    { uri: 7, position: { line: 0, character: 0 } },
    { uri: URI, position: null },
    { uri: URI, position: { line: -1, character: 0 } },
    { uri: URI, position: { line: 'x', character: 0.5 } },
    { textDocument: null },
    { textDocument: { uri: {} }, position: { line: 0, character: 0 } },
    { textDocument: { uri: [] }, range: 1, context: null },
    { textDocument: { uri: URI }, range: { start: {}, end: {} }, context: { diagnostics: 3 } },
    { command: 1 },
    { command: 'looplens.showDetail' },
    { command: 'looplens.reach', arguments: [URI] },
    { command: 'looplens.generateTest', arguments: [{}, {}] },
    { command: 'looplens.analyseNow', arguments: [[]] },
    { command: 'rm' },
    { command: 'looplens.reach', arguments: 'x' },
  ];
  test.each(METHODS)('%s', async (method) => {
    await start();
    const answers = await Promise.all(SHAPES.map((params, k) => client.ask(k, method, params)));
    for (const answer of answers)
      expect(answer.error?.code ?? 'answered').toBe(
        method === 'textDocument/codeLens' && answer.error === undefined ? 'answered' : INVALID_PARAMS,
      );
    await alive();
    expect(client.stderr).toBe('');
  });
  test('a thousand at once, half of them cancelled: each is answered', async () => {
    await start();
    client.say({
      jsonrpc: '2.0',
      method: 'textDocument/didOpen',
      params: { textDocument: { uri: URI, languageId: 'c', version: 1, text: LOOP } },
    });
    const requests = Array.from({ length: 1_000 }, (_, k) =>
      client.ask(`many ${k}`, k % 2 ? 'textDocument/hover' : 'textDocument/codeLens', {
        textDocument: { uri: URI },
        position: { line: 1, character: 3 },
      }),
    );
    for (let k = 0; k < 1_000; k += 2)
      client.say({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: `many ${(k * 7) % 1_000}` } });
    for (const { error, result } of await Promise.all(requests))
      expect(error?.code ?? (result === null ? 'nothing' : 'answered')).toBeOneOf(['answered', -32800]);
    await alive();
  });
  test('a method that nobody knows', async () => {
    await start();
    expect(await client.ask(1, 'unheard/of', {})).toMatchObject({ error: { code: METHOD_NOT_FOUND } });
    expect(await client.ask(2, '$/unheard', {})).toMatchObject({ error: { code: METHOD_NOT_FOUND } });
  });
  test('ids and methods of the wrong type', async () => {
    await start();
    for (const message of [
      { id: {}, method: 'shutdown' },
      { id: null, method: 'shutdown' },
      { id: 1, method: {} },
      { id: true, method: 7 },
      {},
      { id: [] },
    ])
      client.say({ jsonrpc: '2.0', ...message });
    await alive();
    expect(client.received.filter((answer) => answer.error?.code === INVALID_REQUEST)).toHaveLength(6);
  });
  test('positions out of every range', async () => {
    await start();
    client.say({
      jsonrpc: '2.0',
      method: 'textDocument/didOpen',
      params: { textDocument: { uri: URI, languageId: 'c', version: -3, text: LOOP } },
    });
    const far = { line: 2 ** 31 - 1, character: Number.MAX_SAFE_INTEGER };
    for (const method of ['looplens/detail', 'looplens/reach', 'looplens/test'])
      expect((await client.ask(method, method, { uri: URI, position: far })).error).toBeUndefined();
    expect(
      await client.ask('hover', 'textDocument/hover', { textDocument: { uri: URI }, position: far }),
    ).toMatchObject({ result: null });
  });
});

describe('notifications of any shape', () => {
  test('are left out', async () => {
    await start();
    const methods = [
      'textDocument/didOpen',
      'textDocument/didChange',
      'textDocument/didSave',
      'textDocument/didClose',
      'workspace/didChangeConfiguration',
      'workspace/didChangeWatchedFiles',
      'workspace/didChangeWorkspaceFolders',
      '$/cancelRequest',
      '$/setTrace',
      '$/progress',
      'window/workDoneProgress/cancel',
      'initialized',
      'unheard/of',
      '$/unheard',
    ];
    const shapes: readonly unknown[] = [
      undefined,
      null,
      {},
      [],
      [null],
      { textDocument: null },
      { textDocument: { uri: 3, text: null } },
      { textDocument: { uri: URI, version: 'x' }, contentChanges: {} },
      { textDocument: { uri: URI, version: 1 }, contentChanges: [null] },
      { textDocument: { uri: URI, version: 1 }, contentChanges: [{ range: {}, text: 1 }] },
      { settings: 7 },
      { changes: [{}] },
      { changes: 1 },
      { id: {} },
      { value: [] },
      { token: {} },
      { event: {} },
    ];
    for (const method of methods) for (const params of shapes) client.say({ jsonrpc: '2.0', method, params });
    await alive();
    expect(client.stderr).toBe('');
  });
  test('a client that refuses whatever it is asked, or answers with rubbish', async () => {
    client = rawClient(stub.server);
    const capabilities = {
      workspace: {
        configuration: true,
        didChangeConfiguration: { dynamicRegistration: true },
        didChangeWatchedFiles: { dynamicRegistration: true },
        codeLens: { refreshSupport: true },
      },
    };
    await client.ask('initialize', 'initialize', { processId: null, rootUri: null, capabilities });
    client.say({ jsonrpc: '2.0', method: 'initialized', params: {} });
    const asked = await Promise.all([
      client.find((m) => m.method === 'workspace/configuration'),
      client.find((m) => m.method === 'client/registerCapability'),
    ]);
    for (const { id } of asked) client.say({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } });
    for (const odd of [
      { id: 99, result: {} },
      { id: 98 },
      { id: 97, error: 5 },
      { id: null, error: { code: 1, message: '' } },
      { id: null, result: 1 },
    ])
      client.say({ jsonrpc: '2.0', ...odd });
    await alive();
    expect(client.stderr).toBe('');
  });
  test('what a client says of itself may be anything', async () => {
    client = rawClient(stub.server);
    expect(await client.ask(1, 'initialize', { capabilities: 5 })).toMatchObject({ error: { code: INVALID_PARAMS } });
    const odd = {
      processId: 'x',
      rootUri: 5,
      workspaceFolders: [null],
      trace: {},
      initializationOptions: { clientCommands: 5, status: 'x', reasonsPage: {}, settings: [[[]]] },
      capabilities: { workspace: 5, textDocument: { hover: { contentFormat: 5 } } },
    };
    expect(await client.ask(2, 'initialize', odd)).toMatchObject({ result: {} });
    await alive();
  });
});

describe('documents', () => {
  const say = (method: string, params: unknown): void =>
    client.say({ jsonrpc: '2.0', method: `textDocument/${method}`, params });
  const open = (uri: string, languageId: string, version: number, text: string): void =>
    say('didOpen', { textDocument: { uri, languageId, version, text } });
  const lenses = async (id: number, uri: string): Promise<number | null> =>
    ((await client.ask(id, 'textDocument/codeLens', { textDocument: { uri } })).result as readonly unknown[] | null)
      ?.length ?? null;

  test('opened twice, closed twice, changed or saved without being open', async () => {
    await start();
    for (const [k, uri] of [
      URI,
      'untitled:x',
      'file:///%E0%A4',
      'not a uri',
      '',
      'file://host/x.c',
      'FILE:///b.c',
    ].entries()) {
      say('didChange', { textDocument: { uri, version: 4 }, contentChanges: [{ text: 'x' }] });
      say('didSave', { textDocument: { uri } });
      say('didClose', { textDocument: { uri } });
      open(uri, 'c', 1, 'int x;');
      open(uri, 'c', 1, LOOP);
      expect(await lenses(k, uri)).toBe(1);
      say('didClose', { textDocument: { uri } });
      say('didClose', { textDocument: { uri } });
    }
    await alive();
  });
  test('that change their language', async () => {
    await start();
    const header = 'file:///a.h';
    open(header, 'c', 1, LOOP);
    expect(await lenses(1, header)).toBe(1);
    open(header, 'cpp', 1, LOOP);
    expect(await lenses(2, header)).toBeNull();
    open(header, 'c', 1, `${LOOP}${LOOP.replace('f', 'g')}`);
    expect(await lenses(3, header)).toBe(2);
    say('didClose', { textDocument: { uri: header } });
    expect(await lenses(4, header)).toBeNull();
  });
  test.each(['cpp', 'objective-c', 'python', 'plaintext', ''])('in %j are not analysed', async (language) => {
    await start();
    open(URI, language, 1, LOOP);
    expect(await lenses(1, URI)).toBeNull();
    say('didChange', { textDocument: { uri: URI, version: 2 }, contentChanges: [{ text: LOOP }] });
    expect(await lenses(2, URI)).toBeNull();
    say('didClose', { textDocument: { uri: URI } });
    open(URI, 'c', 1, LOOP);
    expect(await lenses(3, URI)).toBe(1);
    // without being closed first
    open(URI, language, 1, LOOP);
    expect(await lenses(4, URI)).toBeNull();
  });
  test('whose versions stand still, go back or are negative', async () => {
    await start();
    open(URI, 'c', 5, 'int x;');
    expect(await lenses(0, URI)).toBe(0);
    for (const [k, version] of [5, 5, 4, -7, 0].entries()) {
      say('didChange', {
        textDocument: { uri: URI, version },
        contentChanges: [{ text: Array.from({ length: k + 1 }, (_, i) => LOOP.replace('f', `f${i}`)).join('') }],
      });
      expect(await lenses(k + 1, URI)).toBe(k + 1);
    }
  });
});

describe('bytes', () => {
  test('a body that is no JSON, or no message, costs that body', async () => {
    await start();
    for (const body of [
      '',
      '{',
      'nonsense',
      '{"jsonrpc":"2.0","id":1,"method":"shutdown"',
      '\u0000',
      '[[[['.repeat(1000),
    ])
      client.bytes(frame(body));
    for (const body of ['1', 'null', '"x"', '[]', '[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]'])
      client.bytes(frame(body));
    await alive();
    expect(client.received.filter((answer) => answer.error?.code === PARSE_ERROR && answer.id === null)).toHaveLength(
      6,
    );
    expect(
      client.received.filter((answer) => answer.error?.code === INVALID_REQUEST && answer.id === null),
    ).toHaveLength(5);
  });
  test('a message in many pieces, several in one, headers of any case', async () => {
    await start();
    const message = (id: number): string =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'textDocument/hover',
        params: { textDocument: { uri: 'file:///ü😀.c' }, position: { line: 0, character: 0 } },
      });
    const bytes = Buffer.from(
      [
        `${frame(message(1))}content-length:  ${Buffer.byteLength(message(2))}`,
        'Content-Type: application/vscode-jsonrpc; charset=utf-8',
        '',
        message(2),
      ].join('\r\n'),
    );
    for (const byte of bytes) client.bytes(Uint8Array.of(byte));
    client.bytes(`${frame(message(3))}${frame(message(4))}`);
    for (const id of [1, 2, 3, 4]) await client.find((answer) => answer.id === id);
  });
  test.each([
    ['no length', 'Content-Type: x\r\n\r\n{}'],
    ['a length that is no number', 'Content-Length: many\r\n\r\n{}'],
    ['a negative one', 'Content-Length: -5\r\n\r\n{}'],
    ['one beyond all bounds', 'Content-Length: 99999999999\r\n\r\n{}'],
    ['a line that is no header', 'hello\r\n\r\n'],
    ['line feeds alone', 'Content-Length: 2\n\n{}'],
    ['no end', 'x'.repeat(10_000)],
    [
      'a body that is longer than its length',
      `Content-Length: 5\r\n\r\n${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'shutdown' })}${frame('{}')}`,
    ],
  ])('a header with %s ends the connection, and says so', async (_, bytes) => {
    await start();
    client.bytes(bytes);
    expect(await client.ended).toBe(1);
    expect(client.stderr).toMatch(/^looplens: the connection is broken: /);
    expect(client.received.at(-1)).toMatchObject({ id: null, error: { code: PARSE_ERROR } });
  });
  test('the end of the input in the middle of a message ends the server', async () => {
    await start();
    client.bytes('Content-Length: 500\r\n\r\n{');
    client.process.stdin?.end();
    expect(await client.ended).toBe(1);
  });
});
