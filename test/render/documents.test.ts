import { describe, expect, it } from 'vitest';
import { csvRecord, parseCsv } from '../../server/src/render/csv.ts';
import { checkDocument, loopsDocument } from '../../server/src/render/json-documents.ts';
import { sarifDocument } from '../../server/src/render/sarif.ts';
import { assertionText, boundText, loopText, palette, totalsText } from '../../server/src/render/terminal-text.ts';
import { totalsOf } from '../../server/src/render/totals.ts';
import { countedLoop, fileReport, unknownLoop, violatedAssertion } from './reports.ts';

describe('JSON', () => {
  it('of loops has the fixed keys', () => {
    const loops = [countedLoop(), unknownLoop(), countedLoop({ bound: { text: '8', kind: 'upper', value: '8' } })];
    const document = JSON.parse(loopsDocument([{ file: 'a.c', report: fileReport({ loops }) }], '1.2.3', 0.25));
    expect(Object.keys(document)).toEqual(['schema', 'version', 'loops', 'totals']);
    expect(document.schema).toBe('looplens/loops/2');
    expect(Object.keys(document.loops[0])).toEqual([
      'file',
      'line',
      'column',
      'endLine',
      'endColumn',
      'function',
      'kind',
      'nested',
      'type',
      'pattern',
      'answer',
      'tier',
      'exactness',
      'bound',
      'paths',
      'cases',
      'termination',
      'assumptions',
      'reasons',
      'ms',
    ]);
    expect(document.loops[0]).toMatchObject({
      file: 'a.c',
      line: 4,
      column: 3,
      endLine: 6,
      bound: { text: 'n - i', kind: 'exact' },
    });
    expect(document.loops[0].paths[0]).toEqual({ id: 'π1', guard: 'i < n', update: 'i += 1', bound: 'n - i' });
    expect(document.loops[1].bound).toBeNull();
    expect(document.totals).toEqual({
      loops: 3,
      pseudo: 0,
      exact: 1,
      upper: 1,
      structural: 0,
      assuming: 0,
      until: 0,
      endless: 0,
      none: 1,
      typeLimit: 0,
      byType: { 1: 2, 2: 0, 3: 0, 4: 1, unclassified: 0 },
      solverQueries: 0,
      seconds: 0.25,
    });
  });

  it('of assertions has the fixed keys', () => {
    const document = JSON.parse(
      checkDocument(
        [{ file: 'a.c', report: fileReport({ assertions: [violatedAssertion({ nondet: ['1', ['2', 3]] })] }) }],
        '1.2.3',
      ),
    );
    expect(document.schema).toBe('looplens/check/1');
    expect(Object.keys(document.results[0])).toEqual([
      'file',
      'line',
      'column',
      'function',
      'assertion',
      'verdict',
      'inputs',
      'nondet',
      'trace',
      'engine',
      'ms',
      'fingerprint',
    ]);
    expect(document.results[0].nondet).toEqual(['1', ['2', 3]]);
  });
});

it('SARIF has a result for everything that does not hold', () => {
  const assertions = [
    violatedAssertion(),
    violatedAssertion({ verdict: 'holds' }),
    violatedAssertion({ verdict: 'unknown' }),
  ];
  const log = JSON.parse(sarifDocument([{ file: 'with space/ä.c', report: fileReport({ assertions }) }], '1.2.3'));
  expect(log.version).toBe('2.1.0');
  expect(log.runs[0].results.map((result: { ruleId: string }) => result.ruleId)).toEqual([
    'assertion-violated',
    'assertion-unknown',
  ]);
  expect(log.runs[0].results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'with%20space/%C3%A4.c' },
    region: { startLine: 9, startColumn: 3, endLine: 9, endColumn: 17 },
  });
});

describe('CSV', () => {
  it.each([
    [
      'plain',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CRLF, mark, no last line end',
      '\uFEFFa,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quotes',
      '"a ""x""","b,c"\n"1\n2",3\n',
      [
        ['a "x"', 'b,c'],
        ['1\n2', '3'],
      ],
    ],
    ['empty lines', 'a\n\n1\n\n\n', [['a'], ['1']]],
    [
      'empty cells',
      'a,b\n,\n',
      [
        ['a', 'b'],
        ['', ''],
      ],
    ],
    ['old Mac', 'a\r1\r', [['a'], ['1']]],
    ['nothing', '', []],
  ])('%s', (_, text, expected) => expect(parseCsv(text)).toEqual(expected));

  it('quotes what must be', () => expect(csvRecord(['a', 'b,c', 'd"e', ''])).toBe('a,"b,c","d""e",\n'));
});

describe('text', () => {
  const plain = palette(false);
  it('of a loop', () => {
    expect(
      loopText('a.c', countedLoop(), { colours: plain, width: 100, detail: true }),
    ).toBe(`a.c:4:3: n - i iterations  (while in count)
    Type 1 · exact · sequential
    when i >= n  0 iterations  unchanged
        trace exit
    when i < n   n - i iterations  i' = n
        trace π1^(n - i) exit
    path π1    when i < n  do i += 1
    path exit  when i >= n  exit
    ends: always
`);
  });
  it('of a bound', () => {
    expect(boundText('a.c', unknownLoop(), plain)).toBe(
      'a.c:4:3: no bound known  (while in count)\n    Not more is known: `a[i]` is read in the condition and written in the loop (line 5).\n',
    );
    expect(totalsText(totalsOf([countedLoop(), unknownLoop()]), 1)).toBe(
      '2 loops, 1 bounded (50.0 %): 1 exact, 0 upper, 0 structural\n1 without a bound\n1 of Type 1, 1 of Type 4\n1.00 s, 0 solver queries\n',
    );
  });
  it('of an assertion', () => {
    expect(assertionText('a.c', violatedAssertion(), plain)).toBe(
      'a.c:9:3: violated  x == z  (chase)\n    inputs: n = 1, z = 5\n    line 4: 1 iteration\n    at the assertion: x = 1, z = 5\n',
    );
  });
  it('has colours only where they are seen', () => {
    expect(assertionText('a.c', violatedAssertion(), palette(true))).toContain('\u001b[31mviolated');
    expect(loopText('a.c', countedLoop(), { colours: plain, width: 100 })).not.toContain('\u001b');
  });
});
