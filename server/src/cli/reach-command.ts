/** `looplens reach FILE:LINE`. */
import { palette, reachDocument, reachText, visible, visibleReach } from '../render/index.ts';
import type { Request } from './arguments.ts';
import { askReach } from './reach-question.ts';
import type { Status } from './exit-status.ts';
import { version } from './version.ts';
import type { World } from './world.ts';

/** Status 1 where no run gets there, 0 where one does and where that is open. */
export function reportReach(request: Request, world: World): Promise<Status> {
  return askReach(request, world, undefined, async (question, report) => {
    if (request.format === 'json') world.out(reachDocument(question, report, version()));
    else if (request.format === 'sarif')
      world.out((await import('../render/index.ts')).reachSarif(question, report, version()));
    else
      world.out(reachText({ ...question, file: visible(question.file) }, visibleReach(report), palette(world.colours)));
    return report.verdict === 'unreachable' ? 1 : 0;
  });
}
