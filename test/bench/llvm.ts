/**
 * `npm run bench:llvm -- PATH... [-I DIR] [-D NAME] [--list] [--json] [--jobs N] [--passes PIPELINE]`: the loops of the
 * same files through Clang and LLVM's scalar evolution, and through `looplens bounds`. Loops, bounds of each sort,
 * processor seconds; with `--list` the loops that only one of both bounds. `do {} while (0)` is counted apart.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CLAIMS, claimsOf } from './loop-claims.ts';
import type { ClaimedLoop, LoopsDocument } from './loop-claims.ts';
import { scevLoops } from './scalar-evolution.ts';
import type { Claim, ScevLoop } from './scalar-evolution.ts';
import { sourcesBelow } from './sources.ts';

/**
 * Loops in their normal form, memory in registers, what doesn't change taken out of loops. Not rotated: scalar
 * evolution knows fewer counts of rotated loops.
 */
const CANONICAL = 'function(sroa,early-cse,simplifycfg,loop-simplify,lcssa,loop-mssa(licm))';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    include: { type: 'string', short: 'I', multiple: true, default: [] },
    define: { type: 'string', short: 'D', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '1' },
    passes: { type: 'string', default: CANONICAL },
  },
});

const flags = [...values.include.flatMap((dir) => ['-I', resolve(dir)]), ...values.define.flatMap((d) => ['-D', d])];

interface Side<Loop> {
  readonly loops: readonly Loop[];
  readonly seconds: number;
}

/** A loop as both see it; null: one of them has none at that place. */
interface Pair {
  readonly llvm: ScevLoop | null;
  readonly ours: ClaimedLoop | null;
}

function main(): void {
  for (const tool of ['clang', 'opt'])
    if (spawnSync(tool, ['--version']).status !== 0) {
      console.error(`${tool} is missing: install Debian's packages clang and llvm (apt-get install clang llvm)`);
      process.exit(2);
    }
  if (positionals.length === 0) {
    console.error('which files? PATH... [-I DIR] [-D NAME] [--list] [--json]');
    process.exit(2);
  }
  const folder = mkdtempSync(join(tmpdir(), 'looplens-llvm-'));
  try {
    compare(folder, positionals.flatMap(sourcesBelow));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compare(folder: string, files: readonly string[]): void {
  const compiled = files.filter((file, i) => compiles(file, join(folder, `${i}.bc`)));
  if (compiled.length === 0) {
    console.error(`clang compiles none of the ${files.length} files: what do they need of -I and -D?`);
    process.exit(2);
  }
  const load = loadavg()[0] ?? 0;
  const theirs = llvm(folder, compiled);
  const ours = looplens(folder, compiled);
  const pairs = pairUp(theirs.loops, ours.loops);
  const pseudo = pairs.filter(isPseudo);
  const real = pairs.filter((pair) => !isPseudo(pair));
  const result = {
    files: files.length,
    compiled: compiled.length,
    load,
    pseudo: pseudo.length,
    llvm: { loops: real.filter((p) => p.llvm).length, ...countTheirs(real), seconds: theirs.seconds },
    looplens: { loops: real.filter((p) => p.ours).length, ...countOurs(real), seconds: ours.seconds },
    onlyLlvmBounds: real.filter(onlyLlvm).map(place),
    onlyLooplensBounds: real.filter(onlyLooplens).map(place),
    differ: real.filter(differ).map(place),
    notFound: real.filter((p) => p.ours === null).map(place),
  };
  if (values.json) console.log(JSON.stringify(result, null, 2));
  else
    print(
      result,
      files.filter((file) => !compiled.includes(file)),
    );
}

const CLANG = ['-w', '-O0', '-gline-tables-only', '-Xclang', '-disable-O0-optnone', '-emit-llvm', '-c'];
const OPT = [`-passes=${values.passes},function(print<scalar-evolution>)`, '-scalar-evolution-classify-expressions=0'];

const compiles = (file: string, output: string): boolean =>
  spawnSync('clang', [...CLANG, ...flags, file, '-o', output], { stdio: 'ignore' }).status === 0;

/** The time is that of compiling and analysing; what is needed to find the loops in the source comes after it. */
function llvm(folder: string, files: readonly string[]): Side<ScevLoop> {
  const bitcode = (i: number): string => join(folder, `${i}.bc`);
  const commands = files.flatMap((file, i) => [
    ['clang', ...CLANG, ...flags, file, '-o', bitcode(i)],
    ['opt', ...OPT, '-disable-output', bitcode(i)],
  ]);
  const seconds = timed(folder, commands);
  const loops = files.flatMap((file, i) => {
    const { stdout, stderr } = spawnSync('opt', [...OPT, '-S', bitcode(i)], { encoding: 'utf8', maxBuffer: 2 ** 29 });
    return scevLoops(stderr, stdout).filter((loop) => loop.file === file);
  });
  return { loops, seconds };
}

function looplens(folder: string, files: readonly string[]): Side<ClaimedLoop> {
  const output = join(folder, 'loops.json');
  const cli = join(import.meta.dirname, '../dist/cli.js');
  const call = [process.execPath, cli, 'bounds', '--format', 'json', '--jobs', values.jobs, ...flags, ...files];
  const seconds = timed(folder, [call], output);
  const document = JSON.parse(readFileSync(output, 'utf8')) as LoopsDocument;
  return { loops: claimsOf(document), seconds };
}

/** Processor seconds, user and system, of the commands one after the other. */
function timed(folder: string, commands: readonly (readonly string[])[], output = '/dev/null'): number {
  const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
  const script = join(folder, 'commands.sh');
  const lines = commands.map((words) => `${words.map(quoted).join(' ')} > ${quoted(output)} 2> /dev/null`);
  writeFileSync(script, `${lines.join('\n')}\ntimes\n`);
  const { stdout } = spawnSync('sh', [script], { encoding: 'utf8' });
  const children = stdout.trim().split('\n').at(-1) ?? '';
  return [...children.matchAll(/(\d+)m([\d.,]+)s/g)].reduce(
    (sum, [, minutes, seconds = '']) => sum + Number(minutes) * 60 + Number(seconds.replace(',', '.')),
    0,
  );
}

/** By file and line, on it by column, else in order. */
function pairUp(theirs: readonly ScevLoop[], ours: readonly ClaimedLoop[]): readonly Pair[] {
  const theirsAt = byLine(theirs);
  const oursAt = byLine(ours);
  return [...new Set([...oursAt.keys(), ...theirsAt.keys()])].flatMap((key) =>
    pairLine(theirsAt.get(key) ?? [], oursAt.get(key) ?? []),
  );
}

function byLine<Loop extends { readonly file: string; readonly line: number }>(
  loops: readonly Loop[],
): ReadonlyMap<string, readonly Loop[]> {
  const found = new Map<string, Loop[]>();
  for (const loop of loops) {
    const key = `${loop.file}:${loop.line}`;
    const there = found.get(key);
    if (there) there.push(loop);
    else found.set(key, [loop]);
  }
  return found;
}

function pairLine(theirs: readonly ScevLoop[], ours: readonly ClaimedLoop[]): readonly Pair[] {
  const left = [...theirs].sort((a, b) => a.column - b.column);
  const pairs = new Map<ClaimedLoop, ScevLoop>();
  const take = (loop: ClaimedLoop, index: number): void => {
    const [taken] = index < 0 ? [] : left.splice(index, 1);
    if (taken !== undefined) pairs.set(loop, taken);
  };
  // macros put several loops at one place, most of them of one round, which LLVM has not
  const real = ours.filter((loop) => !loop.pseudo);
  for (const loop of real)
    take(
      loop,
      left.findIndex((t) => t.column === loop.column),
    );
  for (const loop of real) if (!pairs.has(loop) && loop.kind !== 'goto') take(loop, left.length > 0 ? 0 : -1);
  for (const loop of ours)
    if (loop.pseudo)
      take(
        loop,
        left.findIndex((t) => t.backedges === 0n),
      );
  return [
    ...ours.map((loop) => ({ ours: loop, llvm: pairs.get(loop) ?? null })),
    ...left.map((t) => ({ llvm: t, ours: null })),
  ];
}

const isPseudo = ({ ours, llvm: theirs }: Pair): boolean => (ours ? ours.pseudo : theirs?.backedges === 0n);

const theirsBounded = ({ llvm: theirs }: Pair): boolean => theirs?.claim === 'exact' || theirs?.claim === 'upper';
const oursBounded = ({ ours }: Pair): boolean =>
  ours?.claim === 'exact' || ours?.claim === 'upper' || ours?.claim === 'structural';
const onlyLlvm = (pair: Pair): boolean => theirsBounded(pair) && !oursBounded(pair);
const onlyLooplens = (pair: Pair): boolean => oursBounded(pair) && !theirsBounded(pair);

/** Two exact numbers; a loop that is left from within its body begins it once more than it goes back. */
const differ = ({ llvm: theirs, ours }: Pair): boolean =>
  ours?.claim === 'exact' &&
  ours.value !== null &&
  theirs?.backedges != null &&
  ours.value !== theirs.backedges &&
  ours.value !== theirs.backedges + 1n;

function place({ llvm: theirs, ours }: Pair): string {
  const loop = ours ?? theirs;
  const say = (claim: string | undefined, value: bigint | null | undefined): string =>
    `${claim ?? 'no loop'}${value == null ? '' : ` ${value}`}`;
  return `${loop?.file}:${loop?.line}: LLVM ${say(theirs?.claim, theirs?.backedges)}, LoopLens ${say(ours?.claim, ours?.value)}`;
}

const THEIR_CLAIMS: readonly Claim[] = ['exact', 'upper', 'none', 'typeLimit'];

const countTheirs = (pairs: readonly Pair[]): Record<string, number> =>
  Object.fromEntries(THEIR_CLAIMS.map((claim) => [claim, pairs.filter((p) => p.llvm?.claim === claim).length]));

const countOurs = (pairs: readonly Pair[]): Record<string, number> =>
  Object.fromEntries(CLAIMS.map((claim) => [claim, pairs.filter((p) => p.ours?.claim === claim).length]));

interface Result {
  readonly files: number;
  readonly compiled: number;
  readonly load: number;
  readonly pseudo: number;
  readonly llvm: Readonly<Record<string, number>>;
  readonly looplens: Readonly<Record<string, number>>;
  readonly onlyLlvmBounds: readonly string[];
  readonly onlyLooplensBounds: readonly string[];
  readonly differ: readonly string[];
  /** Loops that LoopLens doesn't see. */
  readonly notFound: readonly string[];
}

function print(result: Result, left: readonly string[]): void {
  const { llvm: theirs, looplens: ours } = result;
  console.log(
    `${result.compiled} of ${result.files} files compile; ${result.pseudo} loops of one round (do {} while (0)) are left out; load ${result.load.toFixed(1)}`,
  );
  for (const file of left) console.log(`  not compiled: ${file}`);
  const columns = ['loops', ...CLAIMS, 'seconds', 'loops/s'];
  const row = (name: string, side: Readonly<Record<string, number>>): string => {
    const cell = (column: string): string => {
      if (column === 'seconds') return (side.seconds ?? 0).toFixed(2);
      if (column === 'loops/s') return ((side.loops ?? 0) / Math.max(side.seconds ?? 0, 0.01)).toFixed(0);
      return String(side[column] ?? '-');
    };
    return name.padEnd(10) + columns.map((c) => cell(c).padStart(Math.max(c.length, 6) + 2)).join('');
  };
  console.log(''.padEnd(10) + columns.map((c) => c.padStart(Math.max(c.length, 6) + 2)).join(''));
  console.log(row('LLVM', theirs));
  console.log(row('LoopLens', ours));
  const list = (title: string, places: readonly string[]): void => {
    console.log(`${title}: ${places.length}`);
    if (values.list) for (const text of places) console.log(`  ${text}`);
  };
  list('only LLVM bounds', result.onlyLlvmBounds);
  list('only LoopLens bounds', result.onlyLooplensBounds);
  list('exact numbers that differ', result.differ);
  list('not found by LoopLens', result.notFound);
}

main();
