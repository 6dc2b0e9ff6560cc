/**
 * The protocol layer. Thin: what is asked for is looked up in the workspace's results and put into the protocol's words by
 * `to-protocol.ts`. No mathematics here, and nothing of the analysis but the types of its reports.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ProposedFeatures, createConnection } from 'vscode-languageserver/node';
import { workerPool } from '../workspace/index.ts';
import { serve } from './server.ts';
import { createSlowTurns } from './slow-turns.ts';

/**
 * Starts the server on the transport that the process' arguments name (`--stdio`, `--node-ipc`). `folder` is where the
 * bundles lie: the worker's is started from there.
 */
export function startServer(folder: string, version: string): void {
  const turns = createSlowTurns((line) => connection.console.warn(line));
  const connection = createConnection(ProposedFeatures.all, {
    messageStrategy: {
      handleMessage(message, next) {
        turns.begin('method' in message ? String(message.method) : 'a response');
        next(message);
      },
    },
  });
  serve(connection, {
    version,
    turns,
    root: join(folder, '..'),
    pool: (log) => workerPool(join(folder, 'worker.cjs'), availableParallelism(), log),
  });
}
