/**
 * Starts the language server on the transport that the process' arguments name, and keeps defects of ours from ending
 * it.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ProposedFeatures, createConnection } from 'vscode-languageserver/node';
import type { Connection } from 'vscode-languageserver/node';
import { workerPool } from '../workspace/index.ts';
import { serve } from './server.ts';
import { createSlowTurns } from './slow-turns.ts';
import { openTransport } from './transport.ts';

/**
 * Starts the server on the transport that the process' arguments name (`--stdio`, `--node-ipc`); false: they name none.
 * `folder` is where the bundles lie: the worker's is started from there.
 */
export function startServer(folder: string, version: string, args: readonly string[]): boolean {
  let connection: Connection | null = null;
  const warn = (line: string): void => connection?.console.warn(line);
  const transport = openTransport(args, warn);
  if (transport === null) return false;
  guardProcess(warn);
  const turns = createSlowTurns(warn);
  connection = createConnection(ProposedFeatures.all, transport.reader, transport.writer, {
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
  return true;
}

/**
 * A defect in the answer to one message costs that answer, not the server. Standard output may be the protocol's:
 * nothing else goes there.
 */
function guardProcess(warn: (line: string) => void): void {
  const tell = (error: unknown): void => {
    const what = `a defect of LoopLens: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    process.stderr.write(`looplens: ${what}\n`);
    warn(what);
  };
  process.on('unhandledRejection', tell);
  process.on('uncaughtException', tell);
  process.stderr.on('error', () => {});
  console.log = console.error;
  console.info = console.error;
  console.debug = console.error;
}
