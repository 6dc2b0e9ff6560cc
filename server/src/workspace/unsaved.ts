/** Texts that are being edited and differ from what lies on the disk: other documents include them as they are. */
import { fileURLToPath } from 'node:url';

/** Path of a document; null where it lies in no file of this machine. */
export function pathOf(uri: string): string | null {
  if (!uri.startsWith('file:')) return null;
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

export interface UnsavedTexts {
  /** The document has this text, which is not saved. */
  set(uri: string, text: string): void;
  /** It has been saved, or closed. */
  drop(uri: string): void;
  /** All of them but the document's own, by path. */
  besides(uri: string): ReadonlyMap<string, string>;
}

export function createUnsavedTexts(): UnsavedTexts {
  const texts = new Map<string, string>();
  return {
    set(uri, text) {
      const path = pathOf(uri);
      if (path !== null) texts.set(path, text);
    },
    drop(uri) {
      const path = pathOf(uri);
      if (path !== null) texts.delete(path);
    },
    besides(uri) {
      const own = pathOf(uri);
      return new Map([...texts].filter(([path]) => path !== own));
    },
  };
}
