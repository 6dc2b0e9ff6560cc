/** `looplens reach FILE:LINE`. */
import { reachDocument, reachText } from '../render/reach.ts';
import { palette } from '../render/text.ts';
import type { Request } from './arguments.ts';
import { readSource } from './files.ts';
import type { Status } from './status.ts';
import { version } from './version.ts';
import type { World } from './world.ts';

/** Status 1 where no run gets there, 0 where one does and where that is open. */
export async function reportReach(request: Request, world: World): Promise<Status> {
  const [file = ''] = request.paths;
  const question = { file, line: request.line ?? 1 };
  const source = await readSource(file);
  if (!source.ok) {
    world.err(`looplens: ${source.message}\n`);
    return 2;
  }
  const [engine] = await world.engines(0);
  if (engine === undefined) return 3;
  try {
    const report = await engine.reach(source.text, { path: file, line: question.line, options: request.options });
    if ('missing' in report) {
      world.err(`looplens: ${file}: ${report.missing}\n`);
      return 2;
    }
    if (request.format === 'json') world.out(reachDocument(question, report, version()));
    else if (request.format === 'sarif') world.out((await import('../render/sarif.ts')).reachSarif(question, report, version()));
    else world.out(reachText(question, report, palette(world.colours)));
    return report.verdict === 'unreachable' ? 1 : 0;
  } finally {
    await engine.close();
  }
}
