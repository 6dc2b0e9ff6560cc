/**
 * Small programs over arrays with known answers: whether all the assertions hold. `kind` tells what the program does.
 * Written so that gcc can run them, too: sizes that are asked for are limited.
 */
export interface ArrayTask {
  readonly kind: string;
  readonly name: string;
  readonly holds: boolean;
  readonly body: string;
}

const N = 'int n = __VERIFIER_nondet_int(); if (n < 1 || n > 1000) return 0;';
const SIZES =
  'int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(); if (n < 1 || n > 100 || k < 1 || k > 100) return 0;';
const CHECK = '__VERIFIER_assert';
const fill = (a: string, n: string | number = 'n'): string =>
  `for (int i = 0; i < ${n}; i++) ${a}[i] = __VERIFIER_nondet_int();`;

const t = (kind: string, name: string, holds: boolean, body: string): ArrayTask => ({ kind, name, holds, body });

export const ARRAY_TASKS: readonly ArrayTask[] = [
  t(
    'fill',
    'constant',
    true,
    `${N} int a[n]; for (int i = 0; i < n; i++) a[i] = 42; for (int i = 0; i < n; i++) ${CHECK}(a[i] == 42);`,
  ),
  t(
    'fill',
    'constant, but for the first',
    false,
    `
      ${N} int a[1000] = { 0 }; for (int i = 1; i < n; i++) a[i] = 42; for (int i = 0; i < n; i++) ${CHECK}(a[i] == 42);`,
  ),
  t(
    'fill',
    'downwards',
    true,
    `int a[1000]; for (int i = 999; i >= 0; i--) a[i] = 7; for (int i = 0; i < 1000; i++) ${CHECK}(a[i] == 7);`,
  ),
  t(
    'fill',
    'by index',
    true,
    `
      int a[100000]; for (int i = 0; i < 100000; i++) a[i] = 2 * i + 1;
      for (int i = 0; i < 100000; i++) ${CHECK}(a[i] == 2 * i + 1);`,
  ),
  t(
    'fill',
    'by index, wrong once',
    false,
    `
      int a[1000]; for (int i = 0; i < 1000; i++) a[i] = i; a[500] = 499;
      for (int i = 0; i < 1000; i++) ${CHECK}(a[i] == i);`,
  ),
  t(
    'fill',
    'in two parts',
    true,
    `
      ${N} int a[2000]; for (int i = 0; i < n; i++) a[i] = 1; for (int i = n; i < 2 * n; i++) a[i] = 2;
      for (int i = 0; i < n; i++) ${CHECK}(a[i] == 1 && a[i + n] == 2);`,
  ),
  t(
    'fill',
    'by while, with a parameter',
    true,
    `
      ${N} int v = __VERIFIER_nondet_int(), a[n], i = 0; while (i < n) { a[i] = v; i = i + 1; }
      for (i = 0; i < n; i++) ${CHECK}(a[i] == v);`,
  ),
  t(
    'fill',
    'a char too many',
    false,
    `
      ${N} int a[1001]; for (int i = 0; i < n; i++) a[i] = 0; a[n] = 1;
      for (int i = 0; i <= n; i++) ${CHECK}(a[i] == 0);`,
  ),
  t(
    'fill',
    'twice',
    true,
    `
      ${N} int a[n]; for (int i = 0; i < n; i++) a[i] = 1; for (int i = 0; i < n; i++) a[i] = a[i] + 2;
      for (int i = 0; i < n; i++) ${CHECK}(a[i] == 3);`,
  ),
  t(
    'parity',
    'even and odd',
    true,
    `
      int a[2000]; for (int i = 0; i < 1000; i++) { a[2 * i] = 0; a[2 * i + 1] = 1; } for (int i = 0; i < 1000; i++) {
        ${CHECK}(a[2 * i] == 0); ${CHECK}(a[2 * i + 1] == 1); }`,
  ),
  t(
    'parity',
    'by remainder',
    true,
    `
      ${N} int a[n]; for (int i = 0; i < n; i++) { if (i % 2 == 0) a[i] = 0; else a[i] = 1; }
      for (int i = 0; i < n; i++) { if (i % 2 == 0) ${CHECK}(a[i] == 0); else ${CHECK}(a[i] == 1); }`,
  ),
  t(
    'parity',
    'odd ones forgotten',
    false,
    `int a[100] = { 0 }; for (int i = 0; i < 100; i += 2) a[i] = 5; for (int i = 0; i < 100; i++) ${CHECK}(a[i] == 5);`,
  ),
  t(
    'parity',
    'every third',
    true,
    `int a[3000]; for (int i = 0; i < 3000; i += 3) a[i] = 9; for (int i = 0; i < 3000; i += 3) ${CHECK}(a[i] == 9);`,
  ),
  t(
    'copy',
    'plain',
    true,
    `
      ${N} int a[n], b[n]; ${fill('a')} for (int i = 0; i < n; i++) b[i] = a[i];
      for (int i = 0; i < n; i++) ${CHECK}(a[i] == b[i]);`,
  ),
  t(
    'copy',
    'but for the last',
    false,
    `
      ${N} int a[1000], b[1000] = { 0 }; ${fill('a')} for (int i = 0; i < n - 1; i++) b[i] = a[i];
      for (int i = 0; i < n; i++) ${CHECK}(a[i] == b[i]);`,
  ),
  t(
    'copy',
    'through a third',
    true,
    `
      ${N} int a[n], b[n], c[n]; ${fill('a')} for (int i = 0; i < n; i++) b[i] = a[i];
      for (int i = 0; i < n; i++) c[i] = b[i]; for (int i = 0; i < n; i++) ${CHECK}(c[i] == a[i]);`,
  ),
  t(
    'copy',
    'with an offset',
    true,
    `
      ${N} int a[n], b[n + 5]; ${fill('a')} for (int i = 0; i < n; i++) b[i + 5] = a[i];
      for (int i = 0; i < n; i++) ${CHECK}(b[i + 5] == a[i]);`,
  ),
  t(
    'copy',
    'with one added',
    true,
    `
      ${N} int a[n], b[n]; for (int i = 0; i < n; i++) { a[i] = __VERIFIER_nondet_int(); if (a[i] > 1000) a[i] = 0; }
      for (int i = 0; i < n; i++) b[i] = a[i] + 1; for (int i = 0; i < n; i++) ${CHECK}(b[i] == a[i] + 1);`,
  ),
  t(
    'copy',
    'then changed',
    false,
    `
      ${N} int a[n], b[n]; ${fill('a')} for (int i = 0; i < n; i++) b[i] = a[i]; a[0] = b[0] == 3 ? 4 : 3;
      for (int i = 0; i < n; i++) ${CHECK}(a[i] == b[i]);`,
  ),
  t(
    'copy',
    'halves',
    true,
    `
      int a[2000], b[1000]; for (int i = 0; i < 2000; i++) a[i] = __VERIFIER_nondet_int();
      for (int i = 0; i < 1000; i++) b[i] = a[i + 1000]; for (int i = 0; i < 1000; i++) ${CHECK}(b[i] == a[1000 + i]);`,
  ),
  t(
    'swap',
    'two arrays',
    true,
    `
      ${N} int a[n], b[n], c[n]; for (int i = 0; i < n; i++) { a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_int(); c[i] = a[i]; } for (int i = 0; i < n; i++) { int s = a[i]; a[i] = b[i];
        b[i] = s; } for (int i = 0; i < n; i++) ${CHECK}(b[i] == c[i]);`,
  ),
  t(
    'swap',
    'two arrays, without the aside',
    false,
    `
      ${N} int a[n], b[n], c[n]; for (int i = 0; i < n; i++) { a[i] = i; b[i] = -1; c[i] = a[i]; }
      for (int i = 0; i < n; i++) { a[i] = b[i]; b[i] = a[i]; } for (int i = 0; i < n; i++) ${CHECK}(b[i] == c[i]);`,
  ),
  t(
    'swap',
    'neighbours',
    true,
    `
      int a[1000], b[1000]; for (int i = 0; i < 1000; i++) { a[i] = __VERIFIER_nondet_int(); b[i] = a[i]; }
      for (int i = 0; i < 1000; i += 2) { int s = a[i]; a[i] = a[i + 1]; a[i + 1] = s; }
      for (int i = 0; i < 1000; i += 2) ${CHECK}(a[i] == b[i + 1]);`,
  ),
  t(
    'extreme',
    'maximum',
    true,
    `
      ${N} int a[n]; ${fill('a')} int m = a[0]; for (int i = 1; i < n; i++) if (a[i] > m) m = a[i];
      for (int i = 0; i < n; i++) ${CHECK}(a[i] <= m);`,
  ),
  t(
    'extreme',
    'minimum',
    true,
    `
      ${N} int a[n]; ${fill('a')} int m = a[0], i = 0; while (i < n) { if (a[i] < m) m = a[i]; i++; }
      for (i = 0; i < n; i++) ${CHECK}(a[i] >= m);`,
  ),
  t(
    'extreme',
    'maximum, last left out',
    false,
    `
      ${N} int a[n]; ${fill('a')} int m = a[0]; for (int i = 1; i < n - 1; i++) if (a[i] > m) m = a[i];
      for (int i = 0; i < n; i++) ${CHECK}(a[i] <= m);`,
  ),
  t(
    'extreme',
    'while filling',
    true,
    `
      ${N} int a[n], m = -2147483647 - 1; for (int i = 0; i < n; i++) { a[i] = __VERIFIER_nondet_int();
        if (m < a[i]) m = a[i]; } for (int i = 0; i < n; i++) ${CHECK}(m >= a[i]);`,
  ),
  t(
    'extreme',
    'strictly larger',
    false,
    `
      ${N} int a[n]; ${fill('a')} int m = a[0]; for (int i = 1; i < n; i++) if (a[i] > m) m = a[i];
      for (int i = 0; i < n; i++) ${CHECK}(a[i] < m);`,
  ),
  t(
    'reverse',
    'into another',
    true,
    `
      ${N} int a[n], b[n]; ${fill('a')} for (int i = 0; i < n; i++) b[n - 1 - i] = a[i];
      for (int i = 0; i < n; i++) ${CHECK}(b[i] == a[n - 1 - i]);`,
  ),
  t(
    'reverse',
    'into another, two counters',
    true,
    `
      int a[600], b[600], j = 0; for (int i = 0; i < 600; i++) a[i] = __VERIFIER_nondet_int();
      for (int i = 599; i >= 0; i--) { b[j] = a[i]; j++; } j = 599; for (int i = 0; i < 600; i++) {
        ${CHECK}(a[i] == b[j]); j--; }`,
  ),
  t(
    'reverse',
    'into another, off by one',
    false,
    `
      ${N} int a[1001] = { 0 }, b[1001]; for (int i = 0; i <= n; i++) a[i] = i;
      for (int i = 0; i < n; i++) b[n - 1 - i] = a[i + 1]; for (int i = 0; i < n; i++) ${CHECK}(b[i] == a[n - 1 - i]);`,
  ),
  t(
    'reverse',
    'in place',
    true,
    `
      ${N} int a[n], b[n]; for (int i = 0; i < n; i++) { a[i] = __VERIFIER_nondet_int(); b[i] = a[i]; }
      for (int l = 0, r = n - 1; l < r; l++, r--) { int s = a[l]; a[l] = a[r]; a[r] = s; }
      for (int i = 0; i < n; i++) ${CHECK}(a[i] == b[n - 1 - i]);`,
  ),
  t(
    'search',
    'found is there',
    true,
    `
      ${N} int a[n], x = __VERIFIER_nondet_int(), i = 0; ${fill('a')} while (i < n && a[i] != x) i++;
      if (i < n) ${CHECK}(a[i] == x);`,
  ),
  t(
    'search',
    'not found before',
    true,
    `
      ${N} int a[n], x = __VERIFIER_nondet_int(), i = 0; ${fill('a')} while (i < n && a[i] != x) i++;
      for (int j = 0; j < i; j++) ${CHECK}(a[j] != x);`,
  ),
  t(
    'search',
    'always found',
    false,
    `${N} int a[n], x = __VERIFIER_nondet_int(), i = 0; ${fill('a')} while (i < n && a[i] != x) i++; ${CHECK}(i < n);`,
  ),
  t(
    'search',
    'planted',
    true,
    `${N} int a[1001], i = 0; ${fill('a')} a[n] = 12; while (a[i] != 12) i++; ${CHECK}(i <= n);`,
  ),
  t(
    'sum',
    'of ones',
    true,
    `
      ${N} int a[n], s = 0; for (int i = 0; i < n; i++) a[i] = 1; for (int i = 0; i < n; i++) s += a[i];
      ${CHECK}(s == n);`,
  ),
  t(
    'sum',
    'of ones, one missing',
    false,
    `
      ${N} int a[n], s = 0; for (int i = 0; i < n; i++) a[i] = 1; for (int i = 1; i < n; i++) s += a[i];
      ${CHECK}(s == n);`,
  ),
  t(
    'sum',
    'elementwise',
    true,
    `
      ${N} int a[n], b[n], c[n]; for (int i = 0; i < n; i++) { a[i] = i; b[i] = n - i; }
      for (int i = 0; i < n; i++) c[i] = a[i] + b[i]; for (int i = 0; i < n; i++) ${CHECK}(c[i] == n);`,
  ),
  t(
    'sum',
    'elementwise, against itself',
    true,
    `
      ${N} int a[n], b[n], c[n]; for (int i = 0; i < n; i++) { a[i] = __VERIFIER_nondet_int() % 1000;
        b[i] = __VERIFIER_nondet_int() % 1000; } for (int i = 0; i < n; i++) c[i] = a[i] - b[i];
      for (int i = 0; i < n; i++) ${CHECK}(c[i] == a[i] - b[i]);`,
  ),
  t(
    'sum',
    'counted',
    true,
    `
      ${N} int a[n], c = 0; for (int i = 0; i < n; i++) { a[i] = __VERIFIER_nondet_int(); if (a[i] == 0) c++; }
      ${CHECK}(c <= n);`,
  ),
  t(
    'sum',
    'counted, all zero',
    true,
    `
      ${N} int a[n], c = 0; for (int i = 0; i < n; i++) a[i] = 0; for (int i = 0; i < n; i++) if (a[i] == 0) c++;
      ${CHECK}(c == n);`,
  ),
  t(
    'equal',
    'compared',
    true,
    `
      ${N} int a[n], b[n], same = 1; ${fill('a')} ${fill('b')} for (int i = 0; i < n; i++) if (a[i] != b[i]) same = 0;
      if (same) for (int i = 0; i < n; i++) ${CHECK}(a[i] == b[i]);`,
  ),
  t(
    'equal',
    'compared up to the first difference',
    true,
    `
      ${N} int a[n], b[n], i = 0; ${fill('a')} ${fill('b')} while (i < n && a[i] == b[i]) i++;
      for (int j = 0; j < i; j++) ${CHECK}(a[j] == b[j]);`,
  ),
  t(
    'equal',
    'some are the same',
    false,
    `
      ${N} int a[n], b[n], same = 0; ${fill('a')} ${fill('b')} for (int i = 0; i < n; i++) if (a[i] == b[i]) same = 1;
      if (same) for (int i = 0; i < n; i++) ${CHECK}(a[i] == b[i]);`,
  ),
  t(
    'matrix',
    'filled',
    true,
    `
      int m[30][40]; for (int i = 0; i < 30; i++) for (int j = 0; j < 40; j++) m[i][j] = 3;
      for (int i = 0; i < 30; i++) for (int j = 0; j < 40; j++) ${CHECK}(m[i][j] == 3);`,
  ),
  t(
    'matrix',
    'filled by row',
    true,
    `
      ${N} int m[1000][8]; for (int i = 0; i < n; i++) for (int j = 0; j < 8; j++) m[i][j] = i;
      for (int i = 0; i < n; i++) for (int j = 0; j < 8; j++) ${CHECK}(m[i][j] == i);`,
  ),
  t(
    'matrix',
    'one column forgotten',
    false,
    `
      int m[10][10] = { 0 }; for (int i = 0; i < 10; i++) for (int j = 1; j < 10; j++) m[i][j] = 3;
      for (int i = 0; i < 10; i++) for (int j = 0; j < 10; j++) ${CHECK}(m[i][j] == 3);`,
  ),
  t(
    'matrix',
    'largest element',
    true,
    `
      ${N} int m[1000][4], x = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) {
        m[i][j] = __VERIFIER_nondet_int(); if (m[i][j] > x) x = m[i][j]; }
      for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) ${CHECK}(m[i][j] <= x);`,
  ),
  t(
    'matrix',
    'of variable size, filled',
    true,
    `
      ${SIZES} int m[n][k]; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) m[i][j] = 3;
      for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) ${CHECK}(m[i][j] == 3);`,
  ),
  t(
    'matrix',
    'of variable size, largest element',
    true,
    `
      ${SIZES} int m[n][k], x = -2147483647 - 1; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) {
        m[i][j] = __VERIFIER_nondet_int(); if (m[i][j] > x) x = m[i][j]; }
      for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) ${CHECK}(m[i][j] <= x);`,
  ),
  t(
    'matrix',
    'of variable size, smallest element',
    true,
    `
      ${SIZES} int m[n][k]; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) m[i][j] = __VERIFIER_nondet_int();
      int x = m[0][0]; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) if (m[i][j] < x) x = m[i][j];
      for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) ${CHECK}(m[i][j] >= x);`,
  ),
  t(
    'matrix',
    'of variable size, by row',
    true,
    `
      ${SIZES} int m[n][k]; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) m[i][j] = i;
      for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) ${CHECK}(m[i][j] == i);`,
  ),
  t(
    'matrix',
    'of variable size, by column',
    true,
    `
      ${SIZES} int m[n][k]; for (int j = 0; j < k; j++) for (int i = 0; i < n; i++) m[i][j] = j;
      for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) ${CHECK}(m[i][j] == j);`,
  ),
  t(
    'matrix',
    'of variable size, copied',
    true,
    `
      ${SIZES} int m[n][k], c[n][k]; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) m[i][j] =
        __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) c[i][j] = m[i][j];
      for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) ${CHECK}(c[i][j] == m[i][j]);`,
  ),
  t(
    'matrix',
    'of variable size, row sums',
    true,
    `
      ${SIZES} int m[n][k], s[n]; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) m[i][j] = 1;
      for (int i = 0; i < n; i++) { s[i] = 0; for (int j = 0; j < k; j++) s[i] += m[i][j]; }
      for (int i = 0; i < n; i++) ${CHECK}(s[i] == k);`,
  ),
  t(
    'matrix',
    'of variable size, last row forgotten',
    false,
    `
      ${SIZES} int m[n][k]; for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) m[i][j] = 0;
      for (int i = 0; i < n - 1; i++) for (int j = 0; j < k; j++) m[i][j] = 3;
      for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) ${CHECK}(m[i][j] == 3);`,
  ),
  t(
    'matrix',
    'of variable size, larger than all',
    false,
    `
      ${SIZES} int m[n][k], x = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) {
        m[i][j] = __VERIFIER_nondet_int(); if (m[i][j] > x) x = m[i][j]; }
      for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) ${CHECK}(m[i][j] < x);`,
  ),
  t('zero', 'by initialiser', true, `${N} int a[1000] = { 0 }; for (int i = 0; i < n; i++) ${CHECK}(a[i] == 0);`),
  t(
    'zero',
    'by initialiser, then counted',
    true,
    `${N} int a[1000] = { 0 }, c = 0; for (int i = 0; i < n; i++) if (a[i]) c++; ${CHECK}(c == 0);`,
  ),
  t(
    'zero',
    'by initialiser, but for one',
    false,
    `${N} int a[1000] = { [700] = 4 }; for (int i = 0; i < n; i++) ${CHECK}(a[i] == 0);`,
  ),
  t(
    'zero',
    'a loop behind it',
    true,
    `
      ${N} int a[1000] = { 0 }; for (int i = 0; i < n; i++) a[i] = 1;
      for (int i = n; i < 1000; i++) ${CHECK}(a[i] == 0);`,
  ),
  t(
    'change',
    'by two loops',
    true,
    `
      ${N} int a[n], b[n]; ${fill('a')} for (int i = 0; i < n; i++) if (a[i] > 5) b[i] = 1;
      for (int i = 0; i < n; i++) if (a[i] <= 5) b[i] = 2;
      for (int i = 0; i < n; i++) ${CHECK}((a[i] > 5 && b[i] == 1) || (a[i] <= 5 && b[i] == 2));`,
  ),
  t(
    'equal',
    'compared by count',
    true,
    `
      ${N} int a[n], b[n], d = 0; ${fill('a')} ${fill('b')} for (int i = 0; i < n; i++) if (a[i] != b[i]) d++;
      if (d == 0) for (int i = 0; i < n; i++) ${CHECK}(a[i] == b[i]);`,
  ),
  t(
    'string',
    'terminated',
    true,
    `
      char s[100]; int i; for (i = 0; i < 99; i++) s[i] = __VERIFIER_nondet_char(); s[99] = 0; i = 0;
      while (s[i] != 0) i++; ${CHECK}(i <= 99);`,
  ),
  t(
    'string',
    'ends at zero',
    true,
    `
      char s[50]; int i; for (i = 0; i < 50; i++) s[i] = __VERIFIER_nondet_char(); s[49] = 0; i = 0; while (s[i]) i++;
      ${CHECK}(s[i] == 0);`,
  ),
  t(
    'string',
    'shorter than that',
    false,
    `
      char s[50]; int i; for (i = 0; i < 50; i++) s[i] = __VERIFIER_nondet_char(); s[49] = 0; i = 0; while (s[i]) i++;
      ${CHECK}(i < 49);`,
  ),
  t(
    'string',
    'copied up to zero',
    true,
    `
      char s[60], d[60]; int i; for (i = 0; i < 60; i++) s[i] = __VERIFIER_nondet_char(); s[59] = 0; i = 0;
      while (s[i]) { d[i] = s[i]; i++; } d[i] = 0; for (int j = 0; j <= i; j++) ${CHECK}(d[j] == s[j]);`,
  ),
  t(
    'string',
    'by pointer',
    true,
    `
      char s[80]; for (int i = 0; i < 80; i++) s[i] = __VERIFIER_nondet_char(); s[79] = 0; char *p = s; while (*p) p++;
      ${CHECK}(p - s < 80);`,
  ),
  t(
    'partition',
    'small ones kept',
    true,
    `
      ${N} int a[n], b[n], k = 0; ${fill('a')} for (int i = 0; i < n; i++) if (a[i] < 10) { b[k] = a[i]; k++; }
      for (int i = 0; i < k; i++) ${CHECK}(b[i] < 10);`,
  ),
  t(
    'partition',
    'small and large',
    true,
    `
      ${N} int a[n], b[n], c[n], k = 0, m = 0; ${fill('a')} for (int i = 0; i < n; i++) if (a[i] >= 0) b[k++] = a[i];
      else c[m++] = a[i]; for (int i = 0; i < k; i++) ${CHECK}(b[i] >= 0);
      for (int i = 0; i < m; i++) ${CHECK}(c[i] < 0);`,
  ),
  t(
    'partition',
    'one too small',
    false,
    `
      ${N} int a[n], b[n], k = 0; ${fill('a')} for (int i = 0; i < n; i++) if (a[i] <= 10) { b[k] = a[i]; k++; }
      for (int i = 0; i < k; i++) ${CHECK}(b[i] < 10);`,
  ),
  t(
    'partition',
    'indices of zeros',
    true,
    `
      ${N} int a[n], b[n], k = 0; ${fill('a')} for (int i = 0; i < n; i++) if (a[i] == 0) { b[k] = i; k++; }
      for (int i = 0; i < k; i++) ${CHECK}(b[i] >= i);`,
  ),
  t(
    'change',
    'negative ones made zero',
    true,
    `
      ${N} int a[n]; ${fill('a')} for (int i = 0; i < n; i++) if (a[i] < 0) a[i] = 0;
      for (int i = 0; i < n; i++) ${CHECK}(a[i] >= 0);`,
  ),
  t(
    'change',
    'one value replaced',
    true,
    `
      ${N} int a[n], x = __VERIFIER_nondet_int(); if (x == 5) return 0; ${fill('a')}
      for (int i = 0; i < n; i++) if (a[i] == x) a[i] = 5; for (int i = 0; i < n; i++) ${CHECK}(a[i] != x);`,
  ),
  t(
    'change',
    'one value replaced by itself',
    false,
    `
      ${N} int a[n], x = __VERIFIER_nondet_int(); ${fill('a')} for (int i = 0; i < n; i++) if (a[i] == x) a[i] = 5;
      for (int i = 0; i < n; i++) ${CHECK}(a[i] != x);`,
  ),
  t(
    'change',
    'rising',
    true,
    `
      ${N} int a[n]; a[0] = 0; for (int i = 1; i < n; i++) a[i] = a[i - 1] + 1;
      for (int i = 0; i < n; i++) ${CHECK}(a[i] == i);`,
  ),
];

/** As a program. */
export function programOf(task: ArrayTask): string {
  return `
    extern int __VERIFIER_nondet_int(void);
    extern char __VERIFIER_nondet_char(void);
    extern void __VERIFIER_assert(int);
    int main(void) {
      ${task.body}
      return 0;
    }
`;
}
