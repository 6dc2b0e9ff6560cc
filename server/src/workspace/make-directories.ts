/**
 * Makes a directory and those above it, each once: Node's own `recursive` never ends where the system says that a
 * directory is missing which is there (`/proc`).
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { problemWords } from './regular-file.ts';

/** Null: it is there. */
export function makeDirectories(path: string): string | null {
  const missing: string[] = [];
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      if (statSync(folder).isDirectory()) break;
      return `${folder}: not a directory`;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
        return `${folder}: ${problemWords(error)}`;
    }
    if (dirname(folder) === folder) break;
    missing.unshift(folder);
  }
  for (const folder of missing) {
    try {
      mkdirSync(folder);
    } catch (error) {
      // another process may have been faster
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) continue;
      return `${folder}: ${problemWords(error)}`;
    }
  }
  return null;
}
