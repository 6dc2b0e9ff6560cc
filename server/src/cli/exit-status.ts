/** Exit statuses, and the messages behind them that several calls share. */
import type { FileResult } from '../render/index.ts';
import { visible, visibleLines } from '../render/index.ts';
import type { Request } from './arguments.ts';
import type { World } from './world.ts';

export type Status = 0 | 1 | 2 | 3;

/** 3 beats 2 beats 1. */
export function statusOf(swept: { readonly unreadable: boolean; readonly defect: boolean }, violated: boolean): Status {
  if (swept.defect) return 3;
  if (swept.unreadable) return 2;
  return violated ? 1 : 0;
}

/** Whether `--function` names nothing in any of the files; says so then. */
export function missingFunction(request: Request, results: readonly FileResult[], world: World): boolean {
  const name = request.options.function;
  if (name === null || results.length === 0) return false;
  const found = results.some(({ report }) => report.functions.some((function_) => function_.name === name));
  if (!found) complain(world, `no function ${name}`);
  return !found;
}

/** Says on standard error what went wrong, in one line, whatever is in it. */
export function complain(world: World, message: string): void {
  world.err(`looplens: ${visible(message)}\n`);
}

/** Parts of a file that don't parse are skipped, and said to be. */
export function tellSyntaxErrors({ file, report }: FileResult, world: World): void {
  for (const { message, range } of report.syntaxErrors)
    world.err(`${visible(`${file}:${range.start.line}:${range.start.column}: ${message}`)}\n`);
}

/** What is said of a defect of ours. */
export function defectMessage(error: unknown, file?: string): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const where = file === undefined ? '' : `, met in ${visible(file)}`;
  const request = 'Please report it, with the file and the following:';
  return `looplens: this is a defect of LoopLens${where}. ${request}\n${visibleLines(what)}\n`;
}
