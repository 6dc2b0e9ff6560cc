/**
 * What became of an attack: each input has to lead to one of the command line's statuses, within its limits, and the
 * server has to live.
 */
import { runLimited } from '../../server/src/workspace/processes.ts';

/** The first three are what is promised (docs/command-line.md); all others are failures. */
export type Outcome = 'status 0' | 'status 1' | 'status 2' | 'status 3' | 'hang' | 'crash' | 'wrong output';

export interface Found {
  readonly class: string;
  /** What was tried. */
  readonly input: string;
  readonly outcome: Outcome;
  /** Of failures: what there was to see. */
  readonly detail: string;
}

export const failed = ({ outcome }: Found): boolean => !['status 0', 'status 1', 'status 2'].includes(outcome);

export interface Limits {
  /** Seconds of processor time for a process: they don't depend on what else the machine does. */
  readonly cpu: number;
}

export interface Ran {
  readonly outcome: Outcome;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in a directory. */
export async function runCli(
  cli: string,
  args: readonly string[],
  cwd: string,
  { cpu }: Limits,
  input = '',
): Promise<Ran> {
  const { ended } = runLimited('sh', ['-c', `ulimit -t ${cpu}; exec "$0" "$@"`, process.execPath, cli, ...args], {
    cwd,
    input,
    time: cpu * 20_000,
    output: 400_000_000,
  });
  const end = await ended;
  if (end.kind === 'time') return { outcome: 'hang', out: '', err: `no end after ${cpu * 20} s` };
  if (end.kind !== 'status') return { outcome: 'crash', out: '', err: JSON.stringify(end) };
  const { status, signal, out, err } = end;
  if (signal === 'SIGXCPU' || (signal === 'SIGKILL' && status === null))
    return { outcome: 'hang', out, err: `more than ${cpu} s of processor time\n${err}` };
  if (status === 0 || status === 1 || status === 2 || status === 3)
    return { outcome: /\n {4}at /.test(err) && status !== 3 ? 'crash' : `status ${status}`, out, err };
  return { outcome: 'crash', out, err: `status ${status}, signal ${signal}\n${err}` };
}
