/** `--compare OLD.json`: what has changed since another run. */
import {
  checkDocument,
  compareRuns,
  comparisonDocument,
  comparisonMarkdown,
  comparisonText,
  reportDocument,
} from '../render/index.ts';
import type { Comparison, FileResult, RunDocument } from '../render/index.ts';
import { readRegular } from '../workspace/index.ts';
import { sweep } from './analyze-many.ts';
import type { Request } from './arguments.ts';
import { acceptedBy } from './check-command.ts';
import { complain, missingFunction, statusOf, tellSyntaxErrors } from './exit-status.ts';
import type { Status } from './exit-status.ts';
import { version } from './version.ts';
import type { World } from './world.ts';

/** Bytes of the document of a run. */
const LONGEST = 500_000_000;

/** Documents that say which files they are about, or what was found in them. */
const COMPARABLE = /^looplens\/(report|check|loops)\/\d+$/;

/** Exit status 1: something is wrong that was not wrong before. */
export async function compareWith(old: string, request: Request, world: World): Promise<Status> {
  const before = readRun(old);
  if ('message' in before) {
    complain(world, before.message);
    return 2;
  }
  const accepts = await acceptedBy(request, world);
  if (accepts === null) return 2;
  const results: FileResult[] = [];
  const swept = await sweep(request, world, (found) => {
    results.push(accepts(found));
    tellSyntaxErrors(found, world);
  });
  const document = request.options.loops ? reportDocument(results, version(), 0) : checkDocument(results, version());
  const after = { files: results.map(({ file }) => file), ...(JSON.parse(document) as RunDocument) };
  const comparison = compareRuns(before, after);
  world.out(printed(comparison, request.format));
  return statusOf(
    { ...swept, unreadable: swept.unreadable || missingFunction(request, results, world) },
    isWorse(comparison, request),
  );
}

function printed(comparison: Comparison, format: Request['format']): string {
  if (format === 'json') return comparisonDocument(comparison, version());
  return format === 'markdown' ? comparisonMarkdown(comparison) : comparisonText(comparison);
}

/** Hints are nothing to fail for. */
function isWorse({ newFindings, verdictsLost }: Comparison, { failOn }: Request): boolean {
  if (failOn.has('never')) return false;
  const isWrong = newFindings.some((wrong) => 'assertion' in wrong || ['warning', 'error'].includes(wrong.severity));
  return isWrong || (failOn.has('unknown') && verdictsLost.length > 0);
}

function readRun(path: string): RunDocument | { readonly message: string } {
  const read = readRegular(path, LONGEST);
  if (!read.ok) return { message: `${path}: ${read.problem}` };
  try {
    const document = JSON.parse(read.bytes.toString('utf8')) as RunDocument;
    if (typeof document === 'object' && document !== null && COMPARABLE.test(document.schema)) return document;
    return { message: `${path}: is no document of report, check, summarize or bounds` };
  } catch (error) {
    return { message: `${path}: ${error instanceof Error ? error.message : String(error)}` };
  }
}
