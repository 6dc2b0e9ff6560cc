/**
 * The list of all loops. The first page of it are rows of the table; the others are held as text, which costs a browser
 * next to nothing, until the page's script shows them (`report-script.ts`).
 */
import { CLASSES, classOf, sortOfLoop } from '../render/index.ts';
import type { FileResult } from '../render/index.ts';
import type { LoopReport } from '../report/index.ts';
import { Html, html, place, prose } from './html-text.ts';
import { ANSWERS } from './loop-tables.ts';
import { listing } from './source-excerpt.ts';

/** Rows that are shown at a time. */
export const ROWS_SHOWN = 200;
/** Loops beyond that are listed without their source, which is most of a page's size. */
const MOST_EXCERPTS = 50_000;

export interface Shown extends FileResult {
  readonly lines: readonly string[] | null;
}

const ANSWER_WORDS: ReadonlyMap<string, string> = new Map(ANSWERS);

export function loopList(files: readonly Shown[]): Html {
  const all = files.flatMap(({ file, report, lines }) =>
    report.loops.filter(({ pseudo }) => !pseudo).map((loop) => ({ file, loop, lines })),
  );
  if (all.length === 0) return html`<p>There are no loops.</p>`;
  const rows = all.map((entry, k) => loopRow(entry, k, all.length <= MOST_EXCERPTS));
  // nothing in a row can end the element: what is not its own markup has no `<`
  const others =
    rows.length <= ROWS_SHOWN
      ? null
      : html`<noscript><p>These are the first ${ROWS_SHOWN} of ${rows.length} loops. A script shows the others.</p></noscript>
<nav class="pages" id="pages" aria-label="pages of loops" hidden><button type="button">previous</button>\
<span role="status"></span><button type="button">next</button></nav>
<script type="text/plain" id="held">${rows.slice(ROWS_SHOWN)}</script>`;
  const option = (value: string, words: string): Html => html`<option value="${value.toLowerCase()}">${words}</option>`;
  return html`<form class="filters" id="filters" hidden>
<div class="grow"><label for="filter-text">text</label>\
<input id="filter-text" type="search" placeholder="file, function, answer" autocomplete="off"></div>
<div><label for="filter-answer">answer</label><select id="filter-answer"><option value="">any</option>\
${ANSWERS.map(([name, words]) => option(name, words))}</select></div>
<div><label for="filter-class">class</label><select id="filter-class"><option value="">any</option>${CLASSES.map(
    (name) => option(name, name === 'unclassified' ? 'not classified' : `Type ${name}`),
  )}</select></div>
</form>
<p id="shown" role="status" class="soft">${all.length} loops</p>
<table id="loops">
<thead><tr>${['place', 'function', 'answer', 'kind', 'class', 'values'].map(
    (name) => html`<th scope="col"><button type="button">${name}</button></th>`,
  )}</tr></thead>
<tbody>${rows.slice(0, ROWS_SHOWN)}</tbody>
</table>
${others}`;
}

/** A number that is exact in each case alone isn't what the sentence tells: it has the most of all. */
function kindOf(loop: LoopReport): string {
  const sort = sortOfLoop(loop);
  if (sort === 'exact' && loop.count.relation !== 'exactly') return 'an exact number in each case';
  return ANSWER_WORDS.get(sort) ?? sort;
}

function loopRow(
  { file, loop, lines }: { readonly file: string; readonly loop: LoopReport; readonly lines: readonly string[] | null },
  index: number,
  withSource: boolean,
): Html {
  const sort = sortOfLoop(loop);
  const type = classOf(loop);
  const { range, count, why, exactness } = loop;
  const source = withSource && lines !== null ? listing(lines, { from: range.start.line, to: range.end.line }) : null;
  const effects = (loop.effects ?? []).map(({ sentence, words }) => sentence ?? words);
  const told = [
    ...effects,
    ...(loop.afterwards ? [`Afterwards \`${loop.afterwards.c}\``] : []),
    ...(why ? [why.message] : []),
  ];
  const inner = html`${told.map((text) => html`<p>${prose(text)}</p>`)}${source}`;
  const answer =
    told.length === 0 && source === null
      ? prose(count.sentence)
      : html`<details><summary>${prose(count.sentence)}</summary>${inner}</details>`;
  return html`<tr data-answer="${sort.toLowerCase()}" data-class="${type}">\
<th scope="row" data-key="${String(index)}">${place(file, range.start.line)}</th>\
<td data-name="function"><code>${loop.function}</code></td>
<td data-key="${count.sentence}">${answer}</td><td data-name="kind">${kindOf(loop)}</td>
<td data-name="class">${type === 'unclassified' ? '–' : `Type ${type}`}</td>\
<td data-name="values">${exactness}</td></tr>
`;
}
