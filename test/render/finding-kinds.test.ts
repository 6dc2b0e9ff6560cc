/** Every kind of finding is in every output. */
import { expect, it } from 'vitest';
import { FINDING_RULES, showFinding } from '../../server/src/render/finding-kinds.ts';
import { checkDocument } from '../../server/src/render/json-documents.ts';
import { sarifDocument } from '../../server/src/render/sarif.ts';
import { findingText, palette } from '../../server/src/render/terminal-text.ts';
import type { FileReport, Finding } from '../../server/src/report/report.ts';

const range = { start: { line: 3, column: 5 }, end: { line: 3, column: 11 } };
const findings: readonly Finding[] = [
  { kind: 'overflow', function: 'f', range, text: 's += i', must: true, inputs: { n: '7' } },
  { kind: 'unreachable', function: 'f', range, message: 'No run gets here.' },
  ...(['index-outside', 'never-ends', 'division-by-zero', 'shift-too-far', 'uninitialised', 'suspicion'] as const).map(
    (kind): Finding => ({
      kind,
      function: 'f',
      range,
      text: 'a[i]',
      message: '`a[i]` is wrong',
      iteration: [4],
      related: [],
    }),
  ),
];
const report: FileReport = {
  functions: [],
  loops: [],
  assertions: [],
  findings,
  diagnostics: [],
} as unknown as FileReport;
const results = [{ file: 'a.c', report }];

it('has an example of each kind', () => {
  expect(findings.map((finding) => showFinding(finding).code).sort()).toEqual(FINDING_RULES.map(({ id }) => id).sort());
});

it.each(findings)('$kind', (finding) => {
  const { code, kind, message } = showFinding(finding);
  expect(findingText('a.c', finding, palette(false))).toContain(`a.c:3:5: ${code}`);
  expect(JSON.parse(checkDocument(results, '1')).findings).toContainEqual(
    expect.objectContaining({ file: 'a.c', line: 3, column: 5, endLine: 3, function: 'f', kind, message, related: [] }),
  );
  const [run] = JSON.parse(sarifDocument(results, '1')).runs;
  expect(run.results).toContainEqual(expect.objectContaining({ ruleId: code, message: { text: message } }));
  expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toContain(code);
});
