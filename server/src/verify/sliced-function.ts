/**
 * A function as far as one assertion needs it: what the values depend on that the assertion reads, and the branches
 * over these values. All other branches may go either way, so each run of the function is one of the slice's, and what
 * holds there holds. Nothing else may be concluded. Source: Weiser, Program slicing, by data dependence alone.
 */
import type { Block, BlockId, Expr, IrFunction, Stmt, Terminator, VarId, Variable } from '../program/index.ts';
import { depthFirst, expressionsRead, readVariables, successors, withoutDetours } from '../program/index.ts';
import { INT } from '../machine/index.ts';

/** The slice for an assertion; null where it leaves more than half of the statements, or calls are left. */
export function slicedFor(fn: IrFunction, assertion: number): IrFunction | null {
  if (fn.blocks.some((b) => b.stmts.some(({ kind }) => UNRESOLVED.has(kind)))) return null;
  const relevant = dependences(fn, assertion);
  const either: Variable = {
    id: fn.variables.length,
    name: '$either',
    type: INT,
    scope: 'temp',
    range: null,
    initial: null,
    addressTaken: false,
  };
  const blocks = collapsed(
    fn.blocks.map((block): Block => {
      const stmts = block.stmts.flatMap((s) => kept(s, assertion, relevant));
      const { end } = block;
      if (end.kind !== 'branch' || isOver(relevant, [end.cond])) return { ...block, stmts };
      return { ...block, stmts, end: { ...end, cond: { kind: 'var', id: either.id, type: INT } } };
    }),
    either.id,
  );
  const { loops, ...graph } = withoutDetours(
    blocks,
    fn.entry,
    fn.loops.filter((l) => isEntered(blocks, fn.entry, l)),
  );
  const slice = { ...fn, ...graph, loops, variables: [...fn.variables, either] };
  return sizeOf(slice) * 2 > sizeOf(fn) ? null : slice;
}

const UNRESOLVED: ReadonlySet<Stmt['kind']> = new Set<Stmt['kind']>(['call', 'load-at', 'store-at']);

const sizeOf = ({ blocks }: IrFunction): number => blocks.reduce((sum, b) => sum + b.stmts.length + 1, 0);

interface Relevant {
  readonly variables: Set<VarId>;
  readonly arrays: Set<number>;
}

const isOver = ({ variables }: Relevant, read: readonly Expr[]): boolean =>
  read.every((e) => [...readVariables(e)].every((v) => variables.has(v)));

/** All that the assertion's values are computed of. */
function dependences({ blocks }: IrFunction, assertion: number): Relevant {
  const relevant: Relevant = { variables: new Set(), arrays: new Set() };
  const stmts = blocks.flatMap((b) => b.stmts);
  const read = (e: Expr): void => {
    for (const v of readVariables(e)) relevant.variables.add(v);
  };
  for (const s of stmts) if (s.kind === 'assert' && s.assertion === assertion) read(s.cond);
  for (let size = -1; size < relevant.variables.size + relevant.arrays.size; ) {
    size = relevant.variables.size + relevant.arrays.size;
    for (const s of stmts) {
      if (!isDefinition(s, relevant)) continue;
      if (s.kind === 'load') relevant.arrays.add(s.array);
      if (s.kind === 'havoc' && s.within) read(s.within.most);
      expressionsRead(s).forEach(read);
    }
  }
  return relevant;
}

/** Whether the statement gives something relevant a value. */
function isDefinition(s: Stmt, { variables, arrays }: Relevant): boolean {
  switch (s.kind) {
    case 'assign':
    case 'nondet':
    case 'havoc':
    case 'load':
      return variables.has(s.target);
    case 'store':
    case 'fill-array':
    case 'havoc-array':
      return arrays.has(s.array);
    default:
      return false;
  }
}

/** The statement in the slice, if it stays. What it rests on beside values is left out. */
function kept(s: Stmt, assertion: number, relevant: Relevant): readonly Stmt[] {
  if (s.kind === 'assert' && s.assertion === assertion) return [s];
  if (s.kind === 'assert' || s.kind === 'assume') return isOver(relevant, [s.cond]) ? [s] : [];
  if (!isDefinition(s, relevant)) return [];
  if (s.kind === 'havoc') {
    const { kind, target, reason, range, within } = s;
    return [{ kind, target, reason, range, ...(within && { within }) }];
  }
  if (s.kind === 'havoc-array') {
    const { kind, array, reason, range } = s;
    return [{ kind, array, reason, range }];
  }
  return [s];
}

/** Branches that go either way are followed only where that matters: not to one place, nor round in nothing. */
function collapsed(blocks: readonly Block[], either: VarId): readonly Block[] {
  const out = [...blocks];
  const isEither = (end: Terminator): end is Terminator & { kind: 'branch' } =>
    end.kind === 'branch' && end.cond.kind === 'var' && end.cond.id === either;
  /** The first block from there on at which something happens. */
  const behind = (from: BlockId): BlockId => {
    const seen = new Set<BlockId>();
    let at = from;
    for (
      let block = out[at]!;
      block.stmts.length === 0 && block.end.kind === 'goto' && !seen.has(at);
      block = out[at]!
    ) {
      seen.add(at);
      at = block.end.to;
    }
    return at;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const [id, { stmts, end }] of out.entries()) {
      if (!isEither(end)) continue;
      const [then, otherwise] = [behind(end.then), behind(end.else)];
      const isRound = (to: BlockId): boolean => to === id && stmts.length === 0;
      if (then !== otherwise && !isRound(then) && !isRound(otherwise)) continue;
      out[id] = { id, stmts, end: { kind: 'goto', to: isRound(then) ? otherwise : then } };
      changed = true;
    }
  }
  return out.map((block): Block => {
    const { id, stmts, end } = block;
    if (!isEither(end)) return block;
    const choice: Stmt = { kind: 'nondet', target: either, callee: '', range: end.range };
    return { id, stmts: [...stmts, choice], end };
  });
}

/** Whether the loop is one still: its header is come to, and come back to. */
const isEntered = (blocks: readonly Block[], entry: BlockId, { header }: { readonly header: BlockId }): boolean =>
  depthFirst(blocks, [entry]).includes(header) && depthFirst(blocks, successors(blocks[header]!.end)).includes(header);
