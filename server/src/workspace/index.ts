/**
 * Open documents, when they are analysed, and by which worker thread. Imports only the types of the analysis and the
 * report: the analysis itself runs in the worker. Knows neither the editor nor its protocol.
 */
export { analyzeThroughCache } from './analyze-through-cache.ts';
export { EDITOR_SETTINGS } from './analysis-settings.ts';
export type { RunMode, WorkspaceSettings } from './analysis-settings.ts';
export { inBackground } from './background-timer.ts';
export { buildId } from './build-id.ts';
export { runWithAttempts } from './attempts.ts';
export { compilationOf, preprocess } from './compilation.ts';
export type { FoundCompilation } from './compilation.ts';
export { decode } from './decode.ts';
export type { Results } from './document.ts';
export { workerPool } from './editor-pool.ts';
export { makeDirectories } from './make-directories.ts';
export { processorTime } from './processor-time.ts';
export { LONGEST_SOURCE, problemWords, readRegular, tooLarge } from './regular-file.ts';
export { forgetUnused } from './report-cache.ts';
export { serveAnalysis } from './serve-worker.ts';
export type { WorkerPort } from './serve-worker.ts';
export { differenceOf } from './shift-results.ts';
export type { Edit } from './shift-results.ts';
export { pathOf } from './surroundings.ts';
export { createPool } from './worker-pool.ts';
export type { Pool } from './worker-pool.ts';
export { createEngine } from './worker-thread.ts';
export { optimizeLater } from './optimize-later.ts';

export { engineOn } from './watched-engine.ts';
export type { EngineJob, RunningWorker, WorkerEvents } from './watched-engine.ts';
export { createWorkspace } from './workspace.ts';
export type { BehindWish, DocumentStatus, Waiting, Workspace } from './workspace.ts';
