/**
 * Open documents, when they are analysed, and by which worker thread. Imports the analysis' and the report's types only
 * (the analysis itself runs in the worker); knows neither the editor nor its protocol.
 */
import { createEngine } from './engine.ts';
import type { EngineLimits } from './engine.ts';
import { createPool } from './pool.ts';
import type { Pool, PoolLimits } from './pool.ts';
import type { AnalysisOptions } from '../analysis.ts';

export { EDITOR_SETTINGS } from './settings.ts';
export type { RunMode, WorkspaceSettings } from './settings.ts';
export { createWorkspace } from './workspace.ts';
export type { Answer, DocumentStatus, Waiting, Workspace, WorkspaceEvents } from './workspace.ts';
export type { Results } from './document.ts';
export { differenceOf } from './shift.ts';
export { pathOf } from './surroundings.ts';
export type { Edit } from './shift.ts';
export type { Pool } from './pool.ts';

/** A pool of workers on the script in `file` with limits for an editor's use. `cores` as the machine has them. */
export function workerPool(file: string, cores: number, log: (line: string) => void, limits: Partial<EngineLimits & PoolLimits> = {}): Pool {
  const all: EngineLimits & PoolLimits = {
    stall: (options: AnalysisOptions) => Math.max(options.loopBudget, options.fileBudget) * 3 + 1_000,
    cancelGrace: 1_000,
    heapMegabytes: 1_024,
    youngMegabytes: 6,
    size: Math.max(2, Math.min(4, cores - 1)),
    overflowAfter: 1_000,
    idle: 60_000,
    ...limits,
  };
  return createPool(() => createEngine(file, all, log), all);
}
