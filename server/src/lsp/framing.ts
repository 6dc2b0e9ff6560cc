/**
 * Messages out of a stream of bytes: `Content-Length: N`, an empty line, N bytes of JSON. After a bad header it isn't
 * known where the next message begins: it ends the connection. A body that is no JSON costs that message only.
 */
import type { Readable } from 'node:stream';
import { AbstractMessageReader } from 'vscode-languageserver/node';
import type { DataCallback, Disposable, Message } from 'vscode-languageserver/node';

export interface BadInput {
  /** The bytes that were announced are no message. */
  rejected(why: string): void;
  /** What follows can't be read any more. */
  broken(why: string): void;
}

/** Bytes of a header, and of a message: beyond what any client sends, below what a string can hold. */
const LONGEST_HEADER = 8_192;
const LONGEST_BODY = 400_000_000;

const CR = 0x0d;
const LF = 0x0a;

/** Reads the messages of a stream. */
export class FramedReader extends AbstractMessageReader {
  readonly #stream: Readable;
  readonly #bad: BadInput;
  #chunks: Buffer[] = [];
  #held = 0;
  /** Bytes of the body that is awaited; null: a header is. */
  #awaited: number | null = null;
  #ended = false;

  constructor(stream: Readable, bad: BadInput) {
    super();
    this.#stream = stream;
    this.#bad = bad;
  }

  listen(callback: DataCallback): Disposable {
    const take = (data: Buffer): void => {
      if (this.#ended) return;
      this.#chunks.push(data);
      this.#held += data.length;
      this.#read(callback);
    };
    this.#stream.on('data', take);
    this.#stream.on('error', (error) => this.fireError(error));
    this.#stream.on('close', () => this.fireClose());
    return { dispose: () => void this.#stream.off('data', take) };
  }

  #read(callback: DataCallback): void {
    while (!this.#ended) {
      if (this.#awaited === null) {
        const header = this.#header();
        if (header === null) return;
        const length = bodyLength(header);
        if (typeof length === 'string') return this.#end(length);
        this.#awaited = length;
      }
      if (this.#held < this.#awaited) return;
      const body = this.#take(this.#awaited);
      this.#awaited = null;
      const message = parsed(body);
      if ('why' in message) this.#bad.rejected(message.why);
      else callback(message.value as Message);
    }
  }

  /** The bytes up to the empty line, which are taken; null where it isn't there yet. */
  #header(): string | null {
    if (this.#held === 0) return null;
    const bytes = this.#whole();
    const end = bytes.indexOf('\r\n\r\n');
    const part = end < 0 ? bytes.subarray(0, LONGEST_HEADER) : bytes.subarray(0, end);
    for (let at = part.indexOf(LF); at >= 0; at = part.indexOf(LF, at + 1)) {
      if (part[at - 1] !== CR) {
        this.#end('a line of a header does not end with CR LF');
        return null;
      }
    }
    if ((end < 0 ? bytes.length : end) > LONGEST_HEADER) this.#end('a header does not end');
    if (end < 0 || this.#ended) return null;
    return this.#take(end + 4).toString('latin1', 0, end);
  }

  #end(why: string): void {
    this.#ended = true;
    this.#chunks = [];
    this.#held = 0;
    this.#bad.broken(why);
  }

  #take(count: number): Buffer {
    const bytes = this.#whole();
    this.#chunks = bytes.length > count ? [bytes.subarray(count)] : [];
    this.#held -= count;
    return bytes.subarray(0, count);
  }

  #whole(): Buffer {
    const [first] = this.#chunks;
    if (this.#chunks.length === 1 && first !== undefined) return first;
    const whole = Buffer.concat(this.#chunks);
    this.#chunks = [whole];
    return whole;
  }
}

/** A string says what is wrong. */
function bodyLength(header: string): number | string {
  let length: string | null = null;
  for (const line of header.split('\r\n')) {
    const [, name, value = ''] = /^([\w-]+)[ \t]*:(.*)$/.exec(line) ?? [];
    if (name === undefined) return `no header: ${JSON.stringify(line.slice(0, 80))}`;
    if (name.toLowerCase() === 'content-length') length = value.trim();
  }
  if (length === null) return 'a header without Content-Length';
  if (!/^\d{1,15}$/.test(length)) return `a Content-Length that is no number: ${JSON.stringify(length.slice(0, 80))}`;
  return Number(length) <= LONGEST_BODY ? Number(length) : `a message of ${length} bytes`;
}

function parsed(body: Buffer): { readonly value: unknown } | { readonly why: string } {
  try {
    return { value: JSON.parse(body.toString('utf8')) as unknown };
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) };
  }
}
