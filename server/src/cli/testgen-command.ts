/** `looplens testgen FILE:LINE [-o DIR]`. */
import { basename, join, relative, resolve, sep } from 'node:path';
import { palette, reachText, visible, visibleReach } from '../render/index.ts';
import type { Request } from './arguments.ts';
import { askReach } from './reach-question.ts';
import { complain } from './exit-status.ts';
import type { Status } from './exit-status.ts';
import type { World } from './world.ts';
import { writeNew } from './write-new.ts';

/** Writes the program into the directory given, or to standard output. Status 1 where there is none. */
export function generateTest(request: Request, world: World): Promise<Status> {
  const include = relative(resolve(request.output ?? '.'), resolve(request.paths[0] ?? ''))
    .split(sep)
    .join('/');
  return askReach(request, world, include, async ({ file, line }, report) => {
    if (report.driver === undefined) {
      world.err(reachText({ file: visible(file), line }, visibleReach(report), palette(false)));
      if (report.undriven !== undefined) complain(world, `no test can be written: ${report.undriven}`);
      return 1;
    }
    if (request.output === null) {
      world.out(report.driver);
      return 0;
    }
    const path = join(request.output, `${basename(file).replace(/\.\w+$/, '')}_line${line}.c`);
    const problem = writeNew(path, report.driver, (text) => DRIVER.test(text));
    if (problem !== null) {
      complain(world, problem);
      return 2;
    }
    world.out(`${visible(path)}\n`);
    return 0;
  });
}

/** What the programs begin with that are written here: they may take each other's place. */
const DRIVER = /^\/\* Gets to line \d+ of /;
