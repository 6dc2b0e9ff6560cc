/**
 * What an editor shows, written into the source: a lens above its loop, a diagnostic below its words.
 *
 *     //v n iterations · Type 1 · exact
 *       while (i < n) i++;
 *       assert(bad);
 *     //^^^^^^^^^^^ assertion-violated
 *
 * A test compares this with what comes back, drawn the same way. Arrows stand in their columns, so nothing before
 * column 2 can be annotated, and what stretches over lines is drawn on its first.
 */
import type { Span } from './marked.ts';

export interface Shown {
  readonly range: Span;
  readonly text: string;
}

const ANNOTATION = /^\/\/ *(v|\^+) /;

/** The source alone. The first line may be empty, so that it can begin below the quote. */
export function withoutAnnotations(annotated: string): string {
  return linesOf(annotated)
    .filter((line) => !ANNOTATION.test(line))
    .join('\n');
}

/** The annotated source as `annotate` draws it. */
export const asDrawn = (annotated: string): string => linesOf(annotated).join('\n');

/** Draws lenses and diagnostics into a source. */
export function annotate(source: string, lenses: readonly Shown[], diagnostics: readonly Shown[]): string {
  const on = (shown: readonly Shown[], line: number, arrows: (one: Shown) => string): readonly string[] =>
    shown
      .filter(({ range }) => range.start.line === line)
      .map((one) => `//${' '.repeat(one.range.start.character - 2)}${arrows(one)} ${one.text}`);
  return source
    .split('\n')
    .flatMap((line, k) => [
      ...on(lenses, k, () => 'v'),
      line,
      ...on(diagnostics, k, ({ range: { start, end } }) =>
        '^'.repeat((end.line === start.line ? end.character : line.length) - start.character),
      ),
    ])
    .join('\n');
}

const linesOf = (text: string): readonly string[] => text.replace(/^\n/, '').split('\n');
