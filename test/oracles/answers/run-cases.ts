/** Cases that one C program runs by their numbers, all compiled together. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What is undefined in a loop ends a run; what is told of it calls no function that isn't there. */
const FLAGS = [
  '-O0',
  '-std=gnu11',
  '-w',
  '-Werror=implicit-function-declaration',
  '-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift',
  '-fsanitize-undefined-trap-on-error',
];

/** The lines that it prints; or what the compiler has against it. `rows`: by case, the inputs of its runs. */
export function runCases(
  source: string,
  rows: readonly (readonly (readonly bigint[])[])[],
  cap: number,
): readonly string[] | { readonly error: string } {
  const folder = mkdtempSync(join(tmpdir(), 'looplens-answers-'));
  try {
    const [file, program] = [join(folder, 'answers.c'), join(folder, 'answers')];
    writeFileSync(file, source);
    const compiled = spawnSync('gcc', [...FLAGS, '-o', program, file], { encoding: 'utf8' });
    if (compiled.status !== 0)
      return { error: compiled.stderr.split('\n').find((l) => l.includes('error')) ?? compiled.stderr };
    const input = rows.map((own, k) => `${k} ${own.length}\n${own.map((r) => r.join(' ')).join('\n')}\n`).join('');
    const { stdout } = spawnSync(program, [String(cap)], { input, encoding: 'utf8', maxBuffer: 1 << 30 });
    return stdout.split('\n').filter((l) => l !== '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
