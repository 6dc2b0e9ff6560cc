/** What is known of one text, as the playground shows it beside it: what was found, assertions, loops. */
import { showFinding, visibleReport } from '../render/index.ts';
import type { AssertionReport, FileReport, LoopReport } from '../report/index.ts';
import { html, prose } from './html-text.ts';
import type { Html } from './html-text.ts';

/** HTML without scripts; each entry says on which line it is (`data-line`). */
export function answerList(given: FileReport): string {
  const report = visibleReport(given);
  const loops = report.loops.filter(({ pseudo }) => !pseudo);
  const findings = (report.findings ?? []).map((finding) => {
    const { severity, message } = showFinding(finding);
    return entry(finding.range.start.line, severity, html`<b>${prose(message)}</b>`);
  });
  const broken = report.syntaxErrors.map(({ message, range }) => entry(range.start.line, 'hint', prose(message)));
  const all = [...findings, ...report.assertions.map(ofAssertion), ...loops.map(ofLoop), ...broken];
  return all.length === 0 ? html`<p>No loops, no assertions.</p>`.text : html`<ol>${all}</ol>`.text;
}

const entry = (line: number, sort: string, inner: Html): Html =>
  html`<li class="${sort}" data-line="${line}"><button type="button">line ${line}</button> ${inner}</li>
`;

function ofAssertion({ range, verdict, assertion, reason, inputs }: AssertionReport): Html {
  const values = Object.entries(inputs ?? {}).map(([name, value]) => `${name} = ${value}`);
  const why = verdict === 'violated' ? values.join(', ') : (reason?.message ?? '');
  const behind = why === '' ? null : html`<p>${prose(why)}</p>`;
  return entry(range.start.line, verdict, html`<b><code>${assertion}</code>: ${verdict}</b>${behind}`);
}

function ofLoop({ range, count, effects, afterwards, why }: LoopReport): Html {
  const told = [
    ...(effects ?? []).map(({ sentence, words }) => prose(sentence ?? words)),
    ...(afterwards ? [html`Afterwards <code>${afterwards.c}</code>`] : []),
    ...(why ? [html`<i>${prose(why.message)}</i>`] : []),
  ];
  return entry(
    range.start.line,
    'loop',
    html`<b>${prose(count.sentence)}</b>${told.map((text) => html`<p>${text}</p>`)}`,
  );
}
