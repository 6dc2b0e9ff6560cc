/** Folders of sources as they are walked: on the disk, or wherever an editor has them. */
import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegular } from '../workspace/index.ts';

export interface TreeEntry {
  readonly name: string;
  /** A link to a folder is none of both: it isn't followed. */
  readonly kind: 'file' | 'folder' | 'other';
}

export interface SourceTree {
  /** Rejects where it can't be read. */
  entries(folder: string): Promise<readonly TreeEntry[]>;
  /** Of a short file; null where it isn't there, or can't be read. */
  text(path: string): Promise<string | null>;
}

/** Bytes of a file with rules. */
const LONGEST = 10_000_000;

export const diskTree: SourceTree = {
  async entries(folder) {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.map((entry) => {
      const isOther = entry.isSymbolicLink() && isDirectory(join(folder, entry.name));
      return { name: entry.name, kind: entry.isDirectory() ? 'folder' : isOther ? 'other' : 'file' };
    });
  },
  async text(path) {
    const read = readRegular(path, LONGEST);
    return read.ok ? read.bytes.toString('utf8') : null;
  },
};

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
