/** Compiles C with gcc and runs it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether gcc is at hand. */
export function hasGcc(): boolean {
  try {
    execFileSync('gcc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What the program prints, line by line; it may be made of several files. */
export function compileAndRun(source: string | readonly string[], flags: readonly string[] = []): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'looplens-gcc-'));
  try {
    const files = (typeof source === 'string' ? [source] : source).map((text, i) => {
      writeFileSync(join(folder, `program${i}.c`), text);
      return join(folder, `program${i}.c`);
    });
    execFileSync('gcc', ['-w', '-std=gnu11', '-O0', ...flags, '-o', join(folder, 'program'), ...files], {
      stdio: 'pipe',
    });
    const ran = spawnSync(join(folder, 'program'), { maxBuffer: 1 << 28, timeout: 20_000 });
    const lines = ran.stdout.toString().split('\n').slice(0, -1);
    if (ran.signal !== null) lines.push(`ended by ${ran.signal}`);
    return lines;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
