/** looplens/watch: a loop's automaton, and a run of the function around it. */
import type { Workspace } from '../workspace/index.ts';
import type { WatchResult, WatchTarget } from './protocol.ts';
import { fromPosition } from './to-protocol.ts';

export async function watchLoop(workspace: Workspace | null, target: WatchTarget): Promise<WatchResult> {
  const { line, column } = fromPosition(target.position);
  return (await workspace?.watch(target.uri, { line, watch: { column, inputs: target.inputs } })) ?? null;
}
