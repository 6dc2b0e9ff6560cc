/**
 * Inputs whose only fault is their size. Each is a function of the size, so that it can be made smaller for a quick
 * look.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from './outcome.ts';
import type { Found } from './outcome.ts';

type Make = (n: number) => string;

const times = (n: number, text: (k: number) => string): string => Array.from({ length: n }, (_, k) => text(k)).join('');
const LOOP = 'int f(int n) { int i = 0; while (i < n) i++; return i; }\n';

/** Name, size in full, and the text; each is followed by a function that has to be answered. */
const HUGE: readonly (readonly [string, number, Make])[] = [
  [
    'a chain of macros with parameters',
    2_000,
    (n) =>
      `#define M0(x) (x)\n${times(n, (k) => `#define M${k + 1}(x) (M${k}(x) + 1)\n`)}int g(int n) { int i = 0; while (i < M${n}(n)) i++; return i; }`,
  ],
  [
    'a chain of macros without',
    20_000,
    (n) =>
      `#define M0 1\n${times(n, (k) => `#define M${k + 1} M${k}\n`)}int g(void) { int i = 0; while (i < M${n}) i++; return i; }`,
  ],
  [
    'macros that double',
    60,
    (n) =>
      `#define M0 1\n${times(n, (k) => `#define M${k + 1} M${k} + M${k}\n`)}int g(void) { int i = 0; while (i < M${n}) i++; return i; }`,
  ],
  [
    'cases',
    10_000,
    (n) =>
      `int g(int n) { int s = 0; while (n > 0) { switch (n) {\n${times(n, (k) => `case ${k}: s += ${k}; break;\n`)} } n--; } return s; }`,
  ],
  [
    'nested loops',
    10_000,
    (n) => `int g(int n) { int s = 0;\n${times(n, () => 'while (n > 0)\n')} { s++; n--; } return s; }`,
  ],
  [
    'loops in a row',
    2_000,
    (n) => `int g(int n) { int s = 0;\n${times(n, (k) => `for (int i = 0; i < ${k}; i++) s ^= i;\n`)} return s; }`,
  ],
  ['lines of an initialiser', 1_000_000, (n) => `int table[] = {\n${times(n, (k) => `${k},\n`)}};\n`],
  ['declarations', 130_000, (n) => times(n, (k) => `extern int g${k}(int);\n`)],
  ['variables', 100_000, (n) => times(n, (k) => `int v${k} = ${k};\n`)],
  ['functions', 3_000, (n) => times(n, (k) => `int g${k}(int n) { while (n > ${k}) n--; return n; }\n`)],
  ['types', 30_000, (n) => `typedef int t0;\n${times(n, (k) => `typedef t${k} t${k + 1};\n`)}t${n} x;\n`],
  [
    'members',
    50_000,
    (n) =>
      `struct s {\n${times(n, (k) => `int m${k};\n`)}};\nint g(struct s *p) { while (p->m0 > 0) p->m0--; return p->m0; }`,
  ],
  [
    'constants',
    50_000,
    (n) =>
      `enum e {\n${times(n, (k) => `E${k},\n`)}};\nint g(void) { int i = 0; while (i < E${n - 1}) i++; return i; }`,
  ],
  ['braces', 5_000, (n) => `void g(void) ${'{'.repeat(n)}${'}'.repeat(n)}`],
  ['braces that nothing closes', 5_000, (n) => `void g(void) ${'{'.repeat(n)}`],
  ['parentheses', 20_000, (n) => `int g(int n) { while (n > ${'('.repeat(n)}1${')'.repeat(n)}) n--; return n; }`],
  ['signs', 20_000, (n) => `int g(int n) { while (n > ${'- '.repeat(n)}1) n--; return n; }`],
  ['a sum', 50_000, (n) => `int g(int n) { while (n > ${'1 + '.repeat(n)}1) n--; return n; }`],
  [
    'a conjunction',
    5_000,
    (n) => `int g(int n, int *a) { while (${times(n, (k) => `a[${k}] && `)}n > 0) n--; return n; }`,
  ],
  ['choices', 5_000, (n) => `int g(int n) { return ${times(n, (k) => `n == ${k} ? ${k} : `)}0; }`],
  [
    'branches',
    5_000,
    (n) =>
      `int g(int n) { int s = 0; ${times(n, (k) => `if (n == ${k}) s = ${k}; else `)}s = 1; while (s > 0) s--; return s; }`,
  ],
  ['structs in structs', 2_000, (n) => `${times(n, (k) => `struct s${k} { `)}int x;${times(n, () => ' } m;')}`],
  ['arrays of arrays', 2_000, (n) => `int a${'[1]'.repeat(n)};\nint g(void) { return a${'[0]'.repeat(n)}; }`],
  ['pointers to pointers', 5_000, (n) => `int ${'*'.repeat(n)}p;\nint g(void) { return ${'*'.repeat(n)}p; }`],
  ['functions that give functions', 1_000, (n) => `int ${'(*'.repeat(n)}p${')(void)'.repeat(n)};`],
  [
    'parameters',
    10_000,
    (n) => `int g(${Array.from({ length: n }, (_, k) => `int p${k}`).join(', ')}) { while (p0 > 0) p0--; return p0; }`,
  ],
  [
    'arguments',
    10_000,
    (n) =>
      `
        int h();
        int g(int n) { while (n > 0) n -= h(${Array.from({ length: n }, (_, k) => k).join(', ')}); return n; }`,
  ],
  [
    'labels',
    3_000,
    (n) => `int g(int n) {\n${times(n, (k) => `l${k}: if (n-- > ${k}) goto l${(k * 7) % n};\n`)} return n; }`,
  ],
  ['statements', 50_000, (n) => `int g(int n) {\n${times(n, (k) => `n ^= ${k};\n`)}while (n > 0) n--;\nreturn n; }`],
  [
    'calls in calls',
    3_000,
    (n) => `int h(int);\nint g(int n) { while (n > 0) n = ${'h('.repeat(n)}n${')'.repeat(n)}; return n; }`,
  ],
  [
    'functions that call each other',
    300,
    (n) =>
      `int g0(int n) { while (n > 0) n--; return n; }\n${times(n, (k) => `int g${k + 1}(int n) { return g${k}(n) + g${k}(n - 1); }\n`)}`,
  ],
  [
    'conditions of the preprocessor',
    10_000,
    (n) => `${times(n, (k) => `#if ${k} >= 0\n`)}${times(n, () => '#endif\n')}`,
  ],
  [
    'an expression of the preprocessor',
    20_000,
    (n) => `#if ${'('.repeat(n)}1${')'.repeat(n)}\n#endif\n#if ${'1 + '.repeat(n)}1\n#endif\n`,
  ],
  ['includes of itself', 200, () => `#include "huge.c"\n#include "./huge.c"\n#include __FILE__\n`],
  [
    'bytes of functions',
    50_000_000,
    (n) => times(Math.ceil(n / 50), (k) => `int g${k}(int n) { while (n > 0) n--; return n; }\n`),
  ],
  ['string literals side by side', 100_000, (n) => `const char *s = ${'"a" '.repeat(n)};`],
  ['a name', 1_000_000, (n) => `int ${'x'.repeat(n)};\n`],
  ['a number', 100_000, (n) => `int g(int n) { while (n > ${'9'.repeat(n)}) n--; return n; }`],
  ['a line', 10_000_000, (n) => `/*${'x '.repeat(n / 2)}*/ `],
  ['continued lines', 200_000, (n) => `int g(void)${' \\\n'.repeat(n)} { return 0; }`],
  ['zeros', 1_000_000, (n) => '\0'.repeat(n)],
  [
    'a designator',
    1_000_000_000,
    (n) => `int a[] = { [${n}] = 1 };\nint g(void) { int i = 0; while (a[i]) i++; return i; }`,
  ],
  [
    'an array',
    1_000_000_000,
    (n) => `int a[${n}][${n}];\nint g(void) { int i = 0; while (i < sizeof a) i++; return i; }`,
  ],
  [
    'a range of cases',
    1_000_000_000,
    (n) => `int g(int n) { while (n > 0) switch (n) { case 1 ... ${n}: n--; } return n; }`,
  ],
  ['a shift', 1_000_000_000, (n) => `int g(int n) { while (n > (1 << ${n})) n--; return n; }`],
  [
    'what refers to itself',
    1,
    () =>
      `
        enum e { A = B, B = A };
        int a[sizeof a];
        int b[sizeof(b[0]) + sizeof b];
        struct s { struct s m; };
        const int c = c + 1;
        int g(void) { int x[sizeof x]; int y = y; while (y < c) y++; return y + A; }`,
  ],
  [
    'attributes',
    3_000,
    (n) =>
      `
        int g(int n) ${times(n, () => '__attribute__((unused)) ')};
        __attribute__((${'('.repeat(n)}${')'.repeat(n)})) int x;
`,
  ],
];

const SECONDS = 60;

/** One process for each; `share` of the full size. What has to be answered is the plain loop behind. */
export async function* attackWithSize(
  share: number,
  cli: string,
  names: readonly string[] = HUGE.map(([name]) => name),
): AsyncGenerator<Found> {
  for (const [name, full, make] of HUGE.filter(([one]) => names.includes(one))) {
    const folder = mkdtempSync(join(tmpdir(), 'looplens-attack-'));
    const n = Math.max(1, Math.round(full * share));
    try {
      writeFileSync(join(folder, 'huge.c'), `${make(n)}\n${LOOP}`);
      for (const call of ['bounds', 'check']) {
        const { outcome, err } = await runCli(cli, [call, 'huge.c', '--timeout', '2', '--format', 'json'], folder, {
          cpu: SECONDS,
        });
        yield { class: 'size', input: `${name}: ${n} (${call})`, outcome, detail: err };
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
