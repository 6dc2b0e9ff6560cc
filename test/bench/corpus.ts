/**
 * `npm run corpus -- DIR... [--clang FLAGS] [--jobs N]`: what `looplens bounds` makes of real projects. Loops and
 * bounds, what was lost by reason code, loops a second; with `--clang`, whether Clang finds the same loops.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { clangLoops } from './clang-loops.ts';

interface JsonLoop {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly kind: string;
  readonly exactness: string;
  readonly bound: { readonly kind: string } | null;
  readonly reasons: readonly { readonly code: string }[];
  readonly ms: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clang: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    slow: { type: 'string', default: '0' },
  },
});

const share = (part: number, whole: number): string => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;

async function corpus(): Promise<void> {
  const cli = join(import.meta.dirname, '../dist/cli.js');
  const all: JsonLoop[] = [];
  for (const dir of positionals) {
    const begun = performance.now();
    const run = spawnSync(process.execPath, [cli, 'bounds', '--format', 'json', '--jobs', values.jobs, dir], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    });
    const seconds = (performance.now() - begun) / 1000;
    if (run.status === 3 || run.stdout === '')
      console.log(`${dir}: status ${run.status}\n${run.stderr.slice(0, 2000)}`);
    if (run.stdout === '') continue;
    const { loops } = JSON.parse(run.stdout) as { readonly loops: readonly JsonLoop[] };
    const timeouts = loops.filter((l) => l.reasons.some((r) => r.code === 'timeout')).length;
    const of = (kind: string): number => loops.filter((l) => l.bound?.kind === kind).length;
    console.log(
      `${dir}: ${loops.length} loops, exact bound ${share(of('exact'), loops.length)}, upper ${share(of('upper') + of('structural'), loops.length)}, exact summary ${share(loops.filter((l) => l.exactness === 'exact').length, loops.length)}, ${timeouts} timed out, ${seconds.toFixed(0)} s (${(loops.length / seconds).toFixed(0)} loops/s)`,
    );
    for (const l of [...loops].sort((a, b) => b.ms - a.ms).slice(0, Number(values.slow)))
      console.log(`  ${l.ms.toFixed(0)} ms ${l.file}:${l.line} ${l.reasons.map((r) => r.code).join(' ')}`);
    all.push(...loops);
    if (values.clang !== undefined)
      await compare(
        loops,
        values.clang.split(' ').filter((f) => f !== ''),
      );
  }
  lost(all);
}

/** The share of loops that lost something, by reason code. */
function lost(loops: readonly JsonLoop[]): void {
  const exact = loops.filter((l) => l.bound?.kind === 'exact').length;
  console.log(`\nall: ${loops.length} loops, exact bound ${share(exact, loops.length)}`);
  const byCode = new Map<string, number>();
  for (const l of loops)
    for (const code of new Set(l.reasons.map((r) => r.code))) byCode.set(code, (byCode.get(code) ?? 0) + 1);
  for (const [code, n] of [...byCode].sort((a, b) => b[1] - a[1]))
    console.log(`${code.padEnd(26)} ${String(n).padStart(6)}  ${share(n, loops.length).padStart(7)}`);
}

async function compare(loops: readonly JsonLoop[], flags: readonly string[]): Promise<void> {
  let common = 0;
  let total = 0;
  const missed: string[] = [];
  for (const file of new Set(loops.map((l) => l.file))) {
    const theirs = await clangLoops(file, readFileSync(file, 'utf8'), flags);
    if (theirs === null) continue;
    const ours = new Set(loops.filter((l) => l.file === file && l.kind !== 'goto').map((l) => `${l.line}:${l.column}`));
    for (const place of theirs.places) {
      total++;
      if (ours.has(place)) common++;
      else missed.push(`${file}:${place}${theirs.errors > 0 ? ` (Clang had ${theirs.errors} errors)` : ''}`);
    }
  }
  console.log(
    `  of ${total} loops that Clang finds in active branches outside macros, ${share(common, total)} are found`,
  );
  for (const m of missed.slice(0, 40)) console.log(`  missed ${m}`);
}

void corpus();
