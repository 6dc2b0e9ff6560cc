/** Loops say what their function requires, and which accesses may leave their arrays. */
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { hoverMarkdown, loopDetailMarkdown } from '../../server/src/render/hover-text.ts';
import { loopText, palette, requiredText } from '../../server/src/render/terminal-text.ts';
import { loopsDocument } from '../../server/src/render/json-documents.ts';
import type { FileReport } from '../../server/src/report/report.ts';

const SOURCE = `void clear(int n) {
  int a[100], b[4];
  for (int i = 0; i < n; i++) {
    a[i] = 0;
    for (int j = 0; j < 4; j++)
      b[j] = 1;
  }
}
void set(int k) {
  int b[3];
  for (int i = 0; i <= 3; i++)
    b[i] = k;
}
int share(int s, int n) {
  return s / n;
}
`;

const asked = (limits: boolean): Promise<FileReport> =>
  analyze(
    SOURCE,
    { ...DEFAULT_OPTIONS, assertions: false, losses: false, limits },
    { now: () => 0, cancelled: () => false },
  );

const NEEDED =
  'Only with `n <= 100` where `clear` begins: else `a[i]` writes element 100, behind the end of `a`, which has 100 elements.';

test('a summary that holds for some arguments says for which', async () => {
  const { loops } = await asked(true);
  expect(loops.map(({ requires }) => requires?.map(({ sentence }) => sentence) ?? [])).toEqual([[NEEDED], [], []]);
  expect(hoverMarkdown(loops[0]!).replace(/\n\s+/g, ' ')).toContain(NEEDED);
  expect(hoverMarkdown(loops[2]!).replace(/\n\s+/g, ' ')).toContain(
    'A run that gets there leaves an array: `b[i]` writes',
  );
});

test('each access stands at the innermost loop around it', async () => {
  const { loops } = await asked(true);
  expect(loops.map(({ accesses = [] }) => accesses.map(({ text, leaves }) => `${text} ${leaves}`))).toEqual([
    ['a[i] yes'],
    ['b[j] no'],
    ['b[i] yes'],
  ]);
  expect(loopDetailMarkdown(loops[1]!)).toContain('`b[j]` (line 6): inside its array, always');
  const style = { colours: palette(false), width: 200, detail: true };
  expect(loopText('a.c', loops[0]!, style)).toContain('outside its array unless `n <= 100` where the function begins');
});

test('what is required elsewhere is told behind the loops, and all of it in JSON', async () => {
  const report = await asked(true);
  expect(requiredText('a.c', report)).toBe(
    'a.c:15:10: `share` requires `n != 0`: else `s / n` divides by `n`, which is 0\n',
  );
  const { contracts } = JSON.parse(loopsDocument([{ file: 'a.c', report }], '0', 0, { contracts: true })) as {
    contracts: readonly { requires: string }[];
  };
  expect(contracts.map(({ requires }) => requires)).toEqual(['n <= 100', 'n != 0']);
});

test('nothing of it where it was not asked for', async () => {
  const { loops, functions } = await asked(false);
  expect(loops.some((l) => l.accesses ?? l.requires)).toBe(false);
  expect(functions.some((f) => f.requires)).toBe(false);
});
