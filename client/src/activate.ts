/**
 * The VS Code side: starts the language server, and offers commands, a status and the detail view. No analysis here,
 * and no import from the server but the names and types of the protocol. Knows neither Node nor the browser.
 */
import { commands, env, l10n, window, workspace } from 'vscode';
import type { ExtensionContext, Uri } from 'vscode';
import { ANALYSE_LONGER, ANALYSE_NOW, COPY, SHOW_DETAIL, SHOW_RUN } from '../../server/src/lsp/protocol.ts';
import { createDetailView } from './detail.ts';
import { registerQuestions } from './questions.ts';
import { createStatus } from './status.ts';
import { serveFiles } from './editor-files.ts';
import { createWorkspaceView } from './workspace-view.ts';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { StatusParams } from '../../server/src/lsp/protocol.ts';

/** Makes the client of a server, which is not started yet. `onStatus` is told how far documents are. */
export type CreateClient = (
  context: ExtensionContext,
  onStatus: (uri: Uri, params: StatusParams) => void,
) => BaseLanguageClient;

let client: BaseLanguageClient | null = null;

export async function activateWith(createClient: CreateClient, context: ExtensionContext): Promise<void> {
  const status = createStatus();
  const detail = createDetailView(context.extensionUri, () => client);
  client = createClient(context, (uri, params) => {
    status.report(uri, params);
    if (params.state === 'idle') void detail.refresh(uri);
  });
  const view = createWorkspaceView(context, () => client);
  view.listen(serveFiles(client));
  client.onDidChangeState(({ newState }) => status.serverState(newState));
  context.subscriptions.push(
    status,
    detail,
    view,
    commands.registerCommand(SHOW_DETAIL, (uri?: string, position?: { line: number; character: number }) =>
      detail.show(uri, position),
    ),
    commands.registerCommand(SHOW_RUN, (uri?: string, position?: { line: number; character: number }) =>
      detail.showRun(uri, position),
    ),
    ...[ANALYSE_NOW, ANALYSE_LONGER].map((command) =>
      commands.registerCommand(command, async (given?: unknown) => {
        const shown = window.activeTextEditor?.document.uri;
        const uri = typeof given === 'string' ? given : shown && client?.code2ProtocolConverter.asUri(shown);
        if (uri !== undefined) await client?.sendRequest('workspace/executeCommand', { command, arguments: [uri] });
      }),
    ),
    commands.registerCommand(COPY, async (text?: unknown) => {
      if (typeof text !== 'string') return;
      await env.clipboard.writeText(text);
      void window.setStatusBarMessage(l10n.t('LoopLens: copied'), 4_000);
    }),
    commands.registerCommand('looplens.restartServer', async () => {
      status.reset();
      await restart();
    }),
    commands.registerCommand('looplens.showOutput', () => client?.outputChannel.show(true)),
    commands.registerCommand('looplens.openSettings', () =>
      commands.executeCommand('workbench.action.openSettings', 'looplens.'),
    ),
    ...registerQuestions(() => client),
    window.onDidChangeActiveTextEditor(() => status.update()),
    workspace.onDidGrantWorkspaceTrust(() => void restart()),
    workspace.onDidCloseTextDocument((document) => status.forget(document.uri)),
  );
  try {
    await client.start();
  } catch (error) {
    status.failed(error instanceof Error ? error.message : String(error));
    void window
      .showErrorMessage(l10n.t('LoopLens: the language server did not start.'), l10n.t('Show Output'))
      .then((choice) => choice && client?.outputChannel.show());
  }
}

async function restart(): Promise<void> {
  await client?.stop();
  await client?.start();
}

export async function deactivate(): Promise<void> {
  await client?.dispose();
  client = null;
}
