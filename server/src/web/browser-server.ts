/**
 * The language server in a worker of a browser: its first message is what it can't load by itself, then the protocol.
 */
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  ProposedFeatures,
  createConnection,
} from 'vscode-languageserver/browser';
import type { Pool } from '../workspace/index.ts';
import { createPool, engineOn } from '../workspace/index.ts';
import { serve } from '../lsp/index.ts';
import type { WebFiles } from '../lsp/index.ts';
import { browserWorkers } from './browser-worker.ts';

type Port = ConstructorParameters<typeof BrowserMessageReader>[0];

export interface WorkerScope {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
}

export function serveInBrowser(scope: WorkerScope, version: string): void {
  scope.onmessage = ({ data }) => {
    // from here on the reader takes the messages
    const port = scope as unknown as Port;
    const connection = createConnection(
      ProposedFeatures.all,
      new BrowserMessageReader(port),
      new BrowserMessageWriter(port),
    );
    serve(connection, { version, root: '', pool: (log) => browserPool(data as WebFiles, log) });
  };
}

/** One worker, and a second one while that is held up. */
function browserPool(parts: WebFiles, log: (line: string) => void): Pool {
  const kind = { start: browserWorkers(parts), computed: () => performance.now() };
  const limits = {
    stall: ({ loopBudget, fileBudget }: { readonly loopBudget: number; readonly fileBudget: number }) =>
      Math.max(loopBudget, fileBudget) * 3 + 1_000,
    // one that can't be told to stop gets the time that most analyses take
    cancelGrace: 300,
  };
  return createPool(() => engineOn(kind, limits, log), { size: 1, overflowAfter: 1_000, idle: 60_000 });
}
