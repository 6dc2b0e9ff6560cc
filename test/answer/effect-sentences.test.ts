/** What loops do to arrays and lists, as a person is told. */
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

const host = { now: () => performance.now(), cancelled: () => false };

test.each([
  ['int *a, int n', 'for (int i = 0; i < n; i++) a[i] = 0;', ['Sets `a[0..n - 1]` to `0`']],
  ['int *a, int i, int n', 'for (; i <= n; i++) a[i] = n;', ['Sets `a[before(i)..n]` to `n`']],
  ['struct { int n, w[16]; } *p', 'for (int i = 0; i < 9; i++) p->w[i] = 3;', ['Sets `p->w[0..8]` to `3`']],
  [
    'struct { struct { int w[4]; } in; } a',
    'for (int i = 1; i < 4; i++) a.in.w[i] = 7;',
    ['Sets `a.in.w[1..3]` to `7`'],
  ],
  ['int m[5][6], int j, int s', 'for (int i = 2; i < 6; i++) s += m[j][i];', ['Adds up `m[j][2..5]` in `s`']],
  [
    'int m[5][6], int s',
    'for (int i = 0; i < 5; i++) s += m[i][i];',
    ['Adds `m[i][i]` to `s` for `i` from `0` to `4`'],
  ],
  [
    'int m[5][6], int j',
    'for (int i = 0, k = 5; i < k; i++, k--) { int t = m[j][i]; m[j][i] = m[j][k]; m[j][k] = t; }',
    ['Reverses `m[j][0..5]`'],
  ],
  [
    'int *a, int i, int n',
    'for (; i < n; i++) a[i] = 2 * i;',
    ['Sets `a[k]` to `2 * k` for `k` from `before(i)` to `n - 1`'],
  ],
  ['int *a, int n', 'while (n-- > 0) a[n] = 1;', ['Sets `a[0..before(n) - 1]` to `1`']],
  ['char *s, int n', "for (int i = 0; i < n; i++) s[i] = ' ';", ["Sets `s[0..n - 1]` to `' '`"]],
  ['int *s, int n', "for (int i = 0; i < n; i++) s[i] = ' ';", ['Sets `s[0..n - 1]` to `32`']],
  [
    'char *s, int n',
    "for (int i = 0; i < n; i++) if (s[i] == ',') s[i] = ';';",
    ["Sets `s[i]` to `';'` for `i` from `0` to `n - 1`, where `s[i] == ','`"],
  ],
  [
    'const char *s, int n, int i',
    "for (i = 0; i < n; ++i) { if (s[i] == '%' && s[i + 1] == '2') break; }",
    ["Moves `i` to the first `k` from `0` to `n - 1` with `s[k] == '%' && s[k + 1] == '2'`, else to `max(0, n)`"],
  ],
  // the counter is compared as unsigned; from 0 on that makes no difference
  [
    'const int *v, unsigned n',
    'int i; for (i = 0; i < n && v[i]; i++) ;',
    ['Moves `i` to the first `k` from `0` to `n - 1` with `v[k] == 0`, else to `max(0, n)`'],
  ],
  [
    'const int *v, unsigned x',
    'int i; for (i = 0; v[i]; i++) if (v[i] == x) break;',
    ['Moves `i` to the first `k >= 0` with `v[k] == 0 || (unsigned)v[k] == (unsigned)x`'],
  ],
  // a counter that wraps around behind the last index
  ...['i < n', 'i != -1u', 'i + 1 > 0'].map((test): [string, string, string[]] => [
    'int *v, unsigned n',
    `for (unsigned i = n - 1; ${test}; i--) v[i] = 0;`,
    ['Sets `v[0..n - 1]` to `0`'],
  ]),
  ['char *s', "while (*s == '0') s--;", ["Skips characters that are '0'"]],
  ['char *s', 'while (*s == 48) s--;', ['Skips characters that are 48']],
  [
    'int *a, int n',
    'for (int i = 0; i < n; i++) a[i]++;',
    ['Sets `a[i]` to `before(a[i]) + 1` for `i` from `0` to `n - 1`'],
  ],
  [
    'int *a, int n',
    'for (int i = 0; i < n; i++) a[2*i + 1] = i * i;',
    ['Sets `a[2 * i + 1]` to `i * i` for `i` from `0` to `n - 1`'],
  ],
  // of what isn't negative C's own remainder is meant
  [
    'unsigned *a, unsigned n',
    'for (unsigned i = 0; i < n; i++) a[i] = 15 * (i % 7);',
    ['Sets `a[i]` to `15 * (i % 7)` for `i` from `0` to `n - 1`'],
  ],
  [
    'int *a, int at, int n',
    'for (int i = at; i + 1 < n; i++) a[i] = a[i + 1];',
    ['Moves `a[at + 1..n - 1]` down by one place'],
  ],
  // j is i - 1 where the loop begins: all that is said calls it one way
  [
    'int *a, int i, int x',
    'int j = i - 1;\nwhile (j >= 0 && a[j] > x) { a[j + 1] = a[j]; j--; }',
    [
      'Moves `j` to the last `k` from `before(j)` down to `0` with `a[k] <= x`, else to `min(before(j), -1)`',
      'Moves `a[j + 1..before(j)]` up by one place',
    ],
  ],
  ['int *a, int *b, int n', 'for (int i = 0; i < n; i++) b[i] = a[i];', ['Copies `a[0..n - 1]` to `b[0..n - 1]`']],
  ['int *p, int n, int s', 'for (int i = 0; i < n; i++) s += p[i];', ['Adds up `p[0..n - 1]` in `s`']],
  ['int *p, int n, int s', 'for (int i = 0; i < n; i++) s += p[3];', ['Adds `p[3]` to `s` `n` times']],
  [
    'int *p, int n, int x, int c',
    'for (int i = 0; i < n; i++) if (p[i] == x) c++;',
    ['Counts in `c` the `i` from `0` to `n - 1` with `p[i] == x`'],
  ],
  [
    'int *v, int n, int i, int x',
    'while (i < n && v[i] != x) i++;',
    ['Moves `i` to the first `k` from `before(i)` to `n - 1` with `v[k] == x`, else to `max(before(i), n)`'],
  ],
  // what is compared with bytes is written as in the source; 10 is not
  [
    'char *p, int n, int c',
    "for (int i = 0; i < n; i++) if (p[i] > '9') c++;",
    ["Counts in `c` the `i` from `0` to `n - 1` with `p[i] > '9'`"],
  ],
  [
    'int *p, int n, int c',
    "for (int i = 0; i < n; i++) if (p[i] > 57) c += 'x' != '9';",
    ['Counts in `c` the `i` from `0` to `n - 1` with `p[i] >= 58`'],
  ],
  [
    'const char *s',
    "while (*s == ' ' || *s == 10) s++;",
    ["Moves `s` to the first place with `*s != ' ' && *s != 10`"],
  ],
  // the place that is read need not move as the cursor does
  [
    'int *v, int n, int i',
    'while (i != n && v[2 * i] != 3) i++;',
    ['Moves `i` to the first `k >= before(i)` with `k == n || v[2 * k] == 3`'],
  ],
  [
    'int *v, int n, int i',
    'while (i < n && v[n - i] != 3) i++;',
    ['Moves `i` to the first `k` from `before(i)` to `n - 1` with `v[n - k] == 3`, else to `max(before(i), n)`'],
  ],
  ['char *p', 'while (p[*p] != 3) p++;', undefined],
  [
    'int *v, int n, int m',
    'for (int i = 1; i < n; i++) if (v[i] > m) m = v[i];',
    ['Keeps in `m` the largest of `m` and of every `v[k]` that it passes'],
  ],
  [
    'int *v, int i, int j',
    'while (i < j) { int t = v[i]; v[i++] = v[j]; v[j--] = t; }',
    ['Reverses `v[before(i)..before(j)]`'],
  ],
  [
    'int *v, int n, int i, int x',
    'for (; i < n; i++) { if (v[i] == x) break; v[i] = 0; }',
    [
      'Moves `i` to the first `k` from `before(i)` to `n - 1` with `v[k] == x`, else to `max(before(i), n)`',
      'Sets `v[before(i)..i - 1]` to `0`',
    ],
  ],
  ['const char *p', 'while (*p) p++;', ['Moves `p` to the terminating zero']],
  ['const char *s', "while (*s && *s != 'x') s++;", ["Moves `s` to the first place with `*s == 0 || *s == 'x'`"]],
  ['char *p, char *end', 'while (p < end && !*p) p++;', ['Moves `p` to the first place with `end <= p || *p != 0`']],
  [
    'char *b, char *end',
    'char *p = b; p += 4;\nwhile (p < end && !*p) p++;',
    ['Moves `p` to the first place with `end <= p || *p != 0`'],
  ],
  ['char *p', "while (p[1] != 'x' && *p) p++;", ["Moves `p` to the first place with `p[1] == 'x' || *p == 0`"]],
  [
    'int *v, int i, int x',
    'while (i >= 0 && v[i] != x) i--;',
    ['Moves `i` to the last `k` from `before(i)` down to `0` with `v[k] == x`, else to `min(before(i), -1)`'],
  ],
  [
    'int *v, int n, int x',
    'for (int i = 0; i < n; i++) if (v[i] == x) return 1;',
    ['Looks for the first `k` from `0` to `n - 1` with `v[k] == x`'],
  ],
  [
    'char *s, char *d',
    'while ((*d++ = *s++)) ;',
    ['Moves `s` behind the terminating zero', 'Copies up to and with the first zero'],
  ],
])('f(%s): %s', async (parameters, loop, sentences) => {
  const source = `int f(${parameters}) {\n${loop}\nreturn 0;\n}\n`;
  const { loops } = await analyze(source, { ...DEFAULT_OPTIONS, assertions: false }, host);
  expect(loops[0]?.effects?.map(({ sentence }) => sentence?.replace(/: .*/, ''))).toEqual(sentences);
});

// one index of several moves: it is in the place where C has it
test.each([
  ['int n', 'for (int i = 0; i < n; i++) q[i].n = 0;', ['Sets `q[0..n - 1].n` to `0`']],
  [
    'int n',
    'for (int i = 0; i < n; i++) q[i].n += q[i].c;',
    ['Sets `q[i].n` to `q[i].c + before(q[i].n)` for `i` from `0` to `n - 1`'],
  ],
  ['int j', 'for (int i = 0; i < 8; i++) q[j].w[i] = 3;', ['Sets `q[j].w[0..7]` to `3`']],
  ['int j', 'for (int i = 0; i < 8; i++) q[i].w[j] = 3;', ['Sets `q[0..7].w[j]` to `3`']],
  ['int j', 'while (j-- > 0) q[j].n = 4;', ['Sets `q[0..before(j) - 1].n` to `4`']],
  ['int j', 'for (int i = 0; i < 8; i++) q[i].w[i] = 3;', ['Sets `q[i].w[i]` to `3` for `i` from `0` to `7`']],
  ['int j', 'for (int i = 0; i < 5; i++) v[i][j] = 0;', ['Sets `v[0..4][j]` to `0`']],
  ['int j', 'for (int i = 0; i < 5; i++) v[i][i] = 1;', ['Sets `v[i][i]` to `1` for `i` from `0` to `4`']],
  ['int j', 'for (int i = 0; i < 5; i++) v[i][3] = v[i][4];', ['Sets `v[i][3]` to `v[i][4]` for `i` from `0` to `4`']],
  ['int j', "for (int i = 0; i < 4; i++) q[j].t[i] = ' ';", ["Sets `q[j].t[0..3]` to `' '`"]],
])('members and rows, f(%s): %s', async (parameters, loop, sentences) => {
  const objects = 'struct s { int n, c, w[16]; char t[4]; };\nstruct s q[9];\nint v[5][8];\n';
  const source = `${objects}void f(${parameters}) {\n${loop}\n}\n`;
  const { loops } = await analyze(source, { ...DEFAULT_OPTIONS, assertions: false }, host);
  expect(loops[0]?.effects?.map(({ sentence }) => sentence)).toEqual(sentences);
});

test('characters of a function that is called are told as it writes them', async () => {
  const source = `static int is_sep(int c) { return c == '/'; }
int f(const char *path, int len) { while (len > 0 && is_sep(path[len - 1])) len--; return len; }`;
  const { loops } = await analyze(source, { ...DEFAULT_OPTIONS, assertions: false }, host);
  expect(loops[0]?.effects?.map(({ sentence }) => sentence).join()).toContain("`path[k - 1] != '/'`");
});

// a wrap-around is assumed away only where no guard and no element that is there forbids it
test.each([
  ['int *a, unsigned n', 'unsigned i = n; while (i--) a[i] = 0;', []],
  ['int *a, unsigned n', 'for (unsigned i = 0; i < n; i++) a[i] = 0;', []],
  ['int *a, unsigned s, unsigned n', 'for (unsigned i = s; i != n; i++) a[i] = 0;', ["`i` doesn't wrap around"]],
  ['int *a, unsigned long s, unsigned long n', 'for (unsigned long i = s; i != n; i++) a[i] = 0;', []],
  [
    'int *a, unsigned long s, unsigned long n',
    'for (unsigned long i = s; i != n; i++) if (i < 10) a[i] = 0;',
    ["`i` doesn't wrap around"],
  ],
  [
    'char *s, unsigned i, unsigned m, unsigned n',
    'while (i + m < n && s[i + m]) m++;',
    ["`m` doesn't wrap around", "`i + m` doesn't wrap around"],
  ],
])('assumptions of f(%s): %s', async (parameters, loop, assumed) => {
  const { loops } = await analyze(
    `void f(${parameters}) {\n${loop}\n}\n`,
    { ...DEFAULT_OPTIONS, assertions: false },
    host,
  );
  expect(loops[0]?.effects?.map(({ assuming }) => assuming)).toEqual([assumed]);
});
