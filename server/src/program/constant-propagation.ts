/**
 * Constants that every way to a block agrees on. It is one forward pass over the graph, for functions too large to
 * follow path by path.
 */
import { constantValue } from './machine-operators.ts';
import type { Cfg } from './control-flow-graph.ts';
import { reversePostorder, successors } from './control-flow-graph.ts';
import { startsInitial } from './function-entry.ts';
import type { IrFunction } from './program.ts';
import type { Block, BlockId, Stmt } from './blocks.ts';
import type { Expr, VarId } from './expressions.ts';

/** Variables with a known value. */
export type Known = ReadonlyMap<VarId, bigint>;

/** By loop header: the variables with a known value whenever the loop is entered from outside. */
export function constantsAtLoops(cfg: Cfg): ReadonlyMap<BlockId, Known> {
  const { fn } = cfg;
  const start = new Map<VarId, bigint>();
  for (const v of fn.variables) if (startsInitial(fn, v)) start.set(v.id, v.initial);
  const at = constantsAtBlocks(fn, start);
  const entries = new Map<BlockId, Known>();
  for (const [b, before] of at)
    for (const header of successors((fn.blocks[b] as Block).end)) {
      const loop = cfg.loops[cfg.loopAt.get(header) ?? -1];
      if (loop === undefined || loop.blocks.has(b)) continue;
      entries.set(header, meet(entries.get(header), behind(fn, b, before)));
    }
  return entries;
}

const meet = (a: Known | undefined, b: Known): Known => (a === undefined || a === b ? b : commonOf(a, b));

function commonOf(a: Known, b: Known): Known {
  const common = new Map<VarId, bigint>();
  for (const [v, x] of a) if (b.get(v) === x) common.set(v, x);
  return common.size === a.size ? a : common;
}

const behind = (fn: IrFunction, b: BlockId, before: Known): Known =>
  (fn.blocks[b] as Block).stmts.reduce<Known>((known, s) => constantsAfter(fn, s, known), before);

/** Constants that every way to a block agrees on, block by block, from what is known at entry. */
export function constantsAtBlocks(fn: IrFunction, atEntry: Known): ReadonlyMap<BlockId, Known> {
  const at = new Map<BlockId, Known>([[fn.entry, atEntry]]);
  const open = new Set([fn.entry]);
  const pass = (blockId: BlockId): void => {
    const out = behind(fn, blockId, at.get(blockId) ?? new Map());
    for (const s of successors((fn.blocks[blockId] as Block).end)) {
      const before = at.get(s);
      const after = meet(before, out);
      if (before !== undefined && after.size === before.size) continue;
      at.set(s, after);
      open.add(s);
    }
  };
  // what leads to a block comes first: only loops are gone through again
  const order = reversePostorder(fn.blocks, fn.entry);
  while (open.size > 0) for (const b of order) if (open.delete(b)) pass(b);
  return at;
}

/** What is known behind a statement. */
export function constantsAfter(fn: IrFunction, statement: Stmt, before: Known): Known {
  const changed = statement.kind === 'call' ? new Set<VarId>(statement.results ?? []) : new Set<VarId>();
  const target = 'target' in statement ? statement.target : null;
  if (target !== null) changed.add(target);
  const value = statement.kind === 'assign' ? constantOf(statement.value, before) : null;
  const reaches = statement.kind === 'call' || statement.kind === 'store-at';
  if (changed.size === 0 && !reaches) return before;
  // what is called may change what isn't this function's alone
  const gone = new Set([...changed].filter((v) => before.has(v)));
  if (reaches)
    for (const v of before.keys())
      if (fn.variables[v]?.scope === 'global' || fn.variables[v]?.addressTaken) gone.add(v);
  if (value === null || target === null) {
    if (gone.size === 0) return before;
  } else if (before.get(target) === value && gone.size === 1 && gone.has(target)) return before;
  const kept = new Map(before);
  for (const v of gone) kept.delete(v);
  return value === null || target === null ? kept : kept.set(target, value);
}

/** The expression's value; null where it isn't known. */
export const constantOf = (e: Expr, known: Known): bigint | null => constantValue(withConstants(e, known));

/** The expression with what is known in place of variables. */
function withConstants(expression: Expr, known: Known): Expr {
  switch (expression.kind) {
    case 'const':
      return expression;
    case 'var': {
      const value = known.get(expression.id);
      return value === undefined ? expression : { kind: 'const', value, type: expression.type };
    }
    case 'unary':
    case 'cast':
      return { ...expression, arg: withConstants(expression.arg, known) };
    case 'binary':
      return {
        ...expression,
        left: withConstants(expression.left, known),
        right: withConstants(expression.right, known),
      };
    case 'ite':
      return {
        ...expression,
        cond: withConstants(expression.cond, known),
        then: withConstants(expression.then, known),
        else: withConstants(expression.else, known),
      };
  }
}
