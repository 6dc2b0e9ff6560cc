/**
 * A unit compiled together with what is told of its loops: counts are compared where the loop is left, facts behind it,
 * and straight-line code takes the loop's place in runs of its own. Each run is a process: what a sanitizer or a signal
 * ends was undefined and says nothing.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WIDE, widen } from '../wide.ts';
import type { Unit } from './unit.ts';

/** What is told of a loop, in C. */
export interface Told {
  readonly counts: readonly {
    readonly relation: 'exactly' | 'at-most' | 'endless';
    readonly text: string;
    readonly assuming?: readonly string[];
  }[];
  /** Stands in its place; null: nothing does. */
  readonly code: string | null;
  readonly facts: readonly string[];
}

export interface UnitRuns {
  /** What is not so. */
  readonly wrong: readonly string[];
  /** Comparisons that were made. */
  readonly checked: number;
  readonly ended: number;
  readonly undefinedRuns: number;
  /** Loop -> what was shown behind it. */
  readonly seen: ReadonlyMap<number, readonly (readonly bigint[])[]>;
  /** Assertions that failed, as they are written. */
  readonly failing: ReadonlySet<string>;
  /** Lines of the unit that a run without undefined behaviour executes. */
  readonly lines: ReadonlySet<number>;
}

const FLAGS = [
  '-w',
  '-std=gnu11',
  '-O0',
  '-fsanitize=address,undefined',
  '-fno-sanitize-recover=all',
  '-fno-strict-aliasing',
];

const PRELUDE = `#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/wait.h>
${WIDE}enum { LONG_RUN = 3, MOST = 200000 };
struct shared_ { volatile int telling, taken; int size; unsigned char lines[4000]; char log[1 << 20]; };
static struct shared_ *S_;
static struct { int loop, nth; long n; int relation[2]; Z told[2]; } stack_[64];
static int top_, nth_[64], code_loop_ = -1, code_nth_;
static long ticks_, checks_;
static unsigned char hit_[4000];
#define SAY(...) do { if (S_->size < (1 << 20) - 2000) S_->size += sprintf(S_->log + S_->size, __VA_ARGS__); } while (0)
static void finish_(int status) { SAY("K %ld\\n", checks_); for (int k = 0; k < 4000; k++) S_->lines[k] |= hit_[k];
  _exit(status); }
static void ends(void) { finish_(0); }
/* Only where the loop is left: what has not ended yet may still be undefined. */
static void compare_(int at) {
  if (code_loop_ >= 0) return;
  for (int c = 0; c < 2; c++) {
    int r = stack_[at].relation[c];
    if (r == 0 || r == 3) continue;
    checks_++;
    if (stack_[at].told[c] < 0 || stack_[at].n > stack_[at].told[c] || (r == 1 && stack_[at].n != stack_[at].told[c]))
      SAY("C %d %d %lld %ld\\n", stack_[at].loop, c, (long long)stack_[at].told[c], stack_[at].n);
  }
}
static void pop_to_(int from) { while (top_ > from) { top_--; compare_(top_); } }
static void enter_(int k, int r0, Z t0, int r1, Z t1) {
  int was = errno;
  for (int z = top_ - 1; z >= 0; z--) if (stack_[z].loop == k) { pop_to_(z); break; }
  stack_[top_].loop = k; stack_[top_].n = 0; stack_[top_].nth = nth_[k]++;
  stack_[top_].relation[0] = r0; stack_[top_].told[0] = t0; stack_[top_].relation[1] = r1; stack_[top_].told[1] = t1;
  top_++;
  errno = was;
}
static void left_(int *from) { int was = errno; pop_to_(*from); errno = was; }
static int take_(int k) { if (code_loop_ != k || nth_[k] - 1 != code_nth_) return 0; S_->taken = 1; return 1; }
static void begin_(int k) {
  int was = errno;
  int z = top_ - 1;
  while (z >= 0 && stack_[z].loop != k) z--;
  if (z >= 0) { pop_to_(z + 1); stack_[z].n++; }
  if (++ticks_ > MOST) finish_(LONG_RUN);
  errno = was;
}
static void behind_(int k, int count, const long long *values) {
  int was = errno;
  int z = top_ - 1, nth = -1;
  while (z >= 0 && stack_[z].loop != k) z--;
  if (z >= 0) {
    pop_to_(z + 1);
    nth = stack_[z].nth;
    for (int c = 0; c < 2; c++) if (stack_[z].relation[c] == 3 && code_loop_ < 0) SAY("E %d\\n", k);
    pop_to_(z);
  }
  int own = code_loop_ == k && nth == code_nth_;
  if (own || (code_loop_ < 0 && nth >= 0 && nth < 2)) {
    SAY("S %d %d", k, nth);
    for (int i = 0; i < count; i++) SAY(" %lld", values[i]);
    SAY("\\n");
  }
  if (own) _exit(0);
  errno = was;
}
static void fact_(int k, int which, int holds) { if (code_loop_ < 0) { checks_++;
  if (!holds) SAY("A %d %d\\n", k, which); } }
static unsigned long long seed_;
static unsigned draw_(void) { seed_ ^= seed_ << 13; seed_ ^= seed_ >> 7; seed_ ^= seed_ << 17;
  return (unsigned)(seed_ >> 16); }
static long some(void) {
  switch (draw_() % 12) {
    case 0: case 1: case 2: return draw_() % 4;
    case 3: case 4: case 5: case 6: return draw_() % 10;
    case 7: return -(int)(draw_() % 5);
    case 8: return draw_() % 40;
    case 9: return (int)(draw_() % 300) - 40;
    case 10: { static const long edges[] = { 127, 128, 255, 256, 32767, -32768, 65535, 2147483647, -2147483648L,
      2147483646, 4294967295L }; return edges[draw_() % 11]; }
    default: return 1;
  }
}
static const char *const texts[] = { "", "a", "abc", "a b,c", "12,3", "007b", "bbb", "x=1" };
#define assert(c) held_(c, #c)
static void held_(int holds, const char *text) { if (!holds) { SAY("V %s\\n", text); finish_(0); } }
static int spare;
static char word_[4][4] = { "f", "-x", "", "-" }, *words[5];
static int words_(void) { int n = draw_() % 4 + 1;
  for (int z = 0; z < 5; z++) words[z] = z < n ? word_[(z + n) & 3] : 0; return n; }
`;

const driver = (unit: Unit, told: readonly Told[]): string => `
static struct box nodes_[8], *head;
static void calls_(void) {
  for (int again_ = 0; again_ < 3; again_++) {
    int many_ = draw_() & 7;
    head = 0;
    for (int z = many_ - 1; z >= 0; z--) { nodes_[z].n = some(); nodes_[z].next = head; head = &nodes_[z]; }
    spare = some();
    ${unit.setup.join(' ')}
    errno = draw_() % 3 ? 0 : ERANGE;
    f(${unit.arguments.join(', ')});
    pop_to_(0);
  }
  finish_(0);
}
/** Whether the row's run of the program as it is did nothing undefined: only then do runs with what is told say anything. */
static int defined_;
static void apart_(int row, int loop, int nth) {
  int status = 0;
  S_->size = 0; S_->log[0] = 0; S_->telling = 0; S_->taken = 0;
  if (fork() == 0) {
    freopen("/dev/null", "w", stderr);
    alarm(20);
    seed_ = 88172645463325252ULL + row * 1000003ULL; draw_(); draw_();
    code_loop_ = loop; code_nth_ = nth;
    calls_();
  }
  wait(&status);
  int clean = WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == LONG_RUN);
  printf("R %d %d %d %d\\n", row, loop, nth, clean);
  if (clean) fwrite(S_->log, 1, S_->size, stdout);
  if (!clean && S_->telling) printf("T %d\\n", S_->telling - 1);
  if (loop < 0) defined_ = clean;
  if (!clean && defined_ && loop >= 0 && S_->taken) printf("U %d\\n", loop);
  fflush(stdout);
}
int main(int argc, char **argv) {
  int rows = atoi(argv[1]);
  S_ = mmap(0, sizeof *S_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int row = 0; row < rows; row++) {
    apart_(row, -1, 0);
    ${told.map(({ code }, k) => (code === null ? '' : `if (strstr(S_->log, "S ${k} 0")) apart_(row, ${k}, 0); if (row % 4 == 0) apart_(row, ${k}, 1);`)).join(' ')}
  }
  printf("L");
  for (int k = 0; k < 4000; k++) if (S_->lines[k]) printf(" %d", k);
  puts("");
  return 0;
}
`;

const RELATION = { exactly: 1, 'at-most': 2, endless: 3 } as const;

function instrumented(unit: Unit, told: readonly Told[]): string {
  const lines = unit.marked.split('\n');
  const named = [/\*([a-z]+\d+)/g, /\b([a-z]+\d+)\[/g].flatMap((pattern) => [...unit.marked.matchAll(pattern)]);
  const pointers = new Set(named.map(([, name]) => name as string));
  const body = lines.findIndex((l) => l.startsWith('int f('));
  return lines
    .map((line) => (line === '#include <assert.h>' ? '' : line))
    .map((line, at) => {
      const isStatement = at > body && /^\s/.test(line) && !/^\s*(?:[}@]|else|case|default|\w+:)/.test(line);
      const text = isStatement ? `hit_[${at + 1}] = 1; ${line}` : line;
      return text
        .replace(
          /@E (\d+)@/,
          (_, k: string) => `hit_[${at + 1}] = 1; ${entering(Number(k), told[Number(k)] as Told, pointers)}`,
        )
        .replace('@F@', 'int frame_ __attribute__((cleanup(left_))) = top_;')
        .replace(/@B (\d+)@/, (_, k: string) => `begin_(${k});`)
        .replace(/@X (\d+)@/, (_, k: string) => leaving(Number(k), unit, told[Number(k)] as Told));
    })
    .join('\n');
}

function entering(k: number, { counts, code }: Told, pointers: ReadonlySet<string>): string {
  const values = [0, 1].map((c) => (counts[c] && counts[c].text !== '' ? widen(counts[c].text, pointers) : '0'));
  const relations = [0, 1].map((c) => {
    const { relation, assuming = [] } = counts[c] ?? {};
    const given = assuming.map((a) => `(${widen(a, pointers)}) && `).join('');
    return relation ? `(${given}1 ? ${RELATION[relation]} : 0)` : '0';
  });
  const take = code === null ? '' : `if (take_(${k})) { { ${code} } goto done_${k}; }`;
  return `
    S_->telling = ${k + 1}; { Z a_ = ${values[0]}, b_ = ${values[1]}; int c_ = ${relations[0]}, d_ = ${relations[1]};
      S_->telling = 0; enter_(${k}, c_, a_, d_, b_); } ${take}`;
}

function leaving(k: number, unit: Unit, { code, facts }: Told): string {
  const { shown } = unit.loops[k] as Unit['loops'][number];
  const tests = facts.map((f, i) => `fact_(${k}, ${i}, !!(${f}));`).join(' ');
  return `${code === null ? '' : `done_${k}: ;`} behind_(${k}, ${shown.length}, (long long[]){ ${shown.map((s) => `(long long)${s}`).join(', ')} }); ${tests}`;
}

/** Throws with gcc's message where what is told, or the unit, is no C. */
export function runUnit(unit: Unit, told: readonly Told[], rows: number): UnitRuns {
  const folder = mkdtempSync(join(tmpdir(), 'looplens-units-'));
  try {
    const [source, program] = [join(folder, 'unit.c'), join(folder, 'unit')];
    writeFileSync(
      source,
      [PRELUDE, '#line 1', instrumented(unit, told), ...unit.foreign, driver(unit, told)].join('\n'),
    );
    execFileSync('gcc', [...FLAGS, '-o', program, source], { stdio: 'pipe' });
    const ran = spawnSync(program, [String(rows)], {
      maxBuffer: 1 << 28,
      timeout: 120_000,
      env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' },
    });
    return parse(ran.stdout.toString(), unit, told);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function parse(text: string, unit: Unit, told: readonly Told[]): UnitRuns {
  const wrong: string[] = [];
  let [checked, ended, undefinedRuns] = [0, 0, 0];
  let [row, loop] = ['', -1];
  const lines = new Set<number>();
  const seen = new Map<number, bigint[][]>();
  const failing = new Set<string>();
  const really = new Map<string, readonly string[]>();
  for (const line of text.split('\n')) {
    const [mark, ...words] = line.split(' ');
    const k = Number(words[0]);
    const complaint = complaintOf(mark, words, told[k]);
    if (complaint !== null) wrong.push(`loop ${k}: ${complaint} (row ${row})`);
    else if (mark === 'R') {
      [row, loop] = [words[0] ?? '', Number(words[1])];
      if (loop >= 0) continue;
      really.clear();
      if (words[3] === '1') ended++;
      else undefinedRuns++;
    } else if (mark === 'K') checked += k;
    else if (mark === 'V') failing.add(words.join(' '));
    else if (mark === 'S' && loop < 0) {
      really.set(`${k} ${words[1]}`, words.slice(2));
      seen.set(k, [...(seen.get(k) ?? []), words.slice(2).map(BigInt)]);
    } else if (mark === 'S') {
      checked++;
      const real = really.get(`${k} ${words[1]}`);
      const at = real?.findIndex((v, i) => v !== words[i + 2]) ?? -1;
      const name = unit.loops[k]?.shown[at];
      if (at >= 0)
        wrong.push(`loop ${k}: ${name} is ${real?.[at]}, not ${words[at + 2]} by ${told[k]?.code} (row ${row})`);
    } else if (mark === 'L') for (const word of words) lines.add(Number(word));
  }
  return {
    wrong: [...new Map(wrong.map((w) => [w.slice(0, 12), w])).values()],
    checked,
    ended,
    undefinedRuns,
    lines,
    seen,
    failing,
  };
}

/** What a line of the program's says against what is told of a loop; null: nothing. */
function complaintOf(
  mark: string | undefined,
  [, which, claimed, real]: readonly string[],
  told: Told | undefined,
): string | null {
  const count = told?.counts[Number(which)];
  switch (mark) {
    case 'C':
      return `${count?.relation} ${count?.text} is ${claimed}, really ${real}`;
    case 'E':
      return 'never ends, and is left';
    case 'A':
      return `not so: ${told?.facts[Number(which)]}`;
    case 'T':
      return `its count can't be evaluated: ${told?.counts.map((c) => c.text).join('; ')}`;
    case 'U':
      return `undefined: ${told?.code}`;
    default:
      return null;
  }
}
