/**
 * Texts as an editor and the protocol see them: lines that end with LF, CRLF or CR, and positions in UTF-16 units.
 * Independent of the server's.
 */

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** As in `textDocument/didChange`: without a range, everything is replaced. */
export interface Change {
  readonly range?: { readonly start: Position; readonly end: Position };
  readonly text: string;
}

/** Where each line begins. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++)
    if (text[i] === '\n' || (text[i] === '\r' && text[i + 1] !== '\n')) starts.push(i + 1);
  return starts;
}

export function positionAt(text: string, offset: number): Position {
  const starts = lineStarts(text);
  const line = starts.findLastIndex((start) => start <= offset);
  return { line, character: offset - (starts[line] ?? 0) };
}

export function offsetAt(text: string, { line, character }: Position): number {
  return (lineStarts(text)[line] ?? text.length) + character;
}

export function applied(text: string, { range, text: inserted }: Change): string {
  return range === undefined
    ? inserted
    : text.slice(0, offsetAt(text, range.start)) + inserted + text.slice(offsetAt(text, range.end));
}

/** The change of what lies between two offsets; these are moved out of line ends. */
export function changeOf(text: string, from: number, to: number, inserted: string): Change {
  const outside = (offset: number): number =>
    text[offset - 1] === '\r' && text[offset] === '\n' ? offset + 1 : offset;
  return {
    range: { start: positionAt(text, outside(from)), end: positionAt(text, outside(Math.max(from, to))) },
    text: inserted,
  };
}
