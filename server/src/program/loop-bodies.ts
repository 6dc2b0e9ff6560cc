/** Which blocks belong to a loop, as a table by block. */
import type { IrFunction } from './program.ts';
import type { BlockId } from './blocks.ts';

/** The blocks of each loop: reached from its header, and back to it, without passing the header of a loop around it. */
export function naturalLoops(fn: IrFunction): Map<BlockId, Uint8Array> {
  const predecessors: BlockId[][] = fn.blocks.map(() => []);
  for (const b of fn.blocks) {
    const { end } = b;
    if (end.kind === 'goto') predecessors[end.to]!.push(b.id);
    else if (end.kind === 'branch') {
      predecessors[end.then]!.push(b.id);
      predecessors[end.else]!.push(b.id);
    }
  }
  const reachableFrom = (start: BlockId, depth: number): Uint8Array => {
    const seen = new Uint8Array(fn.blocks.length);
    const stack = [start];
    while (stack.length > 0) {
      const id = stack.pop()!;
      if (seen[id] === 1 || (nested.get(id) ?? Infinity) < depth) continue;
      seen[id] = 1;
      const { end } = fn.blocks[id]!;
      if (end.kind === 'goto') stack.push(end.to);
      else if (end.kind === 'branch') stack.push(end.then, end.else);
    }
    return seen;
  };
  const loops = new Map<BlockId, Uint8Array>();
  const nested = new Map(fn.loops.map((l) => [l.header, l.nested]));
  for (const loop of fn.loops) {
    const body = new Uint8Array(fn.blocks.length);
    const forward = reachableFrom(loop.header, loop.nested);
    const stack = predecessors[loop.header]!.filter((p) => forward[p] === 1);
    body[loop.header] = 1;
    while (stack.length > 0) {
      const id = stack.pop()!;
      if (body[id] === 1 || forward[id] !== 1) continue;
      body[id] = 1;
      stack.push(...predecessors[id]!);
    }
    loops.set(loop.header, body);
  }
  return loops;
}
