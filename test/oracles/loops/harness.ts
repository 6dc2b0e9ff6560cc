/**
 * Generated functions compiled with what records every loop that is run: the state just before it, how often its body
 * is begun, the state behind it.
 */
import type { Random } from '../../differential/random.ts';
import { compileAndRun } from '../../c/gcc.ts';
import { greatest, least } from '../../differential/ctypes.ts';
import type { CType } from '../../differential/ctypes.ts';
import type { MarkedProgram } from './generate.ts';
import { LENGTH } from './generate.ts';

export interface State {
  readonly values: ReadonlyMap<string, bigint>;
  readonly arrays: ReadonlyMap<string, readonly bigint[]>;
}

export interface LoopRun {
  readonly loop: number;
  readonly before: State;
  readonly count: bigint;
  /** Null where the state just after leaving it was not seen. */
  readonly after: State | null;
  /** The arrays overlap. */
  readonly aliased: boolean;
}

const PRELUDE = `#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static sigjmp_buf away;
static long ticks;
static char log_[1 << 22]; static int at_;
static void trapped(int n) { (void)n; siglongjmp(away, 1); }
static long CHK(long long i) { if (i < 0 || i >= ${LENGTH}) siglongjmp(away, 1); return i; }
static struct { int loop; long count; int from; } stack_[64]; static int top_;
static int room(void) { return at_ < (1 << 22) - 20000; }
static void pop_(int own) { top_--; at_ += sprintf(log_ + at_, "X %d %ld %d ", stack_[top_].loop, stack_[top_].count,
  own); }
#define TICK if (++ticks > 3000) siglongjmp(away, 2);
`;

const FLAGS = [
  '-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift',
  '-fsanitize-undefined-trap-on-error',
  '-fno-strict-aliasing',
];
const RUNS_KEPT = 25;

/** Every program with each of its rows; runs with undefined behaviour and long ones are left out. */
export function runLoops(programs: readonly MarkedProgram[], rows: number, r: Random): readonly (readonly LoopRun[])[] {
  const parts = programs.map((p, i) => functionText(p, i));
  const tests = programs.map((p, i) => callText(p, i, rows, r.fork(`rows ${i}`)));
  const source = [
    PRELUDE,
    ...parts,
    `
      #define RUN(which, overlap, call) do { ticks = 0; at_ = 0; top_ = 0; int end = sigsetjmp(away, 0); \\
        if (end == 0) { call; while (top_ > 0) { pop_(0); log_[at_++] = '\\n'; } log_[at_] = 0; \\
        printf("P %d %d\\n%s", which, overlap, log_); } } while (0)`,
    ...tests.map((t, i) => `static void test${i}(void) { ${t} }`),
    `int main(void) { struct sigaction s = { .sa_handler = trapped, .sa_flags = SA_NODEFER }; sigaction(SIGILL, &s, 0); sigaction(SIGTRAP, &s, 0); sigaction(SIGFPE, &s, 0); sigaction(SIGSEGV, &s, 0);\n${programs.map((_, i) => `test${i}();`).join(' ')} return 0; }`,
  ].join('\n');
  const found: LoopRun[][] = programs.map(() => []);
  let which = -1;
  let aliased = false;
  const waiting: { loop: number; before: State }[] = [];
  let kept = new Map<number, number>();
  for (const line of compileAndRun(source, FLAGS)) {
    const [mark, ...fields] = line.trim().split(' ');
    if (mark === 'P') {
      which = Number(fields[0]);
      aliased = fields[1] === '1';
      waiting.length = 0;
      kept = new Map();
      continue;
    }
    const program = programs[which];
    if (!program) throw new Error(`the compiled program said ${line}`);
    const loop = Number(fields[0]);
    if (mark === 'E') {
      waiting.push({ loop, before: stateOf(program, loop, fields.slice(1)) });
      continue;
    }
    const entered = waiting.pop();
    const many = (kept.get(loop) ?? 0) + 1;
    kept.set(loop, many);
    if (!entered || entered.loop !== loop) throw new Error(`loop ${loop} is left and was not entered`);
    if (many > RUNS_KEPT) continue;
    const own = fields[2] === '1';
    found[which]?.push({
      loop,
      before: entered.before,
      count: BigInt(fields[1] ?? 0),
      after: own ? stateOf(program, loop, fields.slice(3)) : null,
      aliased,
    });
  }
  return found;
}

function stateOf(p: MarkedProgram, loop: number, fields: readonly string[]): State {
  const { visible } = p.loops[loop] as (typeof p.loops)[number];
  const arrays = p.arrays.map((a, i): readonly [string, readonly bigint[]] => [
    a.name,
    fields.slice(visible.length + i * LENGTH, visible.length + (i + 1) * LENGTH).map((v) => typed(v, a.type)),
  ]);
  return { values: new Map(visible.map((v, i) => [v.name, typed(fields[i] ?? '0', v.type)])), arrays: new Map(arrays) };
}

const typed = (text: string, type: CType): bigint =>
  type.signed ? BigInt(text) : BigInt.asUintN(type.bits, BigInt(text));

function functionText(p: MarkedProgram, i: number): string {
  const shown = (k: number): string => {
    const { visible } = p.loops[k] as (typeof p.loops)[number];
    const values = visible.map((v) => `at_ += sprintf(log_ + at_, "%lld ", (long long)${v.name});`).join(' ');
    return (
      values +
      p.arrays
        .map(
          (a) =>
            ` for (int z_ = 0; z_ < ${LENGTH}; z_++) at_ += sprintf(log_ + at_, "%lld ", (long long)${a.name}[z_]);`,
        )
        .join('')
    );
  };
  return (
    p.marked
      .replace(new RegExp(`^int ${p.name}\\(`, 'm'), `static int f${i}_(`)
      // what is left over from loops that were left by a jump is put down first
      .replace(
        /@E (\d+)@/g,
        (_, k: string) =>
          `
            if (!room() || top_ > 60) siglongjmp(away, 2);
            for (int z_ = top_ - 1; z_ >= 0; z_--) if (stack_[z_].loop == ${k}) { while (top_ > z_) { pop_(0);
              log_[at_++] = '\\n'; } break; } at_ += sprintf(log_ + at_, "E ${k} "); ${shown(Number(k))}
            log_[at_++] = '\\n'; stack_[top_].loop = ${k}; stack_[top_++].count = 0;`,
      )
      .replace(
        /@B (\d+)@/g,
        (_, k: string) =>
          `
            TICK while (top_ > 0 && stack_[top_ - 1].loop != ${k}) { pop_(0); log_[at_++] = '\\n'; }
            stack_[top_ - 1].count++;`,
      )
      .replace(
        /@X (\d+)@/g,
        (_, k: string) =>
          `
            if (!room()) siglongjmp(away, 2); while (top_ > 0 && stack_[top_ - 1].loop != ${k}) { pop_(0);
              log_[at_++] = '\\n'; } if (top_ > 0) { pop_(1); ${shown(Number(k))} log_[at_++] = '\\n'; }`,
      )
      .replace(/@R@/g, `while (top_ > 0) { pop_(0); log_[at_++] = '\\n'; }`)
      .replace(/\[#((?:[^[\]]|\[[^\]]*\])*)\]/g, (_, e: string) => `[CHK(${e.replace(/\[#([^\]]*)\]/g, '[CHK($1)]')})]`)
  );
}

const PARAMS = [0n, 1n, 2n, 3n, 5n, 8n, 13n, 20n, -1n, -2n, -7n];

function callText(p: MarkedProgram, i: number, rows: number, r: Random): string {
  const out: string[] = [];
  for (let row = 0; row < rows; row++) {
    const values = p.params.map(({ type }) => {
      const pick = r.int(0, 9);
      const v =
        pick < 6
          ? r.pick(PARAMS)
          : pick < 8
            ? BigInt(r.int(-40, 60))
            : r.pick([least(type), greatest(type), greatest(type) - 3n, least(type) + 2n]);
      return `(${type.name})${v === -(1n << 63n) ? '(-9223372036854775807LL - 1)' : `${v}${v > greatest({ name: '', bits: 64, signed: true }) ? 'ULL' : 'LL'}`}`;
    });
    const zeros = r.chance(0.4) ? 3 : 0;
    const setup = p.arrays.map(
      (a, k) =>
        `
          ${a.type.name} z${k}[${2 * LENGTH}]; for (int z_ = 0; z_ < ${2 * LENGTH}; z_++) z${k}[z_] =
            (${a.type.name})(z_ * ${r.int(1, 9)} % ${r.int(3, 12)} - ${zeros});`,
    );
    const aliased = p.arrays.length === 2 && p.arrays[0]?.type === p.arrays[1]?.type && r.chance(0.3);
    const given = p.arrays.map((_, k) => (aliased && k === 1 ? `z0 + ${r.int(0, 3)}` : `z${k}`));
    out.push(`{ ${setup.join(' ')} RUN(${i}, ${aliased ? 1 : 0}, f${i}_(${[...values, ...given].join(', ')})); }`);
  }
  return out.join('\n');
}
