/** What `reach` and `testgen` have in common: a line of a file is asked about. */
import type { ReachReport } from '../report/index.ts';
import type { Request } from './arguments.ts';
import { readSource } from './input-files.ts';
import { complain } from './exit-status.ts';
import type { Status } from './exit-status.ts';
import type { World } from './world.ts';

/** Asks whether the line can be reached and hands on the answer; `driver`: how a test program includes the file. */
export async function askReach(
  request: Request,
  world: World,
  driver: string | undefined,
  answered: (question: { readonly file: string; readonly line: number }, report: ReachReport) => Promise<Status>,
): Promise<Status> {
  const [file = ''] = request.paths;
  const line = request.line ?? 1;
  const source = await readSource(file);
  if (!source.ok) {
    complain(world, source.message);
    return 2;
  }
  const [engine] = await world.engines(0);
  if (engine === undefined) return 3;
  try {
    const report = await engine.reach(source.text, {
      path: file,
      line,
      options: request.options,
      ...(driver === undefined ? {} : { driver }),
    });
    if ('missing' in report) {
      complain(world, `${file}: ${report.missing}`);
      return 2;
    }
    return await answered({ file, line }, report);
  } finally {
    await engine.close();
  }
}
