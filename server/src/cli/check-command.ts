/** `looplens check`. */
import {
  assertionText,
  checkDocument,
  findingText,
  junitDocument,
  palette,
  showFinding,
  visible,
  visibleReport,
} from '../render/index.ts';
import type { FileResult } from '../render/index.ts';
import type { AssertionReport, Finding } from '../report/index.ts';
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
  const accepts = await acceptedBy(request, world);
  if (accepts === null) return 2;
  const results: FileResult[] = [];
  const swept = await sweep(request, world, (found) => {
    const result = accepts(found);
    results.push(result);
    tellSyntaxErrors(result, world);
    if (request.format === 'text') tellFindings(result, world, colours);
  });
  if (request.format === 'json') world.out(checkDocument(results, version()));
  else if (request.format === 'sarif')
    world.out((await import('../render/index.ts')).sarifDocument(results, version()));
  else if (request.format === 'junit') world.out(junitDocument(results));
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
    findsWrong(request, results),
  );
}

/** Marks what the baseline accepts; null: that can't be read, which was said. */
export async function acceptedBy(
  { baseline: path }: Request,
  world: World,
): Promise<((result: FileResult) => FileResult) | null> {
  if (path === null) return (result) => result;
  const baseline = await readBaseline(path);
  if (!('message' in baseline)) return (result) => accepted(result, baseline, path);
  complain(world, baseline.message);
  return null;
}

/** One file's assertions and findings, for a terminal. */
export function tellFindings(result: FileResult, world: World, colours: ReturnType<typeof palette>): void {
  const [file, report] = [visible(result.file), visibleReport(result.report)];
  for (const assertion of report.assertions) world.out(assertionText(file, assertion, colours));
  for (const finding of report.findings ?? []) world.out(findingText(file, finding, colours));
}

/** What makes the exit status 1. */
export function findsWrong({ failOn }: Request, results: readonly FileResult[]): boolean {
  if (failOn.has('never')) return false;
  return results.some(
    ({ report }) =>
      report.assertions.some((assertion) => isWrong(assertion, failOn)) ||
      (report.findings ?? []).some((finding) => !finding.accepted && countsAsWrong(finding, failOn)),
  );
}

function isWrong({ verdict, reason, accepted: known }: AssertionReport, failOn: Request['failOn']): boolean {
  if (known) return false;
  return (
    verdict === 'violated' ||
    (verdict === 'unknown' && failOn.has('unknown')) ||
    (reason !== undefined && failOn.has('overflow') && reason.code.includes('overflow'))
  );
}

/**
 * With `finding`: what is certainly wrong, that is, neither a hint nor what only can happen. An `error` is one by the
 * project file alone.
 */
function countsAsWrong(finding: Finding, failOn: Request['failOn']): boolean {
  const { severity } = showFinding(finding);
  return (
    severity === 'error' ||
    (severity === 'warning' && failOn.has('finding')) ||
    (finding.kind === 'overflow' && failOn.has('overflow'))
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
  const findings = results.flatMap(({ report }) => report.findings ?? []);
  const count = (verdict: string): number => all.filter((assertion) => assertion.verdict === verdict).length;
  const known = [...all, ...findings].filter((told) => told.accepted).length;
  const assertions =
    all.length === 0
      ? 'no assertions'
      : `${all.length} assertions: ${count('holds')} hold, ${count('violated')} violated, ${count('unknown')} unknown`;
  const found = findings.length === 0 ? '' : `; ${findings.length} finding${findings.length === 1 ? '' : 's'}`;
  return `${assertions}${found}${known === 0 ? '' : `; ${known} accepted`}\n`;
}
