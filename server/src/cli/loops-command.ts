/** `looplens summarize` and `looplens bounds`. */
import {
  boundText,
  loopText,
  loopsDocument,
  palette,
  requiredText,
  totalsOf,
  totalsText,
  visible,
  visibleReport,
} from '../render/index.ts';
import type { LoopReport } from '../report/index.ts';
import type { Request } from './arguments.ts';
import { missingFunction, statusOf, tellSyntaxErrors } from './exit-status.ts';
import type { Status } from './exit-status.ts';
import { sweep } from './analyze-many.ts';
import { version } from './version.ts';
import type { World } from './world.ts';

export async function reportLoops(request: Request, world: World): Promise<Status> {
  const started = world.now();
  const colours = palette(world.colours);
  const print = (file: string, loop: LoopReport): string =>
    request.call === 'bounds'
      ? boundText(file, loop, colours)
      : loopText(file, loop, { colours, width: world.columns, detail: request.detail, certify: request.certify });
  const swept = await sweep(request, world, (result) => {
    tellSyntaxErrors(result, world);
    if (request.format !== 'text') return;
    const [file, report] = [visible(result.file), visibleReport(result.report)];
    const told = report.loops.filter((loop) => request.line !== null || !loop.pseudo);
    for (const loop of atLine(told, request.line)) world.out(print(file, loop));
    if (request.detail && request.line === null) world.out(requiredText(file, report));
  });
  const seconds = request.times ? (world.now() - started) / 1000 : 0;
  const results = swept.results.map(({ file, report }) => ({
    file,
    report: { ...report, loops: atLine(report.loops, request.line) },
  }));
  const loops = results.flatMap(({ report }) => report.loops);
  const details = { certify: request.certify, hovers: request.call === 'summarize', contracts: request.detail };
  if (request.format === 'json') world.out(loopsDocument(results, version(), seconds, details));
  else if (request.call === 'bounds') world.out(totalsText(totalsOf(loops), seconds));
  else if (loops.length === 0) world.out(request.line === null ? 'no loops\n' : `no loop at line ${request.line}\n`);
  return statusOf({ ...swept, unreadable: swept.unreadable || missingFunction(request, swept.results, world) }, false);
}

/** The loops whose head is on the line; else the innermost one around it. */
export function atLine(loops: readonly LoopReport[], line: number | null): readonly LoopReport[] {
  if (line === null) return loops;
  const within = (range: LoopReport['range']): boolean => range.start.line <= line && line <= range.end.line;
  const heads = loops.filter((loop) => within(loop.head));
  if (heads.length > 0) return heads;
  const around = loops.filter((loop) => within(loop.range)).sort((a, b) => b.nested - a.nested);
  return around.slice(0, 1);
}
