/** A C program that runs loops with assertions behind them, and in their place what is copied of them. */
import { TICK } from '../../differential/draft.ts';
import type { AnswerCase } from './answer-case.ts';
import { parametersOf } from './answer-case.ts';
import { runCases } from './run-cases.ts';

export interface CopiedCase {
  readonly case: AnswerCase;
  /** Stands in the loop's place; null: nothing does. */
  readonly copy: string | null;
  readonly assertions: readonly string[];
  readonly rows: readonly (readonly bigint[])[];
}

/** A run that gets behind the loop without anything undefined. */
export interface CopiedRun {
  readonly row: number;
  readonly held: readonly boolean[];
  /** By variable; none where nothing was copied. */
  readonly equal: readonly boolean[];
  /** Where something is undefined that the loop doesn't do. */
  readonly trapped: 'an assertion' | 'the copy' | null;
}

const PRELUDE = `#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static sigjmp_buf away_;
static volatile long ticks_, left_;
static volatile int stage_;
static volatile unsigned broken_;
static long cap_, in_[8];
static __int128 real_[32], copied_[32];
static void trapped_(int number) { (void)number; siglongjmp(away_, 1); }
#define COUNT_ do { if (++ticks_ > cap_) siglongjmp(away_, 2); } while (0)
#define ASSERT_(which, condition) do { if (!(condition)) broken_ |= 1u << which; } while (0)
`;
/** More are left out: a run has so many bits. */
const MOST_ASSERTED = 31;

function functionsOf({ case: c, copy, assertions }: CopiedCase, k: number): string {
  const store = (to: string): string => c.variables.map((v, i) => `${to}[${i}] = ${v.name};`).join(' ');
  const loop = c.loop.join('\n').replaceAll(TICK, 'COUNT_;').replaceAll('return;', '{ left_ = 1; return; }');
  const before = c.before.join('\n').replaceAll(TICK, ';');
  const asserted = assertions.slice(0, MOST_ASSERTED).map((a, i) => `ASSERT_(${i}, (${a}));`);
  return `
__attribute__((noinline)) static void loop_${k}(${parametersOf(c)}) {
${before}
${loop}
stage_ = 1;
${asserted.join('\n')}
${store('real_')}
}
__attribute__((noinline)) static void copy_${k}(${parametersOf(c)}) {
${before}
${copy ?? ''}
${store('copied_')}
}`;
}

const readerFor = (cases: readonly CopiedCase[]): string => `
static const int params_[] = { ${cases.map((t) => t.case.params.length).join(', ')} };
static const int outs_[] = { ${cases.map((t) => (t.copy === null ? 0 : t.case.variables.length)).join(', ')} };
${(['loop', 'copy'] as const).map((what) => callerOf(what, cases)).join('\n')}
static long number_(const char *text) { return text[0] == '-' ? strtoll(text, 0, 10) : (long)strtoull(text, 0, 10); }
int main(int argc, char **argv) {
  struct sigaction action = { .sa_handler = trapped_, .sa_flags = SA_NODEFER };
  char text[32];
  int which, rows;
  cap_ = atol(argv[argc - 1]);
  sigaction(SIGILL, &action, 0);
  sigaction(SIGTRAP, &action, 0);
  sigaction(SIGFPE, &action, 0);
  while (scanf("%d %d", &which, &rows) == 2)
    for (int row = 0; row < rows; row++) {
      for (int k = 0; k < params_[which]; k++) { if (scanf("%31s", text) != 1) return 1; in_[k] = number_(text); }
      ticks_ = left_ = stage_ = broken_ = 0;
      if (sigsetjmp(away_, 0) != 0) {
        if (stage_ > 0) printf("%d %d %d 0\\n", which, row, stage_);
        continue;
      }
      loop_call_(which);
      if (left_) continue;
      stage_ = 2;
      if (outs_[which] > 0) copy_call_(which);
      printf("%d %d 0 %u", which, row, broken_);
      for (int i = 0; i < outs_[which]; i++) printf(" %d", copied_[i] == real_[i]);
      puts("");
    }
  return 0;
}
`;

function callerOf(what: 'loop' | 'copy', cases: readonly CopiedCase[]): string {
  const calls = cases.map(
    ({ case: c }, k) =>
      `case ${k}: ${what}_${k}(${c.params.map(({ type }, i) => `(${type.name})in_[${i}]`).join(', ')}); return;`,
  );
  return `static void ${what}_call_(int which) { switch (which) { ${calls.join('\n')} } }`;
}

/** By case: its runs that end within so many iterations; or what the compiler has against the program. */
export function runCopies(
  cases: readonly CopiedCase[],
  cap: number,
): readonly (readonly CopiedRun[])[] | { readonly error: string } {
  if (cases.length === 0) return [];
  const source = [PRELUDE, ...cases.map(functionsOf), readerFor(cases)].join('\n');
  const lines = runCases(
    source,
    cases.map(({ rows }) => rows),
    cap,
  );
  if ('error' in lines) return lines;
  const out: CopiedRun[][] = cases.map(() => []);
  for (const line of lines) {
    const [which, row, stage, broken, ...equal] = line.split(' ').map(Number);
    const bits = (cases[which as number] as CopiedCase).assertions.slice(0, MOST_ASSERTED);
    out[which as number]?.push({
      row: row as number,
      held: bits.map((_, i) => (((broken as number) >>> i) & 1) === 0),
      equal: equal.map((e) => e === 1),
      trapped: stage === 1 ? 'an assertion' : stage === 2 ? 'the copy' : null,
    });
  }
  return out;
}
