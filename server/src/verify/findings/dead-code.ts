/**
 * Code that no run executes, though the control-flow graph leads there. It is behind loops that are never left, and in
 * branches whose condition can't hold. Only what the function's backbones prove: where they don't cover every run,
 * nothing is said. Source: our own.
 */
import type { Budget } from '../../budget/index.ts';
import type { IntegerMode } from '../../machine/index.ts';
import type { Terminator } from '../../program/index.ts';
import { byPlace, isBefore } from '../../source/index.ts';
import type { SourceRange } from '../../source/index.ts';
import type { Summarizer } from '../../summary/index.ts';
import { backbones } from '../transitions/index.ts';

const MAX_BLOCKS = 150;

export interface DeadCode {
  readonly range: SourceRange;
  readonly message: string;
}

/** Stretches of the function's own text that nothing gets to, in order. */
export function deadCode(summarizer: Summarizer, mode: IntegerMode, budget: Budget): DeadCode[] {
  const { cfg } = summarizer;
  const { fn } = cfg;
  if (cfg.irreducible || cfg.reachable.size > MAX_BLOCKS) return [];
  const { kind, paths, visited: passed } = backbones({ cfg, summarizer, mode, assertions: 'ignore', budget });
  if (kind !== 'paths' || budget.exhausted() || paths.length === 0) return [];
  if (paths.some((p) => p.end.kind === 'lost' || (p.end.kind === 'halt' && p.end.reason))) return [];
  const inLoops = cfg.loops.filter(({ site }) => passed.has(site.header)).flatMap(({ blocks }) => [...blocks]);
  const visited = new Set([...passed, ...inLoops]);
  const dead = [...cfg.reachable].filter((b) => !visited.has(b));
  if (dead.length === 0) return [];
  const own = (r: SourceRange): boolean => r.start.line >= fn.range.start.line && r.end.line <= fn.range.end.line;
  const places = [...cfg.reachable].flatMap((b) => {
    const block = fn.blocks[b];
    if (!block) return [];
    const ranges = [...block.stmts.flatMap((s) => ('range' in s ? [s.range] : [])), ...endRange(block.end)];
    return ranges.filter(own).map((range) => ({ range, dead: !visited.has(b) }));
  });
  places.sort((a, b) => byPlace(a, b) || Number(a.dead) - Number(b.dead));
  const message = paths.every((p) => p.end.kind === 'diverge')
    ? 'No run gets here: the loop before is never left.'
    : 'No run gets here.';
  const out: DeadCode[] = [];
  let open = false;
  for (const { range, dead: isDead } of places) {
    const last = out[out.length - 1];
    if (!isDead) open = false;
    else if (open && last)
      out[out.length - 1] = { ...last, range: { start: last.range.start, end: later(last.range.end, range.end) } };
    else {
      out.push({ range, message });
      open = true;
    }
  }
  // what is also part of something alive (a macro, one line for both) is not faded
  return out.filter((d) => !places.some((p) => !p.dead && overlap(p.range, d.range)));
}

/** The closing brace of a function is no code. */
function endRange(end: Terminator): SourceRange[] {
  if (end.kind === 'branch') return [end.range];
  if (
    end.kind !== 'return' ||
    (end.range.start.line === end.range.end.line && end.range.end.column - end.range.start.column <= 1)
  )
    return [];
  return [end.range];
}

const later = (a: SourceRange['end'], b: SourceRange['end']): SourceRange['end'] => (isBefore(a, b) ? b : a);
const overlap = (a: SourceRange, b: SourceRange): boolean => isBefore(a.start, b.end) && isBefore(b.start, a.end);
