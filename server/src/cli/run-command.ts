/**
 * The command line: arguments in, text and an exit status out. It reads files and prints reports; it knows no mathematics.
 *
 * Exit status.
 * - 0: nothing wrong found.
 * - 1: a violated assertion.
 * - 2: unusable arguments or an unreadable file (beats 1).
 * - 3: a defect of ours (beats all).
 */
import { readArguments } from './arguments.ts';
import type { Demand } from './arguments.ts';
import { helpText } from './help.ts';
import { complain, defectMessage } from './exit-status.ts';
import type { Status } from './exit-status.ts';
import { version } from './version.ts';
import type { World } from './world.ts';

/** Runs the command line and returns its exit status. Never throws. */
export async function main(args: readonly string[], world: World): Promise<Status> {
  try {
    const parsed = readArguments(args);
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
      case 'serve':
        await world.serve(parsed.args);
        return 0;
      case 'demand':
        return await answer(parsed.demand, world);
      default:
        return parsed satisfies never;
    }
  } catch (error) {
    world.err(defectMessage(error));
    return 3;
  }
}

async function answer(demand: Demand, world: World): Promise<Status> {
  const { DEFAULT_OPTIONS } = await import('../analysis/index.ts');
  const request = { ...demand, options: { ...DEFAULT_OPTIONS, losses: false as const, ...demand.options } };
  switch (request.call) {
    case 'summarize':
    case 'bounds':
      return (await import('./loops-command.ts')).reportLoops(request, world);
    case 'check':
      return (await import('./check-command.ts')).check(request, world);
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
