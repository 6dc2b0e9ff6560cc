/**
 * Arrays through symbolic indices: a function over arrays becomes one over integers that watches single elements, at indices which
 * are arbitrary but fixed. A store changes a watched element where the indices agree; a load yields it there and anything elsewhere.
 * An assertion is only asked about runs whose last loads before it were of watched elements: whatever run fails it, one of the
 * choices of indices watches just what that run read. So a proof about the watching function is one about the function.
 */
import type { Cfg } from '../ir/cfg.ts';
import { successors } from '../ir/cfg.ts';
import type { Block, BlockId, Expr, IrFunction, Stmt, Variable, VarId } from '../ir/program.ts';
import type { SourceRange } from '../ir/source.ts';
import type { IntType } from '../ir/types.ts';
import { INT } from '../ir/types.ts';

const INDEX: IntType = { bits: 64, signed: true, bool: false, name: 'long' };
/** Names of watched indices and elements start with these. */
export const INDEX_NAME = '#index';
export const ELEMENT_NAME = '#element';
/** Watched elements per array, and loads per assertion. */
const SLOTS = 2;
const LOADS = 3;

interface Slot {
  readonly index: VarId;
  readonly value: VarId;
}

/** Null where there is nothing to watch: no assertion depends on an array's elements. */
export function watchElements(cfg: Cfg): IrFunction | null {
  const { fn } = cfg;
  const chosen = chooseLoads(cfg);
  if (chosen.size === 0) return null;
  const variables: Variable[] = [...fn.variables];
  const make = (name: string, type: IntType): VarId => {
    const id = variables.length;
    // an input of its own: any value
    variables.push({ id, name, type, scope: 'param', range: null, initial: null, addressTaken: false });
    return id;
  };
  const slots = new Map<number, Slot[]>();
  const slotOf = (array: number, k: number): Slot => {
    const list = slots.get(array) ?? [];
    slots.set(array, list);
    const object = fn.arrays[array] as IrFunction['arrays'][number];
    while (list.length <= k) list.push({ index: make(`${INDEX_NAME}${array}.${list.length}`, INDEX), value: make(`${ELEMENT_NAME}${array}.${list.length}`, object.element) });
    return list[k] as Slot;
  };
  for (const uses of chosen.values()) for (const u of uses) slotOf(u.load.array, u.slot);
  const hits = new Map<string, VarId>();
  const hitOf = (load: Load, slot: number): VarId => {
    const key = `${load.block}:${load.at}:${slot}`;
    const known = hits.get(key) ?? make(`#hit${hits.size}`, INT);
    hits.set(key, known);
    return known;
  };
  for (const uses of chosen.values()) for (const u of uses) hitOf(u.load, u.slot);

  const read = (id: VarId): Expr => ({ kind: 'var', id, type: (variables[id] as Variable).type });
  const here = (index: Expr, s: Slot): Expr => ({ kind: 'binary', op: 'eq', left: cast(index, INDEX), right: read(s.index), type: INT });
  const rewrite = (b: Block, stmt: Stmt, at: number): Stmt[] => {
    switch (stmt.kind) {
      case 'store':
        return (slots.get(stmt.array) ?? []).map((s) => {
          const type = (variables[s.value] as Variable).type;
          return { kind: 'assign', target: s.value, value: { kind: 'ite', cond: here(stmt.index, s), then: cast(stmt.value, type), else: read(s.value), type }, range: stmt.range };
        });
      case 'havoc-array':
        return (slots.get(stmt.array) ?? []).map((s) => ({ kind: 'havoc', target: s.value, reason: stmt.reason, range: stmt.range }));
      case 'load': {
        const list = slots.get(stmt.array) ?? [];
        const { type } = variables[stmt.target] as Variable;
        const reason = { code: 'array-element', message: 'An element that is not watched.', range: stmt.range };
        const other = make(`#other${variables.length}`, type);
        const value = list.reduceRight<Expr>((rest, s) => ({ kind: 'ite', cond: here(stmt.index, s), then: cast(read(s.value), type), else: rest, type }), read(other));
        const out: Stmt[] = [];
        for (const [k, s] of list.entries()) {
          const hit = hits.get(`${b.id}:${at}:${k}`);
          if (hit !== undefined) out.push({ kind: 'assign', target: hit, value: here(stmt.index, s), range: stmt.range });
        }
        out.push({ kind: 'havoc', target: other, reason, range: stmt.range }, { kind: 'assign', target: stmt.target, value, range: stmt.range });
        return out;
      }
      case 'assert': {
        const missed = (chosen.get(stmt.assertion) ?? []).map((u): Expr => ({ kind: 'unary', op: 'lognot', arg: read(hitOf(u.load, u.slot)), type: INT }));
        const cond = missed.reduce<Expr>((acc, m) => ({ kind: 'binary', op: 'lor', left: m, right: acc, type: INT }), stmt.cond);
        return [{ ...stmt, cond }];
      }
      default: return [stmt];
    }
  };
  const blocks = fn.blocks.map((b): Block => ({ ...b, stmts: b.stmts.flatMap((s, at) => rewrite(b, s, at)) }));
  const range: SourceRange = fn.nameRange;
  // an element of an array of this function has an index within it
  const bounds: Stmt[] = [];
  for (const [array, list] of slots) {
    const object = fn.arrays[array] as IrFunction['arrays'][number];
    if (object.scope === 'param') continue;
    for (const s of list) {
      bounds.push({ kind: 'assume', cond: { kind: 'binary', op: 'ge', left: read(s.index), right: number(0n), type: INT }, range });
      if (object.length !== null) bounds.push({ kind: 'assume', cond: { kind: 'binary', op: 'lt', left: read(s.index), right: number(object.length), type: INT }, range });
    }
  }
  const entry = blocks.length;
  blocks.push({ id: entry, stmts: bounds, end: { kind: 'goto', to: fn.entry } });
  return { ...fn, variables, blocks, entry, arrays: [] };
}

const number = (value: bigint): Expr => ({ kind: 'const', value, type: INDEX });
const cast = (arg: Expr, type: IntType): Expr => ({ kind: 'cast', arg, type });

interface Load {
  readonly block: BlockId;
  readonly at: number;
  readonly array: number;
}

/** For each assertion the last loads on every way to it, by the slot that watches what they read. */
function chooseLoads(cfg: Cfg): Map<number, { readonly load: Load; readonly slot: number }[]> {
  const { fn } = cfg;
  const before = onlyPredecessors(cfg);
  const out = new Map<number, { load: Load; slot: number }[]>();
  for (const b of fn.blocks) {
    if (!cfg.reachable.has(b.id)) continue;
    for (const [i, stmt] of b.stmts.entries()) {
      if (stmt.kind !== 'assert') continue;
      const uses: { load: Load; slot: number }[] = [];
      const perArray = new Map<number, number>();
      const seen = new Set<BlockId>();
      // back along blocks that every way to the assertion passes last
      for (let at: BlockId | undefined = b.id, from = i; at !== undefined && !seen.has(at); at = before.get(at), from = Infinity) {
        seen.add(at);
        const { stmts } = fn.blocks[at] as Block;
        for (let k = Math.min(from, stmts.length) - 1; k >= 0 && uses.length < LOADS; k--) {
          const s = stmts[k] as Stmt;
          if (s.kind !== 'load') continue;
          const slot = perArray.get(s.array) ?? 0;
          if (slot >= SLOTS) continue;
          perArray.set(s.array, slot + 1);
          uses.push({ load: { block: at, at: k, array: s.array }, slot });
        }
      }
      // two pointers that are handed in may lead to the same elements
      const alone = fn.arrays.length === 1 || uses.every((u) => fn.arrays[u.load.array]?.scope !== 'param');
      if (uses.length > 0 && alone) out.set(stmt.assertion, uses);
    }
  }
  return out;
}

/** Block -> its predecessor where it has one only. */
function onlyPredecessors(cfg: Cfg): Map<BlockId, BlockId> {
  const count = new Map<BlockId, BlockId[]>();
  for (const b of cfg.reachable) for (const s of successors((cfg.fn.blocks[b] as Block).end)) count.set(s, [...(count.get(s) ?? []), b]);
  return new Map([...count].flatMap(([b, list]) => (list.length === 1 && list[0] !== undefined ? [[b, list[0]] as const] : [])));
}
