/** Programs compiled and run. */
import { execFile } from 'node:child_process';

interface Ended {
  readonly code: number | string | null;
  readonly signal: string | null;
}

function run(command: string, args: readonly string[], milliseconds: number): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(command, [...args], { timeout: milliseconds }, (error) => {
      resolve({ code: error === null ? 0 : (error.code ?? null), signal: error?.signal ?? null });
    });
  });
}

/** The exit status of a C program, or the signal that ended it. */
export async function compiled(file: string): Promise<number | string | null> {
  const program = `${file}.out`;
  const built = await run('gcc', ['-w', '-O1', '-fwrapv', '-o', program, file], 60_000);
  if (built.code !== 0) throw new Error(`gcc does not accept ${file}`);
  const ended = await run(program, [], 60_000);
  return ended.signal ?? ended.code;
}
