/** Facts that hold wherever control gets to a block: forward, over what all ways to it have in common. */
import { reversePostorder } from './control-flow-graph.ts';
import type { Stmt, Terminator } from './blocks.ts';
import type { Expr } from './expressions.ts';

/** Facts about one place; they change as statements are gone through. */
export interface Facts<K> {
  copy(): K;
  /** What both know; the first itself where it knows no more. */
  meet(other: K): K;
}

interface Rules<K, S> {
  readonly start: K;
  readonly step: (s: Stmt, facts: K) => void;
  /** The condition has this truth value. */
  readonly learn: (cond: Expr, truth: boolean, facts: K) => void;
  /** The statement says nothing new: it is taken away. */
  readonly isVain: (s: S, facts: K) => boolean;
}

interface Block<S> {
  stmts: S[];
  readonly end: Terminator | null;
}

/** Finds the facts of all blocks that are reached, and takes away what is vain there. */
export function forward<K extends Facts<K>, S extends { readonly kind: string }>(
  blocks: readonly Block<S>[],
  entry: number,
  { start, step, learn, isVain }: Rules<K, S>,
): void {
  const at = new Map<number, K>([[entry, start]]);
  const through = (block: Block<S>, before: K, keep: ((s: S) => void) | null): K => {
    const facts = before.copy();
    for (const s of block.stmts) {
      if (keep !== null && !isVain(s, facts)) keep(s);
      step(s as unknown as Stmt, facts);
    }
    return facts;
  };
  const open = new Set([entry]);
  const arrive = (to: number, facts: K): void => {
    const before = at.get(to);
    const joined = before?.meet(facts) ?? facts;
    if (joined === before) return;
    at.set(to, joined);
    open.add(to);
  };
  const pass = (id: number): void => {
    const after = through(blocks[id]!, at.get(id)!, null);
    const { end } = blocks[id]!;
    if (end?.kind === 'goto') arrive(end.to, after);
    if (end?.kind !== 'branch') return;
    for (const truth of [true, false]) {
      const facts = after.copy();
      learn(end.cond, truth, facts);
      arrive(truth ? end.then : end.else, facts);
    }
  };
  // what leads to a block comes first: only loops are gone through again
  const order = reversePostorder(blocks, entry);
  while (open.size > 0) for (const id of order) if (open.delete(id)) pass(id);
  for (const [id, before] of at) {
    const kept: S[] = [];
    through(blocks[id]!, before, (s) => kept.push(s));
    blocks[id]!.stmts = kept;
  }
}
