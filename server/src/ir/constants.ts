/** Constants that every way to a block agrees on: one forward pass over the graph, for functions too large to follow path by path. */
import { constantValue } from './arithmetic.ts';
import type { Cfg } from './cfg.ts';
import { successors } from './cfg.ts';
import { isProgramStart } from './program.ts';
import type { Block, BlockId, Expr, VarId } from './program.ts';

type Known = ReadonlyMap<VarId, bigint>;

/** By loop header: the variables with a known value whenever the loop is entered from outside. */
export function constantsAtLoops(cfg: Cfg): ReadonlyMap<BlockId, Known> {
  const { fn } = cfg;
  const at = new Map<BlockId, Known>();
  const start = new Map<VarId, bigint>();
  if (isProgramStart(fn)) for (const v of fn.variables) if (v.initial !== null) start.set(v.id, v.initial);
  at.set(fn.entry, start);
  const entries = new Map<BlockId, Known>();
  const meet = (a: Known | undefined, b: Known): Known => (a === undefined ? b : new Map([...a].filter(([v, x]) => b.get(v) === x)));
  const work: BlockId[] = [fn.entry];
  for (let b = work.shift(); b !== undefined; b = work.shift()) {
    const out = transfer(fn.blocks[b] as Block, at.get(b) as Known);
    for (const s of successors((fn.blocks[b] as Block).end)) {
      const before = at.get(s);
      const after = meet(before, out);
      if (before !== undefined && after.size === before.size) continue;
      at.set(s, after);
      work.push(s);
    }
  }
  for (const loop of cfg.loops) {
    const header = loop.site.header;
    for (const [b] of at) {
      if (loop.blocks.has(b) || !successors((fn.blocks[b] as Block).end).includes(header)) continue;
      entries.set(header, meet(entries.get(header), transfer(fn.blocks[b] as Block, at.get(b) as Known)));
    }
  }
  return entries;
}

function transfer(block: Block, before: Known): Known {
  const known = new Map(before);
  for (const s of block.stmts) {
    if (!('target' in s) || s.target === null) continue;
    const value = s.kind === 'assign' ? constantValue(withConstants(s.value, known)) : null;
    if (value === null) known.delete(s.target);
    else known.set(s.target, value);
  }
  return known;
}

function withConstants(e: Expr, known: Known): Expr {
  switch (e.kind) {
    case 'const': return e;
    case 'var': {
      const value = known.get(e.id);
      return value === undefined ? e : { kind: 'const', value, type: e.type };
    }
    case 'unary': case 'cast': return { ...e, arg: withConstants(e.arg, known) };
    case 'binary': return { ...e, left: withConstants(e.left, known), right: withConstants(e.right, known) };
    case 'ite': return { ...e, cond: withConstants(e.cond, known), then: withConstants(e.then, known), else: withConstants(e.else, known) };
  }
}
