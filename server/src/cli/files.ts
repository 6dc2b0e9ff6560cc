/** Files as they come: found, read and decoded. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decode } from '../workspace/decode.ts';

export { decode } from '../workspace/decode.ts';

export type FileText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** Reads a source file; what can't be read becomes a message. */
export async function readSource(path: string): Promise<FileText> {
  try {
    return { ok: true, text: sameLines(decode(await readFile(path))) };
  } catch (error) {
    return { ok: false, message: messageOf(path, error) };
  }
}

/** A lone carriage return ends a line, as it does for editors. */
function sameLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
}

/** Paths to files; directories are walked for `.c` files, in alphabetical order. Links to directories are not followed. */
export async function findSources(paths: readonly string[], report: (message: string) => void): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    try {
      if ((await stat(path)).isDirectory()) await walk(path, found, report);
      else found.push(path);
    } catch (error) {
      report(messageOf(path, error));
    }
  }
  return found;
}

async function walk(directory: string, found: string[], report: (message: string) => void): Promise<void> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== '.git') await walk(path, found, report);
      } else if (/\.c$/i.test(entry.name) && (entry.isFile() || entry.isSymbolicLink())) found.push(path);
    }
  } catch (error) {
    report(messageOf(directory, error));
  }
}

function messageOf(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'no such file or directory', EACCES: 'permission denied', EISDIR: 'is a directory', ENOTDIR: 'not a directory', ELOOP: 'too many links',
  };
  return `${path}: ${words[code] ?? (error instanceof Error ? error.message : String(error))}`;
}
