/** What functions require of their parameters. The conditions are worked out from C's rules by hand. */
import { beforeAll, expect, test } from 'vitest';
import { loadParser } from '../../server/src/c/front-end.ts';
import { misstepsIn } from './lower.ts';

beforeAll(() => loadParser());

const requiredIn = (source: string): readonly string[] =>
  misstepsIn(`int t[12], get(void);\n${source}`).contracts.map((c) => `${c.function}: ${c.condition}`);

test.each([
  ['a loop up to it', 'void f(int n) { int a[100]; for (int i = 0; i < n; i++) a[i] = i; }', ['f: n <= 100']],
  ['a long one', 'void f(int n) { static int a[70000]; for (int i = 0; i < n; i++) a[i] = i; }', ['f: n <= 70000']],
  [
    'a loop to it',
    'int f(unsigned n) { int s = 0; for (unsigned i = 0; i <= n; i++) s += t[i]; return s; }',
    ['f: n <= 11'],
  ],
  ['a countdown', 'void f(int n) { while (n > 0) { n--; t[n] = 1; } }', ['f: n <= 12']],
  ['an index', 'int f(int m) { return t[m - 1]; }', ['f: m >= 1', 'f: m <= 12']],
  ['an index the other way round', 'int f(int n) { return t[10 - n]; }', ['f: n >= -1', 'f: n <= 10']],
  // -9 / 10 is 0
  ['a quotient', 'int f(int n) { if (n > 99) return 0; return t[n / 10]; }', ['f: n >= -9']],
  ['a narrow type', 'int f(unsigned char c) { return t[c]; }', ['f: c <= 11']],
  ['a divisor', 'int f(int n) { return 100 / n; }', ['f: n != 0']],
  ['a shift', 'unsigned f(unsigned s) { return 1u << s; }', ['f: s <= 31']],
  ['a size', '#include <string.h>\nvoid f(unsigned long n) { char b[16]; memset(b, 0, n); }', ['f: n <= 16']],
  // 2147483 * 1000 fits an int, 2147484 * 1000 doesn't
  ['a product', 'int f(int n) { return n * 1000; }', ['f: n >= -2147483', 'f: n <= 2147483']],
  [
    'what a callee requires',
    'static int g(int k) { return t[k]; } int f(int n) { return g(n + 2); }',
    ['g: k >= 0', 'g: k <= 11', 'f: n >= -2', 'f: n <= 9'],
  ],
  ['behind a call', 'int f(int n) { get(); return t[n]; }', ['f: n >= 0', 'f: n <= 11']],
  ['one of two', 'int f(int k, int n) { return k / 3 + t[n]; }', ['f: n >= 0', 'f: n <= 11']],
  [
    'a visible call breaks it',
    'int f(int n) { return t[n]; } int h(void) { return f(12); }',
    ['f: n >= 0', 'f: n <= 11'],
  ],
])('required: %s', (_, source, conditions) => {
  expect(requiredIn(source)).toEqual(conditions);
});

test.each([
  ['what is asked for before', 'int f(int n) { if (n < 0 || n >= 12) return -1; return t[n]; }'],
  ['what is asserted before', '#include <assert.h>\nint f(int n) { assert(n >= 0 && n < 12); return t[n]; }'],
  ['another parameter decides', 'int f(int n, int k) { if (k) return 3; return t[n]; }'],
  ['what comes in decides', 'int f(int n) { if (get()) return t[n]; return 0; }'],
  ['the loop may be left', 'void f(int n) { for (int i = 0; i < n; i++) { if (get()) break; t[i] = 1; } }'],
  ['another value is taken', 'int f(int n) { n = get(); return t[n]; }'],
  ['another value may be taken', 'int f(int n) { if (get()) n = 2; return t[n]; }'],
  ['any value is within', 'int f(unsigned n) { return t[n % 12]; }'],
  ['unsigned sums wrap', 'unsigned f(unsigned n) { return n * 1000u; }'],
  ['what is wrong anyway', 'int f(int n) { return t[12] + n; }'],
])('nothing is required: %s', (_, source) => {
  expect(requiredIn(source)).toEqual([]);
});

test('a call that is seen to break it is found where that happens, with the caller', () => {
  const { found } = misstepsIn('int t[12];\nint f(int n) { return t[n]; }\nint h(void) { return f(12); }');
  expect(found.map((m) => [m.kind, m.range.start.line, m.related.map((r) => r.message)])).toEqual([
    ['index-outside', 2, ['called from `h`']],
  ]);
});
