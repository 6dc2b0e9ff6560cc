/**
 * Between the transport and the handlers: only messages get through that are well-formed and come when they may. All
 * others are answered with the protocol's error codes here; a notification gets no answer.
 */
import { AbstractMessageReader, ErrorCodes } from 'vscode-languageserver/node';
import type { DataCallback, Disposable, Message, MessageReader, MessageWriter } from 'vscode-languageserver/node';
import { wrongParameters } from './params.ts';

type Id = string | number | null;

/** What a message that isn't let through is told. */
interface Refusal {
  readonly code: number;
  readonly message: string;
}

/** `before`: the client hasn't said `initialize`; `after`: it has said `shutdown`. */
type Phase = 'before' | 'running' | 'after';

/** The reader with what may not pass taken out; `writer` is where answers go, `log` gets what has none. */
export class Gate extends AbstractMessageReader {
  readonly #reader: MessageReader;
  readonly #writer: MessageWriter;
  readonly #log: (line: string) => void;
  #phase: Phase = 'before';

  constructor(reader: MessageReader, writer: MessageWriter, log: (line: string) => void) {
    super();
    this.#reader = reader;
    this.#writer = writer;
    this.#log = log;
    reader.onError((error) => this.fireError(error));
    reader.onClose(() => this.fireClose());
    reader.onPartialMessage((info) => this.firePartialMessage(info));
  }

  /** The client has said that it needs nothing more. */
  get ended(): boolean {
    return this.#phase === 'after';
  }

  listen(callback: DataCallback): Disposable {
    return this.#reader.listen((message) => this.#admit(message, callback));
  }

  /** Answers what can't be read at all. */
  refuse(refusal: Refusal, id: Id = null): void {
    this.#log(`message refused: ${refusal.message}`);
    void this.#writer.write({ jsonrpc: '2.0', id, error: refusal } as Message).catch(() => {});
  }

  #admit(message: unknown, callback: DataCallback): void {
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      this.refuse({ code: ErrorCodes.InvalidRequest, message: 'a message is an object' });
      return;
    }
    const { id, method, params } = message as Readonly<Record<string, unknown>>;
    if (method === undefined) {
      this.#admitResponse(message, callback);
      return;
    }
    const request = id !== undefined;
    const refusal = refusalOf(method, id, params, this.#phase);
    if (refusal !== null) {
      if (request) this.refuse(refusal, typeof id === 'string' || typeof id === 'number' ? id : null);
      else this.#log(`notification left out: ${refusal.message}`);
      return;
    }
    if (method === 'initialize' && request) this.#phase = 'running';
    if (method === 'shutdown' && request) this.#phase = 'after';
    callback((params === null ? { ...message, params: undefined } : message) as Message);
  }

  #admitResponse(message: object, callback: DataCallback): void {
    const { id, result, error } = message as Readonly<Record<string, unknown>>;
    const known = typeof id === 'string' || typeof id === 'number';
    if (known && (result !== undefined || (typeof error === 'object' && error !== null))) callback(message as Message);
    // an answer that nothing can be read from is still the end of the request
    else if (known && error !== undefined)
      callback({
        jsonrpc: '2.0',
        id,
        error: { code: ErrorCodes.InvalidRequest, message: 'an error without a code' },
      } as Message);
    else if (known) callback({ jsonrpc: '2.0', id, result: null } as Message);
    else this.refuse({ code: ErrorCodes.InvalidRequest, message: 'neither a request, a notification nor a response' });
  }
}

function refusalOf(method: unknown, id: unknown, params: unknown, phase: Phase): Refusal | null {
  if (typeof method !== 'string') return { code: ErrorCodes.InvalidRequest, message: 'the method is not a string' };
  const request = id !== undefined;
  if (request && typeof id !== 'string' && typeof id !== 'number')
    return { code: ErrorCodes.InvalidRequest, message: `${method}: the id is neither a string nor a number` };
  if (method === 'exit' && !request) return null;
  if (phase === 'before' && method !== 'initialize')
    return { code: ErrorCodes.ServerNotInitialized, message: `${method} before initialize` };
  if (phase === 'running' && method === 'initialize')
    return { code: ErrorCodes.InvalidRequest, message: 'initialize a second time' };
  if (phase === 'after') return { code: ErrorCodes.InvalidRequest, message: `${method} after shutdown` };
  const wrong = wrongParameters(method, params);
  return wrong === null ? null : { code: ErrorCodes.InvalidParams, message: `${method}: ${wrong}` };
}
