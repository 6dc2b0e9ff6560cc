/** What a loop does to a list, said for all its iterations at once. */
import { implies } from '../../decide/index.ts';
import { FOLLOW, eq0, isZero, printTerm, sym } from '../../logic/index.ts';
import type { EffectReport } from '../../report/index.ts';
import type { Walk } from './walk.ts';
import { before } from './walk.ts';

/**
 * Each node, as it is passed, is put before those that have been passed: `node->next = done, done = node, node = next`.
 * Afterwards they are there in reverse, in front of what was there before.
 */
export function reversal(walk: Walk): Omit<EffectReport, 'assuming'> | null {
  const { behind } = walk.effects;
  const [first] = walk.iterative;
  const node = first?.written?.position;
  const done = first?.written?.value;
  if (behind === null || node?.kind !== 'sym' || done?.kind !== 'sym' || node === done) return null;
  const reverses = walk.iterative.every((iteration) => {
    const next = iteration.update.get(node.symbol);
    return (
      iteration.written?.position === node &&
      iteration.written.value === done &&
      iteration.update.get(done.symbol) === node &&
      next?.kind === 'app' &&
      next.fn === FOLLOW &&
      next.of?.display === behind &&
      next.args[0] === node
    );
  });
  const { range } = walk.symbols;
  // up to the last node, and no further
  const whole = walk.exits.every(
    (x) => !x.update.has(done.symbol) && x.written === null && implies(x.guard, eq0(node), range),
  );
  if (!reverses || !whole) return null;
  const list = printTerm(before(walk, node));
  const rest = before(walk, done);
  walk.assumptions.take(`the list at \`${list}\` is no circle`);
  return {
    words: 'reverses the list',
    formula: `${printTerm(sym(done.symbol))}' = reverse(${list})${isZero(rest) ? '' : `, then ${printTerm(rest)}`}`,
  };
}
