/**
 * Functions of a program that end it whenever they are called, such as `usage()` that calls exit(): no way through them
 * leads to a return. Calls of others of them count as ends, too.
 */
import type { Block, BlockId } from './blocks.ts';
import { successors } from './control-flow-graph.ts';
import { functionsOf } from './call-graph.ts';
import type { IrFunction, IrProgram } from './program.ts';

const known = new WeakMap<IrProgram, ReadonlySet<string>>();

/** By name. */
export function functionsThatEnd(program: IrProgram): ReadonlySet<string> {
  const found = known.get(program) ?? ending(functionsOf(program));
  known.set(program, found);
  return found;
}

/** From nothing known: what only calls itself is none of them, nor is what may go on for ever. */
function ending(functions: ReadonlyMap<string, IrFunction>): ReadonlySet<string> {
  const found = new Set<string>();
  let open = [...functions.values()].filter((fn) => !goesBackElsewhere(fn));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const fn of open) if (alwaysEnds(fn, found)) found.add(fn.name);
    open = open.filter(({ name }) => !found.has(name));
  }
  return found;
}

/** It has a call that may return more than once: a later call gets back there. */
const goesBackElsewhere = ({ reasons }: IrFunction): boolean => reasons.some(({ code }) => code === 'returns-twice');

function alwaysEnds({ blocks, entry }: IrFunction, ends: ReadonlySet<string>): boolean {
  const seen = new Set<BlockId>([entry]);
  const open = [entry];
  let isEnded = false;
  for (let b = open.pop(); b !== undefined; b = open.pop()) {
    const { stmts, end } = blocks[b] as Block;
    if (stmts.some((s) => s.kind === 'call' && ends.has(s.callee))) {
      isEnded = true;
      continue;
    }
    // what is lost may return
    if (end.kind === 'return' || (end.kind === 'halt' && end.reason !== null)) return false;
    if (end.kind === 'halt') isEnded = true;
    for (const next of successors(end))
      if (!seen.has(next)) {
        seen.add(next);
        open.push(next);
      }
  }
  return isEnded;
}
