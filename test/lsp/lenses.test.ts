/** Which lens a loop has, by what is known of it. */
import { expect, test } from 'vitest';
import { toCodeLenses, toInlayHints } from '../../server/src/lsp/to-protocol.ts';
import { countedLoop, fileReport, unknownLoop } from '../render/reports.ts';

test.each([
  ['what is known', countedLoop(), 'complete', ['n - i iterations']],
  ['counted first', countedLoop({ tier: 1 }), 'awaited', ['n - i iterations']],
  ['not known yet', unknownLoop({ tier: 1 }), 'awaited', ['being looked at …']],
  ['not known', unknownLoop({ tier: 1 }), 'complete', ['no bound known']],
  ['given up', unknownLoop({ tier: 1 }), 'given up', ['no bound known']],
  ['of the text before', countedLoop(), 'outdated', ['n - i iterations · outdated']],
  ['a block for a macro', countedLoop({ pseudo: true }), 'complete', []],
  ['made by a macro', countedLoop({ fromMacro: true }), 'complete', []],
] as const)('%s', (_, loop, state, titles) => {
  const [fresh, complete] = [state !== 'outdated', state === 'complete' || state === 'outdated'];
  const results = { version: 1, report: fileReport({ loops: [loop] }), fresh, complete, isFirst: true };
  const awaited = state !== 'given up';
  expect(toCodeLenses('file:///a.c', results, awaited).map(({ command }) => command?.title)).toEqual(titles);
});

const EVERYWHERE = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
const ELSEWHERE = { start: { line: 98, character: 0 }, end: { line: 99, character: 0 } };

test.each([
  ['what is known', countedLoop(), true, EVERYWHERE, ['n - i iterations']],
  ['elsewhere', countedLoop(), true, ELSEWHERE, []],
  ['not known', unknownLoop(), true, EVERYWHERE, []],
  ['of the text before', countedLoop(), false, EVERYWHERE, []],
  ['a block for a macro', countedLoop({ pseudo: true }), true, EVERYWHERE, []],
])('a hint for %s', (_, loop, fresh, range, labels) => {
  const results = { version: 1, report: fileReport({ loops: [loop] }), fresh, complete: true, isFirst: true };
  expect(toInlayHints(results, range).map(({ label }) => label)).toEqual(labels);
});
