/** Ways to look at a loop, and when which of them is worth a try. */
import type { LoopPath } from '../explore/index.ts';
import type { Term } from '../logic/index.ts';

/**
 * How an iteration is divided into paths: `plain`, what orders are compared with split on wrap-around; `values`, every
 * conditional and every wrapping value split; `moduli`, conditional values split, wrap-around left in the terms as a
 * modulus; `separate`: as `moduli`, the loop's counter apart from its branches.
 */
export type View = 'plain' | 'values' | 'moduli' | 'separate';

/** A loop in its usual view. */
export interface LoopInView {
  readonly usual: View;
  readonly paths: readonly LoopPath[];
  /** Some variable of it wraps around where it passes the limits of its type. */
  readonly wraps: () => boolean;
}

/** In the order in which they are tried, after the usual one; each where the paths may be others in it. */
const OTHER_VIEWS: readonly { readonly view: View; readonly mayHelp: (loop: LoopInView) => boolean }[] = [
  { view: 'separate', mayHelp: ({ usual, paths }) => usual !== 'separate' && paths.length > 2 },
  {
    view: 'values',
    mayHelp: ({ usual, paths }) => usual === 'plain' && paths.some((p) => [...p.update.values()].some(isConditional)),
  },
  { view: 'moduli', mayHelp: ({ usual, wraps }) => usual !== 'moduli' && wraps() },
];

/** Views other than the usual one that may tell more of a loop. */
export function otherViews(loop: LoopInView): readonly View[] {
  return OTHER_VIEWS.filter((o) => o.mayHelp(loop)).map((o) => o.view);
}

/** A value that depends on a condition. */
const isConditional = (t: Term): boolean =>
  t.kind === 'ite' || (t.kind === 'sum' && t.parts.some((p) => p.mono.kind === 'ite'));
