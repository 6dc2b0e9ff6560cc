/** A few lines of source, numbered, with those marked that are meant. */
import { visible } from '../render/index.ts';
import { html } from './html-text.ts';
import type { Html } from './html-text.ts';

/** Lines before and behind a place, of what is longer than that, and characters of a line. */
const AROUND = 2;
const MOST_LINES = 14;
const LONGEST_LINE = 200;

export interface Lines {
  readonly from: number;
  readonly to: number;
}

/** What stands on the lines (from 1), and around them; the middle of many is left out. */
export function excerpt(source: readonly string[], marked: Lines): Html {
  const first = Math.max(1, marked.from - AROUND);
  return numbered(source, { from: first, to: marked.to + AROUND }, (number, text) => {
    const isMarked = typeof number === 'number' && marked.from <= number && number <= marked.to;
    return html`<span class="${isMarked ? 'line marked' : 'line'}"><span class="number">${number}</span> ${text}
</span>`;
  });
}

/** The lines alone, with as little markup as there can be: a page has many thousands. */
export const listing = (source: readonly string[], lines: Lines): Html =>
  numbered(
    source,
    lines,
    (number, text) => html`<i>${number}</i> ${text}
`,
  );

function numbered(
  source: readonly string[],
  { from, to }: Lines,
  line: (number: number | string, text: string) => Html,
): Html {
  const last = Math.min(source.length, to);
  const numbers = Array.from({ length: Math.max(0, last - from + 1) }, (_, k) => from + k);
  const shown = numbers.length <= MOST_LINES ? numbers : numbers.slice(0, MOST_LINES - 1);
  const left = numbers.length - shown.length;
  const lines = shown.map((number) => line(number, cut(visible((source[number - 1] ?? '').replaceAll('\t', '    ')))));
  return html`<pre tabindex="0" role="group" aria-label="source, from line ${from}">${lines}\
${left > 0 ? line('…', `${left} more lines`) : null}</pre>`;
}

const cut = (line: string): string => (line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)} …`);
