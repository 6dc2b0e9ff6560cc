/**
 * The C program that runs generated functions over many inputs and tells of each loop whether it was left, and whether
 * a run went round in it for certain.
 */
import type { EndsProgram } from './programs.ts';

/** By loop, over all runs of one program. */
export interface LoopRuns {
  readonly entered: number;
  /** Runs without undefined behaviour, known to their end, that left the loop. */
  readonly left: number;
  /** Runs that came back to a state inside the loop. */
  readonly stuck: number;
  /** The most iterations begun before it was left. */
  readonly most: number;
  /** Runs that left it from a state from where it was said not to end. */
  readonly refuted: number;
  /** An input (number) for each. */
  readonly examples: { readonly left: string; readonly stuck: string; readonly most: string; readonly refuted: string };
}

export interface ProgramRuns {
  /** All inputs there are were tried, and each run followed to its end. */
  readonly exhaustive: boolean;
  readonly runs: number;
  readonly undefined: number;
  readonly open: number;
  readonly loops: readonly LoopRuns[];
}

const PRELUDE = `
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#define MOST 8
#define WIDE 200
typedef long long word;
static sigjmp_buf back;
static int loops, parent[MOST], owner[MOST], active[MOST], left[MOST], begun[MOST], most[MOST];
static int refuted[MOST], doomed[MOST], entered[MOST];
static word saved[MOST][WIDE]; static int since[MOST], power[MOST], stuck_now[MOST];
static long steps, total; static int position, stream;
static int (*others)(word *);
static void leave(int k) {
  if (!active[k]) return;
  active[k] = 0;
  left[k] = 1;
  if (begun[k] > most[k]) most[k] = begun[k];
  if (doomed[k]) refuted[k] = 1;
}
static int within(int k, int j) {
  for (; j >= 0; j = parent[j]) if (j == k) return 1;
  return 0;
}
static void at(int o, int j) {
  for (int k = 0; k < loops; k++) if (active[k] && owner[k] == o && !within(k, j)) leave(k);
}
static void enter(int k, int is_doomed) {
  at(owner[k], parent[k]);
  active[k] = entered[k] = 1;
  begun[k] = since[k] = power[k] = 0;
  doomed[k] = is_doomed;
}
static void iterate(int k, int n, const word *values) {
  word now[WIDE]; int i;
  at(owner[k], k);
  begun[k]++;
  if (++steps > 3000) siglongjmp(back, 2);
  for (i = 0; i < n; i++) now[i] = values[i];
  n += others(now + n);
  now[n++] = stream == 3 ? position : position % 4;
  if (power[k] > 0 && memcmp(now, saved[k], n * sizeof *now) == 0) {
    memcpy(stuck_now, active, sizeof active);
    siglongjmp(back, 1);
  }
  if (power[k] == 0 || ++since[k] == power[k]) {
    memcpy(saved[k], now, n * sizeof *now);
    power[k] = power[k] ? 2 * power[k] : 1;
    since[k] = 0;
  }
}
static void trap(int s) { siglongjmp(back, 3); }
static int answer(void) {
  static const int table[3][4] = { { 0, 0, 0, 0 }, { 1, 2, -1, 5 }, { 7, 7, 7, 7 } };
  int p = position++;
  return stream == 3 ? p : table[stream][p % 4];
}
`;

const valueOf = (kind: string, name: string): string => (kind === 'list' ? `lists[${name}]` : `(${kind})${name}`);

/**
 * One program with its marks as calls, what it leaves to others, and a function that runs it over its inputs. `doomed`:
 * a C condition by loop, of states from where it is said not to end.
 */
function part(p: EndsProgram, doomed: ReadonlyMap<number, string>, steps: number): string {
  const { id } = p;
  const text = p.marked.replace(
    /\/\*@(EN|IT|AT|RE) (-?\d+)(?: (-?\d+))?\*\//g,
    (_, mark: string, a: string, b: string) => {
      if (mark === 'EN') return `enter(${a}, ${doomed.get(Number(a)) ?? '0'});`;
      if (mark === 'AT') return `at(${a}, ${b});`;
      if (mark === 'RE') return `at(${a}, -1);`;
      const owner = p.loops[Number(a)]?.owner ?? 0;
      const names = [...(p.locals[owner] ?? []), ...(owner === 0 ? p.state : [])];
      return `iterate(${a}, ${names.length}, (word[]){ ${names.map((n) => `(word)${n}`).join(', ')} });`;
    },
  );
  const list = p.parameters.some((q) => q.kind === 'list');
  const global = p.globals[0] as string;
  // in an order that soon has been everywhere: 77 is odd
  const loops = p.parameters.map((q, i) =>
    q.kind === 'list'
      ? `for (int v${i} = 0; v${i} < 5; v${i}++)`
      : `
        for (int n${i} = 0, v${i}; v${i} =
          ${q.kind === 'signed char' ? '(signed char)' : '(unsigned char)'}(n${i} * 77), n${i} < 256; n${i}++)`,
  );
  const states = p.inputs.length === 0 ? 1 : 5;
  return `
${text}
int get${id}(void) { return answer(); }
void ext${id}(void) { ${global} = answer(); mem${id}[1] = answer(); }
static struct node${id} nodes${id}[3];
static int others${id}(word *to) { int n = 0; ${p.globals.map((g) => `to[n++] = (word)${g};`).join(' ')} return n; }
static void run${id}(void) {
  struct node${id} *lists[5] = { 0, &nodes${id}[2], &nodes${id}[1], &nodes${id}[0], &nodes${id}[0] };
  static int sum_left[MOST], sum_stuck[MOST], sum_entered[MOST], sum_most[MOST], sum_refuted[MOST];
  static char examples[MOST][4][64];
  long runs = 0, undefined = 0, open = 0; int complete = 1;
  memset(sum_left, 0, sizeof sum_left); memset(sum_stuck, 0, sizeof sum_stuck);
  memset(sum_entered, 0, sizeof sum_entered); memset(sum_most, 0, sizeof sum_most);
  memset(sum_refuted, 0, sizeof sum_refuted); memset(examples, 0, sizeof examples);
  loops = ${p.loops.length}; others = others${id}; total = 0;
  ${p.loops.map((l, k) => `parent[${k}] = ${l.parent}; owner[${k}] = ${l.owner};`).join(' ')}
  for (int s = 0; s < ${states}; s++) for (stream = 0; stream < ${p.asks ? 4 : 1}; stream++) ${loops.join(' ')} {
    if (total > ${steps}) { complete = 0; continue; }
    for (int i = 0; i < 3; i++) { nodes${id}[i].v = 2 * i + 1; nodes${id}[i].next = i < 2 ? &nodes${id}[i + 1] : ${list ? `v${p.parameters.length - 1} == 4 ? nodes${id} : 0` : '0'}; }
    static const int start[5] = { 0, 1, 3, -1, 100 };
    memset(&${global}, 0, sizeof ${global}); kept${id} = 3; memset(mem${id}, 0, 4);
    ${p.inputs.map((g, i) => `${g} = start[(s * ${i + 1}) % 5];`).join(' ')}
    memset(active, 0, sizeof active); memset(left, 0, sizeof left); memset(most, 0, sizeof most);
    memset(refuted, 0, sizeof refuted); memset(entered, 0, sizeof entered);
    steps = 0; position = 0;
    char input[64]; snprintf(input, sizeof input, "${p.parameters.map(() => '%d').join(' ')} s%d t%d", ${p.parameters.map((_, i) => `v${i}`).join(', ')}, s, stream);
    int how = sigsetjmp(back, 1);
    if (how == 0) f${id}(${p.parameters.map((q, i) => valueOf(q.kind, `v${i}`)).join(', ')});
    total += steps + 4; runs++;
    if (how == 0) at(0, -1);
    if (how == 3) { undefined++; continue; }
    if (how == 2) { open++; complete = 0; }
    for (int k = 0; k < loops; k++) {
      sum_entered[k] += entered[k];
      if (most[k] > sum_most[k]) { sum_most[k] = most[k]; strcpy(examples[k][2], input); }
      if (how == 2) continue;
      if (left[k]) { if (!sum_left[k]++) strcpy(examples[k][0], input); }
      if (refuted[k]) { if (!sum_refuted[k]++) strcpy(examples[k][3], input); }
      if (how == 1 && stuck_now[k]) { if (!sum_stuck[k]++) strcpy(examples[k][1], input); }
    }
  }
  printf("{\\"exhaustive\\":%s,\\"runs\\":%ld,\\"undefined\\":%ld,\\"open\\":%ld,\\"loops\\":[", complete && ${p.asks || p.inputs.length > 0 || list ? 0 : 1} ? "true" : "false", runs, undefined, open);
  for (int k = 0; k < loops; k++) {
    if (k > 0) printf(",");
    printf("{\\"entered\\":%d,\\"left\\":%d,\\"stuck\\":%d,\\"most\\":%d,\\"refuted\\":%d,\\"examples\\":{",
      sum_entered[k], sum_left[k], sum_stuck[k], sum_most[k], sum_refuted[k]);
    printf("\\"left\\":\\"%s\\",\\"stuck\\":\\"%s\\",\\"most\\":\\"%s\\",\\"refuted\\":\\"%s\\"}}",
      examples[k][0], examples[k][1], examples[k][2], examples[k][3]);
  }
  puts("]}");
}
`;
}

/** One C program for all; it prints one line of JSON (\`ProgramRuns\`) for each. */
export function harness(
  programs: readonly { readonly program: EndsProgram; readonly doomed: ReadonlyMap<number, string> }[],
  steps: number,
): string {
  const parts = programs.map(({ program, doomed }) => part(program, doomed, steps));
  return `${PRELUDE}${parts.join('')}int main(void) { struct sigaction a; memset(&a, 0, sizeof a); a.sa_handler = trap; a.sa_flags = SA_NODEFER;
  sigaction(SIGILL, &a, 0); sigaction(SIGSEGV, &a, 0); sigaction(SIGFPE, &a, 0); sigaction(SIGTRAP, &a, 0);
  ${programs.map(({ program }) => `run${program.id}();`).join(' ')} return 0; }\n`;
}
