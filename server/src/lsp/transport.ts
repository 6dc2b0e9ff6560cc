/** The two ends of the conversation with the client, on the transport that the process' arguments name. */
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import {
  ErrorCodes,
  IPCMessageReader,
  IPCMessageWriter,
  SocketMessageWriter,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import type { MessageWriter } from 'vscode-languageserver/node';
import { FramedReader } from './framing.ts';
import { Gate } from './gate.ts';

export interface Transport {
  readonly reader: Gate;
  readonly writer: MessageWriter;
}

/**
 * What `--stdio`, `--node-ipc`, `--socket=PORT` or `--pipe=NAME` stand for; null: none of them is there. `log` gets
 * what is wrong with messages.
 */
export function openTransport(args: readonly string[], log: (line: string) => void): Transport | null {
  const value = (option: string): string | null => {
    const at = args.findIndex((arg) => arg === option || arg.startsWith(`${option}=`));
    return at < 0 ? null : ((args[at]?.slice(option.length + 1) || args[at + 1]) ?? '');
  };
  if (args.includes('--node-ipc')) {
    const writer = new IPCMessageWriter(process);
    return { reader: new Gate(new IPCMessageReader(process), writer, log), writer };
  }
  const [port, pipe] = [value('--socket'), value('--pipe')];
  if (port !== null || pipe !== null) {
    const socket = port === null ? connect(pipe ?? '') : connect(Number(port), '127.0.0.1');
    return framed(socket, new SocketMessageWriter(socket), log);
  }
  return args.includes('--stdio') ? framed(process.stdin, new StreamMessageWriter(process.stdout), log) : null;
}

/** The server ends with its client, and when it can't understand it any more. */
function framed(input: Readable, writer: MessageWriter, log: (line: string) => void): Transport {
  const end = (): never => process.exit(reader.ended ? 0 : 1);
  const reader: Gate = new Gate(
    new FramedReader(input, {
      rejected: (why) => reader.refuse({ code: ErrorCodes.ParseError, message: `no JSON: ${why}` }),
      broken(why) {
        process.stderr.write(`looplens: the connection is broken: ${why}\n`);
        const refusal = { code: ErrorCodes.ParseError, message: `the connection is broken: ${why}` };
        void writer
          .write({ jsonrpc: '2.0', id: null, error: refusal } as Parameters<MessageWriter['write']>[0])
          .catch(() => {})
          .finally(() => process.exit(1));
      },
    }),
    writer,
    log,
  );
  input.on('end', end);
  input.on('close', end);
  input.on('error', end);
  return { reader, writer };
}
