/**
 * Files that are no program by themselves: another one of their folder includes them, behind the headers that they rest
 * on. Example: `regex.c` has `#include "regex_internal.h"` and then `#include "regcomp.c"`.
 */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export interface IncludingFile {
  readonly path: string;
  /** Its text up to where it includes the part, conditions that are open there closed. */
  readonly before: string;
}

/** What a part would include is included before it. */
const INCLUDES_QUOTED = /^[ \t]*#[ \t]*include[ \t]*"/m;
const SOURCE = /\.(c|cc|cpp|cxx)$/i;

/** It may include another file of its folder. */
export const isSource = (path: string): boolean => SOURCE.test(path);

/**
 * The file beside a part that includes it, at the only place where it is included. Null: there is none, or there are
 * several, each of which may make something else of it; or it includes headers of its own. `textOf`: of a file, null
 * where it has none.
 */
export function includingFile(file: string, textOf: (path: string) => string | null): IncludingFile | null {
  const own = textOf(file);
  if (own === null || INCLUDES_QUOTED.test(own)) return null;
  const found = sourcesBeside(file).flatMap((path) =>
    textsBefore(basename(file), textOf(path)).map((before): IncludingFile => ({ path, before })),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

function sourcesBeside(file: string): readonly string[] {
  const folder = dirname(file);
  try {
    return readdirSync(folder)
      .filter((name) => isSource(name) && name !== basename(file))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** For each line that includes it. */
function textsBefore(name: string, text: string | null): readonly string[] {
  if (text === null || !text.includes(`"${name}"`)) return [];
  const lines = text.split('\n');
  return lines.flatMap((line, at): string[] => {
    if (!isIncludeOf(name, line)) return [];
    const before = lines.slice(0, at);
    return [`${[...before, ...Array.from({ length: openConditions(before) }, () => '#endif')].join('\n')}\n`];
  });
}

const isIncludeOf = (name: string, line: string): boolean => /^\s*#\s*include\s*"([^"]*)"/.exec(line)?.[1] === name;

function openConditions(lines: readonly string[]): number {
  let open = 0;
  for (const line of lines) {
    const [, directive] = /^\s*#\s*(ifdef|ifndef|if|endif)\b/.exec(line) ?? [];
    if (directive === 'endif') open = Math.max(0, open - 1);
    else if (directive !== undefined) open++;
  }
  return open;
}
