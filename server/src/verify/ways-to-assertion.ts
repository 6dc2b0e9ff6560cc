/** What lies on ways to an assertion: blocks, statements, and the variables that they name. */
import type { AssertionSite, Block, BlockId, IrFunction, Stmt, Terminator, VarId } from '../program/index.ts';
import { readIn, readVariables, successors } from '../program/index.ts';

type Site = Pick<AssertionSite, 'id'>;

const isOf = (s: Stmt, { id }: Site): s is Stmt & { readonly kind: 'assert' } =>
  s.kind === 'assert' && s.assertion === id;

/** The blocks from which a run may come to the assertion, its own among them. */
export function leadingTo(site: Site, { blocks }: IrFunction): readonly Block[] {
  const found = new Set(blocks.filter((b) => b.stmts.some((s) => isOf(s, site))));
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const b of blocks) if (successors(b.end).some((to) => found.has(blocks[to] as Block))) found.add(b);
  }
  return [...found];
}

/** What a run may do on the way to the assertion. What stands behind it in its block, only where it comes back. */
export const statementsBefore = (site: Site, fn: IrFunction): readonly Stmt[] =>
  onTheWay(site, fn).flatMap(({ stmts }) => stmts);

const HERE: Terminator = { kind: 'halt', reason: null };

/** Blocks, or what comes before the assertion in its own: that one's end isn't reached. */
function onTheWay(site: Site, fn: IrFunction): readonly Pick<Block, 'stmts' | 'end'>[] {
  return leadingTo(site, fn).map((block) => {
    const at = block.stmts.findIndex((s) => isOf(s, site));
    return at < 0 || returnsTo(block, fn) ? block : { stmts: block.stmts.slice(0, at), end: HERE };
  });
}

/** Whether a run comes to the block more than once. */
function returnsTo(block: Block, { blocks }: IrFunction): boolean {
  const seen = new Set<BlockId>();
  const work = [...successors(block.end)];
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    if (at === block.id) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    work.push(...successors((blocks[at] as Block).end));
  }
  return false;
}

/** Variables that are read or set on ways to the assertion, or that it reads itself. */
export function namedOnTheWay(site: Site, fn: IrFunction): ReadonlySet<VarId> {
  const ways = onTheWay(site, fn);
  const statements = ways.flatMap(({ stmts }) => stmts);
  const read = [
    ...statements.flatMap(readIn),
    ...ways.flatMap(({ end }) => (end.kind === 'branch' ? [end.cond] : [])),
    ...fn.blocks.flatMap(({ stmts }) => stmts.flatMap((s) => (isOf(s, site) ? [s.cond] : []))),
  ];
  return new Set([
    ...statements.flatMap((s) => ('target' in s && s.target !== null ? [s.target] : [])),
    ...read.flatMap((e) => [...readVariables(e)]),
  ]);
}
