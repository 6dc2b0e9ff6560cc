/**
 * Files are read only where they are files: no device, pipe or kernel file is waited for, and nothing is read without
 * end.
 */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';

export type FileBytes =
  | { readonly ok: true; readonly bytes: Buffer }
  /** What is wrong with it, as behind its name: `is not a regular file`. */
  | { readonly ok: false; readonly problem: string };

/** Bytes of a source file that are read at most. */
export const LONGEST_SOURCE = 32_000_000;

export const NOT_REGULAR = 'is not a regular file';
export const tooLarge = (limit: number): string => `is too large: more than ${limit / 1_000_000} MB`;

/** The bytes of a regular file: as many as it had when it was opened. Never blocks on what isn't one, never throws. */
export function readRegular(path: string, limit: number): FileBytes {
  try {
    // devices can act on being opened: look first
    const before = problemOf(statSync(path), limit);
    if (before !== null) return { ok: false, problem: before };
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = fstatSync(file);
      const problem = problemOf(stat, limit);
      return problem === null ? { ok: true, bytes: readAll(file, stat.size) } : { ok: false, problem };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return { ok: false, problem: problemWords(error) };
  }
}

function problemOf(stat: Stats, limit: number): string | null {
  if (stat.isDirectory()) return 'is a directory';
  if (!stat.isFile()) return NOT_REGULAR;
  return stat.size > limit ? tooLarge(limit) : null;
}

/** Files of the kernel claim to be empty, and may have no end: they are read as they claim. */
function readAll(file: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let read = 0;
  while (read < size) {
    const more = readSync(file, bytes, read, size - read, null);
    if (more === 0) break;
    read += more;
  }
  return bytes.subarray(0, read);
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  ELOOP: 'too many links',
  ENAMETOOLONG: 'the name is too long',
  EEXIST: 'exists already',
  ENOSPC: 'no space left',
  EROFS: 'read-only file system',
  EIO: 'input or output error',
};

/** What went wrong with a file, in words. */
export function problemWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return WORDS[code] ?? (error instanceof Error ? error.message : String(error));
}
