/** Functions compiled with what is told of their loops, and called with pointers that overlap or don't. */
import { compileAndRun } from '../../c/gcc.ts';
import type { Random } from '../../differential/random.ts';
import { WIDE, widen } from '../wide.ts';
import { objectsFor } from './arguments.ts';
import type { AliasProgram } from './program.ts';

/** A count, and the conditions that it rests on, in C. */
export interface ToldCount {
  readonly relation: 'exactly' | 'at-most';
  readonly text: string;
  readonly assuming: readonly string[];
}

export interface ToldProgram {
  readonly program: AliasProgram;
  readonly counts: readonly ToldCount[];
}

/** The first run that what is told is false of. */
export interface FalseCount {
  readonly program: number;
  readonly count: number;
  readonly told: string;
  readonly real: string;
  /** The call's. */
  readonly arguments: readonly string[];
}

export interface AliasRuns {
  readonly wrong: readonly FalseCount[];
  readonly checked: number;
  /** A signal that ended all of them, before the last. */
  readonly ended: string | null;
}

const FLAGS = ['-fno-strict-aliasing', '-fwrapv', '-Werror=implicit-function-declaration'];
const ROWS = 1000;
/** Longer runs are left out: pointers may have made a loop endless. */
const MOST = 400;

const PRELUDE = `#include <stdio.h>
#include <string.h>
${WIDE}
static unsigned long state_;
static unsigned draw_(void) { state_ = state_ * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(state_ >> 33); }
static int some_(void) { return (int)(draw_() % 8) - 1; }
static unsigned chosen_[4];
static unsigned said_;
static long checked_;
static void compare_(int program, int count, int exactly, Z told, long real) {
  checked_++;
  if (told >= real && (!exactly || told == real)) return;
  if (said_ & (1u << count)) return;
  said_ |= 1u << count;
  printf("W %d %d %lld %ld", program, count, (long long)told, real);
  for (int k = 0; k < 4; k++) printf(" %d", (int)chosen_[k]);
  puts("");
}
`;

/** Throws with gcc's message where something is no C. A program's calls depend on the source and its name alone. */
export function runAliases(all: readonly ToldProgram[], source: Random): AliasRuns {
  const parts = all.map((told, k) => partOf(told, k, source.fork(`calls of ${told.program.name}`)));
  const text = [
    PRELUDE,
    ...parts.map((p) => p.source),
    `int main(void) {\n${all.map((_, k) => `  calls_${k}();`).join('\n')}\n  printf("K %ld\\n", checked_);\n}`,
  ].join('\n');
  const wrong: FalseCount[] = [];
  let [checked, ended]: [number, string | null] = [0, null];
  for (const line of compileAndRun(text, FLAGS)) {
    const [mark, ...words] = line.split(' ');
    if (mark === 'K') checked = Number(words[0]);
    else if (mark === 'W') wrong.push(falseCount(words, parts));
    else ended = line;
  }
  return { wrong, checked, ended };
}

interface Part {
  readonly source: string;
  readonly choices: readonly (readonly string[])[];
}

function falseCount([program, count, told, real, ...chosen]: readonly string[], parts: readonly Part[]): FalseCount {
  const choices = parts[Number(program)]?.choices ?? [];
  return {
    program: Number(program),
    count: Number(count),
    told: told ?? '',
    real: real ?? '',
    arguments: [...choices.map((c, k) => c[Number(chosen[k])] ?? ''), chosen[choices.length] ?? ''],
  };
}

function partOf(told: ToldProgram, k: number, r: Random): Part {
  const { program } = told;
  const { declared, filled, choices } = objectsFor(program, 'some_()', r);
  const tables = choices.map(
    (c, i) => `static ${program.params[i]?.to.name} *const choices_${k}_${i}[] = { ${c.join(', ')} };`,
  );
  const draws = choices.map((c, i) => `chosen_[${i}] = draw_() % ${c.length};`);
  const call = `${program.name}(${choices.map((_, i) => `choices_${k}_${i}[chosen_[${i}]], `).join('')}v)`;
  const calls = `static void calls_${k}(void) {
  state_ = ${r.bits(48)}ul;
  said_ = 0;
  for (int row = 0; row < ${ROWS}; row++) {
    ${filled}();
    ${draws.join(' ')}
    int v = some_();
    chosen_[${choices.length}] = (unsigned)v;
    ${call};
  }
}`;
  return { source: [instrumented(told, k), declared, ...tables, calls].join('\n'), choices };
}

function instrumented({ program, counts }: ToldProgram, k: number): string {
  const pointers = new Set(program.pointers.map((p) => p.name));
  const wide = (text: string): string => `(${widen(text, pointers)})`;
  const entering = counts.map(
    ({ text, assuming }, c) =>
      `int given_${c} = ${assuming.map((a) => `${wide(a)} && `).join('')}1; Z told_${c} = ${wide(text)};`,
  );
  const leaving = counts.map(
    ({ relation }, c) => `if (given_${c}) compare_(${k}, ${c}, ${relation === 'exactly' ? 1 : 0}, told_${c}, begun_);`,
  );
  return program.marked
    .replace('@E@', `long begun_ = 0; ${entering.join(' ')}`)
    .replace('@B@', `if (++begun_ > ${MOST}) return;`)
    .replace('@X@', leaving.join(' '));
}
