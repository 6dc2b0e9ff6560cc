/** What is offered on a finding: its fixes, and a comment that accepts it. */
import { expect, test } from 'vitest';
import type { FileReport, Finding } from '../../server/src/report/report.ts';
import { findingActions } from '../../server/src/lsp/finding-actions.ts';

const URI = 'file:///a.c';
const TEXT = 'void f(void) {\n  int a[2];\n  for (int i = 0; i <= 2; i++)\n    a[i] = 0;\n}\n';

const finding: Finding = {
  kind: 'index-outside',
  function: 'f',
  range: { start: { line: 4, column: 5 }, end: { line: 4, column: 9 } },
  text: 'a[i]',
  message: '`a[i]` writes element 2, behind the end of `a`, which has 2 elements',
  iteration: [2],
  related: [],
  fixes: [
    {
      title: 'Replace `<=` by `<`',
      edits: [{ range: { start: { line: 3, column: 21 }, end: { line: 3, column: 23 } }, text: '<' }],
    },
  ],
};
const report: FileReport = { loops: [], assertions: [], findings: [finding], syntaxErrors: [], functions: [], ms: 0 };

const shown = { source: 'looplens', code: 'index-outside', message: '', range: at(3, 4, 8) };

function at(line: number, from: number, to: number) {
  return { start: { line, character: from }, end: { line, character: to } };
}

test('a fix is preferred, and a comment on the line above accepts', () => {
  const actions = findingActions({ uri: URI, report, text: TEXT, diagnostics: [shown] });
  expect(actions.map(({ title, isPreferred, edit }) => ({ title, isPreferred, edits: edit?.changes?.[URI] }))).toEqual([
    { title: "Replace '<=' by '<'", isPreferred: true, edits: [{ range: at(2, 20, 22), newText: '<' }] },
    { title: 'Accept with a comment', edits: [{ range: at(3, 0, 0), newText: '    /* looplens: ignore */\n' }] },
  ]);
  expect(actions.every(({ diagnostics }) => diagnostics?.[0] === shown)).toBe(true);
});

test('nothing on what is not a finding of ours', () => {
  const others = [
    { ...shown, source: 'clangd' },
    { ...shown, code: 'overflow' },
    { ...shown, range: at(2, 4, 8) },
  ];
  expect(findingActions({ uri: URI, report, text: TEXT, diagnostics: others })).toEqual([]);
});
