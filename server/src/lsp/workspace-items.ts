/** A file's results as the workspace view lists them: what was found, and each loop with its count. */
import { diagnosticMessage, hasLens, lensTitle, shorten, showFinding, sortOfLoop } from '../render/index.ts';
import type { Sort } from '../render/index.ts';
import type { FileReport, LoopReport } from '../report/index.ts';
import type { SourceRange } from '../source/index.ts';
import type { ItemStatus, WorkspaceItem } from './protocol.ts';
import { ASSERTION_VIOLATED, severityName } from './severities.ts';
import type { Severities, SeverityName } from './severities.ts';
import { toRange } from './to-protocol.ts';

const STATUS: Readonly<Record<Sort, ItemStatus>> = {
  exact: 'bounded',
  upper: 'bounded',
  structural: 'bounded',
  assuming: 'assuming',
  until: 'until',
  endless: 'never-ends',
  none: 'unknown',
  typeLimit: 'unknown',
};

/** Characters of a loop's head. */
const HEAD = 100;

/** In the order of the source. `source` is the text that the report is of. */
export function workspaceItems(report: FileReport, source: string, severities: Severities): readonly WorkspaceItem[] {
  const lines = source.split(/\r\n|\n|\r/);
  const items = [...foundIn(report, severities), ...report.loops.filter(hasLens).map((loop) => loopItem(loop, lines))];
  return items.sort(({ range: { start: a } }, { range: { start: b } }) => a.line - b.line || a.character - b.character);
}

function loopItem(loop: LoopReport, lines: readonly string[]): WorkspaceItem {
  const sort = sortOfLoop(loop);
  return {
    status: STATUS[sort],
    kind: sort,
    severity: null,
    function: loop.function,
    text: textAt(lines, loop.head),
    count: lensTitle(loop),
    range: toRange(loop.head),
  };
}

function foundIn({ assertions, findings = [] }: FileReport, severities: Severities): readonly WorkspaceItem[] {
  const found = (
    code: string,
    usual: SeverityName,
    one: { readonly function: string; readonly range: SourceRange },
    text: string,
  ): readonly WorkspaceItem[] => {
    const severity = severityName(code, usual, severities);
    if (severity === 'off') return [];
    return [
      { status: 'found', kind: code, severity, function: one.function, text, count: '', range: toRange(one.range) },
    ];
  };
  return [
    ...assertions.flatMap((assertion) =>
      assertion.verdict !== 'violated' || assertion.accepted
        ? []
        : found(ASSERTION_VIOLATED, 'error', assertion, diagnosticMessage(assertion)),
    ),
    ...findings.flatMap((finding) => {
      const { code, severity, message } = showFinding(finding);
      return finding.accepted ? [] : found(code, severity, finding, message);
    }),
  ];
}

/** On one line, and not too long of it. */
function textAt(lines: readonly string[], { start, end }: SourceRange): string {
  const parts = lines.slice(start.line - 1, end.line);
  const last = parts.pop() ?? '';
  const whole = [...parts, last.slice(0, end.column - 1)].join(' ').slice(start.column - 1);
  return shorten(whole, HEAD);
}
