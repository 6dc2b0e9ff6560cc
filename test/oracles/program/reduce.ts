/** Makes a program with a wrong verdict small: lines and blocks are left out as long as the verdict stays wrong. */
import type { Rendered } from './run.ts';
import { rejected } from './run.ts';

/** A line that keeps its identity while others go. */
interface Kept {
  readonly text: string;
  readonly target: boolean;
  readonly blamed: boolean;
}

export interface Reduction {
  readonly rendered: Rendered;
  readonly line: number;
}

/** Whether the verdict about this line is still wrong. */
export type StillWrong = (rendered: Rendered, line: number) => Promise<boolean>;

/** What gcc warns of must not come in: the reduced program has to be as defined as the whole one. */
const WARNINGS = [
  '-O1',
  '-w',
  '-Wuninitialized',
  '-Wmaybe-uninitialized',
  '-Wreturn-type',
  '-Wimplicit',
  '-Wint-conversion',
  '-Wincompatible-pointer-types',
  '-Werror',
];

/** The least program found, with its line; at most so many attempts. */
export async function reduce(
  start: Rendered,
  line: number,
  stillWrong: StillWrong,
  attempts = 400,
): Promise<Reduction> {
  let kept: readonly Kept[] = start.lines.map((text, k) => ({
    text,
    target: start.targets.has(k + 1),
    blamed: k + 1 === line,
  }));
  let left = attempts;
  const attempt = async (candidate: readonly Kept[]): Promise<boolean> => {
    if (left <= 0 || !candidate.some((l) => l.blamed)) return false;
    const { rendered, line: at } = asRendered(start, candidate);
    if (!balanced(rendered.lines) || (await rejected(rendered.lines.join('\n'), WARNINGS)) !== null) return false;
    left--;
    if (!(await stillWrong(rendered, at))) return false;
    kept = candidate;
    return true;
  };
  for (let before = Infinity; kept.length < before && left > 0; ) {
    before = kept.length;
    for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let at = 0; at < kept.length; )
        if (!(await attempt([...kept.slice(0, at), ...kept.slice(at + size)]))) at += size;
    }
    for (let at = 0; at < kept.length; at++) {
      const end = closing(kept, at);
      if (end === null) continue;
      if (await attempt([...kept.slice(0, at), ...kept.slice(end + 1)])) continue;
      await attempt([...kept.slice(0, at), ...kept.slice(at + 1, end), ...kept.slice(end + 1)]);
    }
  }
  for (let at = 0; at < kept.length; at++) await simplify(kept, at, attempt, () => kept);
  return asRendered(start, kept);
}

function asRendered(start: Rendered, kept: readonly Kept[]): Reduction {
  const lines = kept.map((l) => l.text);
  const text = lines.join('\n');
  const defined = (name: string): boolean => new RegExp(`\\b${name}\\(`).test(text);
  const { program } = start;
  const narrowed = {
    ...program,
    entries: program.entries.filter((e) => defined(e.name)),
    functions: program.functions.filter((e) => defined(e.name)),
    inputs: program.inputs.filter((g) => new RegExp(`\\b${g.name}\\b`).test(text)),
  };
  return {
    rendered: { program: narrowed, lines, targets: new Set(kept.flatMap((l, k) => (l.target ? [k + 1] : []))) },
    line: kept.findIndex((l) => l.blamed) + 1,
  };
}

function balanced(lines: readonly string[]): boolean {
  let depth = 0;
  for (const c of lines.join('\n'))
    if (c === '{') depth++;
    else if (c === '}' && --depth < 0) return false;
  return depth === 0;
}

/** The line that closes the block opened by this one. */
function closing(kept: readonly Kept[], at: number): number | null {
  if (!kept[at]?.text.trimEnd().endsWith('{')) return null;
  let depth = 0;
  for (let k = at; k < kept.length; k++) {
    for (const c of kept[k]?.text ?? '') depth += c === '{' ? 1 : c === '}' ? -1 : 0;
    if (k > at && depth <= 0) return k;
  }
  return null;
}

/** Parts of an expression become constants or their operands. */
async function simplify(
  _: readonly Kept[],
  at: number,
  attempt: (c: readonly Kept[]) => Promise<boolean>,
  now: () => readonly Kept[],
): Promise<void> {
  const patterns: readonly (readonly [RegExp, string])[] = [
    [/\([^()]*\)/g, '1'],
    [/\([^()]*\)/g, '0'],
    [/ (?:[-+*/%&|^<>=!]|<<|>>|&&|\|\||[<>=!]=) [\w.[\]]+/g, ''],
    [/[\w.[\]]+ (?:[-+*/%&|^<>=!]|<<|>>|&&|\|\||[<>=!]=) /g, ''],
    [/ \? [^?:]* : /g, ', '],
    [/__attribute__\(\([^)]*\)\) ?/g, ''],
    [/\b(const|volatile|register|static) /g, ''],
    [/\b\w+ m\d+(\[\d\])?( : \d)?; /g, ''],
  ];
  for (const [pattern, by] of patterns) {
    for (let from = 0; ; ) {
      const line = now()[at];
      if (line === undefined) return;
      pattern.lastIndex = from;
      const found = pattern.exec(line.text);
      if (!found) break;
      const text = line.text.slice(0, found.index) + by + line.text.slice(found.index + found[0].length);
      if (!(await attempt(now().map((l, k) => (k === at ? { ...l, text } : l))))) from = found.index + 1;
      else from = 0;
      if (by !== '' && from === 0) from = found.index + by.length;
    }
  }
}
