/**
 * What the loop's own test says behind the loop, in the source's words: `l == NULL || l->value == key`. It is true
 * there because nothing else leads behind the loop, and nothing happens between the last test and that.
 */
import type { Block, BlockId, Cfg, Loop, LoopTest, Stmt } from '../program/index.ts';
import { isWithin } from '../source/index.ts';
import type { BehindRequest } from './outcomes-behind.ts';
import { getsBehind } from './outcomes-behind.ts';

/** Null where it isn't known to hold there, or can't be asked for there. */
export function writtenEnd({ summarizer: { cfg }, loop, leaving }: BehindRequest): string | null {
  const { test } = loop.site;
  if (test === null || test.endsWhen === '' || !test.isWhole || !test.isPlain || hasEffects(test.endsWhen)) return null;
  const ways = waysBehind(cfg, loop);
  const isOwn = ({ from, to }: Way): boolean => isTested(cfg.fn.blocks[from] as Block, test) && !isLeavingBusy(to);
  const isLeavingBusy = (to: BlockId): boolean => [...leaving(to).straight, ...leaving(to).further].length > 0;
  if (ways.length === 0 || !ways.every(isOwn) || !isNamedBehind(test.endsWhen, cfg, loop)) return null;
  return isPure(cfg, loop, test) ? test.endsWhen : null;
}

interface Way {
  readonly from: BlockId;
  readonly to: BlockId;
}

function waysBehind(cfg: Cfg, loop: Loop): readonly Way[] {
  return [...loop.blocks].flatMap((from) => {
    const { end } = cfg.fn.blocks[from] as Block;
    const next = end.kind === 'branch' ? [end.then, end.else] : end.kind === 'goto' ? [end.to] : [];
    return next.flatMap((to) => (!loop.blocks.has(to) && getsBehind(cfg, loop, to) ? [{ from, to }] : []));
  });
}

const isTested = ({ end }: Block, test: LoopTest): boolean => end.kind === 'branch' && isWithin(end.range, test.range);

/** A call, an assignment, `++`: asked again it may be worth something else. A macro of that kind looks like a call. */
const hasEffects = (text: string): boolean => /\w ?\(|\+\+|--|(?<![=!<>])=(?!=)|"/.test(text);

/** What it names is there, too: `for (int i = 0; ...)` has an `i` of its own. */
function isNamedBehind(text: string, { fn }: Cfg, { site }: Loop): boolean {
  const own = new Set(fn.variables.flatMap((v) => (v.range && isWithin(v.range, site.range) ? [v.name] : [])));
  return namesIn(text).every((name) => !own.has(name));
}

const namesIn = (text: string): readonly string[] => text.match(/(?<![\w.]|->)[A-Za-z_]\w*/g) ?? [];

/** A fact says so already, or what all that it speaks of is worth. */
export function isSaid(end: string, facts: readonly string[]): boolean {
  const isSettled = (name: string): boolean => facts.some((f) => f.startsWith(`${name} == `));
  return facts.includes(end) || namesIn(end).every((name) => name === 'NULL' || isSettled(name));
}

/** Its value is asked for by reading alone, and the same in the next moment. */
function isPure({ fn }: Cfg, loop: Loop, { range }: LoopTest): boolean {
  const isOwn = (s: Stmt): boolean => 'range' in s && isWithin(s.range, range);
  return [...loop.blocks].every((b) =>
    (fn.blocks[b] as Block).stmts.filter(isOwn).every((s) => {
      if (s.kind === 'assume' || s.kind === 'go-through') return true;
      if (s.kind !== 'assign' && s.kind !== 'load' && s.kind !== 'havoc') return false;
      const isRead = s.kind !== 'havoc' || (s.by === undefined && s.reason.code !== 'volatile');
      return isRead && fn.variables[s.target]?.scope === 'temp';
    }),
  );
}
