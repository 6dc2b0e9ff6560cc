/**
 * What a variable is worth when a loop is reached, by the one assignment that all ways there pass: `__n = n - 1` of a
 * macro, `last = first + size` of a block.
 */
import type { Block, BlockId, Cfg, Expr, Loop, Stmt, VarId } from '../program/index.ts';
import { readVariables } from '../program/index.ts';
import { grouped } from './grouped.ts';
import { variablesWritten } from './loop-shape.ts';

export interface Settled {
  readonly stmt: Stmt & { readonly kind: 'assign' | 'havoc' };
  /** What it speaks of is as it was when the loop is reached. */
  readonly reads: readonly VarId[];
  /** What happens between it and the loop. */
  readonly between: readonly Stmt[];
}

/** Null where there are several, or what the one speaks of may have changed since. */
export function settledBefore(cfg: Cfg, loop: Loop, variable: VarId): Settled | null {
  const { fn } = cfg;
  const declared = fn.variables[variable];
  if (!declared || declared.addressTaken || declared.scope === 'global' || declared.scope === 'param') return null;
  const only = reachingAssignment(cfg, loop, variable);
  if (!only) return null;
  const { stmts } = fn.blocks[only.block] as Block;
  const stmt = stmts[only.at] as Stmt;
  const read = valueOf(stmt);
  if (read === null) return null;
  const between = [...stmts.slice(only.at + 1), ...only.passed.flatMap((b) => (fn.blocks[b] as Block).stmts)];
  const reads = read.flatMap((e) => [...readVariables(e)]);
  return between.some((s) => writes(s, [variable, ...reads]))
    ? null
    : { stmt: stmt as Settled['stmt'], reads, between };
}

/** What makes up the value; null: it can't be told. */
function valueOf(s: Stmt): readonly Expr[] | null {
  if (s.kind === 'assign') return [s.value];
  if (s.kind !== 'havoc' || !s.from) return null;
  return s.from.index === null ? [s.from.position] : [s.from.position, s.from.index];
}

const writes = (s: Stmt, variables: readonly VarId[]): boolean =>
  variablesWritten(s).some((v) => variables.includes(v));

interface Reaching extends Place {
  /** Blocks on ways from behind it to the loop; those of the loop, where it can be entered again so. */
  readonly passed: readonly BlockId[];
}

/** A value from further away isn't looked for. */
const MOST_PASSED = 1000;

/** The one assignment that every way to the loop passes last. */
function reachingAssignment(cfg: Cfg, { site, blocks }: Loop, variable: VarId): Reaching | null {
  const { predecessors } = cfg;
  const last = new Map((writesIn(cfg).get(variable) ?? []).map(({ block, at }) => [block, at]));
  const passed = new Set<BlockId>();
  const found = new Set<BlockId>();
  const queue = (predecessors.get(site.header) ?? []).filter((b) => !blocks.has(b));
  for (let b = queue.pop(); b !== undefined; b = queue.pop()) {
    if (last.has(b)) found.add(b);
    else if (!passed.has(b)) {
      const before = predecessors.get(b) ?? [];
      // without any it is the function's start
      if (before.length === 0 || b === cfg.fn.entry || passed.size === MOST_PASSED) return null;
      passed.add(b);
      queue.push(...before);
    }
    if (found.size > 1) return null;
  }
  const [block] = found;
  return block === undefined ? null : { block, at: last.get(block) as number, passed: [...passed] };
}

interface Place {
  readonly block: BlockId;
  readonly at: number;
}

/** The same for all loops of a function. */
const writesOf = new WeakMap<Cfg, ReadonlyMap<VarId, readonly Place[]>>();

/** By variable: the places that write to it. */
function writesIn(cfg: Cfg): ReadonlyMap<VarId, readonly Place[]> {
  const known = writesOf.get(cfg);
  if (known) return known;
  const places = cfg.fn.blocks
    .filter((b) => cfg.reachable.has(b.id))
    .flatMap(({ id, stmts }) =>
      stmts.flatMap((s, at) => variablesWritten(s).map((variable) => ({ block: id, at, variable }))),
    );
  const made = grouped(places, (p) => p.variable);
  writesOf.set(cfg, made);
  return made;
}
