/**
 * Stores of a loop through pointers that have nothing to do with those that it reads elements through: `*d++ = *s++`.
 * What is read there may well be what they write, but hardly ever is.
 */
import type { Access, Block, Cfg, Loop, Stmt, VarId, Variable } from '../program/index.ts';
import { readVariables } from '../program/index.ts';
import { isOfStore } from './memory-writes.ts';
import { settledBefore } from './settled-values.ts';

/** The stores, with what they may change of arrays. */
export function storesThroughOthers(loop: Loop, cfg: Cfg): ReadonlySet<Stmt> {
  const stmts = [...loop.blocks].flatMap((b) => (cfg.fn.blocks[b] as Block).stmts);
  const stores = stmts.flatMap((stmt) => (stmt.kind === 'note' && isElement(stmt.to) ? [{ stmt, to: stmt.to }] : []));
  if (stores.length === 0) return new Set();
  const originsOf = originsIn(stmts, loop, cfg);
  const read = originsOf(stmts.flatMap((s) => pointersReadBy(s, cfg)));
  const apart = new Set<Stmt>();
  for (const { stmt, to } of stores) {
    const written = originsOf([...readVariables(to.position)]);
    if (written.size > 0 && ![...written].some((v) => read.has(v))) apart.add(stmt);
  }
  // before a store stands what it may have changed
  let store: Stmt | undefined;
  for (const s of stmts.reverse()) {
    if (!isOfStore(s)) store = s;
    else if (store && apart.has(store)) apart.add(s);
  }
  return apart;
}

const isElement = (access: Access | undefined): access is Access => access?.path === '' && !access.guessed;

/** What an element's place is reckoned from, where the statement reads one. */
function pointersReadBy(s: Stmt, { fn }: Cfg): readonly VarId[] {
  if (s.kind === 'havoc' && isElement(s.from)) return [...readVariables(s.from.position)];
  if (s.kind !== 'load') return [];
  return [...readVariables(s.index), ...fn.variables.filter((v) => v.begins === s.array).map(({ id }) => id)];
}

/**
 * The pointers that variables may stem from: in the loop, and in what was assigned to them before it. Null stands for
 * objects.
 */
function originsIn(stmts: readonly Stmt[], loop: Loop, cfg: Cfg): (of: readonly VarId[]) => ReadonlySet<VarId | null> {
  const assigned = new Map<VarId, VarId[]>();
  for (const s of stmts) {
    if (s.kind !== 'assign') continue;
    const sources = assigned.get(s.target) ?? [];
    assigned.set(s.target, sources);
    sources.push(...readVariables(s.value));
  }
  const isPointer = (v: VarId): boolean => cfg.fn.variables[v]?.pointer === true;
  const before = (v: VarId): readonly (VarId | null)[] => {
    const reads = isPointer(v) ? settledBefore(cfg, loop, v)?.reads.filter(isPointer) : undefined;
    return reads?.length === 0 ? [null] : (reads ?? []);
  };
  const isNamed = (v: VarId): boolean => isPointer(v) && (cfg.fn.variables[v] as Variable).scope !== 'temp';
  return (of) => {
    const found = new Set<VarId | null>(of);
    // the set grows on the way
    for (const v of found)
      if (v !== null) for (const source of [...(assigned.get(v) ?? []), ...before(v)]) found.add(source);
    return new Set([...found].filter((v) => v === null || isNamed(v)));
  };
}
