/**
 * What a loop's statement still does after its last iteration has left the cycle: `found = 1; break;`. Those blocks
 * don't lead back to the head and are no part of the natural loop, but a reader takes them for the loop.
 */
import type { BlockId, Cfg, Loop, Stmt, VarId } from '../../program/index.ts';
import { depthFirst, exitBlocks } from '../../program/index.ts';
import { isWithin } from '../../source/index.ts';
import type { SourceRange } from '../../source/index.ts';
import type { Symbols, Term } from '../../logic/index.ts';
import type { IntegerMode } from '../../machine/index.ts';
import { straightValues } from '../../explore/index.ts';

export interface Leaving {
  /** In a row, before any branch. */
  readonly straight: readonly Stmt[];
  /** Behind a branch: some of them are executed. */
  readonly further: readonly Stmt[];
}

/** Statements of the loop behind an edge that leaves its cycle for this block. */
export function leavingAt(cfg: Cfg, loop: Loop, to: BlockId): Leaving {
  const others = exitBlocks(cfg, loop).filter((b) => b !== to);
  const { blocks } = cfg.fn;
  // from the head of a loop around it on, it is entered anew
  const closed = [...loop.blocks, ...headersAround(cfg, loop)];
  const beyond = new Uint8Array(blocks.length);
  for (const b of depthFirst(blocks, others, closed)) beyond[b] = 1;
  const tail = depthFirst(blocks, [to], closed).filter((b) => beyond[b] === 0);
  const inTail = new Set(tail);
  if (!inTail.has(to)) return { straight: [], further: [] };
  const { site } = loop;
  const stands = (s: Stmt, within: SourceRange): boolean => {
    const place = s.kind === 'note' ? s.reason.range : s.range;
    return place !== null && isWithin(place, within);
  };
  const own = (s: Stmt): boolean => stands(s, site.range);
  // what a function called there does stands elsewhere. Where there is one way out only, or it is the loop's own test,
  // it can't be told from what comes behind the loop, or does
  const mayCall = others.length > 0 && !isBehindTest(cfg, loop, to);
  const called = (s: Stmt): boolean => mayCall && !stands(s, cfg.fn.range);
  const straight: Stmt[] = [];
  const passed = new Set<BlockId>();
  for (let at: BlockId | null = to; at !== null && inTail.has(at) && !passed.has(at); ) {
    passed.add(at);
    const block = cfg.fn.blocks[at] as (typeof cfg.fn.blocks)[number];
    straight.push(...block.stmts);
    at = block.end.kind === 'goto' ? block.end.to : null;
  }
  const last = straight.reduce((n, s, i) => (own(s) || called(s) ? i + 1 : n), 0);
  const further = tail
    .filter((b) => !passed.has(b))
    .flatMap((b) => (cfg.fn.blocks[b]?.stmts ?? []).filter((s) => own(s) || called(s)));
  return { straight: straight.slice(0, last), further };
}

/** The loop's own test leads there, and to the statement behind the loop: nothing of the loop is left to do. */
function isBehindTest({ fn }: Cfg, { blocks, site }: Loop, to: BlockId): boolean {
  const { test, behind } = site;
  if (test === null || to !== behind || test.endsWhen === '' || hasCommaOperator(test.endsWhen)) return false;
  return [...blocks].every((b) => {
    const end = fn.blocks[b]?.end;
    const leads = end?.kind === 'goto' ? end.to === to : end?.kind === 'branch' && (end.then === to || end.else === to);
    return !leads || (end?.kind === 'branch' && isWithin(end.range, test.range));
  });
}

/** `(log(), 0)`, and not `f(a, b)`: an operand that is only there for what it does. */
function hasCommaOperator(text: string): boolean {
  const isCall: boolean[] = [];
  for (const [i, c] of [
    ...text.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, (literal) => '_'.repeat(literal.length)),
  ].entries()) {
    if (c === '(') isCall.push(/[\w)\]]\s*$/.test(text.slice(0, i)));
    else if (c === ')') isCall.pop();
    else if (c === ',' && isCall.at(-1) !== true) return true;
  }
  return false;
}

function headersAround({ loops }: Cfg, { parent }: Loop): BlockId[] {
  const out: BlockId[] = [];
  for (let at = parent; at !== null; at = loops[at]?.parent ?? null) out.push((loops[at] as Loop).site.header);
  return out;
}

/** All that the loop's statement does behind an edge that leaves its cycle. */
export const onTheWayOut = (cfg: Cfg, loop: Loop): readonly Stmt[] =>
  exitBlocks(cfg, loop)
    .map((to) => leavingAt(cfg, loop, to))
    .flatMap(({ straight, further }) => [...straight, ...further]);

/** Values after these statements of the variables that they change, from values before them; null: not known. */
export function valuesAfterLeaving(
  { straight, further }: Leaving,
  value: (v: VarId) => Term,
  symbols: Symbols,
  mode: IntegerMode,
): ReadonlyMap<VarId, Term | null> {
  const out = straightValues(straight, { symbols, mode, before: value });
  for (const s of further) if ('target' in s && s.target !== null) out.set(s.target, null);
  return out;
}
