/**
 * Arrays through symbolic indices. A function over arrays becomes one over integers that watches single elements, at
 * indices which are arbitrary but fixed. A store changes a watched element where the indices agree; a load yields it
 * there and anything elsewhere. An assertion is only asked about runs whose last loads before it were of watched
 * elements. Whatever run fails it, one of the choices of indices watches just what that run read. So a proof about the
 * watching function is one about the function.
 */
import type { Block, BlockId, Cfg, Expr, IrFunction, Stmt, VarId, Variable } from '../../program/index.ts';
import { readVariables } from '../../program/index.ts';
import type { SourceRange } from '../../source/index.ts';
import type { IntType } from '../../machine/index.ts';
import { INT } from '../../machine/index.ts';

const INDEX: IntType = { bits: 64, signed: true, bool: false, name: 'long' };
/** Indices watched for one assertion; arrays whose elements are watched there. */
const GROUPS = 2;
const ARRAYS = 5;

interface Load {
  readonly block: BlockId;
  readonly at: number;
}

/** Null where there is nothing to watch: the assertion doesn't depend on an array's elements. */
export function watchElements(cfg: Cfg, assertion: number): IrFunction | null {
  const { fn } = cfg;
  const groups = chooseLoads(cfg, assertion);
  const used = new Set(
    fn.blocks.flatMap((b) => b.stmts).flatMap((s) => (s.kind === 'load' || s.kind === 'store' ? [s.array] : [])),
  );
  if (groups.length === 0 || used.size > ARRAYS) return null;
  // two pointers that are handed in may lead to the same elements
  if (used.size > 1 && fn.arrays.some((a) => a.scope === 'param' && used.has(a.id))) return null;
  const variables: Variable[] = [...fn.variables];
  const make = (name: string, made: NonNullable<Variable['made']>, type: IntType): VarId => {
    const id = variables.length;
    // an input of its own: any value
    variables.push({ id, name, made, type, scope: 'param', range: null, initial: null, addressTaken: false });
    return id;
  };
  const indices = groups.map((_, g) => make(`index ${g}`, 'index', INDEX));
  /** By array, then by group. */
  const slots = fn.arrays.map((a) =>
    (used.has(a.id) ? indices : []).map((index, g) => ({
      index,
      value: make(`element ${g} of ${a.id}`, 'element', a.element),
    })),
  );
  const hits = new Map<string, { readonly hit: VarId; readonly group: number }>();
  for (const [group, loads] of groups.entries())
    for (const l of loads) hits.set(`${l.block}:${l.at}`, { hit: make(`hit ${hits.size}`, 'auxiliary', INT), group });

  const read = (id: VarId): Expr => ({ kind: 'var', id, type: (variables[id] as Variable).type });
  const here = (index: Expr, s: { readonly index: VarId }): Expr => ({
    kind: 'binary',
    op: 'eq',
    left: cast(index, INDEX),
    right: read(s.index),
    type: INT,
  });
  const rewrite = (block: Block, stmt: Stmt, at: number): Stmt[] => {
    switch (stmt.kind) {
      case 'store':
        return (slots[stmt.array] ?? []).map((s) => {
          const type = (variables[s.value] as Variable).type;
          return {
            kind: 'assign',
            target: s.value,
            value: { kind: 'ite', cond: here(stmt.index, s), then: cast(stmt.value, type), else: read(s.value), type },
            range: stmt.range,
          };
        });
      case 'fill-array':
        return (slots[stmt.array] ?? []).map((s) => {
          const type = (variables[s.value] as Variable).type;
          return {
            kind: 'assign',
            target: s.value,
            value: { kind: 'const', value: stmt.all, type },
            range: stmt.range,
          };
        });
      case 'havoc-array':
        return (slots[stmt.array] ?? []).map((s) => ({
          kind: 'havoc',
          target: s.value,
          reason: stmt.reason,
          range: stmt.range,
          ...(stmt.by && { by: stmt.by }),
        }));
      case 'load': {
        const list = slots[stmt.array] ?? [];
        const { type } = variables[stmt.target] as Variable;
        const reason = { code: 'array-element', message: 'An element that is not watched.', range: stmt.range };
        const other = make(`other ${variables.length}`, 'auxiliary', type);
        const value = list.reduceRight<Expr>(
          (rest, s) => ({ kind: 'ite', cond: here(stmt.index, s), then: cast(read(s.value), type), else: rest, type }),
          read(other),
        );
        const out: Stmt[] = [];
        const watched = hits.get(`${block.id}:${at}`);
        if (watched)
          out.push({
            kind: 'assign',
            target: watched.hit,
            value: here(stmt.index, { index: indices[watched.group] as VarId }),
            range: stmt.range,
          });
        out.push(
          { kind: 'havoc', target: other, reason, range: stmt.range },
          { kind: 'assign', target: stmt.target, value, range: stmt.range },
        );
        return out;
      }
      case 'assert': {
        if (stmt.assertion !== assertion) return [stmt];
        const missed = [...hits.values()].map(
          ({ hit }): Expr => ({ kind: 'unary', op: 'lognot', arg: read(hit), type: INT }),
        );
        const cond = missed.reduce<Expr>(
          (acc, m) => ({ kind: 'binary', op: 'lor', left: m, right: acc, type: INT }),
          stmt.cond,
        );
        return [{ ...stmt, cond }];
      }
      default:
        return [stmt];
    }
  };
  const blocks = fn.blocks.map((b): Block => ({ ...b, stmts: b.stmts.flatMap((s, at) => rewrite(b, s, at)) }));
  const range: SourceRange = fn.nameRange;
  // an element of an array of this function has an index within it
  const bounds: Stmt[] = [];
  for (const [group, loads] of groups.entries())
    for (const one of loads) {
      const load = fn.blocks[one.block]?.stmts[one.at];
      const object = load?.kind === 'load' ? fn.arrays[load.array] : undefined;
      if (!object || object.scope === 'param') continue;
      const index = read(indices[group] as VarId);
      bounds.push({
        kind: 'assume',
        cond: { kind: 'binary', op: 'ge', left: index, right: number(0n), type: INT },
        range,
      });
      if (object.length !== null)
        bounds.push({
          kind: 'assume',
          cond: { kind: 'binary', op: 'lt', left: index, right: number(object.length), type: INT },
          range,
        });
    }
  const entry = blocks.length;
  blocks.push({ id: entry, stmts: bounds, end: { kind: 'goto', to: fn.entry } });
  return { ...fn, variables, blocks, entry, arrays: [] };
}

const number = (value: bigint): Expr => ({ kind: 'const', value, type: INDEX });
const cast = (arg: Expr, type: IntType): Expr => ({ kind: 'cast', arg, type });

/** The last loads on every way to the assertion, together where they read at the same index. */
function chooseLoads(cfg: Cfg, assertion: number): Load[][] {
  const { fn } = cfg;
  for (const b of fn.blocks) {
    const i = b.stmts.findIndex((s) => s.kind === 'assert' && s.assertion === assertion);
    if (i >= 0 && cfg.reachable.has(b.id)) return loadsBefore(cfg, b.id, i);
  }
  return [];
}

/** Back along blocks that every way there passes last. */
function loadsBefore(cfg: Cfg, block: BlockId, end: number): Load[][] {
  const before = onlyPredecessors(cfg);
  const groups = new LoadGroups();
  const seen = new Set<BlockId>();
  for (
    let at: BlockId | undefined = block, from = end;
    at !== undefined && !seen.has(at);
    at = before.get(at), from = Infinity
  ) {
    seen.add(at);
    const { stmts } = cfg.fn.blocks[at] as Block;
    for (let k = Math.min(from, stmts.length) - 1; k >= 0; k--) {
      const s = stmts[k] as Stmt;
      // an index that changes here was another one before
      if ('target' in s && s.target !== null) groups.closeThoseReading(s.target);
      if (s.kind === 'load') groups.add(s, { block: at, at: k });
    }
  }
  return groups.loads();
}

/** Loads at one index. */
interface LoadGroup {
  readonly key: string;
  /** Variables in the index. */
  readonly reads: ReadonlySet<VarId>;
  readonly loads: Load[];
  /** None of them has changed since. */
  open: boolean;
}

/** Loads in groups of the same index. */
class LoadGroups {
  private readonly groups: LoadGroup[] = [];

  add({ index, target }: Stmt & { readonly kind: 'load' }, load: Load): void {
    const key = keyOf(index);
    const same = this.groups.find((g) => g.open && g.key === key);
    if (same) same.loads.push(load);
    else if (this.groups.length < GROUPS) {
      const reads = readVariables(index);
      this.groups.push({ key, reads, loads: [load], open: !reads.has(target) });
    }
  }

  closeThoseReading(variable: VarId): void {
    for (const g of this.groups) if (g.reads.has(variable)) g.open = false;
  }

  loads(): Load[][] {
    return this.groups.map((g) => g.loads);
  }
}

const keyOf = (e: Expr): string =>
  JSON.stringify(e, (k, v: unknown) => (k === 'range' ? undefined : typeof v === 'bigint' ? `${v}` : v));

/** Block -> its predecessor where it has one only. */
function onlyPredecessors(cfg: Cfg): Map<BlockId, BlockId> {
  return new Map(
    [...cfg.predecessors].flatMap(([b, list]) =>
      list.length === 1 && list[0] !== undefined ? [[b, list[0]] as const] : [],
    ),
  );
}
