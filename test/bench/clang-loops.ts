/** The loops of a file as Clang's syntax tree has them: an independent count. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ClangLoops {
  /** `line:column` of each loop's keyword, spelled in the file itself and outside macros. */
  readonly places: ReadonlySet<string>;
  /** Errors that Clang had: what it didn't understand it may have left out. */
  readonly errors: number;
}

/** Asks Clang (of the machine) for the tree of a file; null where it gives none. */
export async function clangLoops(file: string, source: string, flags: readonly string[]): Promise<ClangLoops | null> {
  const args = [
    '-fsyntax-only',
    '-w',
    '-ferror-limit=0',
    '-fno-color-diagnostics',
    '-Xclang',
    '-ast-dump',
    '-Xclang',
    '-frecovery-ast',
    ...flags,
    file,
  ];
  const child = spawn('clang', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = 0;
  createInterface(child.stderr).on('line', (line) => {
    if (/ (?:fatal )?error: /.test(line)) errors++;
  });
  const defined = macroLines(source);
  const places = new Set<string>();
  // the dump gives a place relative to the one before: all of them have to be followed
  let current = '';
  let line = 0;
  let seen = false;
  for await (const text of createInterface(child.stdout)) {
    seen = true;
    const isLoop = /^[\s|`-]*(?:For|While|Do)Stmt /.test(text);
    let begin: string | null = null;
    for (const m of text
      .replace(/'[^']*'/g, '')
      .matchAll(/(?:<|, |> )(?:line:(\d+):(\d+)|col:(\d+)|([^\s<>:,]+):(\d+):(\d+))(?=[,> ]|$)/g)) {
      const [, ownLine, column, sameLine, otherFile, otherLine, otherColumn] = m;
      if (otherFile !== undefined) current = otherFile;
      if (ownLine !== undefined || otherLine !== undefined) line = Number(ownLine ?? otherLine);
      begin ??= `${line}:${column ?? sameLine ?? otherColumn}`;
    }
    if (isLoop && begin !== null && current === file && !defined.has(Number(begin.split(':')[0]))) places.add(begin);
  }
  return seen ? { places, errors } : null;
}

/** Lines that belong to a `#define`. */
function macroLines(source: string): ReadonlySet<number> {
  const out = new Set<number>();
  let inside = false;
  for (const [i, line] of source.split('\n').entries()) {
    if (inside || /^\s*#\s*define\b/.test(line)) {
      out.add(i + 1);
      inside = line.endsWith('\\');
    }
  }
  return out;
}
