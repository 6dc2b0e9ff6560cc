/** `looplens testgen FILE:LINE [-o DIR]`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { reachText } from '../render/reach.ts';
import { palette } from '../render/text.ts';
import type { Request } from './arguments.ts';
import { readSource } from './files.ts';
import type { Status } from './status.ts';
import type { World } from './world.ts';

/** Writes the program into the directory given, or to standard output. Status 1 where there is none. */
export async function generateTest(request: Request, world: World): Promise<Status> {
  const [file = ''] = request.paths;
  const line = request.line ?? 1;
  const source = await readSource(file);
  if (!source.ok) {
    world.err(`looplens: ${source.message}\n`);
    return 2;
  }
  const [engine] = await world.engines(0);
  if (engine === undefined) return 3;
  try {
    const include = relative(resolve(request.output ?? '.'), resolve(file)).replaceAll('\\', '/');
    const report = await engine.reach(source.text, { path: file, line, options: request.options, driver: include });
    if ('missing' in report) {
      world.err(`looplens: ${file}: ${report.missing}\n`);
      return 2;
    }
    if (report.driver === undefined) {
      world.err(reachText({ file, line }, report, palette(false)));
      if (report.undriven !== undefined) world.err(`looplens: no test can be written: ${report.undriven}\n`);
      return 1;
    }
    if (request.output === null) world.out(report.driver);
    else {
      const path = join(request.output, `${basename(file).replace(/\.\w+$/, '')}_line${line}.c`);
      try {
        await mkdir(request.output, { recursive: true });
        await writeFile(path, report.driver);
      } catch (error) {
        world.err(`looplens: ${path}: ${error instanceof Error ? error.message : String(error)}\n`);
        return 2;
      }
      world.out(`${path}\n`);
    }
    return 0;
  } finally {
    await engine.close();
  }
}
