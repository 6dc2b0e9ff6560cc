import { describe, expect, it } from 'vitest';
import { assertionHover, diagnosticMessage } from '../../server/src/render/assertion-text.ts';
import { hoverMarkdown, loopDetailMarkdown } from '../../server/src/render/hover-text.ts';
import { lensTitle } from '../../server/src/render/headline.ts';
import { loopText, palette } from '../../server/src/render/terminal-text.ts';
import { reasonsDocUrl } from '../../server/src/render/reason-text.ts';
import { countedLoop, range, unknownLoop, violatedAssertion } from './reports.ts';

describe('lens', () => {
  it.each([
    ['exact', countedLoop(), 'n - i iterations'],
    ['one', countedLoop({ bound: { text: '1', kind: 'exact', value: '1' } }), '1 iteration'],
    [
      'conditional count',
      countedLoop({ bound: { text: 'i < n ? n - i : 0', kind: 'exact' } }),
      '(i < n ? n - i : 0) iterations',
    ],
    [
      'upper',
      countedLoop({ bound: { text: 'n*m + n', kind: 'upper' }, exactness: 'over', type: 2 }),
      'at most n*m + n iterations',
    ],
    ['unknown', unknownLoop(), 'bound unknown: `a[i]` is read in the condition and written in the loop'],
    ['no reason', unknownLoop({ reasons: [], type: null }), 'bound unknown'],
    ['never', countedLoop({ termination: 'never', bound: null }), 'never ends'],
    ['conditional', countedLoop({ termination: 'conditional' }), 'n - i iterations · may not end'],
    ['by cases', countedLoop({ bound: null }), 'iterations by 2 cases'],
  ])('%s', (_, loop, title) => expect(lensTitle(loop)).toBe(title));

  it('leaves a bound that is too long to the cases', () => {
    const bound = { text: 'n - i or '.repeat(20), kind: 'exact' } as const;
    expect(lensTitle(countedLoop({ bound }))).toBe('iterations by 2 cases');
    expect(lensTitle(countedLoop({ bound, cases: [] })).length).toBeLessThan(100);
  });

  it('does not push the code aside', () => {
    const long = unknownLoop({ reasons: [{ code: 'not-modelled', message: 'because '.repeat(40), range: null }] });
    expect(lensTitle(long).length).toBeLessThan(110);
  });
});

describe('hover on a loop', () => {
  it('has bound and verdict in the first line, then the cases, the trace, the paths', () => {
    expect(
      hoverMarkdown(countedLoop({ assumptions: ['no signed overflow'] })),
    ).toBe(`**\`n - i\` iterations** · Type 1 · exact

| when | iterations | afterwards |
| --- | --- | --- |
| \`i >= n\` | \`0\` | unchanged |
| \`i < n\` | \`n - i\` | \`i' = n\` |

\`\`\`looplens
trace exit
trace π1^(n - i) exit
\`\`\`

\`\`\`looplens
path π1    when i < n  do i += 1
path exit  when i >= n  exit
\`\`\`

*Assuming:* no signed overflow
`);
  });

  it('says what only may happen, what only may change, and of which values it speaks', () => {
    const [none, some] = countedLoop().cases;
    const loop = countedLoop({
      cases: [
        { ...none!, post: {} },
        { ...some!, perhaps: true, exactness: 'over', post: {} },
        { ...some!, guard: 'true', perhaps: true },
      ],
      unknown: [{ variable: 'memory', because: 'a call', range: range(5) }],
      initialised: ['i'],
    });
    const text = hoverMarkdown(loop);
    expect(text).toContain('- May change memory: a call');
    expect(text).toContain("Conditions, cases and paths: `i` as the loop's head sets it.");
    expect(text).toContain('| `i >= n` | `0` | variables unchanged |');
    expect(text).toContain('| perhaps, when `i < n` | `n - i` | variables unchanged (over-approximated) |');
    expect(text).toContain("| perhaps | `n - i` | `i' = n` |");
    expect(loopDetailMarkdown(loop)).toContain('case perhaps i < n');
    const printed = loopText('a.c', loop, palette(false));
    expect(printed).toContain("conditions, cases and paths: i as the loop's head sets it");
    expect(printed).toMatch(/perhaps when i < n +n - i iterations {2}variables unchanged \(over-approximated\)/);
    expect(printed).toContain('may change memory: a call');
  });

  it('says why, and at which place, where nothing is known', () => {
    const text = hoverMarkdown(unknownLoop());
    expect(text).toContain(
      '- line 5: \\`a\\[i\\]\\` is read in the condition and written in the loop (`not-modelled`)',
    );
  });

  it('fits on a screen; the detail leaves nothing out', () => {
    const case_ = countedLoop().cases[1]!;
    const loop = countedLoop({ cases: Array.from({ length: 30 }, (_, k) => ({ ...case_, guard: `i == ${k}` })) });
    expect(hoverMarkdown(loop)).toContain('and 22 more cases');
    expect(hoverMarkdown(loop)).not.toContain('i == 20');
    expect(loopDetailMarkdown(loop)).toContain('i == 29');
    const long = countedLoop({ cases: [{ ...case_, guard: 'i < n ∧ '.repeat(100) }] });
    expect(hoverMarkdown(long).length).toBeLessThan(800);
    expect(loopDetailMarkdown(long)).toContain('i < n ∧ '.repeat(99));
  });

  it('tells that a case never ends', () => {
    const loop = countedLoop({
      termination: 'conditional',
      terminationCondition: 'd ≤ 0',
      cases: [{ guard: 'd ≤ 0', trace: 'π1^∞', counts: { π1: '∞' }, iterations: '∞', post: {}, exactness: 'exact' }],
    });
    expect(hoverMarkdown(loop)).toContain('| `d ≤ 0` | ∞ | never ends |');
    expect(hoverMarkdown(loop)).toContain('Never ends when `d ≤ 0`.');
  });
});

describe('the detail of a loop', () => {
  it('shows per-path bounds', () => {
    const text = loopDetailMarkdown(countedLoop());
    expect(text).toMatch(/^# Loop at line 4: `while` in `count`\n/);
    expect(text).toContain('| `π1` | `i < n` | `i += 1` | `n - i` |');
  });
});

describe('assertions', () => {
  it('say in the first line that they fail and with what', () => {
    expect(diagnosticMessage(violatedAssertion())).toBe(
      'Assertion fails: x == z, with n = 1, z = 5\nline 4: 1 iteration\nn (input)\t1\nz (input)\t5\nx\t1\nz\t5',
    );
  });
  it('show nondet values in order', () => {
    expect(diagnosticMessage(violatedAssertion({ inputs: {}, nondet: ['3', ['0', 7]], values: {} }))).toContain(
      'with nondet values 3, 0 (7 times)',
    );
  });
  it('have a hover for each verdict', () => {
    expect(assertionHover(violatedAssertion())).toContain('| `n` | `1` |');
    expect(assertionHover(violatedAssertion({ verdict: 'holds' }))).toBe('**holds** · `x == z`\n');
    const reason = { code: 'precondition', message: 'it reads parameters only', range: range(2) };
    expect(assertionHover(violatedAssertion({ verdict: 'unknown', reason }))).toContain('**precondition**');
  });
});

it('reasons lead to their page', () => {
  expect(reasonsDocUrl('timeout')).toBe('docs/reasons.md#timeout');
  expect(reasonsDocUrl('timeout', 'file:///x/reasons.md')).toBe('file:///x/reasons.md#timeout');
});
