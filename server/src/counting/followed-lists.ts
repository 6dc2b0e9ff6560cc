/** That every iteration moves a pointer on to what one member of it leads to. */
import { mayWriteMember } from '../explore/index.ts';
import type { Block, BlockId, IrFunction, Stmt, VarId } from '../program/index.ts';
import { isBehindPointer } from '../program/index.ts';
import type { LoopShape, Trust } from './loop-shape.ts';

export interface Followed {
  readonly member: string;
  /** Calls and stores in the loop that may write that member, of whatever object: they are asked to be trusted. */
  readonly trusted: readonly string[];
}

interface Write {
  readonly block: BlockId;
  /** Its place in the block. */
  readonly at: number;
  readonly stmt: Stmt;
}

/**
 * `p = p->next;`, or `q = p->next; ... p = q;`, or `q = p; ... p = q->next;`, once in every iteration and nowhere else; what is `ignored` aside.
 * Null where that isn't so, or something certainly writes the member.
 */
export function followedMember(shape: LoopShape, pointer: VarId, ignored: Trust['ignores']): Followed | null {
  const member = memberAlong(shape, pointer, ignored);
  if (member === null) return null;
  const writes = shape.order.flatMap((b) =>
    (shape.cfg.fn.blocks[b] as Block).stmts.filter((s) => !isResult(s, shape) && mayWriteMember(shape.cfg, s, member)),
  );
  const writers = writes.map((s) => writerOf(s, member, shape));
  return writers.includes(null) ? null : { member, trusted: [...new Set(writers as string[])] };
}

/** The member that the pointer goes on to. */
function memberAlong(shape: LoopShape, pointer: VarId, ignored: Trust['ignores']): string | null {
  const own = soleWrite(shape, pointer, ignored);
  const read = own && origin(shape, own, ignored, () => false);
  if (!own || read?.stmt.kind !== 'havoc' || !read.stmt.follows) return null;
  const { position, member } = read.stmt.follows;
  if (position.kind !== 'var') return null;
  if (position.id === pointer) return member;
  // it goes by another name: that is the pointer's value of before
  const copy = soleWrite(shape, position.id, ignored);
  const last = copy && comesBefore(copy, read, shape) ? origin(shape, copy, ignored, (v) => v === pointer) : null;
  const isCopy = last?.stmt.kind === 'assign' && last.stmt.value.kind === 'var' && last.stmt.value.id === pointer;
  return isCopy && comesBefore(last, own, shape) ? member : null;
}

/** Where a value comes from that is handed on from one variable to the next, each written once in an iteration and before it is read. */
function origin(shape: LoopShape, write: Write, ignored: Trust['ignores'], isEnd: (v: VarId) => boolean): Write | null {
  let at = write;
  while (at.stmt.kind === 'assign' && at.stmt.value.kind === 'var' && !isEnd(at.stmt.value.id)) {
    const from = soleWrite(shape, at.stmt.value.id, ignored);
    if (!from || !comesBefore(from, at, shape)) return null;
    at = from;
  }
  return at;
}

/** In every iteration; both are on the way through all of them. */
function comesBefore(a: Write, b: Write, { cfg, loop }: LoopShape): boolean {
  if (a.block === b.block) return a.at < b.at;
  for (let at = b.block; at !== loop.site.header; at = cfg.dominator(at))
    if (cfg.dominator(at) === a.block) return true;
  return false;
}

/** A call, or a store that would have to be to the member by another name: who is asked to be trusted. Null: it writes such a member. */
function writerOf(s: Stmt, member: string, { cfg: { fn } }: LoopShape): string | null {
  if ('by' in s && s.by) return s.by.callee === null ? 'the function that a pointer leads to' : `${s.by.callee}()`;
  const range = s.kind === 'note' ? s.reason.range : 'range' in s ? s.range : null;
  const isOther = s.kind === 'note' ? isToOther(s, member) : writesOther(s, member, fn);
  return isOther && range ? `the store in line ${range.start.line}` : null;
}

const isToOther = (s: Stmt & { readonly kind: 'note' }, member: string): boolean =>
  s.member !== undefined ? s.member !== member : s.to !== undefined && lastKey(s.to.path) !== member;

const lastKey = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function writesOther(s: Stmt, member: string, fn: IrFunction): boolean {
  if ('array' in s) return !(fn.arrays[s.array]?.name ?? member).endsWith(member);
  if (!('target' in s) || s.target === null) return false;
  const variable = fn.variables[s.target];
  return variable !== undefined && !variable.name.endsWith(member);
}

function soleWrite({ loop, cfg, spine }: LoopShape, variable: VarId, ignored: Trust['ignores']): Write | null {
  const writes = [...loop.blocks].flatMap((block) =>
    (cfg.fn.blocks[block] as Block).stmts.flatMap((stmt, at): Write[] =>
      'target' in stmt && stmt.target === variable && !ignored(stmt) ? [{ block, at, stmt }] : [],
    ),
  );
  const [only] = writes;
  return only && writes.length === 1 && spine.has(only.block) ? only : null;
}

/** Only a variable of the function's own changes: by what a call returns. */
function isResult(s: Stmt, { cfg }: LoopShape): boolean {
  if (s.kind !== 'havoc' || s.by?.what !== 'result') return false;
  const variable = cfg.fn.variables[s.target];
  return variable !== undefined && variable.scope !== 'global' && !variable.addressTaken && !isBehindPointer(variable);
}
