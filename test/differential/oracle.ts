/**
 * What the compiler makes of generated functions. Undefined behaviour traps, iterations are counted: such runs are told
 * apart from those that return.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TICK } from './draft.ts';
import type { Generated } from './shapes.ts';

/** Values at return by name (`return` among them), or why there are none. */
export type Run = ReadonlyMap<string, bigint> | 'undefined' | 'long';

export interface Task {
  readonly generated: Generated;
  readonly rows: readonly (readonly bigint[])[];
}

const PRELUDE = `#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static sigjmp_buf away;
#ifdef __x86_64__
register long ticks __asm__("r15");
#else
static volatile long ticks;
#endif
static long cap;
static long long out[64];
static void trapped(int number) { (void)number; siglongjmp(away, 1); }
#define COUNT do { if (++ticks > cap) siglongjmp(away, 2); } while (0)
`;

const READER = `
static long long number(const char *text) { return text[0] == '-' ? strtoll(text, 0, 10) : (long long)strtoull(text, 0, 10); }
int main(int argc, char **argv) {
  struct sigaction action = { .sa_handler = trapped, .sa_flags = SA_NODEFER };
  char text[32];
  int which, rows;
  cap = argc > 1 ? atol(argv[1]) : 1000000;
  sigaction(SIGILL, &action, 0);
  sigaction(SIGTRAP, &action, 0);
  sigaction(SIGFPE, &action, 0);
  while (scanf("%d %d", &which, &rows) == 2)
    for (int row = 0; row < rows; row++) {
      for (int k = 0; k < params[which]; k++) { if (scanf("%31s", text) != 1) return 1; in[k] = number(text); }
      ticks = 0;
      int end = sigsetjmp(away, 0);
      if (end == 0) { call(which); for (int k = 0; k < outs[which]; k++) printf("%lld ", out[k]); puts(""); }
      else puts(end == 1 ? "U" : "L");
    }
  return 0;
}
`;

/** The functions with every variable stored at each return. */
function instrumented(functions: readonly Generated[]): string {
  const parts = functions.map((generated) => {
    const names = observed(generated);
    const stores = names
      .slice(0, -1)
      .map((name, k) => `out[${k}] = (long long)${name};`)
      .join(' ');
    const macro = `#define RETURN_${generated.name}(e) do { ${stores} out[${names.length - 1}] = (long long)(${generated.returns.name})(e); return; } while (0)`;
    const source = inRegisters(generated)
      .replace(/^.*? (\w+\()/, 'static __attribute__((noinline)) void $1')
      .replaceAll(TICK, 'COUNT;')
      .replace(/\breturn ([^;]*);/g, `RETURN_${generated.name}($1);`);
    return `${macro}\n${source}`;
  });
  const calls = functions.map(
    (generated, index) =>
      `  case ${index}: ${generated.name}(${generated.params.map(({ type }, k) => `(${type.name})in[${k}]`).join(', ')}); return;`,
  );
  const table = (name: string, values: readonly number[]): string =>
    `static const int ${name}[] = { ${values.join(', ')} };`;
  return [
    PRELUDE,
    'static long long in[8];',
    ...parts,
    table(
      'params',
      functions.map((generated) => generated.params.length),
    ),
    table(
      'outs',
      functions.map((generated) => observed(generated).length),
    ),
    'static void call(int which) {\n  switch (which) {',
    ...calls,
    '  }\n}',
    READER,
  ].join('\n');
}

/** Unoptimised code is twice as fast with its variables in registers: `register int i = 0;`. */
function inRegisters({ source, params, locals }: Generated): string {
  return [...params, ...locals].reduce(
    (text, { type, name }) => text.replace(new RegExp(`\\b${type.name} ${name}(?= =|,|\\))`), 'register $&'),
    source,
  );
}

/** What is read at return, in this order. */
function observed(generated: Generated): readonly string[] {
  return [...generated.params, ...generated.locals].map((variable) => variable.name).concat('return');
}

/** Compiles the functions once and runs every row; `cap` is the greatest number of iterations that is waited for. */
export async function execute(tasks: readonly Task[], cap: number): Promise<readonly (readonly Run[])[]> {
  const directory = await mkdtemp(join(tmpdir(), 'looplens-differential-'));
  try {
    const [source, program] = [join(directory, 'functions.c'), join(directory, 'functions')];
    await writeFile(source, instrumented(tasks.map((task) => task.generated)));
    // Not optimised: the check of a computation whose result nobody uses would go with it.
    await run(
      'gcc',
      [
        '-O0',
        '-w',
        '-std=gnu11',
        '-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift',
        '-fsanitize-undefined-trap-on-error',
        '-o',
        program,
        source,
      ],
      '',
    );
    const input = tasks
      .map(({ rows }, index) => `${index} ${rows.length}\n${rows.map((row) => row.join(' ')).join('\n')}\n`)
      .join('');
    const lines = (await run(program, [String(cap)], input)).trimEnd().split('\n');
    let next = 0;
    return tasks.map(({ generated, rows }) => rows.map(() => readRun(generated, lines[next++] ?? '')));
  } finally {
    await rm(directory, { recursive: true });
  }
}

function readRun(generated: Generated, line: string): Run {
  if (line === 'U') return 'undefined';
  if (line === 'L') return 'long';
  const values = line.trim().split(' ').map(BigInt);
  const types = [...generated.params, ...generated.locals].map((variable) => variable.type).concat(generated.returns);
  const names = observed(generated);
  if (values.length !== names.length)
    throw new Error(`the oracle answered ${JSON.stringify(line)} for ${generated.name}`);
  return new Map(
    names.map((name, k) => {
      const type = types[k];
      const value = values[k] ?? 0n;
      return [name, type && !type.signed ? BigInt.asUintN(type.bits, value) : value];
    }),
  );
}

function run(command: string, args: readonly string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, [...args], { maxBuffer: 1 << 30 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${command}: ${stderr || error.message}`));
      else resolve(stdout);
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
