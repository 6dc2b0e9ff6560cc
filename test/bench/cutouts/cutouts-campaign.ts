/**
 * `npm run bench:cutouts -- PATH... [-I DIR] [-D NAME] [--seed S] [--rows N] [--most N] [--command bounds|summarize]
 * [--keep DIR]`: loops of real files, cut out into functions of their own, with counters put in and run on random and
 * boundary inputs, against what LoopLens says of their counts there. A run that AddressSanitizer or UBSan ends isn't
 * judged. Exit status 1: a count is wrong. Needs clang and gcc.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sourcesBelow } from '../sources.ts';
import { clangFile } from './clang-tree.ts';
import type { ClangFile } from './clang-tree.ts';
import { countCode } from './count-code.ts';
import { cutLoops } from './cut-loops.ts';
import type { CutLoop } from './cut-loops.ts';
import { DANGEROUS, harnessCode, parameterList } from './harness-code.ts';
import type { JudgedCut } from './harness-code.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    include: { type: 'string', short: 'I', multiple: true, default: [] },
    define: { type: 'string', short: 'D', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    rows: { type: 'string', default: '60' },
    most: { type: 'string', default: '1000' },
    command: { type: 'string', default: 'bounds' },
    cli: { type: 'string', default: 'dist/cli.js' },
    keep: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

const flags = [...values.include.flatMap((dir) => ['-I', resolve(dir)]), ...values.define.flatMap((d) => ['-D', d])];

interface Count {
  readonly relation: string;
  readonly text: string;
  readonly assuming: readonly string[];
  readonly sentence: string;
}

/** Which runs never leave the loop is told beside the count. */
const ENDLESS = /, endless if /;

const tally = {
  files: 0,
  loops: 0,
  exactly: 0,
  atMost: 0,
  assuming: 0,
  other: 0,
  unread: 0,
  judged: 0,
  rows: 0,
  undefined: 0,
  wrong: 0,
};

function main(): void {
  for (const tool of ['clang', 'gcc'])
    if (spawnSync(tool, ['--version']).status !== 0) {
      console.error(`${tool} is missing: install Debian's package ${tool}`);
      process.exit(2);
    }
  if (positionals.length === 0) {
    console.error('which files? PATH... [-I DIR] [-D NAME]');
    process.exit(2);
  }
  const folder = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'looplens-cutouts-')) : resolve(values.keep);
  mkdirSync(folder, { recursive: true });
  try {
    for (const file of positionals.flatMap(sourcesBelow)) {
      if (tally.loops >= Number(values.most)) break;
      judgeFile(file, folder);
    }
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true });
  }
  console.log(summary());
  if (tally.wrong > 0) process.exitCode = 1;
}

const summary = (): string =>
  `${tally.files} files, ${tally.loops} loops cut out: ${tally.exactly} exactly, ${tally.atMost} at most, ${tally.assuming} assuming, ${tally.other} another answer, ${tally.unread} with a text that isn't C; ${tally.judged} judged by ${tally.rows} runs (${tally.undefined} undefined), ${tally.wrong} wrong`;

function judgeFile(file: string, folder: string): void {
  const stem = basename(file, '.c');
  const read = clangFile(file, join(folder, `${stem}.i`), flags);
  if (!read) return;
  const cuts = compiling(read, cutLoops(read), folder, stem);
  if (cuts.length === 0) return;
  tally.files++;
  tally.loops += cuts.length;
  const source = join(folder, `${stem}.cut.c`);
  writeFileSync(source, plainSource(read, cuts), 'latin1');
  const counts = countsOf(source);
  const judged: JudgedCut[] = [];
  for (const [index, cut] of cuts.entries()) {
    const count = counts.get(`lens_cut_${index}`);
    if (!count || !judgeable(count)) continue;
    const code = countCode(count.text);
    if (code !== null)
      judged.push({ index, cut, code, exact: count.relation === 'exactly', endless: ENDLESS.test(count.sentence) });
    else {
      tally.unread++;
      if (values.list) console.log(`${stem}: no C: ${count.text}`);
    }
  }
  if (judged.length > 0) run(read, judged, folder, stem, counts);
  if (values.list) console.log(`${stem}: ${summary()}`);
}

function judgeable(count: Count): boolean {
  const counted = count.relation === 'exactly' || count.relation === 'at-most';
  if (!counted) tally.other++;
  else if (count.assuming.length > 0) tally.assuming++;
  else tally[count.relation === 'exactly' ? 'exactly' : 'atMost']++;
  return counted && count.assuming.length === 0;
}

/** Those that stand for themselves: the others speak of what only their function had. */
function compiling(read: ClangFile, cuts: readonly CutLoop[], folder: string, stem: string): readonly CutLoop[] {
  const path = join(folder, `${stem}.try.c`);
  let rest = cuts;
  for (let round = 0; round < 6 && rest.length > 0; round++) {
    const { text, starts } = withCuts(read, rest);
    writeFileSync(path, text, 'latin1');
    const args = ['-fsyntax-only', '-w', '-ferror-limit=0', '-fno-color-diagnostics', path];
    const { status, stderr } = spawnSync('clang', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
    if (status === 0) return rest;
    const lines = [...stderr.matchAll(/^[^\n:]*:(\d+):\d+: (?:fatal )?error/gm)].map((m) => Number(m[1]));
    rest = rest.filter((_, i) => !lines.some((l) => l >= (starts[i] ?? 0) && l < (starts[i + 1] ?? Infinity)));
  }
  return [];
}

function withCuts(read: ClangFile, cuts: readonly CutLoop[]): { text: string; starts: readonly number[] } {
  let text = `${read.text}\n`;
  const starts: number[] = [];
  for (const [i, cut] of cuts.entries()) {
    starts.push(text.split('\n').length);
    text += `void lens_cut_${i}(${parameterList(cut)}) {\n${cut.text.join('')};\n}\n`;
  }
  return { text, starts };
}

const plainSource = (read: ClangFile, cuts: readonly CutLoop[]): string => withCuts(read, cuts).text;

function countsOf(source: string): ReadonlyMap<string, Count> {
  const args = [resolve(values.cli), values.command, source, '--format', 'json'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 29 });
  const out = new Map<string, Count>();
  const document = JSON.parse(stdout || '{"loops":[]}') as {
    loops: { function: string; line: number; column: number; nested: number; answer?: { count?: Count } }[];
  };
  if (document.loops.length === 0) console.error(`${source}: no answer: ${stderr.slice(0, 200)}`);
  for (const loop of [...document.loops].sort((a, b) => a.line - b.line || a.column - b.column)) {
    const count = loop.answer?.count;
    if (loop.function.startsWith('lens_cut_') && !out.has(loop.function) && count) out.set(loop.function, count);
  }
  return out;
}

function run(
  read: ClangFile,
  judged: readonly JudgedCut[],
  folder: string,
  stem: string,
  counts: ReadonlyMap<string, Count>,
): void {
  const [source, exe] = [join(folder, `${stem}.run.c`), join(folder, `${stem}.run`)];
  const rows = Number(values.rows);
  writeFileSync(source, harnessCode(read, judged, { seed: Number(values.seed), rows }), 'latin1');
  const sanitize = '-fsanitize=address,undefined,pointer-compare,pointer-subtract';
  const args = ['-w', '-O0', '-std=gnu11', '-no-pie', sanitize, '-fno-sanitize-recover=all', '-o', exe, source];
  const forbidden = DANGEROUS.map((name) => `-Wl,--wrap=${name}`);
  const linked = spawnSync('gcc', [...args, '-lm', '-Wl,--unresolved-symbols=ignore-all', ...forbidden], {
    encoding: 'utf8',
  });
  if (linked.status !== 0) {
    console.error(`${stem}: gcc: ${linked.stderr.split('\n').find((l) => /error|undefined/.test(l))}`);
    return;
  }
  const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0:detect_invalid_pointer_pairs=2:symbolize=0' };
  const out = join(folder, `${stem}.out`);
  spawnSync(exe, [out], { env, stdio: 'ignore', cwd: folder, timeout: 600_000 });
  const seen = new Set<number>();
  const reported = new Set<number>();
  for (const line of readFileSync(out, 'latin1').split('\n')) {
    const [index, row, verdict, real, told] = line.split(' ');
    const judgedCut = judged.find((j) => j.index === Number(index));
    if (!judgedCut || verdict === undefined) continue;
    if (verdict === 'undefined') {
      tally.undefined++;
      continue;
    }
    tally.rows++;
    seen.add(judgedCut.index);
    if (verdict !== 'wrong' || reported.has(judgedCut.index)) continue;
    reported.add(judgedCut.index);
    tally.wrong++;
    const count = counts.get(`lens_cut_${index}`);
    console.log(
      `WRONG ${stem} ${judgedCut.cut.from} (lens_cut_${index}, run ${row}): ${count?.relation} ${count?.text} = ${told}, really ${real}\n${parameterList(judgedCut.cut)}\n${judgedCut.cut.text.join('')}\n`,
    );
  }
  tally.judged += seen.size;
}

main();
