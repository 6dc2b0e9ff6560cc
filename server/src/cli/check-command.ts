/** `looplens check`. */
import { assertionText, checkDocument, findingText, palette, visible, visibleReport } from '../render/index.ts';
import type { FileResult } from '../render/index.ts';
import { problemWords } from '../workspace/index.ts';
import type { Request } from './arguments.ts';
import { accepted, readBaseline, writeBaseline } from './baseline.ts';
import { complain, missingFunction, statusOf, tellSyntaxErrors } from './exit-status.ts';
import type { Status } from './exit-status.ts';
import { sweep } from './analyze-many.ts';
import { version } from './version.ts';
import { writeWitnesses } from './write-witnesses.ts';
import type { World } from './world.ts';

export async function check(request: Request, world: World): Promise<Status> {
  const colours = palette(world.colours);
  const baseline = request.baseline === null ? null : await readBaseline(request.baseline);
  if (baseline !== null && 'message' in baseline) {
    complain(world, baseline.message);
    return 2;
  }
  const results: FileResult[] = [];
  const swept = await sweep(request.paths, request.options, request.jobs, world, (found) => {
    const result = baseline === null || request.baseline === null ? found : accepted(found, baseline, request.baseline);
    results.push(result);
    tellSyntaxErrors(result, world);
    if (request.format !== 'text') return;
    const [file, report] = [visible(result.file), visibleReport(result.report)];
    for (const assertion of report.assertions) world.out(assertionText(file, assertion, colours));
    for (const finding of report.findings ?? []) world.out(findingText(file, finding, colours));
  });
  if (request.format === 'json') world.out(checkDocument(results, version()));
  else if (request.format === 'sarif')
    world.out((await import('../render/index.ts')).sarifDocument(results, version()));
  else world.out(tally(results));
  if (
    request.witness !== null &&
    !(await written(
      () => writeWitnesses(request.witness as string, results, request.options.dataModel),
      request.witness,
      world,
    ))
  )
    return 2;
  if (
    request.writeBaseline !== null &&
    !(await written(() => writeBaseline(request.writeBaseline as string, results), request.writeBaseline, world))
  )
    return 2;
  return statusOf(
    { ...swept, unreadable: swept.unreadable || missingFunction(request, results, world) },
    wrong(request, results),
  );
}

/** What makes the exit status 1. */
function wrong(request: Request, results: readonly FileResult[]): boolean {
  return results.some(
    ({ report }) =>
      report.assertions.some(
        ({ verdict, reason, accepted: known }) =>
          !known &&
          (verdict === 'violated' ||
            (verdict === 'unknown' && request.failOn.has('unknown')) ||
            (reason !== undefined && request.failOn.has('overflow') && reason.code.includes('overflow'))),
      ) ||
      (request.failOn.has('overflow') && (report.findings ?? []).some((f) => f.kind === 'overflow' && !f.accepted)),
  );
}

/** Does what writes a file; what goes wrong becomes a message. */
async function written(write: () => Promise<void>, path: string, world: World): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    complain(world, `${path}: ${problemWords(error)}`);
    return false;
  }
}

function tally(results: readonly FileResult[]): string {
  const all = results.flatMap(({ report }) => report.assertions);
  const count = (verdict: string): number => all.filter((assertion) => assertion.verdict === verdict).length;
  const known = all.filter((assertion) => assertion.accepted).length;
  if (all.length === 0) return 'no assertions\n';
  return `${all.length} assertions: ${count('holds')} hold, ${count('violated')} violated, ${count('unknown')} unknown${known === 0 ? '' : `; ${known} accepted`}\n`;
}
