/** What a loop may change and nothing more is said of: memory, and variables that may be anything afterwards. */
import type { Cfg, Loop } from '../ir/cfg.ts';
import type { Stmt } from '../ir/program.ts';
import type { SourceRange } from '../ir/source.ts';
import type { UnknownReport } from '../report.ts';

/** `leaving`: statements that it executes on its way out. Elements and memory that the loop writes, but for the arrays that are described. Each once, in the order of the source. */
export function undescribed(cfg: Cfg, loop: Loop, described: ReadonlySet<number>, leaving: readonly Stmt[]): readonly UnknownReport[] {
  const found = new Map<string, UnknownReport>();
  const say = (variable: string, because: string, range: SourceRange | null): void => {
    if (!found.has(variable)) found.set(variable, { variable, because, range });
  };
  const inside = [...loop.blocks].sort((x, y) => x - y).flatMap((b) => cfg.fn.blocks[b]?.stmts ?? []);
  for (const s of [...inside, ...leaving]) {
    // on the way out nothing is described
    const isTold = (array: number): boolean => described.has(array) && !leaving.includes(s);
    switch (s.kind) {
      case 'store': case 'fill-array':
        if (!isTold(s.array)) say(`elements of ${cfg.fn.arrays[s.array]?.name ?? 'an array'}`, 'what is written to them has no short formula', s.range);
        break;
      case 'havoc-array':
        // only where it is the same as an array that is stored to, which is said there
        if (s.stored === undefined && !isTold(s.array)) say(`elements of ${cfg.fn.arrays[s.array]?.name ?? 'an array'}`, s.reason.message, s.range);
        break;
      case 'note': say(s.member === undefined ? 'memory' : `\`${s.member}\` behind a pointer`, s.reason.message, s.reason.range); break;
      case 'call': say('memory', `the call of ${s.callee} is not analysed`, s.range); break;
      default:
    }
  }
  return [...found.values()];
}
