/** Locals that are read where no assignment can have reached them. */
import type { Block, Expr, Stmt, Variable } from '../../program/index.ts';
import type { Reason, SourceRange } from '../../source/index.ts';

interface Uses {
  /** Read in the block before anything is assigned there: where. */
  readonly reads: ReadonlyMap<number, SourceRange>;
  readonly writes: ReadonlySet<number>;
}

/** One reason for each local that is read before it can have a value. */
export function uninitializedReads(variables: readonly Variable[], blocks: readonly Block[], entry: number): Reason[] {
  // members are read when a struct is copied, which is no use of them
  const candidates = new Set(
    variables
      .filter((v) => v.scope === 'local' && !v.addressTaken && v.initial === null && !v.name.includes('.'))
      .map((v) => v.id),
  );
  if (candidates.size === 0) return [];
  const uses = blocks.map((b) => usesOf(b, candidates));
  const live = reachableFrom(blocks, [entry]);
  const readers = new Map<number, number[]>();
  for (const [i, { reads }] of uses.entries())
    for (const id of live.has(i) ? reads.keys() : []) readers.set(id, [...(readers.get(id) ?? []), i]);
  const mayBeAssigned = assignedBefore(blocks, live);
  const reasons: Reason[] = [];
  for (const id of candidates) {
    const read = (readers.get(id) ?? []).find((i) => !mayBeAssigned(i, (b) => uses[b]!.writes.has(id)));
    if (read === undefined) continue;
    reasons.push({
      code: 'uninitialized',
      message: `\`${variables[id]!.name}\` is read before it has a value`,
      range: uses[read]!.reads.get(id)!,
    });
  }
  return reasons;
}

/**
 * Whether a block that assigns leads to the block. Searched backwards: what is read has mostly been assigned nearby.
 */
function assignedBefore(
  blocks: readonly Block[],
  live: ReadonlySet<number>,
): (block: number, assigns: (block: number) => boolean) => boolean {
  const predecessors = new Map<number, number[]>();
  for (const b of live)
    for (const to of successors(blocks[b]!)) {
      const known = predecessors.get(to);
      if (known) known.push(b);
      else predecessors.set(to, [b]);
    }
  return (block, assigns) => {
    const seen = new Set(predecessors.get(block));
    for (const b of seen) {
      if (assigns(b)) return true;
      for (const before of predecessors.get(b) ?? []) seen.add(before);
    }
    return false;
  };
}

function successors({ end }: Block): number[] {
  return end.kind === 'goto' ? [end.to] : end.kind === 'branch' ? [end.then, end.else] : [];
}

function reachableFrom(blocks: readonly Block[], roots: readonly number[]): Set<number> {
  const seen = new Set(roots);
  for (const id of seen) for (const to of successors(blocks[id]!)) seen.add(to);
  return seen;
}

function usesOf(block: Block, candidates: ReadonlySet<number>): Uses {
  const reads = new Map<number, SourceRange>();
  const writes = new Set<number>();
  const read = (expression: Expr | null, range: SourceRange): void => {
    switch (expression?.kind) {
      case 'var':
        if (candidates.has(expression.id) && !writes.has(expression.id) && !reads.has(expression.id))
          reads.set(expression.id, range);
        return;
      case 'unary':
      case 'cast':
        read(expression.arg, range);
        return;
      // what is evaluated lazily may not be evaluated
      case 'binary':
        read(expression.left, range);
        if (expression.op !== 'land' && expression.op !== 'lor') read(expression.right, range);
        return;
      case 'ite':
        read(expression.cond, range);
        return;
      default:
    }
  };
  for (const s of block.stmts) {
    readBy(s, read);
    if ('target' in s && s.target !== null) writes.add(s.target);
  }
  if (block.end.kind === 'branch') read(block.end.cond, block.end.range);
  if (block.end.kind === 'return') read(block.end.value, block.end.range);
  return { reads, writes };
}

function readBy(statement: Stmt, read: (e: Expr | null, range: SourceRange) => void): void {
  switch (statement.kind) {
    case 'assign':
      read(statement.value, statement.range);
      return;
    case 'load':
      read(statement.index, statement.range);
      return;
    case 'store':
      read(statement.index, statement.range);
      read(statement.value, statement.range);
      return;
    case 'call':
      for (const a of statement.args) read(a, statement.range);
      return;
    case 'go-through':
      if (statement.guard === null) read(statement.position, statement.range);
      return;
    case 'assume':
    case 'assert':
      read(statement.cond, statement.range);
      return;
    default:
  }
}
