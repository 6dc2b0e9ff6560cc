/**
 * A C program that runs loops and, in their place, what is told of them: counts, straight-line code and facts, over 128
 * bits.
 */
import { TICK } from '../../differential/draft.ts';
import type { AnswerCase } from './answer-case.ts';
import { parametersOf } from './answer-case.ts';
import { runCases } from './run-cases.ts';

/** What is told of a loop, in C. */
export interface Telling {
  readonly count: string | null;
  readonly afterwards: string | null;
  readonly facts: readonly string[];
}

export interface ToldCase {
  readonly case: AnswerCase;
  readonly told: Telling;
  readonly rows: readonly (readonly bigint[])[];
}

/** One run, and how what is told of it compares. */
export interface ComparedRun {
  readonly row: number;
  readonly count: bigint;
  readonly told: bigint;
  /** It got behind the loop. */
  readonly behind: boolean;
  /** By variable: afterwards as told. */
  readonly equal: readonly boolean[];
  readonly held: readonly boolean[];
  /** By fact: some change of a value by one would break it. */
  readonly tight: readonly boolean[];
  /** What is told divides by zero. */
  readonly crashed: boolean;
  readonly changed: boolean;
}

const PRELUDE = `#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <stdbool.h>
typedef __int128 Z;
#define PLAIN __attribute__((no_sanitize("undefined")))
PLAIN static Z zmin(Z a, Z b) { return a < b ? a : b; }
PLAIN static Z zmax(Z a, Z b) { return a > b ? a : b; }
PLAIN static Z zfloor(Z a, Z b) { Z q = a / b; return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q; }
PLAIN static Z zmod(Z a, Z b) { return a - b * zfloor(a, b); }
PLAIN static Z zpow(Z a, Z k) { Z r = 1; if (k > 1000000) k = 1000000; while (k-- > 0) r *= a; return r; }
#define min zmin
#define max zmax
#define floor_div zfloor
#define mod zmod
#define power zpow
static sigjmp_buf away;
static volatile long ticks, begun;
static long cap, in[8];
static Z real[32], told[32], start[32], counted;
static volatile int left;
static void trapped(int number) { siglongjmp(away, number == SIGFPE ? 3 : 1); }
#define COUNT do { if (++ticks > cap) siglongjmp(away, 2); } while (0)
`;

/** Names of the program's variables in an expression, each as its unbounded twin. */
const widen = (text: string, names: ReadonlySet<string>): string =>
  text
    .replace(/\bbefore\s*\(\s*(\w+)\s*\)/g, 'Y_$1')
    .replace(/\bconst\s+(?:\w+\s+)*?(?=\w+\s*=)/g, 'const Z ')
    .replace(/\((\s*(?:unsigned|signed|short|long|int|char)\b[\w\s]*)\)/g, '(Z)($1)')
    .replace(/(?<![\w.])(0[xX][0-9a-fA-F]+|\d+)[uUlL]*(?!\w)/g, '((Z)$1)')
    .replace(/\b[A-Za-z_]\w*\b/g, (w) => (names.has(w) ? `Z_${w}` : w));

function functionsOf({ case: c, told }: ToldCase, k: number): string {
  const names = new Set(c.variables.map((v) => v.name));
  const store = (to: string): string => c.variables.map((v, i) => `${to}[${i}] = ${v.name};`).join(' ');
  const loop = c.loop
    .join('\n')
    .replace('{', '{ begun++;')
    .replaceAll(TICK, 'COUNT;')
    .replaceAll('return;', '{ left = 1; return; }');
  const before = c.before.join('\n').replaceAll(TICK, ';');
  const wide = c.variables.map((v) => `Z Z_${v.name} = ${v.name};`).join(' ');
  return `
${c.file.join('\n')}
__attribute__((noinline)) static void real_${k}(${parametersOf(c)}) {
${before}
${store('start')}
${loop}
${store('real')}
}
PLAIN __attribute__((noinline)) static void told_${k}(${parametersOf(c)}) {
${before}
${wide}
counted = ${told.count === null ? '-1' : widen(told.count, names)};
{ ${told.afterwards === null ? '' : widen(told.afterwards, names)} }
${c.variables.map((v, i) => `told[${i}] = Z_${v.name};`).join(' ')}
}
PLAIN __attribute__((noinline)) static unsigned facts_${k}(const Z *v) {
${c.variables.map((v, i) => `Z Z_${v.name} = v[${i}]; Z Y_${v.name} = start[${i}];`).join(' ')}
return ${told.facts.map((f, i) => `((${widen(f, names)}) ? ${1 << i}u : 0u)`).join(' | ') || '0'};
}`;
}

const readerFor = (tasks: readonly ToldCase[]): string => `
static const int params[] = { ${tasks.map((t) => t.case.params.length).join(', ')} }, outs[] = { ${tasks.map((t) => t.case.variables.length).join(', ')} };
${(['real', 'told'] as const)
  .map(
    (what) =>
      `static void ${what}_call(int which) { switch (which) { ${tasks.map(({ case: c }, k) => `case ${k}: ${what}_${k}(${c.params.map(({ type }, i) => `(${type.name})in[${i}]`).join(', ')}); return;`).join('\n')} } }`,
  )
  .join('\n')}
static unsigned facts_call(int which, const Z *v) { switch (which) { ${tasks.map((_, k) => `case ${k}: return facts_${k}(v);`).join('\n')} } return 0; }
static long number(const char *text) { return text[0] == '-' ? strtoll(text, 0, 10) : (long)strtoull(text, 0, 10); }
int main(int argc, char **argv) {
  struct sigaction action = { .sa_handler = trapped, .sa_flags = SA_NODEFER };
  char text[32];
  int which, rows;
  cap = atol(argv[1]);
  sigaction(SIGILL, &action, 0);
  sigaction(SIGTRAP, &action, 0);
  sigaction(SIGFPE, &action, 0);
  while (scanf("%d %d", &which, &rows) == 2)
    for (int row = 0; row < rows; row++) {
      for (int k = 0; k < params[which]; k++) { if (scanf("%31s", text) != 1) return 1; in[k] = number(text); }
      ticks = begun = left = 0;
      if (sigsetjmp(away, 0) != 0) continue;
      real_call(which);
      long n = begun;
      printf("%d %d %ld %d ", which, row, n, !left);
      if (sigsetjmp(away, 0) != 0) { puts("C"); continue; }
      told_call(which);
      unsigned held = 0, tight = 0;
      int changed = 0;
      for (int i = 0; i < outs[which]; i++) changed |= real[i] != start[i];
      if (!left) {
        held = facts_call(which, real);
        for (int i = 0; i < outs[which]; i++)
          for (int by = -1; by <= 1; by += 2) {
            real[i] += by;
            tight |= ~facts_call(which, real);
            real[i] -= by;
          }
      }
      printf("%lld %u %u %d", counted > INT64_MAX ? INT64_MAX : counted < INT64_MIN ? INT64_MIN : (long long)counted,
        held, tight, changed);
      for (int i = 0; i < outs[which]; i++) printf(" %d", told[i] == real[i]);
      puts("");
    }
  return 0;
}
`;

/**
 * By case: its runs without undefined behaviour that end within so many iterations; or what the compiler has against
 * the program.
 */
export function compareRuns(
  tasks: readonly ToldCase[],
  cap: number,
): readonly (readonly ComparedRun[])[] | { readonly error: string } {
  const source = [PRELUDE, ...tasks.map(functionsOf), readerFor(tasks)].join('\n');
  const lines = runCases(
    source,
    tasks.map(({ rows }) => rows),
    cap,
  );
  if ('error' in lines) return lines;
  const out: ComparedRun[][] = tasks.map(() => []);
  for (const line of lines) {
    const words = line.split(' ');
    const [which, row, count, behind, told] = words;
    const task = tasks[Number(which)] as ToldCase;
    const bits = (word: string | undefined): boolean[] =>
      task.told.facts.map((_, i) => ((Number(word) >>> i) & 1) === 1);
    const crashed = told === 'C';
    out[Number(which)]?.push({
      row: Number(row),
      count: BigInt(count as string),
      told: crashed ? -1n : BigInt(told as string),
      behind: behind === '1',
      held: bits(words[5]),
      tight: bits(words[6]),
      changed: words[7] === '1',
      equal: words.slice(8).map((w) => w === '1'),
      crashed,
    });
  }
  return out;
}
