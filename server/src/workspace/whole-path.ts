/** Paths that are the same where they lead to the same file. */
import { resolve } from 'node:path';

/**
 * The absolute path. Windows writes the letter of a drive in either case: editors send `c:`, build systems write `C:`.
 */
export const wholePath = (...parts: readonly string[]): string =>
  resolve(...parts).replace(/^[a-z]:\\/, (drive) => drive.toUpperCase());
