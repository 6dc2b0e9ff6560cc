/**
 * A loop by itself: as if nothing were known of what comes before it but its own head. What is found so is true whatever
 * code around it does that a build has or hasn't.
 */
import type { IntegerMode } from '../machine/index.ts';
import type { Block, BlockId, Cfg, IrFunction, Loop, Stmt } from '../program/index.ts';
import { buildCfg } from '../program/index.ts';
import { isWithin } from '../source/index.ts';
import type { SourceRange } from '../source/index.ts';
import type { LoopCount } from './count-loops.ts';
import { countLoops } from './count-loops.ts';

/** Null: it has no such count. */
export function countIsolated(cfg: Cfg, loop: Loop, mode: IntegerMode): LoopCount | null {
  if (loop.irreducible || !loop.repeats) return null;
  const own = buildCfg(isolated(cfg, loop));
  const at = own.loops.findIndex(({ site }) => site.header === loop.site.header);
  return countLoops(own, mode)[at] ?? null;
}

/** As `countLoops()`, with the loops within tangled ones: each by itself. */
export const countAll = (cfg: Cfg, mode: IntegerMode): readonly LoopCount[] =>
  countLoops(cfg, mode).map((count, i) => {
    const loop = cfg.loops[i] as Loop;
    return (loop.tangled ? countIsolated(cfg, loop, mode) : null) ?? count;
  });

function isolated({ fn, predecessors }: Cfg, { site, blocks: within }: Loop): IrFunction {
  const before = (predecessors.get(site.header) ?? []).filter((b) => !within.has(b));
  const [only, ...others] = before.map((b) => fn.blocks[b] as Block);
  const head = only && others.length === 0 ? headOf(only.stmts, site.range) : [];
  const { range } = site;
  const anything = fn.variables
    .filter(({ scope }) => scope !== 'temp')
    .map(({ id }): Stmt => ({ kind: 'nondet', target: id, callee: '', range }));
  const entry: BlockId = fn.blocks.length;
  const blocks = fn.blocks.map((b) => (within.has(b.id) ? b : { id: b.id, stmts: [], end: ENDED }));
  return {
    ...fn,
    blocks: [...blocks, { id: entry, stmts: [...anything, ...head], end: { kind: 'goto', to: site.header } }],
    entry,
    loops: fn.loops.filter((l) => within.has(l.header)),
  };
}

const ENDED = { kind: 'halt', reason: null } as const;

/** The statements of the loop's own head. */
function headOf(stmts: readonly Stmt[], range: SourceRange): readonly Stmt[] {
  const placeOf = (s: Stmt): SourceRange | null => ('range' in s ? s.range : 'reason' in s ? s.reason.range : null);
  const isOwn = (place: SourceRange | null): boolean => place !== null && isWithin(place, range);
  return stmts.slice(stmts.findLastIndex((s) => !isOwn(placeOf(s))) + 1);
}
