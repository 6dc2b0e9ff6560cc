/**
 * Functions with assertions in the hands of the compiler: many inputs are tried, at random and at the boundaries, and
 * inputs that are said to fail an assertion are tried once more. Undefined behaviour ends a run where it is undefined.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NONDET_TYPES } from './functions.ts';
import type { Drawn } from './functions.ts';

export type SearchMode = 'c' | 'wrapv' | 'unsigned-char';

/** Inputs, parameters first, in the order of reading; equal ones in a row with their number. */
export type Stream = readonly (readonly [bigint, number])[];

export interface Claim {
  /** Which function, and the line of the assertion that is said to fail. */
  readonly index: number;
  readonly line: number;
  readonly stream: Stream;
}

export interface Searched {
  /** By function: line of an assertion that fails -> the inputs. */
  readonly failing: readonly ReadonlyMap<number, string>[];
  /** By claim: the line that fails, or how the run ends instead. */
  readonly confirmed: readonly (number | 'undefined' | 'long' | 'ends')[];
}

const PRELUDE = `
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static sigjmp_buf away;
static long ticks, cap;
static int line;
static void trapped(int number) { (void)number; siglongjmp(away, 1); }
static void tick(void) { if (++ticks > cap) siglongjmp(away, 2); }
static void failing(int at) { line = at; siglongjmp(away, 3); }
static unsigned long long seed;
static unsigned draw(void) { seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17; return (unsigned)(seed >> 16); }
static const long long edges[] = { 0, 1, -1, 2, 127, 128, -128, 255, 256, 32767, -32768, 65535, 65536, 2147483647LL, -2147483648LL, 2147483646LL, -2147483647LL,
  2147483648LL, 4294967295LL, 4294967294LL, 9223372036854775807LL, -9223372036854775807LL - 1, 46340, 46341, 1000 };
static const long long *pool; static int pooled;
static int run_, reading, streaming, known;
static long long taken[64]; static long long stream[8192], times[8192]; static long long used;
static long long choose(int early) {
  unsigned zeros[] = { 2, 5, 16, 3 };
  switch (run_ % 12) {
    case 0: { long long k = run_ / 12; for (int i = 0; i < reading; i++) k /= 6;
      return reading < 6 ? k % 6 : draw() % 2; }
    case 1: { long long k = run_ / 12; for (int i = 0; i < reading; i++) k /= 9;
      return reading < 5 ? k % 9 - 2 : draw() % 3; }
    case 2: case 3: return early ? draw() % 30 : draw() % zeros[run_ / 12 % 4] != 0;
    case 4: return edges[draw() % (sizeof edges / sizeof *edges)] + (draw() % 5 == 0 ? (int)(draw() % 5) - 2 : 0);
    case 5: return early ? edges[draw() % (sizeof edges / sizeof *edges)] : draw() % zeros[run_ / 12 % 4] != 0;
    case 6: case 7: return pooled ? pool[draw() % pooled] + (int)(draw() % 3) - 1 : draw() % 8;
    case 8: return early ? draw() % 300 - 30LL : (int)(draw() % 8) - 2;
    case 9: return (int)(draw() % 60) - 30;
    case 10: return early ? draw() % 1200 : draw() % 3;
    default: return draw() % 2 ? (long long)((unsigned long long)draw() << 32 | draw()) : edges[draw() % 6];
  }
}
static long long next(void) {
  long long v;
  if (streaming) {
    while (reading < known && used >= times[reading]) { reading++; used = 0; }
    if (reading >= known) return 0;
    used++;
    return stream[reading];
  }
  v = choose(reading < 3);
  if (reading < 64) taken[reading] = v;
  reading++;
  return v;
}
#define __VERIFIER_assert(c) do { if (!(c)) failing(__LINE__); } while (0)
#define __VERIFIER_assume(c) do { if (!(c)) siglongjmp(away, 4); } while (0)
`;

const COUNTED = `
#define while(...) while (tick(), (__VA_ARGS__))
#define for(...) for (__VA_ARGS__) if (tick(), 0); else
`;

const READER = `
#undef while
#undef for
int main(void) {
  struct sigaction action = { .sa_handler = trapped, .sa_flags = SA_NODEFER };
  char what; volatile int which; volatile long a; static char seen[1000];
  sigaction(SIGILL, &action, 0); sigaction(SIGTRAP, &action, 0); sigaction(SIGFPE, &action, 0);
  while (scanf(" %c %d %ld", &what, (int *)&which, (long *)&a) == 3) {
    if (what == 'C') {
      cap = a;
      if (scanf("%d", &known) != 1) return 1;
      for (int k = 0; k < known; k++) { char text[32]; if (scanf("%31s %lld", text, &times[k]) != 2) return 1;
        stream[k] = text[0] == '-' ? strtoll(text, 0, 10) : (long long)strtoull(text, 0, 10); }
      streaming = 1; reading = 0; used = 0; ticks = 0;
      int end = sigsetjmp(away, 0);
      if (end == 0) { call(which); puts("ends"); }
      else if (end == 3) printf("%d\\n", line); else puts(end == 1 ? "undefined" : end == 2 ? "long" : "ends");
      continue;
    }
    for (int k = 0; k < 1000; k++) seen[k] = 0;
    streaming = 0; pool = pools[which]; pooled = sizes[which];
    for (run_ = 0; run_ < a; run_++) {
      seed = 88172645463325252ULL + run_ * 1000003ULL + which; reading = 0; ticks = 0;
      cap = run_ % 40 == 39 ? 60000 : 1500;
      int end = sigsetjmp(away, 0);
      if (end == 0) call(which);
      else if (end == 3 && !seen[line % 1000]) {
        seen[line % 1000] = 1;
        printf("%d:", line);
        for (int k = 0; k < reading && k < 64; k++) printf(",%lld", taken[k]);
        printf(" ");
      }
    }
    puts("");
  }
  return 0;
}
`;

const SEARCH_RUNS = 1_200;
/** Iterations for which a claim is repeated; longer runs were confirmed through summaries. */
const CLAIM_CAP = 100_000_000;
const MOST_ENTRIES = 8_000;

/** Compiles the functions once, searches all of them and repeats the claims. */
export async function search(
  functions: readonly Drawn[],
  claims: readonly Claim[],
  mode: SearchMode,
): Promise<Searched> {
  const directory = await mkdtemp(join(tmpdir(), 'looplens-assertions-'));
  try {
    const [source, program] = [join(directory, 'functions.c'), join(directory, 'functions')];
    await writeFile(source, whole(functions));
    // not optimised: what the result of nobody uses would go with its check
    const flags =
      mode === 'wrapv'
        ? ['-fwrapv', '-fsanitize=integer-divide-by-zero,bounds']
        : ['-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift,bounds'];
    await run(
      'gcc',
      [
        '-O0',
        '-w',
        '-std=gnu11',
        ...flags,
        '-fsanitize-undefined-trap-on-error',
        ...(mode === 'unsigned-char' ? ['-funsigned-char'] : []),
        '-o',
        program,
        source,
      ],
      '',
    );
    const input = [
      ...functions.map((_, k) => `S ${k} ${SEARCH_RUNS}`),
      ...claims.map(
        ({ index, stream }) =>
          `C ${index} ${CLAIM_CAP} ${Math.min(stream.length, MOST_ENTRIES)} ${stream
            .slice(0, MOST_ENTRIES)
            .map(([v, n]) => `${v} ${n}`)
            .join(' ')}`,
      ),
    ];
    const lines = (await run(program, [], `${input.join('\n')}\n`)).split('\n');
    return {
      failing: functions.map(
        (_, k) =>
          new Map(
            (lines[k] ?? '')
              .trim()
              .split(' ')
              .filter((t) => t !== '')
              .map((t) => {
                const [at = '', values = ''] = t.split(':');
                return [Number(at), values.slice(1)];
              }),
          ),
      ),
      confirmed: claims.map((_, k) => {
        const text = lines[functions.length + k] ?? '';
        return text === 'undefined' || text === 'long' || text === 'ends' ? text : Number(text);
      }),
    };
  } finally {
    await rm(directory, { recursive: true });
  }
}

function whole(functions: readonly Drawn[]): string {
  const nondet = NONDET_TYPES.map(
    ([type, suffix]) => `static ${type} __VERIFIER_nondet_${suffix}(void) { return (${type})next(); }`,
  );
  // what is declared in each source is there already
  const bodies = functions.map(
    ({ source }) =>
      `#line 2\n${source.slice(source.indexOf('\n') + 1).replace(/^void/, 'static __attribute__((noinline)) void')}`,
  );
  const calls = functions.map(({ name, params }, k) => {
    const values = params.map((type, p) => `${type} p${p} = (${type})next();`).join(' ');
    return `case ${k}: { ${values} ${name}(${params.map((_, p) => `p${p}`).join(', ')}); return; }`;
  });
  const pools = functions.map(({ source }) =>
    [...new Set((source.slice(source.indexOf('\n')).match(/\b\d+\b/g) ?? []).filter((d) => d.length < 9))].slice(0, 24),
  );
  return [
    PRELUDE,
    ...nondet,
    COUNTED,
    ...bodies,
    ...pools.map((p, k) => `static const long long pool${k}[] = { ${p.join(', ') || '0'} };`),
    `static const long long *const pools[] = { ${pools.map((_, k) => `pool${k}`).join(', ')} };`,
    `static const int sizes[] = { ${pools.map((p) => Math.max(1, p.length)).join(', ')} };`,
    `static void call(int which) { switch (which) { ${calls.join('\n')} } }`,
    READER,
  ].join('\n');
}

function run(command: string, args: readonly string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, [...args], { maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${command}: ${stderr || error.message}`));
      else resolve(stdout);
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
