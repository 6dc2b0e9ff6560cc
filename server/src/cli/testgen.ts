/** `looplens testgen FILE:LINE [-o DIR]`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { reachText } from '../render/reach.ts';
import { palette } from '../render/text.ts';
import type { Request } from './arguments.ts';
import { askReach } from './reach-question.ts';
import type { Status } from './status.ts';
import type { World } from './world.ts';

/** Writes the program into the directory given, or to standard output. Status 1 where there is none. */
export function generateTest(request: Request, world: World): Promise<Status> {
  const include = relative(resolve(request.output ?? '.'), resolve(request.paths[0] ?? '')).replaceAll('\\', '/');
  return askReach(request, world, include, async ({ file, line }, report) => {
    if (report.driver === undefined) {
      world.err(reachText({ file, line }, report, palette(false)));
      if (report.undriven !== undefined) world.err(`looplens: no test can be written: ${report.undriven}\n`);
      return 1;
    }
    if (request.output === null) {
      world.out(report.driver);
      return 0;
    }
    const path = join(request.output, `${basename(file).replace(/\.\w+$/, '')}_line${line}.c`);
    try {
      await mkdir(request.output, { recursive: true });
      await writeFile(path, report.driver);
    } catch (error) {
      world.err(`looplens: ${path}: ${error instanceof Error ? error.message : String(error)}\n`);
      return 2;
    }
    world.out(`${path}\n`);
    return 0;
  });
}
