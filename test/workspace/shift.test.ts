import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SourceRange } from '../../server/src/source/source-range.ts';
import type { FileReport } from '../../server/src/report/report.ts';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/index.ts';
import { differenceOf, shiftReport } from '../../server/src/workspace/shift-results.ts';
import type { Edit } from '../../server/src/workspace/shift-results.ts';

const range = (a: number, b: number, c: number, d: number): SourceRange => ({
  start: { line: a, column: b },
  end: { line: c, column: d },
});
const edit = (at: SourceRange, text: string): Edit => ({ range: at, text });
const reportOf = (at: SourceRange): FileReport => ({
  loops: [],
  assertions: [],
  syntaxErrors: [{ message: '', range: at }],
  functions: [],
  ms: 0,
});
const shifted = (at: SourceRange, ...edits: Edit[]): SourceRange | undefined =>
  shiftReport(reportOf(at), edits).syntaxErrors[0]?.range;

/** The offset of a position, and the other way round, by counting. */
function offset(text: string, line: number, column: number): number {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  return lines.slice(0, line - 1).join('').length + column - 1;
}
function apply(text: string, change: Edit): string {
  const { start, end } = change.range;
  return (
    text.slice(0, offset(text, start.line, start.column)) + change.text + text.slice(offset(text, end.line, end.column))
  );
}

describe('a range is moved along with an edit', () => {
  const at = range(5, 3, 5, 10);
  test.each([
    ['a line inserted above', edit(range(2, 1, 2, 1), 'x\n'), range(6, 3, 6, 10)],
    ['two lines removed above', edit(range(1, 1, 3, 1), ''), range(3, 3, 3, 10)],
    ['text inserted before it on its line', edit(range(5, 1, 5, 1), 'abc'), range(5, 6, 5, 13)],
    ['text inserted right before it', edit(range(5, 3, 5, 3), 'abc'), range(5, 6, 5, 13)],
    ['text inserted right behind it', edit(range(5, 10, 5, 10), 'abc'), range(5, 3, 5, 10)],
    ['text inserted in it', edit(range(5, 4, 5, 4), 'abc'), range(5, 3, 5, 13)],
    ['a line broken in it', edit(range(5, 4, 5, 4), '\r\n'), range(5, 3, 6, 7)],
    ['its line joined to the one above', edit(range(4, 9, 5, 3), ''), range(4, 9, 4, 16)],
    ['an edit below', edit(range(6, 1, 9, 1), ''), at],
    ['it is removed with what is around it', edit(range(4, 1, 6, 1), ''), range(4, 1, 4, 1)],
  ])('%s', (_, change, expected) => {
    expect(shifted(at, change)).toEqual(expected);
  });
  test('with several, in order', () => {
    expect(shifted(at, edit(range(1, 1, 1, 1), '\n\n'), edit(range(7, 1, 7, 1), '  '))).toEqual(range(7, 5, 7, 12));
  });
  test('and never turned round', () => {
    const position = fc.record({ line: fc.integer({ min: 1, max: 9 }), column: fc.integer({ min: 1, max: 9 }) });
    const ordered = fc
      .tuple(position, position)
      .map(([a, b]) =>
        a.line < b.line || (a.line === b.line && a.column <= b.column) ? { start: a, end: b } : { start: b, end: a },
      );
    fc.assert(
      fc.property(ordered, ordered, fc.stringMatching(/^[ab\n]{0,4}$/), (it, where, text) => {
        const { start, end } = shifted(it, edit(where, text)) ?? it;
        expect(start.line < end.line || (start.line === end.line && start.column <= end.column)).toBe(true);
      }),
    );
  });
});

test('the difference of two texts leads from one to the other', () => {
  const text = fc.stringMatching(/^[ab\n\r]{0,12}$/);
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(apply(before, differenceOf(before, after))).toBe(after);
    }),
    { numRuns: 2_000 },
  );
});

describe('a line inserted above moves all places of a report', () => {
  const C = `
int table[4];
int index_outside(void) { int s = 0; for (int i = 0; i <= 4; i++) { s += table[i]; } return s; }
void never_ends(unsigned n) { for (unsigned i = n; i >= 0; i--) { table[i & 3] = 0; } }
int divides(int n) { int z = 0; if (n > 3) { return n / z; } return 1; }
int unset(void) { int x; return x + 1; }
int calls(int n) { int i = 0; while (i < n) { if (unknown(i)) break; i += 2; } assert(i >= 0); return i; }
static int part(int z) { return 1 / z; }
int whole(void) { return part(0); }
int overflows(void) { int big = 2147483647; return big + 1; }
`;
  const placesIn = (value: unknown): unknown =>
    typeof value !== 'object' || value === null
      ? value
      : Array.isArray(value)
        ? value.map(placesIn)
        : Object.fromEntries(Object.entries(value).flatMap(([key, of]) => (key === 'ms' ? [] : [[key, placesIn(of)]])));
  const analysed = (source: string): Promise<FileReport> =>
    analyze(source, DEFAULT_OPTIONS, { now: () => 0, cancelled: () => false });
  test('as if it were analysed anew', async () => {
    const before = await analysed(C);
    expect(new Set(before.findings?.map((f) => f.kind)).size).toBeGreaterThan(2);
    expect(before.findings?.some((f) => 'extent' in f && f.extent)).toBe(true);
    expect(before.findings?.some((f) => 'related' in f && (f.related ?? []).length > 0)).toBe(true);
    const shiftedReport = shiftReport(before, [edit(range(1, 1, 1, 1), '\n\n')]);
    expect(placesIn(shiftedReport)).toEqual(placesIn(await analysed(`\n\n${C}`)));
  });
});
