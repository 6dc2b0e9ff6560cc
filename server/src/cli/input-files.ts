/** Files as they come: read and decoded. */
import { createReadStream } from 'node:fs';
import { LONGEST_SOURCE, decode, problemWords, readRegular, tooLarge } from '../workspace/index.ts';

export type FileText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** Bytes of a table of values that are read at most. */
export const LONGEST_TABLE = 200_000_000;

/** What the caller has connected: the only thing that is read without being a regular file. */
const CONNECTED = /^\/dev\/(stdin|fd\/\d+)$/;

/** Reads a source file, or standard input (`-`); what can't be read becomes a message. */
export async function readSource(path: string, limit = LONGEST_SOURCE): Promise<FileText> {
  const connected = path === '-' ? process.stdin : CONNECTED.test(path) ? createReadStream(path) : null;
  const read = connected === null ? readRegular(path, limit) : await readConnected(connected, limit);
  return read.ok
    ? { ok: true, text: sameLines(decode(read.bytes)) }
    : { ok: false, message: `${path}: ${read.problem}` };
}

async function readConnected(stream: AsyncIterable<unknown>, limit: number): Promise<ReturnType<typeof readRegular>> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > limit) return { ok: false, problem: tooLarge(limit) };
      chunks.push(bytes);
    }
    return { ok: true, bytes: Buffer.concat(chunks) };
  } catch (error) {
    return { ok: false, problem: problemWords(error) };
  }
}

/** A lone carriage return ends a line, as it does for editors. */
function sameLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
}
