import { describe, expect, it } from 'vitest';
import { countAnswer } from '../../server/src/answer/index.ts';
import { assertionHover, diagnosticMessage } from '../../server/src/render/assertion-text.ts';
import { hoverMarkdown, loopDetailMarkdown } from '../../server/src/render/hover-text.ts';
import { lensTitle } from '../../server/src/render/headline.ts';
import { loopText, palette } from '../../server/src/render/terminal-text.ts';
import { reasonsDocUrl } from '../../server/src/render/reason-text.ts';
import type { LoopReport } from '../../server/src/report/report.ts';
import { countedLoop, range, unknownLoop, violatedAssertion } from './reports.ts';

const exactly = (text: string, assuming: readonly string[] = []): LoopReport['count'] =>
  countAnswer({ text, kind: 'exact', assuming }, { endless: false, until: null, termination: 'always' });

describe('lens', () => {
  it.each([
    ['exact', countedLoop(), 'n - i iterations'],
    ['one', countedLoop({ bound: { text: '1', kind: 'exact', value: '1' } }), '1 iteration'],
    [
      'conditional count',
      countedLoop({ bound: { text: 'i < n ? n - i : 0', kind: 'exact' } }),
      '(i < n ? n - i : 0) iterations',
    ],
    ['upper', countedLoop({ bound: { text: 'n*m + n', kind: 'upper' } }), 'at most n*m + n iterations'],
    ['unknown', unknownLoop(), 'no bound known'],
    ['never', countedLoop({ termination: 'never', bound: null }), 'never ends'],
    ['too long', countedLoop({ count: exactly('n - i + m'.repeat(10)) }), 'bounded by a long formula'],
    [
      'long assumptions',
      countedLoop({ count: exactly('s->n', ["a_long_name() doesn't change s->n", "log_() doesn't change s->n"]) }),
      's->n iterations, if nothing interferes',
    ],
    [
      'long conditions on values',
      countedLoop({ count: exactly('(tail - head) & 63', ['a_long_name <= 63', 'another_long_name <= 63']) }),
      '((tail - head) & 63) iterations, if in range',
    ],
  ])('%s', (_, loop, title) => {
    expect(lensTitle(loop)).toBe(title);
    expect(lensTitle(loop).length).toBeLessThanOrEqual(60);
  });
});

/** What a hover says of `while (i < n) i++;` with this beside. */
const hoverOf = (changes: Partial<LoopReport>): string => hoverMarkdown(countedLoop(changes));

describe('hover on a loop', () => {
  it('has the count, what is done, the loop as C, what holds, what is not known and why, in this order', () => {
    expect(
      hoverOf({
        exactness: 'over',
        effects: [{ sentence: 'Sets `a[0..n - 1]` to `0`', words: 'sets', formula: 'a[k] = 0', assuming: [] }],
        afterwards: { c: 'i = max(i, n);\ns += n;\nt = 3;', complete: false },
        facts: ['i >= n', 't == 3', 'x >= before(x)'],
        leaves: [{ how: 'return mid', when: 'v[mid] == key', range: range(5) }],
        neverEndsWhen: 'd <= 0',
        unknown: [{ variable: 'c', because: 'result of get()', range: range(5) }],
        why: { code: 'irregular', message: 'the ways follow no pattern', hint: 'split it', range: range(5) },
      }),
    ).toBe(`**\`n - i\` iterations**
- Never ends if \`d <= 0\`.
- Sets \`a[0..n - 1]\` to \`0\`.
\`\`\`c
i = max(i, n);
s += n;
t = 3;
\`\`\`
- Afterwards \`i >= n\` and \`x >= before(x)\`.
- May be left by \`return mid\` (line 5, if \`v[mid] == key\`).
- May change \`c\`: result of get().
- Not more is known: the ways follow no pattern (line 5); split it.
`);
  });

  it.each<[string, Partial<LoopReport>, string]>([
    [
      'calls and writes as one',
      {
        unknown: [
          { variable: 'memory', because: 'a', range: range(5), code: 'unknown-call', call: 'f' },
          { variable: 'elements of `b`', because: 'b', range: range(6), code: 'call-effects', call: 'g' },
          { variable: 'memory', because: 'c', range: range(7), code: 'unknown-call', call: '' },
          { variable: 'memory', because: 'd', range: range(5), code: 'pointer-store' },
        ],
      },
      '- May change elements of `b` and other memory by calls of `f()`, `g()` and function pointers and by\n  the write in line 5.\n',
    ],
    [
      'one cause once',
      {
        unknown: [
          { variable: 'c', because: 'result of get()', range: null },
          { variable: 'd', because: 'result of get()', range: null },
        ],
      },
      '- May change `c`, `d`: result of get().\n',
    ],
    [
      'many ways out',
      {
        leaves: [
          { how: 'return 1', when: '', range: range(5) },
          { how: 'return 1', when: '', range: range(6) },
          { how: 'goto end', when: '', range: range(7) },
        ],
      },
      '- May be left by `return 1` (lines 5 and 6) or `goto end` (line 7).\n',
    ],
    [
      'an effect that takes something',
      {
        effects: [{ words: 'copies elements', formula: 'b[k] = a[k]', assuming: ["`a` and `b` don't overlap"] }],
      },
      "- Copies elements, if `a` and `b` don't overlap.\n",
    ],
  ])('%s', (_, changes, said) => expect(hoverOf(changes)).toBe(`**\`n - i\` iterations**\n${said}`));

  it('leaves the case table, the traces and the paths to the detail', () => {
    const [, ...rest] = hoverOf({ assumptions: ['no signed overflow'], invariants: ['i ≤ n'] }).split('\n');
    expect(rest).toEqual(['']);
    const detail = loopDetailMarkdown(countedLoop({ assumptions: ['no signed overflow'] }));
    for (const part of ["| `i < n` | `n - i` | `i' = n` |", 'trace π1^(n - i) exit', 'no signed overflow'])
      expect(detail).toContain(part);
  });

  it.each<[string, Partial<LoopReport>]>([
    ['much of everything', {}],
    ['a long name', { function: 'f', count: exactly(`n${'x'.repeat(200)}`) }],
    [
      'a long sentence',
      {
        count: exactly(
          'n',
          Array.from({ length: 40 }, (_, k) => `f${k}() doesn't change n`),
        ),
      },
    ],
    ['code in 8 lines', { afterwards: { c: Array(8).fill('x = x + 1;').join('\n'), complete: true } }],
  ])('has at most 12 lines of 100 characters: %s', (_, changes) => {
    const many = Array.from({ length: 30 }, (_x, k) => `a_rather_long_name_${k}`);
    const text = hoverOf({
      exactness: 'over',
      effects: many.map((n) => ({ words: `sets elements of ${n}`, formula: n, assuming: [`${n} is apart`] })),
      facts: many.map((n) => `${n} >= 0`),
      leaves: many.map((n) => ({ how: `goto ${n}`, when: `${n} < 0`, range: range(9) })),
      unknown: many.map((n) => ({ variable: n, because: `result of ${n}()`, range: range(9) })),
      why: { code: 'x', message: many.join(' or '), hint: many.join(' or '), range: range(9) },
      ...changes,
    });
    const lines = text
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('```'));
    expect(lines.length).toBeLessThanOrEqual(12);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    if (changes.afterwards) expect(text).toContain(changes.afterwards.c);
  });

  it('marks in the detail what only may happen, and of which values it speaks', () => {
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
    const text = loopDetailMarkdown(loop);
    expect(text).toContain('- May change memory: a call');
    expect(text).toContain("Conditions, cases and paths: `i` as the loop's head sets it.");
    expect(text).toContain('| `i >= n` | `0` | variables unchanged |');
    expect(text).toContain('| perhaps, when `i < n` | `n - i` | variables unchanged (over-approximated) |');
    expect(text).toContain("| perhaps | `n - i` | `i' = n` |");
    expect(text).toContain('case perhaps i < n');
    const printed = loopText('a.c', loop, { colours: palette(false), width: 100, detail: true });
    expect(printed).toContain("conditions, cases and paths: i as the loop's head sets it");
    expect(printed).toMatch(/perhaps when i < n +n - i iterations {2}variables unchanged \(over-approximated\)/);
    expect(printed).toContain('may change memory: a call');
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
