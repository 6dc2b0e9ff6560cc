/** Which lens a loop has, by what is known of it. */
import { expect, test } from 'vitest';
import { toCodeLenses } from '../../server/src/lsp/to-protocol.ts';
import { countedLoop, fileReport, unknownLoop } from '../render/reports.ts';

test.each([
  ['what is known', countedLoop(), true, true, ['n - i iterations']],
  ['counted first', countedLoop({ tier: 1 }), true, false, ['n - i iterations']],
  ['not known yet', unknownLoop({ tier: 1 }), true, false, ['being looked at …']],
  ['not known', unknownLoop({ tier: 1 }), true, true, ['no bound known']],
  ['of the text before', countedLoop(), false, true, ['n - i iterations · outdated']],
  ['a block for a macro', countedLoop({ pseudo: true }), true, true, []],
  ['made by a macro', countedLoop({ fromMacro: true }), true, true, []],
])('%s', (_, loop, fresh, complete, titles) => {
  const results = { version: 1, report: fileReport({ loops: [loop] }), fresh, complete, isFirst: true };
  expect(toCodeLenses('file:///a.c', results).map(({ command }) => command?.title)).toEqual(titles);
});
