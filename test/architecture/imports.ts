/** Reads the import statements of the project's own sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

export interface Import {
  /** Path of the importing file from the root, with slashes. */
  readonly from: string;
  /** What is imported: a path from the root, or the name of a package or builtin. */
  readonly to: string;
  /** Erased when it runs. */
  readonly typeOnly: boolean;
}

/** All TypeScript files below a folder of the project, as paths from the root. */
export function sources(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The source without comments; strings stay. */
export function withoutComments(source: string): string {
  return source.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (_, string: string | undefined) => string ?? ' ',
  );
}

export function importsOf(path: string, source: string = read(path)): readonly Import[] {
  const code = withoutComments(source);
  const found: Import[] = [];
  for (const [, type, target] of code.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[\w$*{][^'"`;]*?\sfrom\s+)?['"]([^'"\n]+)['"]/gm,
  )) {
    found.push({ from: path, to: resolve(path, target ?? ''), typeOnly: type !== undefined });
  }
  for (const [, target] of code.matchAll(/\b(?:import|require)\(\s*['"]([^'"\n]+)['"]\s*\)/g)) {
    found.push({ from: path, to: resolve(path, target ?? ''), typeOnly: false });
  }
  return found;
}

function resolve(from: string, target: string): string {
  return target.startsWith('.') ? posix.join(posix.dirname(from), target) : target;
}
