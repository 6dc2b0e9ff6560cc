/**
 * Small functions of which some do something undefined: how a number gets to its use, and what it is used for, are
 * drawn apart from each other. Whether a function fails is not said here: it is run.
 */
import { choices } from './random-choices.ts';
import type { Choices } from './random-choices.ts';
import { flowOf } from './value-flows.ts';

export interface Planted {
  readonly kind: string;
  /** C: what stands before `void caseN(void)`, and that. */
  readonly source: string;
  /** Its first and its last line within a source that begins with it. */
  readonly lines: number;
}

interface Use {
  readonly outside?: string;
  readonly body: string;
}

/** By kind: a number near the limits, and what is done with it. */
interface Sink {
  readonly kind: string;
  /** The values of interest. */
  readonly near: (c: Choices) => readonly [value: number, size: number];
  readonly use: (c: Choices, value: string, size: number, id: string) => Use;
}

const index = (c: Choices): readonly [number, number] => {
  const size = c.between(2, 9);
  return [c.one([-2, -1, 0, size - 1, size - 1, size, size + 1, c.below(size)]), size];
};
/** Now and then so many that no loop over them is followed round by round. */
const few = (c: Choices, least: number, most: number): number =>
  c.maybe(15) ? c.between(3_001, 9_000) : c.between(least, most);
const length = (c: Choices): readonly [number, number] => {
  const size = few(c, 3, 9);
  return [c.one([size - 2, size - 1, size, size + 1, size + 2]), size];
};

const arrays: readonly ((
  c: Choices,
  size: number,
  id: string,
) => { outside?: string; declared: string; name: string })[] = [
  (_, n) => ({ declared: `  int a[${n}] = {0};\n`, name: 'a' }),
  (_, n) => ({ declared: `  static short a[${n}];\n`, name: 'a' }),
  (_, n, id) => ({ outside: `static long g${id}[${n}];\n`, declared: '', name: `g${id}` }),
  (_, n, id) => ({
    outside: `struct t${id} { int n; int a[${n}]; int z; };\n`,
    declared: `  struct t${id} r = {0};\n`,
    name: 'r.a',
  }),
  (_, n) => ({
    declared: `  int *a = malloc(${n} * sizeof *a);\n  if (a == NULL) return;\n  for (int x = 0; x < ${n}; x++) a[x] = x;\n`,
    name: 'a',
  }),
  (_, n) => ({ declared: `  double *a = calloc(${n}, sizeof(double));\n  if (!a) exit(1);\n`, name: 'a' }),
  (_, n) => ({ declared: `  int size = ${n};\n  int a[size];\n  memset(a, 0, sizeof a);\n`, name: 'a' }),
  (_, n) => ({ declared: `  int b[3][${n}] = {{0}};\n`, name: 'b[2]' }),
  (_, n) => ({ declared: `  int b[${n}] = {0}, *a = b;\n`, name: 'a' }),
  (_, n) => ({ declared: `  char *a = alloca(${n});\n  memset(a, 1, ${n});\n`, name: 'a' }),
];

const SINKS: readonly Sink[] = [
  {
    kind: 'index-outside',
    near: index,
    use: (c, v, n, id) => {
      const { outside, declared, name } = c.one(arrays)(c, n, id);
      const access = c.one([
        `  ${name}[${v}] = 1;\n  sink = (int)${name}[0];\n`,
        `  sink = (int)${name}[${v}];\n`,
        `  *(${name} + ${v}) = 2;\n  sink = 1;\n`,
      ]);
      return { ...(outside === undefined ? {} : { outside }), body: `${declared}${access}` };
    },
  },
  {
    kind: 'index-outside',
    near: length,
    use: (c, v, n, id) => {
      const { outside, declared, name } = c.one(arrays)(c, n, id);
      const loop = c.one([
        `  for (int i = 0; i < ${v}; i++)\n    ${name}[i] = i;\n`,
        `  for (int i = ${v} - 1; i >= 0; i--)\n    ${name}[i] = i;\n`,
        `  int i = 0;\n  while (i < ${v}) {\n    ${name}[i] = 1;\n    i += 1;\n  }\n`,
        `  int i = 0;\n  do {\n    ${name}[i] = 1;\n    i++;\n  } while (i <= ${v});\n`,
        `  for (int i = 0, j = 0; i < 2 * ${v}; i += 2, j++)\n    ${name}[j] = i;\n`,
        `  int s = 0;\n  for (unsigned i = 0; i != ${v}; i = i + 1) {\n    if (s > 100) s -= 7;\n    s += i % 3;\n    ${name}[i] = s;\n  }\n`,
      ]);
      return { ...(outside === undefined ? {} : { outside }), body: `${declared}${loop}` };
    },
  },
  {
    kind: 'index-outside',
    near: (c) => [c.one([-1, 0]), few(c, 2, 6)],
    use: (c, v, n) => ({
      body: c.one([
        `  int a[${n}];\n  for (int i = ${n} - 1; i >= ${v}; i--)\n    a[i] = i;\n`,
        `  int a[${n}], *p = a + ${n};\n  while (p > a + ${v})\n    *--p = 1;\n`,
      ]),
    }),
  },
  {
    kind: 'index-outside',
    near: (c) => [c.one([0, 1]), c.between(2, 8)],
    use: (c, v, n, id) => ({
      outside: `static void put${id}(char *p, int i) {\n  p[i] = 1;\n}\n`,
      body: c.one([
        `  char a[${n}];\n  put${id}(a, ${v} + ${n - 1});\n`,
        `  char a[${n}];\n  put${id}(a + 1, -1 - ${v});\n`,
        `  char *a = malloc(${n});\n  if (a) put${id}(a, ${n - 1} + ${v});\n`,
      ]),
    }),
  },
  {
    kind: 'index-outside',
    near: length,
    use: (c, v, n) => ({
      body: c.one([
        `  char a[${n}];\n  memset(a, 0, ${v});\n`,
        `  char a[${n}], b[20] = "abc";\n  memcpy(a, b, ${v});\n`,
        `  char a[40], b[${n}] = {1};\n  memmove(a, b, ${v});\n  sink = a[0];\n`,
        `  char *a = malloc(${v} + 1);\n  if (a) strcpy(a, "${'y'.repeat(n)}");\n`,
        `  char a[${n}];\n  strncpy(a, "zz", ${v});\n`,
        `  int a[${n}];\n  memset(a, 0, ${v} * sizeof a[0]);\n`,
      ]),
    }),
  },
  {
    kind: 'index-outside',
    near: (c) => [0, c.between(2, 6)],
    use: (c, _, n) => {
      const k = n + c.one([-2, -1, 0, 1]);
      const s = 'q'.repeat(Math.max(k, 0));
      return {
        body: c.one([
          `  char a[${n}];\n  strcpy(a, "${s}");\n`,
          `  char a[${n + 1}] = "r";\n  strcat(a, "${s}");\n`,
          `  char a[${n}];\n  sprintf(a, "%s", "${s}");\n`,
          `  char a[${n}];\n  sprintf(a, "%d", ${10 ** Math.max(k - 1, 0)});\n`,
          `  char a[${n}];\n  snprintf(a, ${n + 3}, "${s}");\n`,
          `  char a[${n}] = {${Array.from({ length: Math.min(n, Math.max(k, 1)) }, () => "'t'").join(', ')}};\n  sink = (int)strlen(a);\n`,
          `  char a[${n}];\n  strncpy(a, "${s}", ${n});\n  puts(a);\n`,
        ]),
      };
    },
  },
  {
    kind: 'signed-overflow',
    near: (c) => [c.between(0, 4), c.between(0, 3)],
    use: (c, v, n) => ({
      body: c.one([
        `  int big = ${2147483647 - n};\n  sink = big + ${v};\n`,
        `  int low = ${-2147483647 + n};\n  sink = low - ${v};\n`,
        `  int big = ${1073741823 + n};\n  sink = big * ${v};\n`,
        `  long big = 9223372036854775807L - ${n};\n  big += ${v};\n  sink = big > 0;\n`,
        `  int x = ${2147483647 - n};\n  for (int i = 0; i < ${v}; i++)\n    x++;\n  sink = x;\n`,
      ]),
    }),
  },
  {
    kind: 'shift-too-far',
    near: (c) => [c.one([-1, 0, 1, 31, 32, 33, 63, 64]), 0],
    use: (c, v) => ({
      body: c.one([
        `  unsigned x = 1;\n  sink = (int)(x << ${v});\n`,
        `  unsigned long x = 5;\n  sink = (int)(x >> ${v});\n`,
        `  unsigned x = 77;\n  x >>= ${v};\n  sink = (int)x;\n`,
      ]),
    }),
  },
  {
    kind: 'division-by-zero',
    near: (c) => [c.between(0, 4), c.between(0, 4)],
    use: (c, v, n) => ({
      body: c.one([
        `  sink = 100 / (${v} - ${n});\n`,
        `  int d = ${v};\n  sink = 100 % (d * d - ${n * n});\n`,
        `  int s = 0;\n  for (int i = ${v}; i < 6; i++)\n    s += 60 / (i - ${n});\n  sink = s;\n`,
      ]),
    }),
  },
];

/** Function K of a seed. */
export function planted(seed: number, k: number): Planted {
  const c = choices(seed * 1_000_003 + k);
  const sink = c.one(SINKS);
  const [v, size] = sink.near(c);
  const flow = flowOf(c, v, `${k}`);
  const { outside = '', body } = sink.use(c, flow.value, size, `${k}`);
  const noise = c.maybe(30) ? '  if (sink > 100) sink = 0;\n' : '';
  const source = `${flow.outside}${outside}void case${k}(void) {\n${flow.before}${noise}  {\n${body}  }\n}\n`;
  return { kind: sink.kind, source, lines: source.split('\n').length - 1 };
}
