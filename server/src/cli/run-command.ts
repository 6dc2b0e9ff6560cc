/**
 * The command line: arguments in, text and an exit status out. It reads files and prints reports; it knows no
 * mathematics.
 *
 * Exit status.
 * - 0: nothing wrong found.
 * - 1: a violated assertion.
 * - 2: unusable arguments or an unreadable file (beats 1).
 * - 3: a defect of ours (beats all).
 */
import { writeFileSync } from 'node:fs';
import { findProjectFile, readProjectFile } from '../project/index.ts';
import { problemWords } from '../workspace/index.ts';
import { readArguments } from './arguments.ts';
import type { Demand, MergeDemand, Request } from './arguments.ts';
import { helpText } from './help.ts';
import { complain, defectMessage } from './exit-status.ts';
import type { Status } from './exit-status.ts';
import { version } from './version.ts';
import type { World } from './world.ts';

/** Runs the command line and returns its exit status. Never throws. */
export async function main(args: readonly string[], world: World): Promise<Status> {
  try {
    const parsed = readArguments(args, projectAt);
    switch (parsed.kind) {
      case 'help':
        world.out(helpText(parsed.call));
        return 0;
      case 'version':
        world.out(`looplens ${version()}\n`);
        return 0;
      case 'unusable':
        complain(world, parsed.message);
        world.err(`looplens ${parsed.call ?? ''}${parsed.call ? ' ' : ''}--help tells more\n`);
        return 2;
      case 'completion':
        world.out((await import('./completion.ts')).completionScript(parsed.shell));
        return 0;
      case 'serve':
        await world.serve(parsed.args);
        return 0;
      case 'merge':
        return await merge(parsed.demand, world);
      case 'work':
        return await (await import('./work-command.ts')).work(parsed.demand, world);
      case 'demand':
        return await answer(parsed.demand, world);
      default:
        return parsed satisfies never;
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'QueueProblem') {
      complain(world, error.message);
      return 2;
    }
    world.err(defectMessage(error));
    return 3;
  }
}

/** The project file that is named, else that of the working directory. */
function projectAt(named: string | null): ReturnType<typeof readProjectFile> | null {
  const path = named ?? findProjectFile('.');
  return path === null ? null : readProjectFile(path);
}

async function answer(demand: Demand, world: World): Promise<Status> {
  const { DEFAULT_OPTIONS } = await import('../analysis/index.ts');
  const request = { ...demand, options: { ...DEFAULT_OPTIONS, losses: false as const, ...demand.options } };
  if (request.call === 'testgen') return (await import('./testgen-command.ts')).generateTest(request, world);
  return intoFile(request.output, world, async (where) =>
    request.shard === null ? run(request, where) : (await import('./run-parts.ts')).runPart(request, where),
  );
}

async function merge(demand: MergeDemand, world: World): Promise<Status> {
  const { mergeParts, refuseParts } = await import('./run-parts.ts');
  const merged = await mergeParts(demand);
  if ('message' in merged) return refuseParts(merged.message, world);
  return intoFile(demand.output, world, (where) => run(merged.request, { ...where, replay: merged.replay }));
}

async function run(request: Request, world: World): Promise<Status> {
  if (request.compare !== null)
    return (await import('./compare-command.ts')).compareWith(request.compare, request, world);
  switch (request.call) {
    case 'summarize':
    case 'bounds':
      return (await import('./loops-command.ts')).reportLoops(request, world);
    case 'check':
      if (request.format === 'html') return (await import('./report-command.ts')).reportProject(request, world);
      return (await import('./check-command.ts')).check(request, world);
    case 'report':
    case 'submit':
      return (await import('./report-command.ts')).reportProject(request, world);
    case 'eval':
      return (await import('./eval-command.ts')).evaluateRows(request, world);
    case 'reach':
      return (await import('./reach-command.ts')).reportReach(request, world);
    case 'testgen':
      return (await import('./testgen-command.ts')).generateTest(request, world);
    default:
      return request.call satisfies never;
  }
}

/** What is printed goes to the file, where one is named; it is written when all is there. */
async function intoFile(
  path: string | null,
  world: World,
  printing: (world: World) => Promise<Status>,
): Promise<Status> {
  if (path === null) return printing(world);
  const texts: string[] = [];
  const status = await printing({ ...world, out: (text) => void texts.push(text), colours: false });
  try {
    writeFileSync(path, texts.join(''));
    return status;
  } catch (error) {
    complain(world, `${path}: ${problemWords(error)}`);
    return status === 3 ? 3 : 2;
  }
}
