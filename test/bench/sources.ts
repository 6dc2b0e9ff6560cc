import { readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** A file itself; the `.c` files below a directory. */
export function sourcesBelow(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [resolve(path)];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.c$/i.test(name))
    .map((name) => resolve(path, name))
    .sort();
}
