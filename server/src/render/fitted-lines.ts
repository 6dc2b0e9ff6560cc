/** Text in lines of some width, and parts in as many lines as there is room for. */

/** Words that may begin a line: none that Markdown reads as a list, a heading or a quotation there. */
const BEGINS = /^(?!\d+[.)])[\w`("'\\…]/u;

/** Broken at spaces; what is longer than a line is cut. `next` stands before all lines but the first. */
export function wrapped(text: string, width: number, next = ''): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const words of together(text)) {
    const longer = line === '' ? words : `${line} ${words}`;
    if (line === '' || longer.length <= width) line = longer;
    else {
      lines.push(line);
      line = next + words;
    }
  }
  return [...lines, line].filter((l) => l.trim() !== '').map((l) => shortenLine(l, width));
}

/** Words with those behind them that may not begin a line. */
function together(text: string): readonly string[] {
  const out: string[] = [];
  for (const word of text.split(' ')) {
    if (out.length === 0 || BEGINS.test(word)) out.push(word);
    else out.push(`${out.pop()} ${word}`);
  }
  return out;
}

const shortenLine = (line: string, width: number): string =>
  line.length <= width ? line : `${line.slice(0, width - 1)}…`;

/**
 * A part that is to be shown: as many lines as it needs where it may take that many, fewer otherwise; none: it can't.
 */
export interface Fitting {
  readonly rank: number;
  readonly lines: (most: number) => readonly string[];
}

/** The lines of all parts, in their order; where there is no room for all, those of the least ranks get it first. */
export function fitted(parts: readonly Fitting[], most: number): readonly (readonly string[])[] {
  const shown = parts.map((): readonly string[] => []);
  let left = most;
  for (const i of [...parts.keys()].sort((a, b) => (parts[a]?.rank ?? 0) - (parts[b]?.rank ?? 0) || a - b)) {
    const lines = left > 0 ? (parts[i]?.lines(left) ?? []) : [];
    if (lines.length > left) continue;
    shown[i] = lines;
    left -= lines.length;
  }
  return shown;
}
