/** A client that can say anything: bytes as they are, messages of any shape, and whatever comes back. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

export interface Answer {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface RawClient {
  readonly process: ChildProcess;
  readonly received: readonly Answer[];
  readonly stderr: string;
  bytes(data: string | Uint8Array): void;
  say(message: unknown): void;
  /** The response to a request of this id, which is sent. */
  ask(id: number | string, method: string, params?: unknown): Promise<Answer>;
  /** The next message that `wanted` accepts, from all that was ever received. */
  find(wanted: (answer: Answer) => boolean): Promise<Answer>;
  initialize(): Promise<Answer>;
  /** Exit status, once it has ended. */
  readonly ended: Promise<number | null>;
}

export const frame = (text: string): string => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

export function rawClient(server: string): RawClient {
  const child = spawn(process.execPath, [server, '--stdio'], { stdio: ['pipe', 'pipe', 'pipe'] });
  const received: Answer[] = [];
  const listeners = new Set<() => void>();
  let held = Buffer.alloc(0);
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  child.stdin.on('error', () => {});
  child.stdout.on('data', (data: Buffer) => {
    held = Buffer.concat([held, data]);
    for (;;) {
      const end = held.indexOf('\r\n\r\n');
      const length = Number(
        /Content-Length: (\d+)/.exec(held.toString('latin1', 0, Math.max(0, end)))?.[1] ?? Number.NaN,
      );
      if (end < 0 || held.length < end + 4 + length) break;
      received.push(JSON.parse(held.toString('utf8', end + 4, end + 4 + length)) as Answer);
      held = held.subarray(end + 4 + length);
    }
    for (const listener of [...listeners]) listener();
  });
  const client: RawClient = {
    process: child,
    received,
    get stderr() {
      return stderr;
    },
    bytes: (data) => void child.stdin.write(data),
    say: (message) => void child.stdin.write(frame(JSON.stringify(message))),
    ask(id, method, params) {
      client.say({ jsonrpc: '2.0', id, method, params });
      return client.find((answer) => answer.id === id && answer.method === undefined);
    },
    find: (wanted) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = received.find(wanted);
          if (found === undefined) return;
          listeners.delete(check);
          resolve(found);
        };
        listeners.add(check);
        check();
      }),
    async initialize() {
      const answer = await client.ask('initialize', 'initialize', { processId: null, rootUri: null, capabilities: {} });
      client.say({ jsonrpc: '2.0', method: 'initialized', params: {} });
      return answer;
    },
    ended: new Promise((resolve) => child.once('exit', (status) => resolve(status))),
  };
  return client;
}
