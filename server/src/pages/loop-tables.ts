/**
 * The report's tables of loops: by answer, by the papers' classes, how much of each class is covered, and why not more
 * is known.
 */
import { CLASSES, reasonsDocUrl } from '../render/index.ts';
import type { ClassName, ReportFigures } from '../render/index.ts';
import { html } from './html-text.ts';
import type { Html } from './html-text.ts';

/** Sorts of answers, as the totals count them, and what is said of them. */
export const ANSWERS = [
  ['exact', 'an exact number of iterations'],
  ['upper', 'at most a number'],
  ['structural', 'the length of a string or list'],
  ['assuming', 'a number that rests on something'],
  ['until', 'until something happens'],
  ['endless', 'never ends'],
  ['typeLimit', "only a type's limit"],
  ['none', 'no answer'],
] as const;

/** Proteus, table 1: which conditions a loop has, and how its paths follow one another. */
const CLASS_WORDS: Readonly<Record<ClassName, string>> = {
  1: 'Type 1: conditions on induction variables, sequential or periodic',
  2: 'Type 2: conditions on induction variables, irregular',
  3: 'Type 3: conditions on other variables too, sequential or periodic',
  4: 'Type 4: conditions on other variables too, irregular',
  unclassified: 'not classified: counted, not summarised',
};

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

/** A number that tests look for by name. */
const figure = (name: string, value: number): Html => html`<td class="count" data-figure="${name}">${value}</td>`;

const bar = (part: number, whole: number): Html =>
  html`<td class="wide" aria-hidden="true">\
<svg class="bar" width="${((100 * part) / Math.max(1, whole)).toFixed(1)}%" height="11"></svg></td>`;

export function answersTable({ totals }: ReportFigures): Html {
  return html`<div class="scroll"><table><caption>How often loops iterate: ${totals.loops} loops</caption>
<thead><tr><th scope="col">answer</th><th scope="col" class="count">loops</th>\
<th scope="col" class="count">share</th><td></td></tr></thead>
<tbody>${ANSWERS.map(
    ([name, words]) => html`<tr><th scope="row">${words}</th>${figure(`totals.${name}`, totals[name])}
<td class="count">${percent(totals[name], totals.loops)}</td>${bar(totals[name], totals.loops)}</tr>
`,
  )}</tbody></table></div>`;
}

export function classesTable({ classes, totals }: ReportFigures): Html {
  return html`<div class="scroll"><table><caption>The papers' classification (Proteus, table 1)</caption>
<thead><tr><th scope="col">class</th><th scope="col" class="count">loops</th><th scope="col" class="count">share</th>
<th scope="col" class="count">sequential</th><th scope="col" class="count">periodic</th>\
<th scope="col" class="count">irregular</th></tr></thead>
<tbody>${CLASSES.map((name) => {
    const { loops, patterns } = classes[name];
    return html`<tr><th scope="row">${CLASS_WORDS[name]}</th>${figure(`classes.${name}.loops`, loops)}
<td class="count">${percent(loops, totals.loops)}</td>${(['sequential', 'periodic', 'irregular'] as const).map(
      (pattern) => figure(`classes.${name}.patterns.${pattern}`, patterns[pattern]),
    )}</tr>
`;
  })}</tbody></table></div>`;
}

export function coverageTable({ classes }: ReportFigures): Html {
  return html`<div class="scroll"><table><caption>Coverage: what is known of the loops of a class</caption>
<thead><tr><th scope="col">class</th><th scope="col" class="count">exact summary</th>\
<th scope="col" class="count">over-approximated</th>
<th scope="col" class="count">none</th><th scope="col" class="count">bounded</th>\
<th scope="col" class="count">always end</th></tr></thead>
<tbody>${CLASSES.map((name) => {
    const { exactness, bounded, ends } = classes[name];
    return html`<tr><th scope="row">${name === 'unclassified' ? 'not classified' : `Type ${name}`}</th>
${(['exact', 'over', 'unknown'] as const).map((how) => figure(`classes.${name}.exactness.${how}`, exactness[how]))}
${figure(`classes.${name}.bounded`, bounded)}${figure(`classes.${name}.ends`, ends)}</tr>
`;
  })}</tbody></table></div>`;
}

export function reasonsTable({ reasons, classes }: ReportFigures): Html {
  if (reasons.length === 0) {
    const isAllKnown = CLASSES.every((name) => classes[name].exactness.exact === classes[name].loops);
    return html`<p>${isAllKnown ? 'Of no loop is anything unknown.' : 'Loops that are only counted have no reasons.'}</p>`;
  }
  const most = reasons[0]?.count ?? 0;
  return html`<div class="scroll"><table><caption>Why not more is known: the reason that stands in the way</caption>
<thead><tr><th scope="col">reason</th><th scope="col" class="count">loops</th><td></td></tr></thead>
<tbody>${reasons.map(
    ({ code, count }) => html`<tr><th scope="row"><a href="${reasonsDocUrl(code)}">${code}</a></th>
${figure(`reasons.${code}`, count)}${bar(count, most)}</tr>
`,
  )}</tbody></table></div>`;
}
