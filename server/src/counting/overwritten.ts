/**
 * Constants that are stored and never read: `free(p); p = NULL; p = next;`, as macros that free have it. Counters and
 * pointers move by what comes of them.
 */
import type { Block, BlockId, Cfg, IrFunction, Stmt, VarId, Variable } from '../program/index.ts';
import { successors } from '../program/index.ts';

/** Ways are followed through so many blocks at most. */
const MOST_BLOCKS = 100;

/** The function without them. */
export function withoutOverwritten(fn: IrFunction): IrFunction {
  const blocks = fn.blocks.map((block): Block => {
    const stmts = block.stmts.filter((s, at) => !isConstant(s, fn) || !isOverwritten(s.target, { block, at }, fn));
    return stmts.length === block.stmts.length ? block : { ...block, stmts };
  });
  return blocks.every((b, i) => b === fn.blocks[i]) ? fn : { ...fn, blocks };
}

/** Set to a constant is a variable that only its name leads to. */
function isConstant(s: Stmt, { variables }: IrFunction): s is Stmt & { readonly kind: 'assign' } {
  return s.kind === 'assign' && s.value.kind === 'const' && isOwn(variables[s.target]);
}

const isOwn = (v: Variable | undefined): boolean =>
  v !== undefined && v.scope !== 'global' && v.scope !== 'temp' && !v.addressTaken && v.behindPointer === undefined;

interface Place {
  readonly block: Pick<Block, 'stmts' | 'end'>;
  readonly at: number;
}

/** On every way from there the variable is set again before it is read. */
function isOverwritten(variable: VarId, { block, at }: Place, { blocks }: Pick<Cfg['fn'], 'blocks'>): boolean {
  const rest = { stmts: block.stmts.slice(at + 1), end: block.end };
  const seen = new Set<BlockId>();
  const open: Pick<Block, 'stmts' | 'end'>[] = [rest];
  for (let b = open.pop(); b !== undefined; b = open.pop()) {
    const found = fateIn(b, variable);
    if (found === 'read' || seen.size > MOST_BLOCKS) return false;
    if (found === 'set') continue;
    for (const next of successors(b.end)) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(blocks[next] as Block);
    }
  }
  return true;
}

/** What is done with the variable first; where control ends it may be looked at. */
function fateIn({ stmts, end }: Pick<Block, 'stmts' | 'end'>, variable: VarId): 'read' | 'set' | 'nothing' {
  for (const s of stmts) {
    if (mentions(s, variable) || s.kind === 'call') return 'read';
    if ('target' in s && s.target === variable) return 'alias' in s && s.alias ? 'read' : 'set';
  }
  return end.kind === 'return' || end.kind === 'halt' || mentions(end, variable) ? 'read' : 'nothing';
}

/** Some expression in it reads the variable. */
function mentions(value: unknown, variable: VarId): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('kind' in value && value.kind === 'var') return 'id' in value && value.id === variable;
  return Object.values(value).some((part) => mentions(part, variable));
}
