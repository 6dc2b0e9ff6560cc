/** That every iteration moves a pointer on to what one member of it leads to. */
import { mayWriteMember } from '../explore/index.ts';
import type { Block, BlockId, IrFunction, Stmt, VarId } from '../program/index.ts';
import { isBehindPointer } from '../program/index.ts';
import type { LoopShape } from './loop-shape.ts';

export interface Followed {
  readonly member: string;
  /** Calls and stores in the loop that may write that member, of whatever object: they are asked to be trusted. */
  readonly trusted: readonly string[];
}

interface Write {
  readonly block: BlockId;
  readonly stmt: Stmt;
}

/** No call but those of the list writes the member. `p = p->next;`, or `q = p->next; ... p = q;`, once in every iteration and nowhere else. Null otherwise. */
export function followedMember(shape: LoopShape, pointer: VarId): Followed | null {
  const write = soleWrite(shape, pointer);
  if (!write) return null;
  const source =
    write.stmt.kind === 'assign' && write.stmt.value.kind === 'var'
      ? (soleWrite(shape, write.stmt.value.id)?.stmt ?? null)
      : write.stmt;
  if (source?.kind !== 'havoc' || !source.follows) return null;
  const { position, member } = source.follows;
  if (position.kind !== 'var' || position.id !== pointer) return null;
  const writes = shape.order.flatMap((b) =>
    (shape.cfg.fn.blocks[b] as Block).stmts.filter((s) => !isResult(s, shape) && mayWriteMember(shape.cfg, s, member)),
  );
  const writers = writes.map((s) => writerOf(s, member, shape));
  return writers.includes(null) ? null : { member, trusted: [...new Set(writers as string[])] };
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

function soleWrite({ loop, cfg, spine }: LoopShape, variable: VarId): Write | null {
  const writes = [...loop.blocks].flatMap((block) =>
    (cfg.fn.blocks[block] as Block).stmts.flatMap((stmt): Write[] =>
      'target' in stmt && stmt.target === variable ? [{ block, stmt }] : [],
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
