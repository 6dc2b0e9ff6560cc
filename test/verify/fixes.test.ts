/** What is offered to mend a finding: the source with each fix made, which has no finding any more. */
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import type { Finding, SourceFix } from '../../server/src/report/report.ts';

afterAll(() => unloadSolver());

async function findings(source: string): Promise<readonly Finding[]> {
  const options = { ...DEFAULT_OPTIONS, loops: false };
  const report = await analyze(source, options, { now: () => performance.now(), cancelled: () => false });
  return (report.findings ?? []).filter((f) => f.kind !== 'unreachable');
}

function made(source: string, { edits }: SourceFix): string {
  const lines = source.split('\n');
  const offset = (at: { line: number; column: number }): number =>
    lines.slice(0, at.line - 1).reduce((n, l) => n + l.length + 1, 0) + at.column - 1;
  return [...edits]
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce((text, e) => text.slice(0, offset(e.range.start)) + e.text + text.slice(offset(e.range.end)), source);
}

const head = (loop: string): string =>
  `unsigned f(const int *p, unsigned n) {\n int a[5];\n unsigned s = 0;\n ${loop}\n return s + n;\n}`;

const FIXES: readonly (readonly [name: string, loop: string, mended: string])[] = [
  ['one too far', 'for (int i = 0; i <= 5; i++) a[i] = 0;', 'for (int i = 0; i < 5; i++) a[i] = 0;'],
  [
    'one too far in an outer loop',
    'for (int i = 0; i <= 5; i++) for (int j = 0; j < 2; j++) a[i] = j;',
    'for (int i = 0; i < 5; i++) for (int j = 0; j < 2; j++) a[i] = j;',
  ],
  ['a countdown', 'for (unsigned i = n - 1; i >= 0; i--) s ^= p[i];', 'for (unsigned i = n; i-- > 0; ) s ^= p[i];'],
  [
    'a countdown from a constant',
    'for (unsigned i = 9; i >= 0; --i) s ^= p[i];',
    'for (unsigned i = 10; i-- > 0; ) s ^= p[i];',
  ],
  [
    'a narrow counter',
    'for (unsigned char i = 0; i < 300; i++) s ^= p[i];',
    'for (int i = 0; i < 300; i++) s ^= p[i];',
  ],
];

describe('a fix', () => {
  test.each(FIXES)('%s', async (_name, loop, mended) => {
    const found = await findings(head(loop));
    const fixes = found.flatMap((f) => ('fixes' in f ? (f.fixes ?? []) : []));
    expect(fixes.map((f) => made(head(loop), f))).toEqual([head(mended)]);
    expect(await findings(head(mended))).toEqual([]);
  });
});

const DOUBTFUL: readonly (readonly [name: string, loop: string])[] = [
  ['far too far', 'for (int i = 0; i <= 7; i++) a[i] = 0;'],
  ['another counter', 'for (int i = 0, j = 0; i <= 5; i++, j++) a[j] = 0;'],
  ['a step of two', 'for (int i = 1; i <= 5; i += 2) a[i] = 0;'],
  ['in a macro', '\n#define UPTO <= 5\n for (int i = 0; i UPTO; i++) a[i] = 0;'],
];

describe('no fix', () => {
  test.each(DOUBTFUL)('%s', async (_name, loop) => {
    const found = await findings(head(loop));
    expect(found.map((f) => f.kind)).toEqual(['index-outside']);
    expect(found.flatMap((f) => ('fixes' in f ? (f.fixes ?? []) : []))).toEqual([]);
  });
});
