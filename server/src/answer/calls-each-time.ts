/** Which functions every iteration of a loop calls: what stands on each way through the body. */
import type { BlockId, Cfg, Loop, LoopSite, Stmt } from '../program/index.ts';
import { successors } from '../program/index.ts';
import type { EffectReport } from '../report/index.ts';
import { listed } from '../source/index.ts';

/** More names than these say nothing. */
const MOST = 3;

/** Empty where there is none. `exit()` and `longjmp()` in a function that is called are left out of account. */
export function callsEachTime(cfg: Cfg, loop: Loop): readonly EffectReport[] {
  const names = new Set<string>();
  for (const b of loop.blocks) {
    const called = (cfg.fn.blocks[b]?.stmts ?? []).flatMap((s) => calleeOf(s, loop.site) ?? []);
    if (called.length > 0 && isInThisLoop(cfg, loop, b) && isAlwaysPassed(cfg, loop, b))
      for (const name of called) names.add(`\`${name}()\``);
  }
  if (names.size === 0 || names.size > MOST) return [];
  const words = `calls ${listed([...names], 'and')} in each iteration`;
  return [{ words, formula: '', sentence: `C${words.slice(1)}`, assuming: [] }];
}

/** Of a function that isn't analysed, called in the loop's own text; null: none is. */
function calleeOf(s: Stmt, { range }: LoopSite): string | null {
  if (!('by' in s) || s.by === undefined) return null;
  const { line } = s.by.range.start;
  return line < range.start.line || line > range.end.line ? null : (s.by.writtenAs ?? s.by.callee);
}

/** Not in one within it, which may go round several times or not at all. */
const isInThisLoop = (cfg: Cfg, loop: Loop, b: BlockId): boolean =>
  cfg.loopAt.get(b) === undefined || cfg.loops[cfg.loopAt.get(b) ?? -1] === loop;

/** No iteration that is begun ends, or leaves the loop, without passing the block. */
function isAlwaysPassed({ fn }: Cfg, { site, blocks }: Loop, block: BlockId): boolean {
  const seen = new Set<BlockId>();
  const open: BlockId[] = [site.body];
  for (let b = open.pop(); b !== undefined; b = open.pop()) {
    if (b === block || seen.has(b)) continue;
    seen.add(b);
    const next = fn.blocks[b];
    const following = next ? successors(next.end) : [];
    if (following.length === 0 || following.some((to) => to === site.header || !blocks.has(to))) return false;
    open.push(...following);
  }
  return true;
}
