/** The language server's process and the client on it. */
import { Uri, workspace } from 'vscode';
import type { ExtensionContext } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import type { LanguageClientOptions, ServerOptions } from 'vscode-languageclient/node';
import {
  ANALYSE_LONGER,
  ANALYSE_NOW,
  COPY,
  GENERATE_TEST,
  REACH,
  SHOW_DETAIL,
  SHOW_RUN,
  STATUS_NOTIFICATION,
} from '../../server/src/lsp/protocol.ts';
import type { InitializationOptions, StatusParams } from '../../server/src/lsp/protocol.ts';

/** Where C sources come from. Not the two sides of a comparison: what they show isn't what is being worked on. */
const SCHEMES = ['file', 'untitled', 'vscode-vfs', 'vscode-remote', 'vscode-test-web', 'ssh', 'sftp', 'ftp', 'memfs'];

/** Creates the client; it is not started yet. `onStatus` is told how far documents are. */
export function createClient(
  context: ExtensionContext,
  onStatus: (uri: Uri, params: StatusParams) => void,
): LanguageClient {
  const module = context.asAbsolutePath('dist/server.cjs');
  const server: ServerOptions = {
    run: { module, transport: TransportKind.ipc },
    debug: {
      module,
      transport: TransportKind.ipc,
      options: { execArgv: ['--nolazy', '--inspect=6010', '--enable-source-maps'] },
    },
  };
  const options: LanguageClientOptions = {
    documentSelector: [
      ...SCHEMES.map((scheme) => ({ language: 'c', scheme })),
      { scheme: 'file', pattern: '**/*.{h,H,hh,inc,def}' },
    ],
    synchronize: { configurationSection: 'looplens' },
    initializationOptions: (): InitializationOptions => ({
      settings: plain(workspace.getConfiguration('looplens')),
      clientCommands: [SHOW_DETAIL, ANALYSE_NOW, ANALYSE_LONGER, REACH, GENERATE_TEST, COPY, SHOW_RUN],
      status: true,
      commandLinks: true,
      hoversShowDiagnostics: true,
      trusted: workspace.isTrusted,
      reasonsPage: Uri.joinPath(context.extensionUri, 'docs', 'reasons.md').toString(),
    }),
    // hovers link to the detail, and to nothing else
    markdown: { isTrusted: { enabledCommands: [SHOW_DETAIL, SHOW_RUN] }, supportHtml: false },
  };
  const client = new LanguageClient('looplens', 'LoopLens', server, options);
  client.onNotification(STATUS_NOTIFICATION, (params: StatusParams) =>
    onStatus(client.protocol2CodeConverter.asUri(params.uri), params),
  );
  return client;
}

/** A configuration object is full of accessors and functions. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
