/**
 * All C files of the folders that are open, analysed one after the other behind whatever the editor asks for. Only what
 * a view lists is sent, and nothing of it is kept here. What is open has the results that the editor shows.
 */
import { paceOf } from '../render/index.ts';
import type { FileReport } from '../report/index.ts';
import { forgetUnused } from '../workspace/index.ts';
import type { BehindWish, Workspace } from '../workspace/index.ts';
import type { WorkspaceOutcome, WorkspaceProgress, WorkspaceWish } from './protocol.ts';
import type { Roots } from './roots.ts';
import { sourceText, workspaceFiles } from './workspace-files.ts';
import type { RemoteFiles, WorkspaceSource } from './workspace-files.ts';

export interface WorkspaceEnvironment {
  readonly roots: Roots;
  readonly workspace: Workspace;
  /** Text of an open document; null: it isn't open. */
  readonly openText: (uri: string) => string | null;
  readonly remote: RemoteFiles | null;
  /** For results, where the settings name no place; null: none. */
  readonly storage: string | null;
}

/** A file is done: a report of this text, or why there is none. */
export type FileDone =
  | { readonly kind: 'report'; readonly report: FileReport; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string };

export interface WorkspaceListener {
  file(source: WorkspaceSource, done: FileDone): void;
  progress(progress: WorkspaceProgress): void;
  /** It is to be given up. */
  readonly cancelled: Promise<unknown>;
}

/** Milliseconds for which results are kept that are not used: 60 days. */
const KEPT = 60 * 24 * 3_600_000;
/** So many files are read ahead of the workers. */
const LANES = 4;
/** Milliseconds between two words on progress. */
const BETWEEN = 200;
/** Milliseconds that results of an open document are waited for; behind them it is analysed as if it weren't open. */
const PATIENCE = 600_000;

export interface Run {
  readonly outcome: Promise<WorkspaceOutcome>;
  /** What is there stays. */
  cancel(): void;
}

export function analyseWorkspace(
  environment: WorkspaceEnvironment,
  { keptOnly }: WorkspaceWish,
  listener: WorkspaceListener,
): Run {
  const stops = new Set<() => void>();
  let isCancelled = false;
  const cancel = (): void => {
    isCancelled = true;
    for (const stop of [...stops]) stop();
  };
  void listener.cancelled.then(cancel);
  const stopped = new Promise<void>((resolve) => stops.add(resolve));

  /** Null: it was cancelled, or nothing is kept. */
  async function analysed(source: WorkspaceSource, text: string, wish: BehindWish): Promise<FileDone | null> {
    const handle = environment.workspace.behind(source.uri, text, wish);
    stops.add(handle.cancel);
    const result = await handle.result;
    stops.delete(handle.cancel);
    if (result.kind === 'failed') return { kind: 'failed', message: result.message };
    return result.kind === 'done' ? { kind: 'report', report: result.report, text } : null;
  }

  /** The editor's own results, as long as it is open. */
  async function ofOpen(source: WorkspaceSource, text: string): Promise<FileDone | null> {
    const { workspace, openText } = environment;
    const results = await workspace.whenCurrent(source.uri, { first: PATIENCE, update: PATIENCE }, stopped);
    if (isCancelled) return null;
    const now = openText(source.uri);
    if (now !== null && results?.fresh && results.complete)
      return { kind: 'report', report: results.report, text: now };
    // what is only typed is not kept
    return keptOnly ? null : analysed(source, now ?? text, { cache: null, keptOnly });
  }

  async function one(source: WorkspaceSource): Promise<FileDone | null> {
    const open = environment.openText(source.uri);
    if (open !== null) return ofOpen(source, open);
    const read = await sourceText(source, environment.remote);
    if (!read.ok) return { kind: 'failed', message: read.problem };
    if (keptOnly && source.path === null) return null;
    return analysed(source, read.text, { cache: environment.storage, keptOnly });
  }

  async function run(): Promise<WorkspaceOutcome> {
    const problems: string[] = [];
    const files = await workspaceFiles(environment.roots, environment.remote, (problem) => problems.push(problem));
    const started = performance.now();
    let [next, done, told, toldAt] = [0, 0, 0, 0];
    const progress = (): void => {
      const now = performance.now();
      if (now - toldAt < BETWEEN && done < files.length) return;
      toldAt = now;
      const pace = paceOf(done, files.length - done, (now - started) / 1_000);
      listener.progress({ done, total: files.length, pace });
    };
    const lane = async (): Promise<void> => {
      for (let source = files[next]; source !== undefined && !isCancelled; source = files[next]) {
        next += 1;
        const known = await one(source);
        if (isCancelled) return;
        done += 1;
        if (known !== null) {
          told += 1;
          listener.file(source, known);
        }
        progress();
      }
    };
    progress();
    await Promise.all(Array.from({ length: LANES }, lane));
    if (environment.storage !== null && !isCancelled) void forgetUnused(environment.storage, KEPT);
    return { files: files.length, told, cancelled: isCancelled, problems };
  }

  return { outcome: run(), cancel };
}
