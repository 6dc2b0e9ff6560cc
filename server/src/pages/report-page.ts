/**
 * A whole run as one page: what was found first, then how much is known of the loops, then the loops themselves.
 * Nothing is loaded from elsewhere, and no script runs but the page's own, whose hash the page's policy names.
 */
import { createHash } from 'node:crypto';
import { diagnosticMessage, reportFigures, showFinding, visible, visibleReport } from '../render/index.ts';
import type { FileResult, ReportFigures } from '../render/index.ts';
import type { AssertionReport, Finding, LoopReport } from '../report/index.ts';
import { Html, html, place, prose } from './html-text.ts';
import { loopList } from './loop-list.ts';
import type { Shown } from './loop-list.ts';
import { answersTable, classesTable, coverageTable, reasonsTable } from './loop-tables.ts';
import { REPORT_SCRIPT } from './report-script.ts';
import { REPORT_STYLE } from './report-style.ts';
import { excerpt } from './source-excerpt.ts';

/** A file's results with its text, where that is still what was analysed. */
export interface ReportedFile extends FileResult {
  readonly source: string | null;
}

export function reportPage(files: readonly ReportedFile[], version: string): string {
  const figures = reportFigures(files.map(({ report }) => report));
  const shown = files.map(({ file, report, source }) => ({
    file: visible(file),
    report: visibleReport(report),
    lines: source === null ? null : source.split(/\r\n|\n|\r/),
  }));
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
style-src 'sha256-${hashOf(REPORT_STYLE)}'; \
script-src 'sha256-${hashOf(REPORT_SCRIPT)}'; base-uri 'none'; form-action 'none'">
<title>LoopLens report</title>
<style>${new Html(REPORT_STYLE)}</style>
</head>
<body>
<main>
<h1>LoopLens report</h1>
<p class="soft">LoopLens ${version} on ${figures.files} file${figures.files === 1 ? '' : 's'} \
with ${figures.functions} function${figures.functions === 1 ? '' : 's'}.</p>
${tiles(figures)}
<h2 id="found">What was found</h2>
${shown.flatMap(foundIn).map(({ element }) => element)}
${shown.every((file) => foundIn(file).length === 0) ? html`<p>Nothing wrong was found.</p>` : null}
${openAssertions(shown)}
<h2>Loops by answer</h2>
${answersTable(figures)}
<h2>Loops by class</h2>
${classesTable(figures)}
${coverageTable(figures)}
<h2>Reasons</h2>
${reasonsTable(figures)}
<h2>All loops</h2>
${loopList(shown)}
</main>
<script>${new Html(REPORT_SCRIPT)}</script>
</body>
</html>
`;
  return page.text;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

function tiles({ assertions, findings, totals }: ReportFigures): Html {
  const all = findings.reduce((sum, { count }) => sum + count, 0);
  const tile = (name: string, value: number, words: string, colour: string): Html =>
    html`<li><b class="${value === 0 ? '' : colour}" data-figure="${name}">${value}</b> ${words}</li>`;
  return html`<ul class="tiles">
${tile('assertions.violated', assertions.violated, 'assertions violated', 'bad')}
${tile('findings', all, 'findings', 'warn')}
${tile('assertions.unknown', assertions.unknown, 'assertions undecided', '')}
${tile('assertions.holds', assertions.holds, 'assertions hold', 'good')}
${tile('totals.loops', totals.loops, 'loops', '')}
${tile('totals.exact', totals.exact, 'with an exact count', 'good')}
</ul>`;
}

interface Found {
  readonly element: Html;
}

/** Violated assertions and findings of a file; what is accepted is left to the list of the run. */
function foundIn({ file, report, lines }: Shown): readonly Found[] {
  const card = (
    told: { range: LoopReport['range']; function: string },
    code: string,
    severity: string,
    message: string,
  ): Found => ({
    element: html`<article class="card ${severity}">
<h3>${prose(message.split('\n')[0] ?? '')}</h3>
<p class="soft"><b>${code}</b> · ${place(file, told.range.start.line)} · in <code>${told.function}</code></p>
${runOf(message)}${lines === null ? null : excerpt(lines, { from: told.range.start.line, to: told.range.end.line })}
</article>
`,
  });
  return [
    ...report.assertions
      .filter(({ verdict, accepted }) => verdict === 'violated' && !accepted)
      .map((assertion) => card(assertion, 'assertion-violated', 'error', diagnosticMessage(assertion))),
    ...(report.findings ?? [])
      .filter(({ accepted }) => !accepted)
      .map((finding: Finding) => {
        const { code, severity, message } = showFinding(finding);
        return card(finding, code, severity, message);
      }),
  ];
}

/** How a run gets there, which stands below the first line of a message. */
function runOf(message: string): Html | null {
  const [, ...table] = message.split('\n');
  const text = table.join('\n').trim();
  return text === '' ? null : html`<pre class="run" tabindex="0">${text}</pre>\n`;
}

function openAssertions(files: readonly Shown[]): Html | null {
  const open = files.flatMap(({ file, report }) =>
    report.assertions.filter(({ verdict }) => verdict === 'unknown').map((assertion) => ({ file, assertion })),
  );
  if (open.length === 0) return null;
  const row = ({ file, assertion }: { readonly file: string; readonly assertion: AssertionReport }): Html =>
    html`<tr><td>${place(file, assertion.range.start.line)}</td>\
<td><code>${assertion.assertion}</code></td><td>${prose(assertion.reason?.message ?? '')}</td></tr>
`;
  return html`<details><summary>${open.length} undecided assertion${open.length === 1 ? '' : 's'}</summary>
<div class="scroll"><table><thead><tr><th scope="col">place</th><th scope="col">assertion</th>\
<th scope="col">why</th></tr></thead>
<tbody>${open.map(row)}</tbody></table></div></details>`;
}
