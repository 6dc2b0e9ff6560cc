/** That every iteration moves a pointer on to what one member of it leads to. */
import { mayWriteMember } from '../explore/index.ts';
import type { Block, BlockId, Stmt, VarId } from '../program/index.ts';
import { isBehindPointer } from '../program/index.ts';
import type { LoopShape } from './loop-shape.ts';

export interface Followed {
  readonly member: string;
  /** Calls in the loop that may write that member, of whatever object: they are asked to be trusted. */
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
  const callers = writes.map((s) =>
    'by' in s && s.by ? (s.by.callee ?? 'the function that a pointer leads to') : null,
  );
  return callers.includes(null) ? null : { member, trusted: [...new Set(callers as string[])] };
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
