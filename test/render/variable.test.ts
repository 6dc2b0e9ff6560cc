/** A variable's share of what a loop does. */
import { expect, test } from 'vitest';
import { variableHover } from '../../server/src/render/variable-text.ts';
import type { LoopReport } from '../../server/src/report/report.ts';
import { countedLoop, range } from './reports.ts';

const HEAD = 'behind the loop in line 4:';
const C = `const long laps = n / 3;
if (n > 0) {
    y = laps;
} else {
    z = 1;
}
x += 2 * laps;
w = p->x;`;
const loop: Partial<LoopReport> = {
  afterwards: { c: C, complete: false },
  facts: ['x >= before(x)', 'v->x == 0'],
  unknown: [{ variable: 'c', because: 'the result of `get` is not known', range: range(5) }],
  effects: [{ sentence: 'Adds up `p[0..n - 1]` in `s`', words: '', formula: '', assuming: [] }],
};

test.each([
  [
    'with what it is made of',
    'x',
    `\`\`\`c
const long laps = n / 3;
x += 2 * laps;
\`\`\`
- \`x >= before(x)\``,
  ],
  [
    'a whole if',
    'z',
    `\`\`\`c
const long laps = n / 3;
if (n > 0) {
    y = laps;
} else {
    z = 1;
}
\`\`\``,
  ],
  ['not by the name of a member', 'w', '```c\nw = p->x;\n```'],
  ['an effect', 's', '- Adds up `p[0..n - 1]` in `s`.'],
  ['what is not known', 'c', '- not known: the result of `get` is not known'],
])('%s', (_, name, said) => expect(variableHover(countedLoop(loop), name)).toBe(`\`${name}\` ${HEAD}\n${said}\n`));

test.each(['q', 'get'])('nothing is said of %s', (name) => expect(variableHover(countedLoop(loop), name)).toBeNull());
