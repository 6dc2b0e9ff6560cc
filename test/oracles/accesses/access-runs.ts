/** Where functions fail under gcc's AddressSanitizer and UBSan, for inputs that are drawn. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessProgram } from './access-programs.ts';

/** Runs of each program. */
export const RUNS = 100;

/** One child runs input after input, and the next one goes on behind the input that ended it. */
const harness = (all: readonly AccessProgram[], seed: number): string => `#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
static unsigned long state = ${seed}ul * 2654435761ul + 12345;
static unsigned draw(void) { state = state * 6364136223846793005ul + 1442695040888963407ul; return (unsigned)(state >> 33); }
static int number(void) {
  switch (draw() % 6) {
  case 0: return (int)(draw() % 12);
  case 1: return (int)(draw() % 300) - 20;
  case 2: return (int)(draw() * 2u + draw() % 2);
  case 3: return 2147483647 - (int)(draw() % 3);
  default: return (int)(draw() % 20) - 3;
  }
}
${all.map(({ name }) => `long ${name}(int, unsigned, signed char); extern int ge${idOf(name)};\nvoid mess${idOf(name)}(void) { ge${idOf(name)} += (int)(draw() % 9) - 2; }`).join('\n')}
int main(void) {
  volatile int *next = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  long (*const all[])(int, unsigned, signed char) = {${all.map(({ name }) => name).join(', ')}};
  for (int i = 0; i < ${all.length}; i++)
    for (*next = 0; *next < ${RUNS};) {
      fprintf(stderr, "PROGRAM %d\\n", i);
      pid_t child = fork();
      if (child == 0) {
        while (*next < ${RUNS}) {
          struct itimerval most = {{0, 0}, {0, 15000}};
          int k = (*next)++;
          state = ${seed}ul * 7919ul + (unsigned long)i * 104729ul + (unsigned long)k * 1299709ul;
          draw();
          setitimer(ITIMER_PROF, &most, 0);
          int n = number();
          unsigned u = (unsigned)number();
          all[i](n, u, (signed char)number());
        }
        _exit(0);
      }
      int status;
      waitpid(child, &status, 0);
    }
  return 0;
}
`;

const idOf = (name: string): string => name.replace(/\D+/, '');

export interface Failure {
  /** In the common source. */
  readonly line: number;
  readonly what: string;
}

/** Failures of each program, each line once. `source` has all of them. */
export function failuresOf(
  source: string,
  all: readonly AccessProgram[],
  seed: number,
): ReadonlyMap<number, readonly Failure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'looplens-accesses-'));
  try {
    writeFileSync(join(directory, 'batch.c'), source);
    writeFileSync(join(directory, 'harness.c'), harness(all, seed));
    const flags = ['-w', '-g', '-O0', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
    execFileSync('gcc', [...flags, '-o', 'run', 'batch.c', 'harness.c'], { cwd: directory });
    const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0:symbolize=1', UBSAN_OPTIONS: 'print_stacktrace=0' };
    const { stderr } = spawnSync(join(directory, 'run'), [], {
      cwd: directory,
      env,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const out = new Map<number, Failure[]>();
    for (const run of stderr.split(/^PROGRAM /m).slice(1)) {
      const id = Number(/^\d+/.exec(run)?.[0]);
      const line = Number(/batch\.c:(\d+)/.exec(run)?.[1] ?? 0);
      const what = /runtime error: (.*)|ERROR: AddressSanitizer:? (.*)/.exec(run);
      const known = out.get(id) ?? [];
      if (what !== null && !known.some((f) => f.line === line)) known.push({ line, what: what[1] ?? what[2] ?? '' });
      out.set(id, known);
    }
    return out;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
