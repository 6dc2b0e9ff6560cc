/** The command line as its users start it: a process each time. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './measure.ts';
import type { Measurement } from './measure.ts';
import { ordinary } from './ordinary.ts';
import { MULTI_PATH, functions } from './programs.ts';

/** `root` is the package's folder. */
export function measureProcesses(root: string, repetitions: number): readonly Measurement[] {
  const folder = mkdtempSync(join(tmpdir(), 'looplens-bench-'));
  try {
    const time = (...args: string[]): number => {
      const started = performance.now();
      const { status, stderr } = spawnSync(process.execPath, [join(root, 'dist/cli.js'), ...args], {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      });
      if (status === null || status > 1) throw new Error(`looplens ${args.join(' ')} ended with ${status}: ${stderr}`);
      return performance.now() - started;
    };
    const times = (...args: string[]): number => median(Array.from({ length: repetitions }, () => time(...args)));
    const tree = join(folder, 'tree');
    mkdirSync(tree);
    // Ten loops a file, one of them with several paths in every second file.
    const [plain, several] = [ordinary(2000, 'tree'), functions(100, MULTI_PATH, 'tree several')];
    for (let k = 0; k < 200; k++)
      writeFileSync(
        join(tree, `file${k}.c`),
        [
          ...plain.slice(10 * k, 10 * k + 9),
          (k % 2 === 1 ? several[(k - 1) / 2] : undefined) ?? plain[10 * k + 9],
        ].join('\n'),
      );
    return [
      { name: 'looplens --version, whole process, median', value: times('--version'), unit: 'ms', budget: null },
      {
        name: 'looplens summarize of a plain loop, whole process, median',
        value: times('summarize', join(root, 'examples/counted.c')),
        unit: 'ms',
        budget: null,
      },
      {
        name: 'looplens check with an assertion that fails, whole process, median',
        value: times('check', join(root, 'examples/off_by_one.c')),
        unit: 'ms',
        budget: 500,
      },
      {
        name: 'directory of 2000 loops, one worker',
        value: 2000 / (time('bounds', tree, '--jobs', '1') / 1000),
        unit: 'loops/s',
        budget: 200,
        least: true,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
