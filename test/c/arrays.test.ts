/** Arrays whose sizes are computed, and large ones that an initialiser fills: what runs of them come to. */
import { describe, expect, it } from 'vitest';
import { run } from '../../server/src/interpret/interpreter.ts';
import { lowerOne } from './lower.ts';

function result(body: string): string {
  const outcome = run(lowerOne(`int f(int n, int k) { ${body} }`), {
    mode: 'c',
    inputs: new Map([
      [0, 3n],
      [1, 4n],
    ]),
    maxSteps: 10_000,
  });
  return outcome.kind === 'returned' ? `${outcome.value}` : outcome.kind === 'undefined' ? outcome.code : outcome.kind;
}

describe('variable length arrays', () => {
  it.each([
    ['int a[n]; a[2] = 7; return a[2];', '7'],
    ['int a[n]; a[3] = 7; return a[3];', 'out-of-bounds'],
    ['int a[n]; n = 9; a[5] = 7; return 0;', 'out-of-bounds'],
    ['int m[n][k]; m[2][3] = 5; m[1][0] = 6; return m[2][3] + m[1][0];', '11'],
    ['int m[n][k]; m[0][4] = 5; return 0;', 'out-of-bounds'],
    ['int m[n][k]; m[3][0] = 5; return 0;', 'out-of-bounds'],
    ['int m[n][k]; m[1][-1] = 5; return 0;', 'out-of-bounds'],
    ['int m[n][8]; for (int i = 0; i < n; i++) for (int j = 0; j < 8; j++) m[i][j] = i * j; return m[2][7];', '14'],
    ['int m[2][k]; m[1][k - 1] = 5; m[0][0] = 1; return m[1][3];', '5'],
    ['int a[n++]; return n;', '4'],
    ['int a[n]; n = 9; return sizeof a;', '12'],
    ['short a[n]; return sizeof (a) / sizeof a[0];', '3'],
    ['int m[n][k]; return sizeof m + sizeof m[1];', '64'],
    ['int m[n][8]; return sizeof m[k - 4];', '32'],
  ])('%s', (body, expected) => {
    expect(result(body)).toBe(expected);
  });
});

describe('arrays that are filled bytewise', () => {
  it.each([
    ['int a[4]; memset(a, 0, sizeof a); return a[3];', '0'],
    ['int a[4]; memset(a, 255, sizeof a); return a[3];', '-1'],
    ['short a[4]; memset(a, 0x102, sizeof(a)); return a[0];', '514'],
    ['unsigned char a[4]; a[3] = 7; memset(a, 300, 3); return a[0] + a[2] + a[3];', '95'],
    [
      `
        int m[4][5]; memset(m, 0, sizeof m); memset(m[1], -1, sizeof m[1]);
        return m[0][4] * 100 + m[1][0] + m[1][4] + m[2][0];`,
      '-2',
    ],
    ['int a[9]; a[0] = 1; a[8] = 2; memset(&a[1], 0, 7 * sizeof(int)); return a[0] + a[1] + a[7] + a[8];', '3'],
    ['int a[n]; memset(a, 0, sizeof a); return a[2];', '0'],
    ['int a[n]; memset(a, -1, n * sizeof *a); return a[0];', '-1'],
    ['int a[4]; bzero(a, sizeof a); return a[1];', '0'],
    ['int a[4]; a[0] = 5; memset(a, 0, 0); return a[0];', '5'],
    ['int a[4]; int *p = a; memset(p + 1, 0, 3 * sizeof *p); return a[3];', '0'],
    // what is filled in part, with what isn't known, or beyond the end, isn't told
    ['int a[n]; a[0] = 5; memset(a, 0, 4); return a[0];', 'not-modelled'],
    ['int a[4]; a[0] = 5; memset(a, k, sizeof a); return a[0];', 'not-modelled'],
    ['int a[4]; a[0] = 5; memset(a, 0, 2); return a[0];', 'not-modelled'],
    ['int a[4]; a[0] = 5; memset(a, 0, 5 * sizeof *a); return a[0];', 'not-modelled'],
  ])('%s', (body, expected) => {
    expect(result(body)).toBe(expected);
  });
});

describe('large initialisers', () => {
  it.each([
    ['int a[1000] = { 0 }; return a[999];', '0'],
    ['int a[1000] = { 1, 2, [500] = 3 }; return a[0] + a[1] + a[2] + a[500] + a[501];', '6'],
    ['char s[300] = "abc"; return s[2] + s[3] + s[299];', '99'],
    ['int m[70][70] = { [3] = { 1, 2 }, [60][1] = 7 }; return m[3][1] + m[60][1] + m[60][2] + m[69][69];', '9'],
    [
      'struct P { int a, b[3]; } p[400] = { { 1, { 2, 3 } } }; return p[0].b[1] + p[0].b[2] + p[1].a + p[399].b[2];',
      '3',
    ],
    ['int s = 0; for (int i = 0; i < 3; i++) { int a[100] = { 0 }; s += a[5]; a[5] = 4; } return s;', '0'],
    ['int a[20] = { 0 }; return a[20];', 'out-of-bounds'],
  ])('%s', (body, expected) => {
    expect(result(body)).toBe(expected);
  });
});
