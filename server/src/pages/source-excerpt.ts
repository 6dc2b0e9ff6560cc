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
export function excerpt(source: readonly string[], marked: Lines, around = AROUND): Html {
  const first = Math.max(1, marked.from - around);
  const last = Math.min(source.length, marked.to + around);
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => first + k);
  const shown = numbers.length <= MOST_LINES ? numbers : numbers.slice(0, MOST_LINES - 1);
  const left = numbers.length - shown.length;
  return html`<pre tabindex="0" role="group" aria-label="source, from line ${first}">${shown.map((number) => {
    const isMarked = marked.from <= number && number <= marked.to && around > 0;
    const text = cut(visible((source[number - 1] ?? '').replaceAll('\t', '    ')));
    return html`<span class="${isMarked ? 'line marked' : 'line'}"><span class="number">${number}</span> ${text}
</span>`;
  })}${
    left > 0
      ? html`<span class="line"><span class="number">…</span> ${left} more lines
</span>`
      : null
  }</pre>`;
}

const cut = (line: string): string => (line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)} …`);
