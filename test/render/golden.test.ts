/**
 * Every output of one report, whole, in files beside this: what a change of rendering does is seen as a difference of
 * text. `npm run golden` writes them anew; look at the difference before it is committed.
 */
import { expect, test } from 'vitest';
import { assertionHover, diagnosticMessage } from '../../server/src/render/assertion-text.ts';
import { hoverMarkdown, loopDetailMarkdown } from '../../server/src/render/hover-text.ts';
import { checkDocument, loopsDocument } from '../../server/src/render/json-documents.ts';
import { sarifDocument } from '../../server/src/render/sarif.ts';
import { assertionText, boundText, findingText, loopText, palette } from '../../server/src/render/terminal-text.ts';
import type { AssertionReport, Finding } from '../../server/src/report/report.ts';
import { countedLoop, fileReport, range, unknownLoop, violatedAssertion } from './reports.ts';

const loops = [
  countedLoop({ assumptions: ['no signed overflow'], invariants: ['i ≤ n'] }),
  unknownLoop({ range: range(11, 3, 13, 4), head: range(11, 3, 11, 16) }),
  countedLoop({
    range: range(15, 3, 17, 4),
    head: range(15, 3, 15, 16),
    type: 2,
    exactness: 'over',
    bound: { text: 'n*m + n', kind: 'upper' },
    cases: [],
    reasons: [{ code: 'irregular', message: 'The order of the paths has no period.', range: range(16) }],
  }),
  countedLoop({
    range: range(19, 3, 21, 4),
    head: range(19, 3, 19, 16),
    bound: null,
    termination: 'conditional',
    terminationCondition: 'd ≤ 0',
    cases: [{ guard: 'd ≤ 0', trace: 'π1^∞', counts: { π1: '∞' }, iterations: '∞', post: {}, exactness: 'exact' }],
  }),
];
const { inputs: _inputs, values: _values, trace: _trace, ...unfailed } = violatedAssertion();
const assertions: readonly AssertionReport[] = [
  violatedAssertion(),
  { ...unfailed, range: range(22, 3, 22, 17), verdict: 'holds' },
  {
    ...unfailed,
    range: range(23, 3, 23, 17),
    verdict: 'unknown',
    reason: { code: 'precondition', message: 'It reads parameters only.', range: range(23) },
  },
];
const findings: readonly Finding[] = [
  { kind: 'overflow', function: 'f', range: range(30), text: 's += i', must: true, inputs: { n: '7' }, iteration: [9] },
  { kind: 'unreachable', function: 'f', range: range(31), message: 'No run gets here.' },
];
const results = [{ file: 'a.c', report: fileReport({ loops, assertions, findings }) }];
const plain = palette(false);
const documents = (parts: readonly string[]): string => `${parts.join('\n---\n\n')}\n`;

test.each([
  ['summarize.txt', loops.map((l) => loopText('a.c', l, { colours: plain, width: 80 })).join('')],
  ['summarize-detail.txt', loops.map((l) => loopText('a.c', l, { colours: plain, width: 80, detail: true })).join('')],
  ['bounds.txt', loops.map((l) => boundText('a.c', l, plain)).join('')],
  [
    'check.txt',
    [
      ...assertions.map((a) => assertionText('a.c', a, plain)),
      ...findings.map((f) => findingText('a.c', f, plain)),
    ].join(''),
  ],
  ['hovers.md', documents([...loops.map((l) => hoverMarkdown(l)), ...assertions.map(assertionHover)])],
  ['details.md', documents(loops.map(loopDetailMarkdown))],
  ['diagnostic.txt', `${diagnosticMessage(violatedAssertion())}\n`],
  ['loops.json', loopsDocument(results, '1', 0.25)],
  ['check.json', checkDocument(results, '1')],
  ['check.sarif', sarifDocument(results, '1')],
])('%s', (name, text) => expect(text).toMatchFileSnapshot(`golden/${name}`));
