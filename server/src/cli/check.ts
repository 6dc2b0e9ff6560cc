/** `looplens check`. */
import { checkDocument } from '../render/json.ts';
import type { FileResult } from '../render/json.ts';
import { assertionText, palette } from '../render/text.ts';
import type { Request } from './arguments.ts';
import { missingFunction, statusOf } from './status.ts';
import type { Status } from './status.ts';
import { sweep } from './sweep.ts';
import { version } from './version.ts';
import type { World } from './world.ts';

export async function check(request: Request, world: World): Promise<Status> {
  const colours = palette(world.colours);
  const swept = await sweep(request.paths, request.options, request.jobs, world, ({ file, report }) => {
    for (const { message, range } of report.syntaxErrors) world.err(`${file}:${range.start.line}:${range.start.column}: ${message}\n`);
    if (request.format !== 'text') return;
    for (const assertion of report.assertions) world.out(assertionText(file, assertion, colours));
  });
  if (request.format === 'json') world.out(checkDocument(swept.results, version()));
  else if (request.format === 'sarif') world.out((await import('../render/sarif.ts')).sarifDocument(swept.results, version()));
  else world.out(tally(swept.results));
  return statusOf({ ...swept, unreadable: swept.unreadable || missingFunction(request, swept.results, world) }, wrong(request, swept.results));
}

/** What makes the exit status 1. */
function wrong(request: Request, results: readonly FileResult[]): boolean {
  return results.some(({ report }) => report.assertions.some(({ verdict, reason }) =>
    verdict === 'violated'
    || (verdict === 'unknown' && request.failOn.has('unknown'))
    || (reason !== undefined && request.failOn.has('overflow') && reason.code.includes('overflow'))));
}

function tally(results: readonly FileResult[]): string {
  const all = results.flatMap(({ report }) => report.assertions);
  const count = (verdict: string): number => all.filter((assertion) => assertion.verdict === verdict).length;
  return all.length === 0 ? 'no assertions\n' : `${all.length} assertions: ${count('holds')} hold, ${count('violated')} violated, ${count('unknown')} unknown\n`;
}
