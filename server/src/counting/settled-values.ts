/** What a variable is worth when a loop is reached, by the one assignment that all ways there pass: `__n = n - 1` of a macro, `last = first + size` of a block. */
import type { Block, BlockId, Cfg, Expr, Loop, Stmt, VarId } from '../program/index.ts';
import { readVariables, successors } from '../program/index.ts';

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
  const only = soleAssignment(cfg, loop, variable);
  if (!only || !dominates(cfg, only.block, loop.site.header)) return null;
  const { stmts } = fn.blocks[only.block] as Block;
  const stmt = stmts[only.at] as Stmt;
  const read = valueOf(stmt);
  if (read === null) return null;
  const between = [
    ...stmts.slice(only.at + 1),
    ...[...onTheWay(cfg, only.block, loop)].flatMap((b) => (fn.blocks[b] as Block).stmts),
  ];
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

const targetsOf = (s: Stmt): readonly VarId[] => [
  ...('target' in s && s.target !== null ? [s.target] : []),
  ...(s.kind === 'call' ? (s.results ?? []) : []),
];

const writes = (s: Stmt, variables: readonly VarId[]): boolean => targetsOf(s).some((v) => variables.includes(v));

/** The only place outside of the loop that gives it a value. */
function soleAssignment(cfg: Cfg, { blocks }: Loop, variable: VarId): Place | null {
  const found = (tablesOf(cfg).writes.get(variable) ?? []).filter(({ block }) => !blocks.has(block));
  return found.length === 1 ? (found[0] ?? null) : null;
}

interface Place {
  readonly block: BlockId;
  readonly at: number;
}

/** The same for all loops of a function. */
interface Tables {
  readonly writes: ReadonlyMap<VarId, readonly Place[]>;
  readonly predecessors: ReadonlyMap<BlockId, readonly BlockId[]>;
}

const tables = new WeakMap<Cfg, Tables>();

function tablesOf(cfg: Cfg): Tables {
  const known = tables.get(cfg);
  if (known) return known;
  const writes = new Map<VarId, Place[]>();
  const predecessors = new Map<BlockId, BlockId[]>();
  for (const { id, stmts, end } of cfg.fn.blocks) {
    if (!cfg.reachable.has(id)) continue;
    for (const s of successors(end)) push(predecessors, s, id);
    for (const [at, s] of stmts.entries()) for (const v of targetsOf(s)) push(writes, v, { block: id, at });
  }
  const made = { writes, predecessors };
  tables.set(cfg, made);
  return made;
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function dominates(cfg: Cfg, block: BlockId, of: BlockId): boolean {
  for (let b = of; ; b = cfg.dominator(b)) {
    if (b === block) return true;
    if (b === cfg.dominator(b)) return false;
  }
}

/** Blocks on ways from behind a block to where the loop is entered that don't pass it again; those of the loop, where it can be entered again so. */
function onTheWay(cfg: Cfg, from: BlockId, { site, blocks }: Loop): ReadonlySet<BlockId> {
  const { predecessors } = tablesOf(cfg);
  const leads = new Set<BlockId>();
  const queue = (predecessors.get(site.header) ?? []).filter((b) => !blocks.has(b));
  for (let b = queue.pop(); b !== undefined; b = queue.pop()) {
    // it dominates the loop: backwards every way gets to it
    if (b === from || leads.has(b)) continue;
    leads.add(b);
    queue.push(...(predecessors.get(b) ?? []));
  }
  return leads;
}
