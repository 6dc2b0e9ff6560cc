/**
 * Programs put together, compiled by one call of gcc and run: what is observed, which assertions fail, which lines are
 * reached.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASSERT_HEADER, DRIVER, PRELUDE } from './harness.ts';
import type { Entry } from './draft.ts';
import type { Program } from './program.ts';
import type { CType } from './types.ts';
import { declare } from './types.ts';

/** Lines of C; a target's line counts when it is reached. */
export interface Rendered {
  readonly program: Program;
  readonly lines: readonly string[];
  readonly targets: ReadonlySet<number>;
}

/** Inputs with which an entry of a program is called. */
export interface Claim {
  readonly index: number;
  readonly entry: Entry;
  /** Parameters and globals by name. */
  readonly inputs: ReadonlyMap<string, bigint>;
  readonly stream: readonly (readonly [bigint, number])[];
}

/** The first run that does something. */
export interface SeenRun {
  readonly run: number;
  /** In the order in which they are taken. */
  readonly inputs: string;
}

export interface ProgramRuns {
  /** Point -> vectors of values. */
  readonly observed: ReadonlyMap<number, readonly (readonly bigint[])[]>;
  /** By line. */
  readonly failing: ReadonlyMap<number, SeenRun>;
  readonly reached: ReadonlyMap<number, SeenRun>;
  /** The same, of runs that then did something undefined. */
  readonly reachedBefore: ReadonlyMap<number, SeenRun>;
  readonly ended: number;
  readonly undefinedRuns: number;
  /** Which they are, where their process lived to tell. */
  readonly undefinedIn: ReadonlySet<number>;
}

export interface ClaimRun {
  readonly end: 'fails' | 'long' | 'undefined' | 'ends';
  readonly line: number;
  readonly reached: ReadonlySet<number>;
}

const FLAGS = [
  '-O0',
  '-w',
  '-std=gnu11',
  '-fsanitize=undefined',
  '-fsanitize-undefined-trap-on-error',
  '-fno-sanitize-recover',
];

/** Runs every program `runs` times and every claim once. Throws with the compiler's message where a program is no C. */
export async function runTogether(
  programs: readonly Rendered[],
  claims: readonly Claim[],
  mode: 'observe' | 'search',
  runs: number,
  compiler: 'gcc' | 'clang' = 'gcc',
): Promise<{ readonly programs: readonly ProgramRuns[]; readonly claims: readonly ClaimRun[] }> {
  const directory = await mkdtemp(join(tmpdir(), 'looplens-verdicts-'));
  try {
    await mkdir(join(directory, 'include'));
    await writeFile(join(directory, 'include/assert.h'), ASSERT_HEADER);
    await writeFile(join(directory, 'all.c'), together(programs, claims));
    await execute(compiler, [
      ...FLAGS,
      '-I',
      join(directory, 'include'),
      '-o',
      join(directory, 'all'),
      join(directory, 'all.c'),
    ]);
    return parse(
      await execute(join(directory, 'all'), [mode === 'observe' ? 'o' : 's', String(runs)]),
      programs.length,
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Whether this machine has Clang, whose sanitizer sees the overflow that gcc's has no code for: `(char)(3 * n)`. */
export const hasClang = (): Promise<boolean> =>
  execute('clang', ['--version']).then(
    () => true,
    () => false,
  );

/** Whether gcc takes it as it stands, without the harness: null, or what it says. */
export async function rejected(text: string, flags: readonly string[]): Promise<string | null> {
  const directory = await mkdtemp(join(tmpdir(), 'looplens-verdicts-'));
  try {
    await writeFile(join(directory, 'a.c'), text);
    await execute('gcc', ['-std=gnu11', '-c', ...flags, '-o', join(directory, 'a.o'), join(directory, 'a.c')]);
    return null;
  } catch (error) {
    return String(error);
  } finally {
    await rm(directory, { recursive: true });
  }
}

function execute(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, [...args], { maxBuffer: 1 << 28, timeout: 300_000 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${command}: ${stderr.slice(0, 2000) || error.message}`));
      else resolve(stdout);
    });
  });
}

/** Names with file scope get the program's number, so that programs don't meet. */
function renamed(text: string, program: Program, k: number): string {
  return text.replace(new RegExp(`\\b(${[...program.fileNames, 'main'].join('|')})\\b`, 'g'), `$1_${k}`);
}

function together(programs: readonly Rendered[], claims: readonly Claim[]): string {
  const bodies = programs.map(
    ({ program, lines, targets }, k) =>
      `#line 1\n${[...lines, ...program.elsewhere]
        .map((text, at) => {
          const counted = targets.has(at + 1) ? text.replace(/^(\s*)/, `$1hit(${at + 1}); `) : text;
          // a call whose value nobody uses would go
          return renamed(counted.replace(/__attribute__\(\((const|pure)\)\) /, ''), program, k);
        })
        .join('\n')}`,
  );
  const calls = programs.map(({ program }, k) =>
    [
      `static void call${k}(int run) {`,
      ...(program.inputs.length === 0
        ? []
        : [
            `if (run % 3 == 1) { ${program.inputs.map((g) => `${g.name}_${k} = (${renamed(g.type.name, program, k)})next();`).join(' ')} }`,
          ]),
      `switch (run % ${program.entries.length}) {`,
      ...program.entries.map(
        (entry, e) =>
          `case ${e}: { ${given(entry, program, k, (type) => `(${renamed(type, program, k)})next()`)} return; }`,
      ),
      '} }',
    ].join('\n'),
  );
  const claimed = claims.map(({ index, entry, inputs }, c) => {
    const { program } = programs[index] as Rendered;
    const globals = [...inputs]
      .filter(([name]) => !entry.params.some((p) => p.name === name))
      .map(([name, v]) => `${renamed(name, program, index)} = ${literal(v)};`);
    return `case ${c}: { ${globals.join(' ')} ${given(entry, program, index, (type, name) => `(${renamed(type, program, index)})${literal(inputs.get(name) ?? 0n)}`)} return; }`;
  });
  return [
    PRELUDE,
    ...bodies,
    '#line 1 "driver"',
    ...calls,
    `enum { programs = ${programs.length}, claims = ${claims.length} };`,
    `static void (*const calls[])(int) = { ${programs.map((_, k) => `call${k}`).join(', ')} };`,
    `static void claimed(int which) { switch (which) { ${claimed.join('\n')} default: ; } }`,
    ...claims.map(
      ({ stream }, c) =>
        `static const struct known stream${c}[] = { ${stream.map(([v, n]) => `{ ${literal(v)}, ${n} }`).join(', ') || '{ 0, 0 }'} };`,
    ),
    `static const struct known *const streams[] = { ${claims.map((_, c) => `stream${c}`).join(', ') || '0'} };`,
    `static const int lengths[] = { ${claims.map(({ stream }) => Math.max(1, stream.length)).join(', ') || '0'} };`,
    DRIVER,
  ].join('\n');
}

/** Parameters with values, pointers with objects of their own, and the call. */
function given(entry: Entry, program: Program, k: number, value: (type: string, name: string) => string): string {
  const declared = entry.params.map(({ name, type, extent }) => {
    const typed = (t: CType, n: string): string => renamed(declare(t, n), program, k);
    if (type.kind === 'integer') return `${typed(type, `${name}_`)} = ${value(type.name, name)};`;
    if (type.kind === 'pointer')
      return `static ${typed({ kind: 'array', of: type.to, length: Math.max(extent, 8) }, `${name}_o`)}; memset(${name}_o, 0, sizeof ${name}_o); ${typed({ ...type, readonly: false }, `${name}_`)} = ${name}_o;`;
    return `static ${typed(type, `${name}_`)}; memset(&${name}_, 0, sizeof ${name}_);`;
  });
  return `${declared.join(' ')} ${renamed(entry.name, program, k)}(${entry.params.map((p) => `${p.name}_`).join(', ')});`;
}

const literal = (v: bigint): string =>
  v < 0n ? (v === -(2n ** 63n) ? '(-9223372036854775807LL - 1)' : `(${v}LL)`) : v >= 2n ** 63n ? `${v}ULL` : `${v}LL`;

function parse(
  text: string,
  count: number,
): { readonly programs: readonly ProgramRuns[]; readonly claims: readonly ClaimRun[] } {
  const nothing = (undefinedRuns: number) => ({
    observed: new Map<number, bigint[][]>(),
    failing: new Map<number, SeenRun>(),
    reached: new Map<number, SeenRun>(),
    reachedBefore: new Map<number, SeenRun>(),
    ended: 0,
    undefinedRuns,
    undefinedIn: new Set<number>(),
  });
  const seenRun = ([, run, ...inputs]: readonly string[]): SeenRun => ({ run: Number(run), inputs: inputs.join(' ') });
  const programs = Array.from({ length: count }, () => nothing(0));
  const claims: ClaimRun[] = [];
  let current = programs[0];
  for (const line of text.split('\n')) {
    const [kind, ...words] = line.split(' ');
    const number = Number(words[0]);
    if (kind === 'P') current = programs[number];
    // its process was ended by a signal: what it said may be cut off
    else if (kind === 'X') programs[number] = nothing(Number(words[1]));
    else if (kind === 'Q')
      claims.push({
        end: words[0] as ClaimRun['end'],
        line: Number(words[1]),
        reached: new Set(words.slice(2).map(Number)),
      });
    else if (current === undefined) continue;
    else if (kind === 'V')
      current.observed.set(number, [...(current.observed.get(number) ?? []), words.slice(1).map(BigInt)]);
    else if (kind === 'F') current.failing.set(number, seenRun(words));
    else if (kind === 'R') current.reached.set(number, seenRun(words));
    else if (kind === 'U') current.reachedBefore.set(number, seenRun(words));
    else if (kind === 'D') current.undefinedIn.add(number);
    else if (kind === 'C') Object.assign(current, { ended: number, undefinedRuns: Number(words[1]) });
  }
  return { programs, claims };
}
