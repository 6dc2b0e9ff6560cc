/**
 * What lies around a document: the files that are open in the editor, whose texts stand for what is on the disk. And
 * whether results rest on files as they are now.
 */
import { fileURLToPath } from 'node:url';
import { versionOf } from './header-files.ts';
import type { Looked } from './header-files.ts';
import { wholePath } from './whole-path.ts';

/** Path of a document; null where it lies in no file of this machine. */
export function pathOf(uri: string): string | null {
  if (!uri.startsWith('file:')) return null;
  try {
    return wholePath(fileURLToPath(uri));
  } catch {
    return null;
  }
}

export interface Surroundings {
  /** The document has this text in the editor, saved or not. */
  set(uri: string, text: string): void;
  /** It is open no longer: what is on the disk counts. */
  drop(uri: string): void;
  /** All of them, by path. */
  texts(): ReadonlyMap<string, string>;
  /** Whether what was found where headers were looked for is what the editor has there now. */
  agree(looked: Looked): boolean;
  /** Whether a document is, or would be, read in the place of another text, or of none. */
  concerns(uri: string, looked: Looked): boolean;
}

export function createSurroundings(): Surroundings {
  const texts = new Map<string, { readonly text: string; version: string | null }>();
  /** Texts are hashed only once they are needed. */
  const version = (path: string): string | null => {
    const open = texts.get(path);
    return open === undefined ? null : (open.version ??= versionOf(open.text));
  };
  return {
    set(uri, text) {
      const path = pathOf(uri);
      if (path !== null) texts.set(path, { text, version: null });
    },
    drop(uri) {
      const path = pathOf(uri);
      if (path !== null) texts.delete(path);
    },
    texts: () => new Map([...texts].map(([path, { text }]) => [path, text])),
    agree: (looked) => [...texts.keys()].every((path) => !looked.has(path) || looked.get(path) === version(path)),
    concerns(uri, looked) {
      const path = pathOf(uri);
      return path !== null && looked.has(path) && looked.get(path) !== version(path);
    },
  };
}
