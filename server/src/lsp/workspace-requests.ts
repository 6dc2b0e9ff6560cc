/** Requests for an analysis of the whole workspace: one at a time, and what it tells goes to the client. */
import type { Connection, CancellationToken } from 'vscode-languageserver/node';
import type { FileReport } from '../report/index.ts';
import type { Client } from './client-capabilities.ts';
import { FOLDER_REQUEST, TEXT_REQUEST, WORKSPACE_FILE, WORKSPACE_PROGRESS } from './protocol.ts';
import type { FolderEntry, WorkspaceFile, WorkspaceOutcome, WorkspaceProgress, WorkspaceWish } from './protocol.ts';
import { keyOf } from './roots.ts';
import { analyseWorkspace } from './workspace-analysis.ts';
import type { Run, WorkspaceEnvironment } from './workspace-analysis.ts';
import type { RemoteFiles, WorkspaceSource } from './workspace-files.ts';
import { workspaceItems } from './workspace-items.ts';

export interface WorkspaceRequests {
  /** For a client that lists what is found. */
  analyse(wish: WorkspaceWish, token: CancellationToken): Promise<WorkspaceOutcome>;
  /** For any other client: with progress that it shows, and what is found as diagnostics. Null: it was cancelled. */
  publish(show: (uri: string, report: FileReport) => void): Promise<WorkspaceOutcome | null>;
  /** An open document has new results. */
  edited(uri: string, report: FileReport): void;
  dispose(): void;
}

/** What the client reads where it offers that. */
export function remoteFiles(connection: Connection, { files }: Client): RemoteFiles | null {
  if (!files) return null;
  return {
    async entries(uri) {
      const entries: unknown = await connection.sendRequest(FOLDER_REQUEST, { uri });
      if (!Array.isArray(entries)) throw new Error("can't be read");
      return entries.filter(isEntry);
    },
    async text(uri) {
      const text: unknown = await connection.sendRequest(TEXT_REQUEST, { uri });
      return typeof text === 'string' ? text : null;
    },
  };
}

function isEntry(value: unknown): value is FolderEntry {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('kind' in value)) return false;
  const { name, kind } = value;
  const isName = typeof name === 'string' && name !== '' && name !== '.' && name !== '..' && !name.includes('/');
  return isName && (kind === 'file' || kind === 'folder' || kind === 'other');
}

export function createWorkspaceRequests(
  connection: Connection,
  client: Client,
  environment: WorkspaceEnvironment,
): WorkspaceRequests {
  const { roots, openText } = environment;
  /** Files of which the client was told, by place. */
  const told = new Map<string, WorkspaceSource>();
  let running: Run | null = null;

  function tell({ uri, folder }: WorkspaceSource, report: FileReport, text: string): void {
    const items = workspaceItems(report, text, roots.settings(uri).severities);
    void connection.sendNotification(WORKSPACE_FILE, { uri, folder, items } satisfies WorkspaceFile);
  }

  function start(...wanted: Parameters<typeof analyseWorkspace>): Promise<WorkspaceOutcome> {
    running?.cancel();
    const run = analyseWorkspace(...wanted);
    running = run;
    return run.outcome.finally(() => {
      if (running === run) running = null;
    });
  }

  return {
    analyse: (wish, token) =>
      start(environment, wish, {
        file(source, done) {
          told.set(keyOf(source.uri), source);
          if (done.kind === 'report') tell(source, done.report, done.text);
          else {
            const { uri, folder } = source;
            const failed: WorkspaceFile = { uri, folder, items: [], failure: done.message };
            void connection.sendNotification(WORKSPACE_FILE, failed);
          }
        },
        progress: (progress: WorkspaceProgress) => void connection.sendNotification(WORKSPACE_PROGRESS, progress),
        cancelled: new Promise<void>((resolve) => token.onCancellationRequested(() => resolve())),
      }),
    async publish(show) {
      const reporter = client.progress ? await connection.window.createWorkDoneProgress().catch(() => null) : null;
      reporter?.begin('LoopLens', 0, '', true);
      const outcome = await start(
        environment,
        { keptOnly: false },
        {
          file({ uri }, done) {
            if (done.kind === 'report' && openText(uri) === null) show(uri, done.report);
          },
          progress: ({ done, total, pace }) =>
            reporter?.report(
              total === 0 ? 0 : Math.floor((100 * done) / total),
              `${done} of ${total} files${pace === null ? '' : `, ${pace.rate} files/s, ${pace.left} left`}`,
            ),
          cancelled: new Promise<void>((resolve) => reporter?.token.onCancellationRequested(() => resolve())),
        },
      );
      reporter?.done();
      return outcome.cancelled ? null : outcome;
    },
    edited(uri, report) {
      const source = told.get(keyOf(uri));
      const text = openText(uri);
      // its folder may have been taken out
      const folder = roots.of(uri)?.uri;
      if (source !== undefined && folder !== undefined && text !== null) tell({ ...source, uri, folder }, report, text);
    },
    dispose: () => running?.cancel(),
  };
}
