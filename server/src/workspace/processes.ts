/**
 * Programs that are run for a limited time, and never outlive what they were run for. They go with all that they have
 * started.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

export interface ProcessLimits {
  readonly cwd: string;
  /** For standard input. */
  readonly input: string;
  /** Milliseconds. */
  readonly time: number;
  /** Bytes on standard output. */
  readonly output: number;
}

export type ProcessEnd =
  | {
      readonly kind: 'status';
      readonly status: number | null;
      readonly signal: string | null;
      readonly out: string;
      readonly err: string;
    }
  /** It took longer, or put out more, than it may. */
  | { readonly kind: 'time' }
  | { readonly kind: 'output' }
  | { readonly kind: 'killed' }
  /** It could not be started. */
  | { readonly kind: 'error'; readonly code: string; readonly message: string };

/** Bytes of standard error that are kept. */
const MOST_ERRORS = 100_000;
/** Milliseconds that what a program has left behind may keep its output open. */
const LEFT_OPEN = 200;

const GROUPS = process.platform !== 'win32';
const running = new Set<ChildProcess>();

/** Runs a program in a group of its own, without a shell. `ended` never rejects. */
export function runLimited(
  program: string,
  args: readonly string[],
  { cwd, input, time, output }: ProcessLimits,
): { readonly ended: Promise<ProcessEnd>; kill(): void } {
  let child: ChildProcess;
  try {
    child = spawn(program, args, {
      cwd,
      shell: false,
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: GROUPS,
    });
  } catch (error) {
    // a name that can be no program's
    return {
      ended: Promise.resolve({
        kind: 'error',
        code: '',
        message: error instanceof Error ? error.message : String(error),
      }),
      kill() {},
    };
  }
  remember(child);
  let end: (how: ProcessEnd) => void = () => {};
  const ended = new Promise<ProcessEnd>((resolve) => {
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    let [outSize, errSize] = [0, 0];
    let left: NodeJS.Timeout | null = null;
    const timer = setTimeout(() => end({ kind: 'time' }), time);
    end = (how) => {
      clearTimeout(timer);
      if (left) clearTimeout(left);
      killGroup(child);
      running.delete(child);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
      resolve(how);
    };
    const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString('utf8');
    child.stdout?.on('data', (data: Buffer) => {
      outSize += data.length;
      if (outSize > output) end({ kind: 'output' });
      else out.push(data);
    });
    child.stderr?.on('data', (data: Buffer) => {
      if (errSize < MOST_ERRORS) err.push(data);
      errSize += data.length;
    });
    // one that doesn't read what it is given
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    child.on('error', (error: NodeJS.ErrnoException) =>
      end({ kind: 'error', code: error.code ?? '', message: error.message }),
    );
    child.on('exit', (status, signal) => {
      const over = (): void => end({ kind: 'status', status, signal, out: text(out), err: text(err) });
      child.on('close', over);
      left = setTimeout(over, LEFT_OPEN);
    });
  });
  return { ended, kill: () => end({ kind: 'killed' }) };
}

function killGroup(child: ChildProcess): void {
  try {
    if (GROUPS && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // all of it is gone already
  }
}

function remember(child: ChildProcess): void {
  if (running.size === 0) guardExit();
  running.add(child);
}

let guarded = false;

/** Nothing is left over when this process goes. A group of its own doesn't hear the terminal's signals. */
function guardExit(): void {
  if (guarded) return;
  guarded = true;
  const killAll = (): void => {
    for (const child of running) killGroup(child);
  };
  process.on('exit', killAll);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      killAll();
      process.kill(process.pid, signal);
    });
  }
}
