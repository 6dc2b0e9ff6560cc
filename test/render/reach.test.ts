/** Answers about lines, invariants and findings, as people and programs read them. */
import { describe, expect, it } from 'vitest';
import { overflowMessage } from '../../server/src/render/finding-text.ts';
import { loopDetailMarkdown } from '../../server/src/render/hover-text.ts';
import { reachDocument, reachMessage, reachText } from '../../server/src/render/reach-text.ts';
import { reachSarif } from '../../server/src/render/sarif.ts';
import { palette } from '../../server/src/render/terminal-text.ts';
import type { ReachReport } from '../../server/src/report/report.ts';
import { countedLoop, range } from './reports.ts';

const QUESTION = { file: 'a.c', line: 7 };
const reached: ReachReport = {
  function: 'f',
  entry: 'main',
  range: range(7),
  verdict: 'reachable',
  inputs: { n: '3' },
  nondet: ['1', ['0', 7]],
  iteration: [4],
  engine: 'summary',
  ms: 2,
};
const open: ReachReport = {
  function: 'f',
  entry: 'f',
  range: range(9),
  verdict: 'unknown',
  engine: 'none',
  ms: 2,
  reason: { code: 'irregular', message: 'No period.', range: range(4) },
  condition: { text: 'a ≥ 0 ∧ κ1 = 12', counters: ['κ1'], withoutCounters: 'a ≥ 0' },
};

describe('an answer about a line', () => {
  it('as text', () => {
    expect(reachText(QUESTION, reached, palette(false))).toBe(
      'a.c:7: reachable  (in f, from main)\n    inputs: n = 3\n    nondet values in order: 1, 0 (7 times)\n    in iteration 5\n',
    );
    expect(reachText(QUESTION, open, palette(false))).toBe(`a.c:7: open  (in f)
    no statement begins on line 7: this is about line 9
    every run that gets there satisfies: a ≥ 0 ∧ κ1 = 12
    where κ1 counts iterations; without them: a ≥ 0
    line 4: No period. [irregular]
`);
    // no inputs to tell are not all inputs
    expect(reachText(QUESTION, { ...reached, inputs: {}, nondet: [], iteration: [] }, palette(false))).toBe(
      'a.c:7: reachable  (in f, from main)\n    inputs: numbers 0, pointers not null\n',
    );
    expect(reachText(QUESTION, { ...reached, everyRun: true, iteration: [] }, palette(false))).toBe(
      'a.c:7: reachable  (in f, from main)\n    every run gets there\n',
    );
    expect(reachMessage(QUESTION, { ...reached, verdict: 'unreachable' })).toBe(
      'Line 7 can’t be reached (in f, from main).',
    );
  });
  it('as JSON', () => {
    expect(JSON.parse(reachDocument(QUESTION, open, '1'))).toMatchObject({
      schema: 'looplens/reach/1',
      file: 'a.c',
      line: 7,
      statement: { line: 9 },
      verdict: 'unknown',
      condition: { counters: ['κ1'] },
    });
    expect(JSON.parse(reachDocument(QUESTION, reached, '1'))).toMatchObject({
      verdict: 'reachable',
      inputs: { n: '3' },
      nondet: ['1', ['0', 7]],
      iteration: [4],
    });
  });
  it('as SARIF', () => {
    expect(
      JSON.parse(reachSarif(QUESTION, { ...reached, verdict: 'unreachable' }, '1')).runs[0].results[0],
    ).toMatchObject({ ruleId: 'line-unreachable', level: 'warning' });
  });
});

it('overflow, with when and with what', () => {
  const overflow = {
    kind: 'overflow',
    function: 'f',
    range: range(3),
    text: 's += i',
    must: true,
    iteration: [9],
  } as const;
  expect(overflowMessage(overflow)).toBe('`s += i` overflows on every run that gets there, in iteration 10');
  expect(overflowMessage({ ...overflow, inputs: { n: '5' } })).toBe(
    '`s += i` overflows on every run that gets there, for example in iteration 10, with n = 5',
  );
  expect(overflowMessage({ ...overflow, must: false, inputs: { n: '5' }, iteration: [] })).toBe(
    '`s += i` can overflow with n = 5',
  );
});

it('invariants stand in the detail', () => {
  expect(loopDetailMarkdown(countedLoop({ invariants: ['i ≤ n', 's = 2*i'] }))).toContain('- `i ≤ n`\n- `s = 2*i`');
});
