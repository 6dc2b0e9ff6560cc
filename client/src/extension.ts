/**
 * The VS Code side: starts the language server, and offers commands, a status and the detail view. No analysis here, and no
 * import from the server but the names and types of the protocol.
 */
import { commands, env, window, workspace } from 'vscode';
import type { ExtensionContext } from 'vscode';
import { ANALYSE_NOW, COPY, SHOW_DETAIL } from '../../server/src/lsp/protocol.ts';
import { createDetailView } from './detail.ts';
import { registerQuestions } from './questions.ts';
import { createClient } from './server.ts';
import { createStatus } from './status.ts';
import type { LanguageClient } from 'vscode-languageclient/node';

let client: LanguageClient | null = null;

export async function activate(context: ExtensionContext): Promise<void> {
  const status = createStatus();
  const detail = createDetailView(() => client);
  client = createClient(context, (uri, params) => {
    status.report(uri, params);
    if (params.state === 'idle') void detail.refresh(uri);
  });
  client.onDidChangeState(({ newState }) => status.serverState(newState));
  context.subscriptions.push(
    status,
    detail,
    commands.registerCommand(SHOW_DETAIL, (uri?: string, position?: { line: number; character: number }) =>
      detail.show(uri, position),
    ),
    commands.registerCommand(ANALYSE_NOW, async () => {
      const uri = window.activeTextEditor?.document.uri;
      if (client && uri)
        await client.sendRequest('workspace/executeCommand', {
          command: ANALYSE_NOW,
          arguments: [client.code2ProtocolConverter.asUri(uri)],
        });
    }),
    commands.registerCommand(COPY, async (text?: unknown) => {
      if (typeof text !== 'string') return;
      await env.clipboard.writeText(text);
      void window.setStatusBarMessage('LoopLens: copied', 4_000);
    }),
    commands.registerCommand('looplens.restartServer', async () => {
      status.reset();
      await client?.restart();
    }),
    commands.registerCommand('looplens.showOutput', () => client?.outputChannel.show(true)),
    commands.registerCommand('looplens.openSettings', () =>
      commands.executeCommand('workbench.action.openSettings', 'looplens.'),
    ),
    ...registerQuestions(() => client),
    window.onDidChangeActiveTextEditor(() => status.update()),
    workspace.onDidGrantWorkspaceTrust(() => void client?.restart()),
    workspace.onDidCloseTextDocument((document) => status.forget(document.uri)),
  );
  try {
    await client.start();
  } catch (error) {
    status.failed(error instanceof Error ? error.message : String(error));
    void window
      .showErrorMessage('LoopLens: the language server did not start.', 'Show Output')
      .then((choice) => choice && client?.outputChannel.show());
  }
}

export async function deactivate(): Promise<void> {
  await client?.dispose();
  client = null;
}
