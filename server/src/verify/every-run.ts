/**
 * Does every run get to a place, not just the one that was found? Where nothing was chosen there is no other run; and
 * where neither an end nor a loop comes before the place there is no way around it. `int x = f; if (x) ...`: the test
 * is reached by every run, its body isn't.
 */
import { reversePostorder, startsInitial, successors } from '../program/index.ts';
import type { BlockId, IrFunction, Stmt } from '../program/index.ts';
import type { Replay } from './replay-counterexample.ts';
import { comesFromOutside } from './sampling/index.ts';

/** `fn` asserts nothing but the place (`verify/reach-line.ts`). False: it does, or it is not known. */
export function reachedByEveryRun(fn: IrFunction, run: Replay): boolean {
  if (fn.blocks.some((b) => b.stmts.some(mayEndUnseen))) return false;
  return hasNoChoice(fn, run) || isUnavoidable(fn);
}

/** A function that isn't known may end the program. */
const mayEndUnseen = (s: Stmt): boolean =>
  (s.kind === 'note' || s.kind === 'havoc' || s.kind === 'havoc-array') && s.reason.code === 'unknown-call';

const hasNoChoice = (fn: IrFunction, { outcome }: Replay): boolean =>
  outcome.nondetTaken === 0 &&
  fn.variables.every((v) => v.scope !== 'param' && (v.scope !== 'global' || startsInitial(fn, v))) &&
  !fn.arrays.some((a) => comesFromOutside(fn, a));

/** No end, no test of an assumption and no cycle is met on any way from the entry before the place. */
function isUnavoidable(fn: IrFunction): boolean {
  const order = new Map(reversePostorder(fn.blocks, fn.entry).map((id, i) => [id, i] as const));
  const seen = new Set<BlockId>([fn.entry]);
  for (const id of seen) {
    const block = fn.blocks[id];
    const first = block?.stmts.find((s) => s.kind === 'assert' || s.kind === 'assume' || s.kind === 'call');
    if (first?.kind === 'assert') continue;
    const ways = block === undefined || first !== undefined ? [] : successors(block.end);
    const goesOn = ways.length > 0 && ways.every((to) => (order.get(to) ?? -1) > (order.get(id) ?? -1));
    if (!goesOn) return false;
    for (const to of ways) seen.add(to);
  }
  return true;
}
