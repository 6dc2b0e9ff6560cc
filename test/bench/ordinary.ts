/** Functions with one plain counted loop each, as they are in most C files: eleven lines on average. */

const FORMS: readonly ((k: string) => readonly string[])[] = [
  (k) => [`int sum${k}(const int *a, int n)`, '{', '  int s = 0;', '', '  for (int i = 0; i < n; i++) {', '    s += a[i];', '  }', '', '  return s;', '}', ''],
  (k) => [`void fill${k}(int *a, int n, int v)`, '{', '  int i;', '', '  for (i = 0; i < n; i++)', '    a[i] = v;', '', '  /* all filled */', '}', '', ''],
  (k) => [`int count${k}(int n)`, '{', '  int i = 0;', '  int c = 0;', '', '  while (i < n) {', '    i += 2;', '    c++;', '  }', '  return c;', '}', ''],
  (k) => [`unsigned down${k}(unsigned n)`, '{', '  unsigned c = 0;', '', '  while (n > 0) {', '    n--;', '    c++;', '  }', '  return c;', '}', ''],
  (k) => [`long total${k}(int n)`, '{', '  long s = 0;', '', '  for (int i = 1; i <= n; i++)', '    s += i;', '', '  return s;', '}', '', ''],
  (k) => [`void copy${k}(char *d, const char *s, unsigned long n)`, '{', '  unsigned long i;', '', '  for (i = 0; i < n; ++i) {', '    d[i] = s[i];', '  }', '}', '', ''],
  (k) => [`int fixed${k}(int x)`, '{', '  int i, y = x;', '', '  for (i = 0; i < 64; i++)', '    y += 3;', '', '  return y;', '}', '', ''],
  (k) => [`int reverse${k}(const int *a, int n)`, '{', '  int i;', '  int last = -1;', '', '  for (i = n - 1; i >= 0; i--) {', '    last = a[i];', '  }', '', '  return last;', '}', ''],
];

/** So many functions; no two of all that are made with different seeds have the same name. */
export function ordinary(count: number, seed: string): readonly string[] {
  return Array.from({ length: count }, (_, k) => `${(FORMS[k % FORMS.length] as (k: string) => readonly string[])(`_${seed}_${k}`).join('\n')}\n`);
}
