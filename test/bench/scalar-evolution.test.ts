import { describe, expect, it } from 'vitest';
import { claimsOf } from './loop-claims.ts';
import { scevLoops } from './scalar-evolution.ts';

/** One function with a loop for each line that is printed of it, at lines 10, 20, ... of `/src/a.c`. */
function claims(...printed: readonly string[]): readonly string[] {
  const header = (k: number): string => `${k + 5}`;
  const text = [
    "Printing analysis 'Scalar Evolution Analysis' for function 'f':",
    'Determining loop execution counts for: @f',
    ...printed.flatMap((lines, k) => lines.split('; ').map((line) => `Loop %${header(k)}: ${line}`)),
  ];
  const module = [
    'define dso_local i32 @f(i32 noundef %0) #0 !dbg !1 {',
    ...printed.map((_, k) => `  br i1 %c, label %${header(k)}, label %out${k}, !dbg !9, !llvm.loop !${100 + 10 * k}`),
    '}',
    '!0 = !DIFile(filename: "a.c", directory: "/src", checksumkind: CSK_MD5, checksum: "00")',
    '!1 = distinct !DISubprogram(name: "f", scope: !0, file: !0, line: 1)',
    ...printed.flatMap((_, k) => [
      `!${100 + 10 * k} = distinct !{!${100 + 10 * k}, !${101 + 10 * k}, !${102 + 10 * k}, !8}`,
      `!${101 + 10 * k} = !DILocation(line: ${10 * k + 10}, column: 3, scope: !1)`,
      `!${102 + 10 * k} = !DILocation(line: ${10 * k + 11}, column: 9, scope: !1)`,
    ]),
    '!8 = !{!"llvm.loop.mustprogress"}',
  ];
  return scevLoops(text.join('\n'), module.join('\n')).map(
    ({ file, line, column, claim, backedges }) => `${file}:${line}:${column} ${claim} ${backedges ?? ''}`,
  );
}

describe('what opt prints', () => {
  it('is read with the places of the loops', () => {
    expect(
      claims(
        'backedge-taken count is (-1 + %0)<nsw>; max backedge-taken count is 2147483646',
        '<multiple exits> Unpredictable backedge-taken count.; max backedge-taken count is 6',
        'Unpredictable backedge-taken count.; constant max backedge-taken count is i32 -1',
        'Unpredictable backedge-taken count.; Unpredictable max backedge-taken count. ',
        'backedge-taken count is false',
        'backedge-taken count is i64 9',
        'Unpredictable backedge-taken count.; symbolic max backedge-taken count is (%n + %m)',
        'backedge-taken count is ***COULDNOTCOMPUTE***; Predicated backedge-taken count is (-1 + %n)',
      ),
    ).toEqual([
      '/src/a.c:10:3 exact ',
      '/src/a.c:20:3 upper ',
      '/src/a.c:30:3 typeLimit ',
      '/src/a.c:40:3 none ',
      '/src/a.c:50:3 exact 0',
      '/src/a.c:60:3 exact 9',
      '/src/a.c:70:3 upper ',
      '/src/a.c:80:3 none ',
    ]);
  });
});

describe("LoopLens' document", () => {
  const place = { file: 'a.c', line: 1, column: 1, kind: 'for' };
  const claimed = (loop: object): string =>
    claimsOf({ schema: '', loops: [{ ...place, bound: null, ...loop }] })[0]?.claim ?? '';

  it.each([
    ['exact', { bound: { kind: 'exact' } }],
    ['exact', { bound: { kind: 'exact', value: '1000000000' } }],
    ['upper', { bound: { kind: 'upper', value: '31' } }],
    ['typeLimit', { bound: { kind: 'upper', value: '2147483647' } }],
    ['structural', { bound: { kind: 'structural' } }],
    ['assuming', { bound: { kind: 'upper', assuming: ['f() keeps s->n'] } }],
    ['none', {}],
    ['exact', { answer: { count: { relation: 'exactly', assuming: [] } } }],
    ['assuming', { answer: { count: { relation: 'exactly', assuming: ['f() keeps s->n'] } } }],
    ['typeLimit', { answer: { count: { relation: 'at-most', source: 'type' } } }],
    ['structural', { answer: { count: { relation: 'at-most', source: 'structural' } } }],
    ['until', { answer: { count: { relation: 'until', until: 'get() returns -1' } } }],
    ['endless', { answer: { count: { relation: 'endless' } } }],
    ['none', { answer: { count: { relation: 'none' } } }],
  ])('%s', (claim, loop) => {
    expect(claimed(loop)).toBe(claim);
  });
});
