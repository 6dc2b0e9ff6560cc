/** `looplens report`, and `check --format html`: everything about a project in one document. */
import { reportPage } from '../pages/index.ts';
import type { ReportedFile } from '../pages/index.ts';
import { palette, reportDocument } from '../render/index.ts';
import { sweep } from './analyze-many.ts';
import type { Request } from './arguments.ts';
import { acceptedBy, findsWrong, tellFindings } from './check-command.ts';
import { missingFunction, statusOf, tellSyntaxErrors } from './exit-status.ts';
import type { Status } from './exit-status.ts';
import { version } from './version.ts';
import type { World } from './world.ts';

export async function reportProject(request: Request, world: World): Promise<Status> {
  const started = world.now();
  const accepts = await acceptedBy(request, world);
  if (accepts === null) return 2;
  const files: ReportedFile[] = [];
  const swept = await sweep(request, world, (found, source) => {
    const result = accepts(found);
    // pages alone show sources: else nothing holds on to them
    files.push({ ...result, source: request.format === 'html' ? source : null });
    tellSyntaxErrors(result, world);
  });
  const seconds = request.times ? (world.now() - started) / 1000 : 0;
  if (request.format === 'html') world.out(reportPage(files, version()));
  else if (request.format === 'json') world.out(reportDocument(files, version(), seconds));
  else for (const file of files) tellFindings(file, world, palette(world.colours));
  return statusOf(
    { ...swept, unreadable: swept.unreadable || missingFunction(request, files, world) },
    findsWrong(request, files),
  );
}
