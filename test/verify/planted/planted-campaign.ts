/**
 * `npm run planted`: functions with planted defects, against gcc's AddressSanitizer and UBSan. A finding in a function
 * that doesn't fail there, with any of the inputs, is wrong: exit status 1. How many of those that fail have a finding
 * is counted by kind.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_OPTIONS, analyze } from '../../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../../server/src/decide/z3-module.ts';
import { showFinding } from '../../../server/src/render/finding-kinds.ts';
import type { Planted } from './planted-programs.ts';
import { planted } from './planted-programs.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    from: { type: 'string', default: '0' },
    batch: { type: 'string', default: '50' },
    missed: { type: 'boolean', default: false },
  },
});

const HEAD = [
  '#include <alloca.h>',
  '#include <stdio.h>',
  '#include <stdlib.h>',
  '#include <string.h>',
  'extern volatile int sink;',
];

/** What `rand` yields all the time, one run each. */
const INPUTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 31, 32, 33, 63, 64, 99, 2147483646, 2147483647];

const harness = (first: number, all: readonly Planted[]): string => `#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
volatile int sink;
static int input, calls;
int rand(void) { return ++calls > 1000 ? 0 : input; }
${all.map((_, i) => `void case${first + i}(void);`).join('\n')}
static void (*const cases[])(void) = {${all.map((_, i) => `case${first + i}`).join(', ')}};
int main(void) {
  static const int inputs[] = {${INPUTS.join(', ')}};
  static const unsigned runs[] = {${all.map((p) => (p.source.includes('rand') ? INPUTS.length : 1)).join(', ')}};
  freopen("/dev/null", "w", stdout);
  for (int i = 0; i < ${all.length}; i++)
    for (unsigned k = 0; k < runs[i]; k++) {
      int status;
      struct itimerval most = {{0, 0}, {20, 0}};
      fprintf(stderr, "CASE %d\\n", ${first} + i);
      pid_t child = fork();
      if (child == 0) { input = inputs[k]; calls = 0; setitimer(ITIMER_PROF, &most, 0); cases[i](); _exit(0); }
      waitpid(child, &status, 0);
      fprintf(stderr, "\\nENDED %d\\n", status);
    }
  return 0;
}
`;

/**
 * For each function: the lines at which some run fails; 0: one that didn't come to tell where. Its limit is processor
 * time, which telling takes little of.
 */
function failing(source: string, first: number, all: readonly Planted[]): ReadonlyMap<number, ReadonlySet<number>> {
  const dir = mkdtempSync(join(tmpdir(), 'looplens-planted-'));
  try {
    writeFileSync(join(dir, 'batch.c'), source);
    writeFileSync(join(dir, 'harness.c'), harness(first, all));
    // what is guarded is behind each object: something has to be before the first
    writeFileSync(join(dir, 'ahead.c'), '__attribute__((used)) static char ahead[64], ahead_set[64] = {1};\n');
    const flags = ['-w', '-g', '-O0', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
    execFileSync('gcc', [...flags, '-fno-builtin', '-o', 'run', 'ahead.c', 'batch.c', 'harness.c'], { cwd: dir });
    const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0:symbolize=1', UBSAN_OPTIONS: 'print_stacktrace=0' };
    const { stderr } = spawnSync(join(dir, 'run'), [], { cwd: dir, env, encoding: 'utf8', maxBuffer: 1 << 28 });
    const out = new Map<number, Set<number>>();
    for (const run of stderr.split(/^CASE /m).slice(1)) {
      const failed = !/^ENDED 0$/m.test(run);
      const line = /batch\.c:(\d+)/.exec(run)?.[1];
      const id = Number(/^\d+/.exec(run)![0]);
      const lines = out.get(id) ?? new Set();
      if (failed) lines.add(Number(line ?? 0));
      out.set(id, lines);
    }
    return out;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

interface Tally {
  programs: number;
  failing: number;
  wrong: number;
  /** Findings in functions of which a run failed without telling where. */
  placeless: number;
  readonly byKind: Map<string, { all: number; found: number }>;
}

async function batch(first: number, count: number, tally: Tally): Promise<void> {
  const all: Planted[] = Array.from({ length: count }, (_, i) => planted(Number(values.seed), first + i));
  const source = `${HEAD.join('\n')}\n${all.map((p) => p.source).join('')}`;
  const options = { ...DEFAULT_OPTIONS, loops: false };
  const report = await analyze(source, options, { now: () => performance.now(), cancelled: () => false });
  const found = (report.findings ?? []).map((f) => ({ kind: showFinding(f).kind, line: f.range.start.line, f }));
  const fails = failing(source, first, all);
  let line = HEAD.length + 1;
  for (const [i, p] of all.entries()) {
    const [from, to] = [line, line + p.lines];
    line = to;
    const own = found.filter((f) => f.line >= from && f.line < to && f.kind !== 'unreachable');
    const lines = fails.get(first + i) ?? new Set<number>();
    tally.programs++;
    for (const f of own)
      if (lines.has(0)) tally.placeless++;
      else if (!lines.has(f.line)) {
        tally.wrong++;
        console.log(
          `WRONG case ${first + i}: ${f.kind} at line ${f.line - from + 1}; fails at ${[...lines].map((l) => l - from + 1)}\n${p.source}`,
        );
      }
    if (lines.size === 0) continue;
    tally.failing++;
    const row = tally.byKind.get(p.kind) ?? { all: 0, found: 0 };
    row.all++;
    if (own.length > 0) row.found++;
    else if (values.missed)
      console.log(`MISSED case ${first + i}: ${p.kind}, fails at ${[...lines].map((l) => l - from + 1)}\n${p.source}`);
    tally.byKind.set(p.kind, row);
  }
}

async function campaign(): Promise<void> {
  const tally: Tally = { programs: 0, failing: 0, wrong: 0, placeless: 0, byKind: new Map() };
  const [from, count, size] = [Number(values.from), Number(values.count), Number(values.batch)];
  for (let k = from; k < from + count; k += size) {
    await batch(k, Math.min(size, from + count - k), tally);
    const kinds = [...tally.byKind].map(([kind, { all, found }]) => `${kind} ${found}/${all}`).join(', ');
    console.log(
      `${tally.programs} functions, ${tally.failing} fail, ${tally.wrong} wrong, ${tally.placeless} not judged; found: ${kinds}`,
    );
  }
  unloadSolver();
  if (tally.wrong > 0) process.exitCode = 1;
}

void campaign();
