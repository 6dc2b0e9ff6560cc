/** Loops as straight-line C: what can stand in their place. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { LoopReport } from '../../server/src/report/report.ts';

async function loopOf(source: string): Promise<LoopReport> {
  const { loops } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, assertions: false },
    { now: () => 0, cancelled: () => false },
  );
  return loops.find((l) => l.nested === 0) as LoopReport;
}

/** Parameters, loop, what is left. */
const TOLD: readonly (readonly [string, string, string])[] = [
  ['int i, int n', 'while (i < n) i++;', 'i = max(i, n);'],
  ['int i, int n', 'for (i = 0; i < n; i++) { }', 'i = max(0, n);'],
  ['int i, int n, int s', 'for (i = 0; i < n; i++) s += i;', 'if (n > 0) s += n * (n - 1) / 2;\ni = max(0, n);'],
  [
    'int n, unsigned char x',
    'while (n > 0) { x += 3; n--; }',
    'if (n > 0) x = (unsigned char)(x + 3 * n);\nn = min(n, 0);',
  ],
  [
    'int n, signed char x',
    'while (n > 0) { x += 3; n--; }',
    'if (n > 0) x = (signed char)(x + 3 * n);\nn = min(n, 0);',
  ],
  [
    'struct { int n, m; } *p',
    'while (p->n != p->m) { p->n -= 2; p->m--; }',
    'const long old_p_n = p->n;\np->n = 2 * p->m - old_p_n;\np->m = 2 * p->m - old_p_n;',
  ],
  ['int x', 'do x--; while (x > 0);', 'x = min(x - 1, 0);'],
  [
    'int n, long l',
    'l = 5; for (int i = 0; i < 40; i++) { if (n & 1) { int t = n; n = l; l = t; } else n++; }',
    'if (n % 2 == 0) { l = n + 1; n = 5; }',
  ],
  ['int n', 'while (n > 1) n = 1;', 'n = min(n, 1);'],
  ['int n', 'while (n > 0) { if (n == 7) return; n--; }', 'n = min(n, 0);'],
  ['int t', 'while (t > 1) t -= 2;', 'if (t >= 2) t %= 2;'],
  ['int i, int n', 'for (i = 0; i < n; i += 8) { }', 'i = max(0, 8 * ((n + 7) / 8));'],
  ['int n, unsigned short i', 'for (i = 2; i <= n; i += 2) { }', 'i = max(2, 2 * floor_div(n, 2) + 2);'],
  ['int n, int x, int s', 'for (int i = 0; i < n; i++) s = x / 8;', 'if (n > 0) s = x / 8;'],
  ['int n, int x, int s', 'for (int i = 0; i < n; i++) s = x % 4;', 'if (n > 0) s = x % 4;'],
  [
    'int k, int m, int n',
    'for (int i = 0; i < n; i++) { k++; if (i == m) break; }',
    'if (n > m && m >= 0) k += m + 1;\nelse if (n > 0) k += n;',
  ],
  [
    'int i, unsigned a, int m',
    'while (i > m) { a /= 5; i--; }',
    'if (i > m) a /= power(5, min(14, i - m));\ni = min(i, m);',
  ],
  // doubled on and on it comes to 0, where a shift by as many bits isn't defined
  [
    'int n, unsigned x',
    'for (int i = (x = 1, 0); i < n; i++) x *= 2;',
    'if (n > 0) x = n < 32 ? 1u << n : 0;\nelse x = 1;',
  ],
  ['int n, int m, unsigned x', 'for (int i = 0; i < n; i++) x = 1u << m;', 'if (n > 0) x = 1u << m;'],
  // -3 % 2 is -1: in what is left n is at least 3
  [
    'int n, unsigned u, unsigned v, int i, int flag',
    'flag = 1; for (i = 2; i < n; i++) { if (flag) u -= 9; else v += 4; flag = !flag; }',
    `if (n <= 2) i = 2;
else if (n % 2 == 1) {
    u = (unsigned)(u - 9 * (n / 2)); v = (unsigned)(v + 4 * (n / 2) - 4);
    i = 2 * (n / 2) + 1; flag = 0; }
else {
    u = (unsigned)(u - 9 * (n / 2) + 9); v = (unsigned)(v + 4 * (n / 2) - 4);
    i = 2 * (n / 2); }`,
  ],
  // below m is nothing where m is 0: then it never ends
  ['unsigned char i, unsigned char m', 'while (i >= m) i--;', 'i = min(i, m - 1);'],
  ['unsigned char u, unsigned char m', 'while (u >= m) u += 2;', 'if (u >= m) u %= 2;'],
  [
    'unsigned char i, unsigned char m, unsigned char x',
    'while (i < m) { x = x * 5 + 5; i++; }',
    `if (m > i) {
    x = (unsigned char)(x * power(5, m - i) + mod(5 * power(5, m - i) + 3, 1024) / 4 - 2);
}
i = max(i, m);`,
  ],
  [
    'unsigned x, int c',
    'do { c++; x &= x - 1; } while (x > 0);',
    'const long k = max(0, __builtin_popcountll(x) - 1);\nx = 0;\nc += k + 1;',
  ],
  [
    'int i, int n, int b, int a',
    'for (; i < n; i += 5) { a += b; b++; }',
    'const long k = max(0, (n - i + 4) / 5);\ni += 5 * k;\na += b * k + k * (k - 1) / 2;\nb += k;',
  ],
  [
    'int x, int z, int k',
    'while (x < k) { if (z > x) x++; else z += 4; }',
    'if (k > z && k > x) z += 4 * ((k - z + 3) / 4);\nx = max(x, k);',
  ],
  [
    'int x, int z, int k',
    'while (x <= k) { if (z > x) x += 3; else z += 3; }',
    `if (k >= x) {
    if (x + 3 * ((k - x) / 3) >= z) z += 3 * ((k - x) / 3) + 3 * floor_div(x - z, 3) + 3;
    x += 3 * ((k - x) / 3) + 3;
}`,
  ],
  [
    'int n, int m, int s',
    'for (int i = 0; i < n; i++) for (int j = 0; j < m; j += 4) s += i * j;',
    'const long k = max(0, (m + 3) / 4);\nif (n > 0 && m > 0) s += k * n * (k * n - k - n + 1);',
  ],
  [
    'int n, int a, int s',
    'for (int i = 0; i < n; i++) { a = 42 - a; s += a; }',
    'const long k = max(0, n);\ns += 42 * ((k + 1) / 2) - a * (k % 2);\na += 42 * (k % 2) - 2 * a * (k % 2);',
  ],
  [
    'int n, int a, int b, int s',
    'for (a = 0; a < n; a++) for (b = 0; b < 1; b += 2) { s += 3; if (s == 9) break; }',
    `if (n > 0 && 3 * n + s == 9) b = 0;
else if (n > 0) b = 2;
a = max(0, n);
s += 3 * max(0, n);`,
  ],
  [
    'int n, int x, signed char v, signed char i',
    'x = 2; v = 4; for (i = 5; i < n + 5; i++) { x++; if (x > 7) { x = 2; v -= 9; } }',
    'if (n > 0) { x = n % 6 + 2; v = (signed char)(4 - 9 * (n / 6)); }\ni = max(5, n + 5);',
  ],
  ['int n, int i, int v', 'for (i = n; i >= n; i -= 3) v += i * i;', 'i = n - 3;\nv += n * n;'],
  ['int n, short v', 'for (int i = 0; i < n; i++) v += 8;', 'if (n > 0) v = (short)(v + 8 * n);'],
  [
    'int i, int n, long v',
    'for (; i < n; i++) v += i * i;',
    `if (n > i) v += (i * (3 * i - 2 * i * i - 1) + n * (2 * n * n - 3 * n + 1)) / 6;
i = max(i, n);`,
  ],
];

describe('a loop as straight-line C', () => {
  it.each(TOLD)('%s: %s', async (params, loop, told) => {
    const { afterwards } = await loopOf(`void f(${params}) { ${loop} }`);
    expect(afterwards).toEqual({ c: told, complete: true });
  });

  it('is not complete where memory is written', async () => {
    const { afterwards } = await loopOf('void f(int *a, int n) { int i; for (i = 0; i < n; i++) a[i] = 0; }');
    expect(afterwards).toEqual({ c: 'i = max(0, n);', complete: false });
  });

  it('is of the variables that have a formula, where others have none', async () => {
    const { afterwards, unknown } = await loopOf(
      `
        unsigned f(const unsigned char *p, unsigned n, unsigned c) { while (n--) { c ^= *p++;
          for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1; } return c + *p; }`,
    );
    expect(afterwards).toEqual({ c: 'p += n;\nn = 4294967295;', complete: false });
    expect(unknown?.map(({ variable }) => variable)).toEqual(['c']);
  });

  it.each([
    ['a loop without a test', 'for (;;) { if (bits >= 13) break; if (!have) goto out; have--; bits += 8; }'],
    ['a test that is always true', 'while (1) { if (bits >= 13) break; if (!have) goto out; have--; bits += 8; }'],
    ['a test at the end', 'do { if (bits >= 13) break; if (!have) goto out; have--; bits += 8; } while (1);'],
    [
      'a way out that does more',
      'for (;;) { if (bits >= 13) break; if (!have) { r = 5; goto out; } have--; bits += 8; }',
    ],
  ])('is of the runs that get behind the loop, not of those that jump past it: %s', async (_, loop) => {
    const { afterwards } = await loopOf(
      `int f(unsigned have, unsigned bits) { int r = 1; ${loop} return bits + have; out: return r; }`,
    );
    expect(afterwards?.c).toBe('const long k = max(0, (20 - bits) / 8);\nhave -= k;\nbits += 8 * k;');
  });

  it.each([
    ['what comes from outside', 'extern int get(void); void f(int c) { while ((c = get()) > 0) { } }'],
    ['what is not exact', 'void f(int n) { while (n != 1) { if (n % 2) n = 3 * n + 1; else n /= 2; } }'],
  ])('is none for %s', async (_, source) => {
    expect((await loopOf(source)).afterwards).toBeUndefined();
  });
});
