/**
 * Assertions that hold for the wrong reason: no run gets to them since the assumptions before them contradict each
 * other. Two questions are asked. Does any run get past the last assumption that every way to the assertion passes?
 * And if none does, would one without these assumptions?
 */
import { successors } from '../program/index.ts';
import type { BlockId, Cfg, IrFunction, Stmt } from '../program/index.ts';
import { INT } from '../machine/index.ts';
import type { SourceRange } from '../source/index.ts';

export interface Assumption {
  readonly block: BlockId;
  readonly at: number;
  readonly range: SourceRange;
}

/** The assumptions that every run to the assertion passes, in order. */
export function assumptionsBefore(cfg: Cfg, assertion: number): readonly Assumption[] {
  const { fn } = cfg;
  const place = fn.blocks.flatMap((b) =>
    b.stmts.flatMap((s, at) =>
      s.kind === 'assert' && s.assertion === assertion && cfg.reachable.has(b.id) ? [{ block: b.id, at }] : [],
    ),
  )[0];
  if (!place) return [];
  const all = fn.blocks.flatMap((b) =>
    cfg.reachable.has(b.id)
      ? b.stmts.flatMap((s, at) => (s.kind === 'assume' ? [{ block: b.id, at, range: s.range }] : []))
      : [],
  );
  const order = (b: BlockId): number => (b === fn.entry ? 0 : 1);
  return all
    .filter((a) => (a.block === place.block ? a.at < place.at : avoids(fn, a.block, place.block) === false))
    .sort((a, b) => order(a.block) - order(b.block) || behind(fn, a, b));
}

/** Can the target be reached without the block? */
function avoids(fn: IrFunction, block: BlockId, target: BlockId): boolean {
  if (block === fn.entry) return false;
  const seen = new Set<BlockId>([fn.entry]);
  const work = [fn.entry];
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    if (b === target) return true;
    const end = fn.blocks[b]?.end;
    for (const s of end ? successors(end) : []) {
      if (s === block || seen.has(s)) continue;
      seen.add(s);
      work.push(s);
    }
  }
  return false;
}

/** All of them are passed on every way: one comes before another where it can't be avoided on the way there. */
function behind(fn: IrFunction, a: Assumption, b: Assumption): number {
  if (a.block === b.block) return a.at - b.at;
  return avoids(fn, a.block, b.block) ? 1 : -1;
}

/**
 * The function with one question: is the place behind the last of these assumptions reached (with, or without, assuming
 * them)?
 */
export function askingBehind(fn: IrFunction, assumptions: readonly Assumption[], assumed: boolean): IrFunction {
  const last = assumptions[assumptions.length - 1] as Assumption;
  const isOne = (block: BlockId, at: number): boolean => assumptions.some((a) => a.block === block && a.at === at);
  const question: Stmt = {
    kind: 'assert',
    assertion: 0,
    cond: { kind: 'const', value: 0n, type: INT },
    range: last.range,
  };
  const blocks = fn.blocks.map((block) => ({
    ...block,
    stmts: block.stmts.flatMap((s, at): Stmt[] => {
      const kept: Stmt[] =
        s.kind === 'assert'
          ? [{ kind: 'assume', cond: s.cond, range: s.range }]
          : isOne(block.id, at) && !assumed
            ? []
            : [s];
      return block.id === last.block && at === last.at ? [...kept, question] : kept;
    }),
  }));
  return { ...fn, blocks, assertions: [{ id: 0, range: last.range, text: '', target: true }] };
}
