/**
 * The detail of a loop: a page beside the code. There is one, of the loop that was asked for last; it leaves the focus where
 * it is and is brought up to date when the loop's document is analysed again.
 */
import { Uri, ViewColumn, commands, window, workspace } from 'vscode';
import type { Disposable, TextDocumentContentChangeEvent, WebviewPanel } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { DETAIL_REQUEST } from '../../server/src/lsp/protocol.ts';
import type { DetailResult, DetailTarget } from '../../server/src/lsp/protocol.ts';
import { detailPage } from './detail-page.ts';

export interface DetailView extends Disposable {
  /** Shows the loop at a position; without one, the loop at the cursor. */
  show(uri?: string, position?: DetailTarget['position']): Promise<void>;
  /** A document has new results. */
  refresh(uri: Uri): Promise<void>;
}

export function createDetailView(client: () => LanguageClient | null): DetailView {
  let panel: WebviewPanel | null = null;
  let shown: DetailTarget | null = null;
  let markdown = '';

  const tracking = workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (shown !== null && shown.uri === protocolUri(client(), document.uri))
      shown = { ...shown, position: moved(shown.position, contentChanges) };
  });

  /** Takes the place of what is shown; false where there is no loop. */
  async function load(target: DetailTarget): Promise<boolean> {
    const result = await client()?.sendRequest<DetailResult | null>(DETAIL_REQUEST, target);
    if (!result) return false;
    if (result.markdown === markdown && panel !== null) return true;
    markdown = result.markdown;
    const body = await commands.executeCommand<string>('markdown.api.render', markdown);
    const page = panel ?? open();
    page.title = `Loop at line ${result.line + 1}`;
    page.webview.html = detailPage(body);
    return true;
  }

  function open(): WebviewPanel {
    const opened = window.createWebviewPanel(
      'looplens.detail',
      'Loop',
      { viewColumn: ViewColumn.Beside, preserveFocus: true },
      { enableScripts: false, enableFindWidget: true, localResourceRoots: [] },
    );
    opened.onDidDispose(() => {
      panel = null;
      shown = null;
    });
    panel = opened;
    return opened;
  }

  return {
    async show(uri, position) {
      const target = uri !== undefined && position !== undefined ? { uri, position } : atCursor(client());
      if (target === null || !(await load(target))) {
        void window.setStatusBarMessage('LoopLens: no loop here', 4_000);
        return;
      }
      shown = target;
      if (panel !== null && !panel.visible) panel.reveal(undefined, true);
    },
    async refresh(uri) {
      if (shown !== null && panel !== null && shown.uri === protocolUri(client(), uri)) await load(shown);
    },
    dispose() {
      tracking.dispose();
      panel?.dispose();
    },
  };
}

/** Where a position is after changes above it. */
function moved(
  position: DetailTarget['position'],
  changes: readonly TextDocumentContentChangeEvent[],
): DetailTarget['position'] {
  const lines = changes
    .filter(
      ({ range }) =>
        range.end.line < position.line ||
        (range.end.line === position.line && range.end.character <= position.character),
    )
    .reduce((sum, { range, text }) => sum + text.split('\n').length - 1 - (range.end.line - range.start.line), 0);
  return { ...position, line: position.line + lines };
}

function protocolUri(client: LanguageClient | null, uri: Uri): string | undefined {
  return client?.code2ProtocolConverter.asUri(uri);
}

function atCursor(client: LanguageClient | null): DetailTarget | null {
  const editor = window.activeTextEditor;
  if (!editor || !client) return null;
  const { line, character } = editor.selection.active;
  return { uri: client.code2ProtocolConverter.asUri(editor.document.uri), position: { line, character } };
}
