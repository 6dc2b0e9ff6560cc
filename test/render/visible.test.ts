/**
 * What isn't seen, or does something to a terminal, is written out wherever people read; documents keep it with their
 * own escapes.
 */
import { expect, test } from 'vitest';
import { diagnosticMessage } from '../../server/src/render/assertion-text.ts';
import { checkDocument } from '../../server/src/render/json-documents.ts';
import { codeSpan, escapeMarkdown } from '../../server/src/render/markdown.ts';
import { sarifDocument } from '../../server/src/render/sarif.ts';
import { assertionText, palette } from '../../server/src/render/terminal-text.ts';
import { visible, visibleLines, visibleReport } from '../../server/src/render/visible-text.ts';
import type { FileReport } from '../../server/src/report/report.ts';

const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 9 } };
/**
 * Escape, NUL, bell, delete, a C1 control; a line end and a tab; marks of direction; nothing wide; half a character.
 */
const NASTY = '\u001b[31m\u0000\u0007\u007f\u009b \r\n\t \u202e\u2066\u200f\u200b\ufeff \ud800';
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;
const report: FileReport = {
  loops: [],
  syntaxErrors: [],
  functions: [],
  ms: 0,
  assertions: [
    {
      function: `f${NASTY}`,
      range,
      assertion: `x${NASTY}`,
      verdict: 'violated',
      inputs: { [`n${NASTY}`]: NASTY },
      nondet: [NASTY],
      conjunct: NASTY,
      trace: `line 1\n${NASTY}`,
      values: { [NASTY]: NASTY },
      reason: { code: 'x', message: NASTY, range },
      engine: 'x',
      ms: 0,
    },
  ],
};

test.each([
  ['\u001b[0m', '\\x1b[0m'],
  ['a\nb\r\tc', 'a\\nb\\r\\tc'],
  ['\u0000', '\\x00'],
  ['\u009b', '\\x9b'],
  ['a\u202eb', 'a\\u202eb'],
  ['\u200e\u2069', '\\u200e\\u2069'],
  ['\ud83d', '\\ud83d'],
  ['ä 😀 文 é', 'ä 😀 文 é'],
])('%j is shown as %s', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test('lines stay lines where they are meant to', () => {
  expect(visibleLines('a\n\u001bb')).toBe('a\n\\x1bb');
});

test('text for a terminal has one record where one is meant, and nothing unseen', () => {
  const shown = visibleReport(report);
  const text = shown.assertions.map((a) => assertionText(visible(`dir${NASTY}/a.c`), a, palette(false))).join('');
  expect(text).not.toMatch(UNSEEN);
  expect(text.split('\n').filter((line) => !line.startsWith('    '))).toEqual([
    expect.stringMatching(/^dir.*a\.c:1:1: violated/),
    '',
  ]);
});

test('documents are JSON that gives back what was put in, and shows nothing unseen', () => {
  for (const text of [checkDocument([{ file: NASTY, report }], '1'), sarifDocument([{ file: 'a.c', report }], '1')]) {
    expect(text).not.toMatch(UNSEEN);
    expect(text.split('\n').length).toBeGreaterThan(10);
  }
  expect(JSON.parse(checkDocument([{ file: NASTY, report }], '1'))).toMatchObject({
    results: [{ file: NASTY, assertion: `x${NASTY}`, conjunct: NASTY }],
  });
});

test('hovers and messages in an editor have none of it either', () => {
  for (const text of [escapeMarkdown(NASTY), codeSpan(NASTY)]) expect(text).not.toMatch(UNSEEN);
  const [violated] = report.assertions;
  expect(violated && diagnosticMessage({ ...violated, inputs: {}, nondet: [], values: {} }).split('\n')[0]).not.toMatch(
    UNSEEN,
  );
});
