/** What one iteration does, where no formula says what is left in the end. */
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

const host = { now: () => 0, cancelled: () => false };

async function sentencesOf(parameters: string, loop: string): Promise<readonly (string | undefined)[]> {
  const source = `int get(int);\nint f(${parameters}) {\n${loop}\nreturn 0;\n}\n`;
  const { loops } = await analyze(source, { ...DEFAULT_OPTIONS, assertions: false }, host);
  return loops.find((l) => l.nested === 0)?.effects?.map(({ sentence }) => sentence) ?? [];
}

test.each([
  [
    'shifts and masks as the source has them',
    'unsigned x, int n',
    'for (int i = 0; i < 32; i++) if (x >> i & 1) n += x & 6;',
    'Adds `2 * (x >> 1 & 3)` to `n` in each iteration with `x >> i & 1`',
  ],
  [
    'bits that a mask leaves',
    'const char *s, int n',
    'for (; *s; s++) if ((*s & 0xC0) != 0x80) n++;',
    'Adds `1` to `n` in each iteration with `(*s & 0xC0) != 0x80`',
  ],
  [
    'quotients where the source divides',
    'unsigned x, int n',
    'while (x) { n += x % 2; x /= 2; }',
    'Adds `x % 2` to `n` in each iteration',
  ],
  [
    'a bit that is set',
    'unsigned *v, int n',
    'for (int i = 0; i < n; i++) v[(i << 8) + 3] |= 0x200000;',
    'Sets `v[256 * i + 3]` to `v[256 * i + 3] | 0x200000` in each iteration',
  ],
  [
    'a quotient that the condition keeps from being negative',
    'int *h, int i',
    'while (i > 0 && h[(i - 1) / 2] < h[i]) { h[i] = 0; i = (i - 1) / 2; }',
    'Sets `i` to `(i - 1) / 2` in each iteration',
  ],
  [
    'a quotient in the iterations that go on, which keep it from being negative',
    'int z, int k, int *o',
    'while (1) { if (z & 1) o[k++] = 1; else o[k++] = 2; if (z < 2) break; z = (z - 2) / 2; }',
    'Sets `z` to `(z - 2) / 2` in each iteration that goes on',
  ],
  [
    'several elements with one value',
    'short *q, int i',
    'for (; i >= 3; i -= 4) { q[i] = 0; q[i-1] = 0; q[i-2] = 0; q[i-3] = 0; }',
    'Sets `q[i]`, `q[i - 1]`, `q[i - 2]` and `q[i - 3]` to `0` in each iteration',
  ],
  [
    'several elements with several values',
    'int *q, int n',
    'for (int i = 0; i < n; i++) { q[2 * i] = i * i; q[2 * i + 1] = n; }',
    'Sets `q[2 * i]` to `i * i` and `q[2 * i + 1]` to `n` in each iteration',
  ],
  ['a product', 'long r, int n', 'while (n > 1) r *= n--;', 'Multiplies `r` by `n` in each iteration'],
  [
    'elements of rows',
    'int a[8][16], int b[16][8], int i, int j, int s, int n',
    'for (int k = 0; k < n; k++) s += a[i][k] * b[k][j];',
    'Adds `a[i][k] * b[k][j]` to `s` for `k` from `0` to `n - 1`',
  ],
  ['a row', 'int a[8][16], int i', 'for (int k = 0; k < 16; k++) a[i][k] = 0;', 'Sets `a[i][0..15]` to `0`'],
  [
    'the only loop within',
    'int a[8][16]',
    'for (int i = 0; i < 8; i++) for (int k = 0; k < 16; k++) a[i][k] = 0;',
    'Sets `a[i][k]` to `0` in each iteration of the inner loop',
  ],
  [
    'a loop in a loop within',
    'int a[8][16], int n',
    'while (n-- > 0) for (int i = 0; i < 8; i++) for (int k = 0; k < 16; k++) if (a[i][k] > n) a[i][k] = 0;',
    'Sets `a[i][k]` to `0` in each iteration of the innermost loop with `a[i][k] > n`',
  ],
  [
    'one of two loops within',
    'int *a, int n, int s',
    `while (n-- > 0) {
      for (int i = 0; i < 8; i++) a[i] = n;
      for (int i = 0; i < n; i++) s += a[i];
    }`,
    'Adds `a[i]` to `s` in each iteration of the loop in line 5',
  ],
  [
    'a distance from a character',
    'const char *s, int v, int n',
    "for (int i = 0; i < n; i++) { if (s[i] == 'x') break; v = 16 * v + s[i] - 'a'; }",
    "Sets `v` to `16 * v + s[i] - 'a'` in each iteration with `s[i] != 'x'`",
  ],
  [
    'a character that is stored',
    'char *to, unsigned n, int i',
    "while (n) { to[i] = '0' + n % 10; i++; n /= 10; }",
    "Sets `to[i]` to `n % 10 + '0'` in each iteration",
  ],
  [
    'an iteration that leaves the loop does nothing, for a condition without short text',
    'const char *s, int v',
    `
      while (*s >= '0' && *s <= '9') { if (v > (2147483647 - (*s - '0')) / 10) return 0; v = v * 10 + (*s - '0'); s++;
        }`,
    "Sets `v` to `10 * v + *s - '0'` in each iteration that goes on",
  ],
  [
    'what a pointer passes',
    'const char *s, char c, int n',
    'for (; *s; s++) if (*s == c) n++;',
    'Adds `1` to `n` in each iteration with `*s == c`',
  ],
  [
    'a number that is read',
    'const char *s, int v',
    "while (*s >= '0' && *s <= '9') v = v * 10 + *s++ - '0';",
    "Sets `v` to `10 * v + *s - '0'` in each iteration",
  ],
  [
    'characters that are changed in their place',
    'char *s',
    "for (; *s; s++) if (*s >= 'a' && *s <= 'z') *s -= 32;",
    "Subtracts `32` from `*s` in each iteration with `*s >= 'a' && *s <= 'z'`",
  ],
  [
    'what is behind the pointer when an iteration begins',
    'const char *s, int h',
    "while (*s) { s++; if (*s == '.') h++; }",
    "Adds `1` to `h` in each iteration with `s[1] == '.'`",
  ],
  [
    'two that need each other',
    'unsigned a, unsigned b, int n',
    'for (int i = 0; i < n; i++) { unsigned t = a + b; a = b; b = t; }',
    'Each iteration sets (`a`, `b`) to (`b`, `a + b`)',
  ],
  [
    'two ways',
    'unsigned c',
    'for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;',
    'Sets `c` to `c & 1 ? ((c >> 1) ^ 0xEDB88320) : c >> 1` in each iteration',
  ],
  [
    'a histogram',
    'int *h, const unsigned char *v, int n',
    'for (int i = 0; i < n; i++) h[v[i]]++;',
    'Adds `1` to `h[v[i]]` in each iteration',
  ],
  [
    'a histogram of numbers that go around',
    'unsigned long *h, const unsigned char *v, int n',
    'for (int i = 0; i < n; i++) h[v[i]]++;',
    'Adds `1` to `h[v[i]]` in each iteration',
  ],
  [
    'elements that are cut off',
    'unsigned char *h, const int *v, int n',
    'for (int i = 0; i < n; i++) h[v[i]] = v[i] + 7;',
    'Sets `h[v[i]]` to `(unsigned char)(v[i] + 7)` in each iteration',
  ],
  [
    'elements that are picked',
    'const int *v, int *to, int n, int m',
    'for (int i = 0; i < n; i++) if (v[i] > 0) to[m++] = v[i];',
    'Sets `to[m]` to `v[i]` in each iteration with `v[i] > 0`',
  ],
  [
    'up and down',
    'const char *s, int n, int depth',
    "for (int i = 0; i < n; i++) { if (s[i] == '(') depth++; if (s[i] == ')') depth--; }",
    'Changes `depth` by -1, 0 or 1 in each iteration',
  ],
  [
    'an index of the least',
    'const int *v, int n, int at',
    'for (int i = 1; i < n; i++) if (v[i] < v[at]) at = i;',
    'Sets `at` to `i` in each iteration with `v[at] > v[i]`',
  ],
  [
    'one that may be left in the middle',
    'long r, int n, int x',
    'while (n > 1) { if (n == x) break; r *= n--; }',
    'Multiplies `r` by `n` in each iteration with `n != x`',
  ],
  [
    'an unsigned counter that may pass zero',
    'const unsigned char *line, unsigned long n',
    "long v = 0; for (; n--; line++) { if (*line < '0') return 1; v = v * 10 + *line; }",
    'Subtracts `1` from `n` in each iteration and in the last test',
  ],
  [
    'swaps in an inner loop',
    'int *v, int n',
    `
      for (int i = 0; i < n - 1; i++) for (int j = 0; j < n - 1 - i; j++) if (v[j] > v[j + 1]) { int t = v[j];
        v[j] = v[j + 1]; v[j + 1] = t; }`,
    'Swaps elements of `v`: it has the same ones afterwards, in another order',
  ],
])('%s', async (_, parameters, loop, sentence) => expect(await sentencesOf(parameters, loop)).toContain(sentence));

test.each([
  [
    'one element is copied',
    'int *v, int n',
    'for (int i = 0; i < n; i++) { int t = v[i]; v[i] = v[n]; v[n + 1] = t; }',
    /Swaps/,
  ],
  ['a value is cut off', 'int *v, int i', 'while (i--) { char t = v[i]; v[i] = v[0]; v[0] = t; }', /Swaps/],
  [
    'the index changes between',
    'int *v, int i',
    'while (i--) { int t = v[i]; v[i] = v[0]; i /= 2; v[i] = t; }',
    /Swaps/,
  ],
  ['a call may write, too', 'int *v, int i', 'while (i--) { int t = v[i]; v[i] = v[0]; v[0] = t; get(i); }', /Swaps/],
])('nothing where %s', async (_, parameters, loop, words) =>
  expect((await sentencesOf(parameters, loop)).filter((s) => words.test(s ?? ''))).toEqual([]),
);
