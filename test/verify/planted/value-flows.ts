/** Ways on which a number gets to where it is used: through variables, calls, members, loops, or from outside. */
import type { Choices } from './random-choices.ts';

export interface Flow {
  /** Before the function. */
  readonly outside: string;
  /** Statements before the use. */
  readonly before: string;
  /** What has the value. */
  readonly value: string;
}

type Make = (c: Choices, v: number, id: string) => Flow;

const text = (v: number): string => (v < 0 ? `(${v})` : `${v}`);

const FLOWS: readonly Make[] = [
  (_, v) => ({ outside: '', before: '', value: text(v) }),
  (_, v) => ({ outside: '', before: `  int k = ${v};\n`, value: 'k' }),
  (c, v) => {
    const d = c.between(1, 9);
    return { outside: '', before: `  int k = ${v - d};\n  k = k + ${d};\n`, value: 'k' };
  },
  (c, v) => {
    const m = c.between(2, 4);
    return { outside: '', before: `  int m = ${m};\n  int k = m * ${v} - (m - 1) * ${text(v)};\n`, value: 'k' };
  },
  (_, v, id) => ({ outside: `static int value${id}(void) { return ${v}; }\n`, before: '', value: `value${id}()` }),
  (_, v, id) => ({
    outside: `static int same${id}(int n) { int m = n; return m; }\n`,
    before: '',
    value: `same${id}(${v})`,
  }),
  (c, v, id) => {
    const steps = c.between(1, 6);
    return {
      outside: `static int count${id}(int n) { int s = ${v - steps}; for (int i = 0; i < n; i++) s++; return s; }\n`,
      before: '',
      value: `count${id}(${steps})`,
    };
  },
  (_, v) => ({ outside: '', before: `  int at[3] = {0, ${v}, 1};\n  int j = 1;\n`, value: 'at[j]' }),
  (_, v) => ({ outside: '', before: `  int k = ${v}, *p = &k, **q = &p;\n`, value: '**q' }),
  (_, v, id) => ({
    outside: `struct s${id} { int a, b; };\n`,
    before: `  struct s${id} v;\n  v.b = ${v};\n`,
    value: 'v.b',
  }),
  (_, v, id) => ({
    outside: `struct s${id} { int a[2]; char c; };\n`,
    before: `  struct s${id} v = {{3, ${v}}, 'c'}, w;\n  w = v;\n`,
    value: 'w.a[1]',
  }),
  (_, v, id) => ({ outside: `static const int const${id} = ${v};\n`, before: '', value: `const${id}` }),
  (_, v, id) => ({ outside: `static int global${id};\n`, before: `  global${id} = ${v};\n`, value: `global${id}` }),
  (_, v, id) => ({
    outside: `static const int five${id} = 5;\n`,
    before: `  int k = 0;\n  if (five${id} == 5) k = ${v};\n`,
    value: 'k',
  }),
  (_, v, id) => ({
    outside: `static void set${id}(int *p) { *p = ${v}; }\n`,
    before: `  int k = 0;\n  set${id}(&k);\n`,
    value: 'k',
  }),
  (_, v, id) => ({
    outside: `static int add${id}(int a, int b) { return a + b; }\n`,
    before: `  int (*f)(int, int) = add${id};\n`,
    value: `f(${v - 1}, 1)`,
  }),
  (_, v) => ({
    outside: '',
    before: `  int k, sel = 2;\n  switch (sel) {\n  case 1: k = 0; break;\n  case 2: k = ${v}; break;\n  default: k = 1;\n  }\n`,
    value: 'k',
  }),
  (_, v) => ({
    outside: '',
    before: `  int k = 0, n = 0;\nagain:\n  if (n < 3) { n++; goto again; }\n  k = n + ${v - 3};\n`,
    value: 'k',
  }),
  (_, v) => ({ outside: '', before: `  int k = 1;\n  if (k) { k = ${v}; goto out; }\n  k = 0;\nout:\n`, value: 'k' }),
  (_, v) => ({
    outside: '',
    before: `  int k = 0;\n  while (k < 20) {\n    if (k == ${v < 0 ? 7 : v}) break;\n    k++;\n  }\n${v < 0 ? `  k = k - ${7 - v};\n` : ''}`,
    value: 'k',
  }),
  (_, v) => ({ outside: '', before: `  short k = (short)${v};\n  long l = k;\n`, value: 'l' }),
  (_, v) => ({
    outside: '',
    before: `  const char *s = "${'x'.repeat(Math.max(v, 0))}";\n  int k = (int)strlen(s)${v < 0 ? ` - ${-v}` : ''};\n`,
    value: 'k',
  }),
];

/** From outside: what it can be, in the order of the values that `rand` yields. */
const OUTSIDE: readonly Make[] = [
  (_, v) => ({ outside: '', before: `  int k = rand() % ${Math.max(v, 0) + 1};\n`, value: 'k' }),
  () => ({ outside: '', before: '  int k = rand();\n', value: 'k' }),
  (_, v) => ({ outside: '', before: `  int k = rand();\n  if (k > ${Math.max(v, 0)}) return;\n`, value: 'k' }),
  (_, v) => ({
    outside: '',
    before: `  int k = rand();\n  if (k < 0 || k >= ${Math.max(v, 0) + 1}) k = 0;\n`,
    value: 'k',
  }),
  (_, v) => ({
    outside: '',
    before: `  int k = rand();\n  int ok = k < ${Math.max(v, 0)};\n  if (!ok) return;\n`,
    value: 'k',
  }),
  (_, v, id) => ({
    outside: `static int in${id}(void) { return rand() % ${Math.max(v, 0) + 1}; }\n`,
    before: '',
    value: `in${id}()`,
  }),
  (_, v) => ({ outside: '', before: `  int k = rand() & ${Math.max(v, 1)};\n`, value: 'k' }),
  (_, v) => ({ outside: '', before: `  int k;\n  do k = rand() % 100; while (k > ${Math.max(v, 0)});\n`, value: 'k' }),
];

/** Brings a number to its use. `fromOutside`: it depends on what `rand` yields, and is only near the number. */
export function flowOf(c: Choices, v: number, id: string): Flow & { readonly fromOutside: boolean } {
  const fromOutside = c.maybe(20);
  return { ...c.one(fromOutside ? OUTSIDE : FLOWS)(c, v, id), fromOutside };
}
