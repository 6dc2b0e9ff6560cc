/**
 * Places in C that a test is about, marked where they are instead of counted: `$0` to `$9`. A mark that stands once is
 * a position, one that stands twice a range: `assert($1x > 0$1);`. Lines and columns count from zero, as in the
 * protocol.
 */
export interface Place {
  readonly line: number;
  readonly character: number;
}

export interface Span {
  readonly start: Place;
  readonly end: Place;
}

export interface Marked {
  /** Without the marks. */
  readonly text: string;
  at(mark: string): Place;
  span(mark: string): Span;
}

const MARK = /^\$\d$/;

/** The first line may be empty, so that the source can begin below the quote. */
export function marked(source: string): Marked {
  const marks = new Map<string, Place[]>();
  const pieces = source.replace(/^\n/, '').split(/(\$\d)/);
  let text = '';
  for (const piece of pieces)
    if (MARK.test(piece)) marks.set(piece, [...(marks.get(piece) ?? []), placeOf(text, text.length)]);
    else text += piece;
  const of = (mark: string, count: number): readonly Place[] => {
    const places = marks.get(mark) ?? [];
    if (places.length !== count) throw new Error(`${mark} stands ${places.length} times instead of ${count}`);
    return places;
  };
  return {
    text,
    at: (mark) => of(mark, 1)[0]!,
    span(mark) {
      const [start, end] = of(mark, 2);
      return { start: start!, end: end! };
    },
  };
}

/** Where these words stand, once, in a text that has no marks. */
export function spanOf(text: string, words: string): Span {
  const offset = text.indexOf(words);
  if (offset < 0 || text.includes(words, offset + 1)) throw new Error(`'${words}' must stand there once`);
  return { start: placeOf(text, offset), end: placeOf(text, offset + words.length) };
}

function placeOf(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length - 1, character: lines.at(-1)!.length };
}
