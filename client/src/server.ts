/** The language server's process and the client on it. */
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import type { ServerOptions } from 'vscode-languageclient/node';
import type { CreateClient } from './activate.ts';
import { clientOptions } from './client-options.ts';
import { tellStatus } from './client-status.ts';

export const createClient: CreateClient = (context, onStatus) => {
  const module = context.asAbsolutePath('dist/server.cjs');
  const server: ServerOptions = {
    run: { module, transport: TransportKind.ipc },
    debug: {
      module,
      transport: TransportKind.ipc,
      options: { execArgv: ['--nolazy', '--inspect=6010', '--enable-source-maps'] },
    },
  };
  return tellStatus(new LanguageClient('looplens', 'LoopLens', server, clientOptions(context)), onStatus);
};
