/**
 * `for (p = head, up = &head; p; p = next) { next = p->next; if (...) *up = next; else up = &p->next; }`: a pointer to
 * the link that leads to the node which the walk stands at. What is stored there is behind the walk. Source: our own.
 */
import type { Block, BlockId, Stmt, VarId } from '../program/index.ts';
import type { LoopShape } from './loop-shape.ts';
import { writesOf } from './loop-shape.ts';

/** Where a walk along a list goes on. */
interface Walk {
  readonly member: string;
  /** Names that the same bytes may go by. */
  readonly beside: readonly string[];
  /** A variable is the pointer to the node that the walk stands at, where this statement is. */
  isHere(node: VarId, at: Place): boolean;
}

/** Before the loop at most so many blocks are looked at. */
const MOST_BLOCKS = 40;

interface Place {
  readonly block: BlockId;
  readonly at: number;
}

/**
 * It leads to the list's head, or to a link in a node that the walk has come to; `past`: and is no longer there at this
 * place.
 */
export function isLinkBehind(pointer: VarId, past: Place | null, walk: Walk, shape: LoopShape): boolean {
  const inside = writesOf(shape, pointer);
  if (past !== null && inside.some((write) => leadsTo(write, past, shape))) return false;
  const before = lastWriteBefore(pointer, shape);
  return (
    before !== null &&
    isNoLink(before, walk, shape) &&
    inside.every((write) => {
      const leads = write.stmt.kind === 'havoc' ? write.stmt.leads : undefined;
      const isOfNode = leads?.kind === 'as' && leads.part && leads.of?.member === walk.member;
      return isOfNode && leads.position.kind === 'var' && walk.isHere(leads.position.id, write);
    })
  );
}

/** One place comes before the other in some iteration. */
function leadsTo(from: Place, to: Place, { loop, predecessors }: LoopShape): boolean {
  if (from.block === to.block) return from.at < to.at;
  const open = [to.block];
  const seen = new Set(open);
  for (let b = open.pop(); b !== undefined; b = open.pop()) {
    if (b === from.block) return true;
    if (b === loop.site.header) continue;
    for (const before of predecessors.get(b) ?? []) {
      if (!seen.has(before)) open.push(before);
      seen.add(before);
    }
  }
  return false;
}

/** What sets the variable last on the only way to the loop; null: that can't be told. */
function lastWriteBefore(variable: VarId, { cfg, loop }: LoopShape): Stmt | null {
  let at: BlockId = loop.site.header;
  for (let i = 0; i < MOST_BLOCKS; i++) {
    const [only, ...others] = (cfg.predecessors.get(at) ?? []).filter((b) => !loop.blocks.has(b));
    if (only === undefined || others.length > 0) return null;
    const found = (cfg.fn.blocks[only] as Block).stmts.findLast((s) => 'target' in s && s.target === variable);
    if (found) return found;
    at = only;
  }
  return null;
}

/** The address of a pointer with a name, or of another member. */
function isNoLink(stmt: Stmt, { member, beside }: Walk, { cfg: { fn } }: LoopShape): boolean {
  if (stmt.kind === 'assign' && stmt.value.kind === 'const') {
    const { value } = stmt.value;
    const holds = fn.positions?.find(({ at }) => at === value)?.holds;
    const variable = holds?.kind === 'variable' ? fn.variables[holds.id] : undefined;
    const named = variable?.pointer ? /^\w+(?:(?:->|\.)(\w+))*$/.exec(variable.name) : null;
    return named !== null && (named[1] === undefined || (named[1] !== member && beside.length === 0));
  }
  const leads = stmt.kind === 'havoc' ? stmt.leads : undefined;
  if (leads?.kind !== 'as' || !leads.part || !leads.of || beside.length > 0) return false;
  return leads.of.member !== member && (leads.of.beside ?? []).length === 0;
}
