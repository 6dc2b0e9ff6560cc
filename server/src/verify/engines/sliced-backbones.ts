/**
 * The summaries again, for single assertions: where the paths of the whole function are too many or something on them
 * isn't known, those of the assertion's slice may be few. What fails there needn't fail in the function: only proofs
 * count. Declines where the slice is not much smaller. Source: our own.
 */
import type { Budget } from '../../budget/index.ts';
import { buildCfg, withLoopHeads } from '../../program/index.ts';
import type { Decision, Engine, Task } from '../engine.ts';
import { provable } from '../engine.ts';
import { slicedFor } from '../sliced-function.ts';
import { backboneSummaries } from './backbone-summaries.ts';

export const slicedBackbones: Engine = {
  id: 'sliced-backbones',
  share: 0.2,
  applies: ({ known }) => provable(known).size > 0,
  run: provenOnSlices,
};

function* provenOnSlices(task: Task, budget: Budget): Generator<Decision> {
  const { fn } = task.cfg;
  const open = [...provable(task.known)];
  for (const assertion of open) {
    const slice = slicedFor(fn, assertion);
    if (slice === null) continue;
    const question = { ...task, cfg: buildCfg(withLoopHeads(slice)) };
    const holding = new Map<number, Decision>();
    for (const found of backboneSummaries.run(question, budget.share(1 / open.length)))
      if (found.kind === 'holds') holding.set(found.assertion, found);
    const proof = holding.get(assertion);
    // loops that are entered at two places were made two, with what is in them: it holds where each copy does
    const { range } = slice.assertions[assertion]!;
    const copies = question.cfg.fn.assertions.filter((site) => site.range === range);
    if (proof !== undefined && copies.every(({ id }) => holding.has(id))) yield proof;
  }
}
