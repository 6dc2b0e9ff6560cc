import { describe, expect, it } from 'vitest';
import { pathsNotation, summaryNotation } from '../../server/src/render/notation.ts';
import { read } from '../architecture/imports.ts';
import { countedLoop, unknownLoop } from './reports.ts';

interface Rule {
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly include?: string;
  readonly patterns?: readonly Rule[];
}
interface Grammar extends Rule {
  readonly scopeName: string;
  readonly repository: Readonly<Record<string, Rule>>;
}

const grammars = ['looplens-summary', 'looplens-markdown'].map(
  (name) => JSON.parse(read(`syntaxes/${name}.tmLanguage.json`)) as Grammar,
);
const rulesIn = (rule: Rule): readonly Rule[] => [rule, ...(rule.patterns ?? []).flatMap(rulesIn)];

describe.each(grammars)('the grammar $scopeName', (grammar) => {
  const rules = [grammar, ...Object.values(grammar.repository)].flatMap(rulesIn);
  it('includes only what is there', () => {
    const known = new Set([...Object.keys(grammar.repository).map((name) => `#${name}`), 'source.looplens-summary']);
    expect(rules.flatMap(({ include }) => (include === undefined || known.has(include) ? [] : [include]))).toEqual([]);
  });
  it('has expressions that are well-formed', () => {
    for (const { match, begin, end } of rules) {
      // The editor's engine knows a little more than ours.
      for (const source of [match, begin, end])
        if (source !== undefined) new RegExp(source.replaceAll('\\G', '').replaceAll('(?i:', '(?:'));
    }
  });
});

describe('the notation', () => {
  it('is one line for each path, three for each case', () => {
    expect(summaryNotation(countedLoop())).toBe(`path π1    when i < n  do i += 1
path exit  when i >= n  exit

case i >= n
  trace exit
  post  unchanged
case i < n
  trace π1^(n - i) exit
  post  i' = n`);
  });
  it('never breaks a line in two', () => {
    const [path] = countedLoop().paths;
    expect(pathsNotation([{ ...path!, guard: 'a\n&& b', update: 'x += 1,\n  y = 2' }])).toBe(
      'path π1  when a && b  do x += 1, y = 2',
    );
  });
  it('counts paths where there are several', () => {
    const [, case_] = countedLoop().cases;
    expect(
      summaryNotation(countedLoop({ paths: [], cases: [{ ...case_!, counts: { π1: 'n', π2: 'm', π3: '0' } }] })),
    ).toContain('  count π1: n, π2: m\n');
  });
  it('names what is not known behind what is, and not all of it', () => {
    const [, case_] = countedLoop().cases;
    const post = { n: 'n', a: '?', x: 'n + 1', b: 'any b', c: '?', d: '?', e: '?', f: 'any c' };
    expect(summaryNotation(countedLoop({ paths: [], cases: [{ ...case_!, post }] }))).toContain(
      "post  x' = n + 1, f' = any c, not known: a, b, c, d and e",
    );
    const spokenOf = { a: 'any a', b: 'any b', x: 'any b + 1' };
    expect(
      summaryNotation(countedLoop({ paths: [], cases: [{ ...case_!, guard: 'any a = n', post: spokenOf }] })),
    ).toContain("post  a' = any a, b' = any b, x' = any b + 1");
    const many = Object.fromEntries([...'abcdefgh'].map((name) => [name, '?']));
    expect(summaryNotation(countedLoop({ paths: [], cases: [{ ...case_!, post: many }] }))).toContain(
      'post  not known: a, b, c, d and 4 others',
    );
  });
  it('says what never ends, and what is not known', () => {
    const [, case_] = countedLoop().cases;
    expect(summaryNotation(countedLoop({ paths: [], cases: [{ ...case_!, iterations: '∞', post: {} }] }))).toContain(
      'post  never',
    );
    expect(
      summaryNotation(countedLoop({ paths: [], cases: [{ ...case_!, exactness: 'unknown', post: {} }] })),
    ).toContain('post  ?');
    expect(summaryNotation(unknownLoop())).toBe('');
  });
});
