/** Files as they come: found, read and decoded. */
import { createReadStream, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decode, problemWords, readRegular, tooLarge } from '../workspace/index.ts';

export type FileText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** Bytes of a source file, and of a table of values, that are read at most. */
const LONGEST_SOURCE = 32_000_000;
export const LONGEST_TABLE = 200_000_000;

/** What the caller has connected: the only thing that is read without being a regular file. */
const CONNECTED = /^\/dev\/(stdin|fd\/\d+)$/;

/** Reads a source file; what can't be read becomes a message. */
export async function readSource(path: string, limit = LONGEST_SOURCE): Promise<FileText> {
  const read = CONNECTED.test(path) ? await readConnected(path, limit) : readRegular(path, limit);
  return read.ok
    ? { ok: true, text: sameLines(decode(read.bytes)) }
    : { ok: false, message: `${path}: ${read.problem}` };
}

async function readConnected(path: string, limit: number): Promise<ReturnType<typeof readRegular>> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(path)) {
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

/** Paths to files; directories are walked for `.c` files, in alphabetical order. Links to directories are not followed. */
export async function findSources(
  paths: readonly string[],
  report: (message: string) => void,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    try {
      if ((await stat(path)).isDirectory()) for (const file of await filesBelow(path, report)) found.push(file);
      else found.push(path);
    } catch (error) {
      report(messageOf(path, error));
    }
  }
  return found;
}

/** What was found before a folder can't be read stays found. */
async function filesBelow(directory: string, report: (message: string) => void): Promise<readonly string[]> {
  const found: string[] = [];
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== '.git') for (const file of await filesBelow(path, report)) found.push(file);
      } else if (/\.c$/i.test(entry.name) && !(entry.isSymbolicLink() && isDirectory(path))) found.push(path);
    }
  } catch (error) {
    report(messageOf(directory, error));
  }
  return found;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function messageOf(path: string, error: unknown): string {
  return `${path}: ${problemWords(error)}`;
}
