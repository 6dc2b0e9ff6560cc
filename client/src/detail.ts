/**
 * The detail of a loop: a page beside the code. There is one, of the loop that was asked for last; it leaves the focus
 * where it is and is brought up to date when the loop's document is analysed again. It shows runs, too, and the editor
 * shows the iteration that the page is at.
 */
import { Uri, ViewColumn, commands, env, l10n, window, workspace } from 'vscode';
import type { Disposable, TextDocumentContentChangeEvent, WebviewPanel } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { DETAIL_REQUEST, WATCH_REQUEST } from '../../server/src/lsp/protocol.ts';
import type {
  DetailResult,
  DetailTarget,
  WatchReport,
  WatchResult,
  WatchTarget,
} from '../../server/src/lsp/protocol.ts';
import { detailPage } from './detail-page.ts';
import type { FromPage, ToPage } from './page-messages.ts';
import { createRunSteps } from './run-steps.ts';

type Position = DetailTarget['position'];

export interface DetailView extends Disposable {
  /** Shows the loop at a position; without one, the loop at the cursor. */
  show(uri?: string, position?: Position): Promise<void>;
  /** Steps through a run that gets to a position, and fails there if one can. */
  showRun(uri?: string, position?: Position): Promise<void>;
  /** A document has new results. */
  refresh(uri: Uri): Promise<void>;
}

export function createDetailView(extension: Uri, client: () => BaseLanguageClient | null): DetailView {
  let panel: WebviewPanel | null = null;
  let shown: DetailTarget | null = null;
  let markdown = '';
  /** What was watched last, of what is shown. */
  let watched: WatchReport | null = null;
  /** It belongs to what is shown, and the page is still to be told. */
  let waiting: WatchReport | null = null;
  let inputs: Readonly<Record<string, string>> = {};
  const say = (message: ToPage): void => void panel?.webview.postMessage(message);
  const steps = createRunSteps((step) => say({ kind: 'step', step }));
  const codeUri = (uri: string): Uri => client()?.protocol2CodeConverter.asUri(uri) ?? Uri.parse(uri);

  const tracking = workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (shown !== null && shown.uri === protocolUri(client(), document.uri))
      shown = { ...shown, position: moved(shown.position, contentChanges) };
  });

  /** Takes the place of what is shown; false where there is no loop. */
  async function load(target: DetailTarget): Promise<boolean> {
    const result = await client()?.sendRequest<DetailResult | null>(DETAIL_REQUEST, target);
    if (!result) return false;
    if (result.markdown === markdown && panel !== null) {
      if (waiting !== null) tellWatched(waiting);
      return true;
    }
    markdown = result.markdown;
    const body = await commands.executeCommand<string>('markdown.api.render', markdown);
    const page = panel ?? open();
    page.title = l10n.t('Loop at line {0}', result.line + 1);
    const { paths, cases, coverage } = result.loop;
    const at = (name: string): string => page.webview.asWebviewUri(Uri.joinPath(extension, 'dist', name)).toString();
    page.webview.html = detailPage({
      body,
      data: { loop: { paths, cases, ...(coverage ? { coverage } : {}) }, texts: pageTexts() },
      script: at('loop-page.js'),
      style: at('loop-page.css'),
      source: page.webview.cspSource,
      language: env.language,
    });
    return true;
  }

  function open(): WebviewPanel {
    const opened = window.createWebviewPanel(
      'looplens.detail',
      l10n.t('Loop'),
      { viewColumn: ViewColumn.Beside, preserveFocus: true },
      {
        enableScripts: true,
        enableFindWidget: true,
        localResourceRoots: [Uri.joinPath(extension, 'dist')],
      },
    );
    opened.webview.onDidReceiveMessage((message: FromPage) => void hear(message));
    opened.onDidDispose(() => {
      panel = null;
      shown = null;
      markdown = '';
      steps.end();
    });
    panel = opened;
    return opened;
  }

  async function hear(message: FromPage): Promise<void> {
    switch (message.kind) {
      case 'ready':
        if (waiting === null) await watch(inputs);
        else tellWatched(waiting);
        return;
      case 'run':
        inputs = message.inputs;
        await watch(inputs);
        if (watched !== null && shown !== null) steps.begin(codeUri(shown.uri), watched.run, 0);
        return;
      case 'step':
        if (watched !== null && shown !== null) steps.begin(codeUri(shown.uri), watched.run, message.step);
        return;
      case 'lines':
        if (shown !== null) steps.point(codeUri(shown.uri), message.lines, message.reveal);
        return;
      case 'copy':
        await env.clipboard.writeText(message.text);
        void window.setStatusBarMessage(l10n.t('LoopLens: copied'), 4_000);
        return;
      default:
        message satisfies never;
    }
  }

  async function watch(chosen: Readonly<Record<string, string>>): Promise<void> {
    if (shown === null) return;
    const asked = shown;
    const result = await ask({ ...asked, inputs: chosen });
    if (shown !== asked) return;
    if (result === null || 'missing' in result) {
      say({ kind: 'missing', message: result?.missing ?? l10n.t('No run can be shown.') });
      return;
    }
    tellWatched(result);
  }

  function tellWatched(report: WatchReport): void {
    waiting = null;
    watched = report;
    say({ kind: 'watched', automaton: report.automaton, run: report.run, step: firstStep(report) });
  }

  async function ask(target: WatchTarget): Promise<WatchResult> {
    return (await client()?.sendRequest<WatchResult>(WATCH_REQUEST, target)) ?? null;
  }

  return {
    async show(uri, position) {
      const target = uri !== undefined && position !== undefined ? { uri, position } : atCursor(client());
      inputs = {};
      waiting = null;
      if (target === null || !(await load(target))) {
        void window.setStatusBarMessage(l10n.t('LoopLens: no loop here'), 4_000);
        return;
      }
      if (shown?.uri !== target.uri || shown.position.line !== target.position.line) steps.end();
      shown = target;
      if (panel !== null && !panel.visible) panel.reveal(undefined, true);
    },
    async showRun(uri, position) {
      const target = uri !== undefined && position !== undefined ? { uri, position } : atCursor(client());
      if (target === null) return;
      const result = await ask({ ...target, inputs: null });
      if (result === null || 'missing' in result) {
        void window.setStatusBarMessage(l10n.t('LoopLens: no run gets here'), 4_000);
        return;
      }
      const at = codeUri(target.uri);
      if (result.head !== null) {
        const { line, column } = result.head.start;
        const loop: DetailTarget = { uri: target.uri, position: { line: line - 1, character: column - 1 } };
        shown = loop;
        waiting = result;
        if (!(await load(loop))) waiting = null;
        if (panel !== null && !panel.visible) panel.reveal(undefined, true);
      }
      watched = result;
      steps.begin(at, result.run, firstStep(result));
    },
    async refresh(uri) {
      if (shown !== null && panel !== null && shown.uri === protocolUri(client(), uri)) await load(shown);
    },
    dispose() {
      tracking.dispose();
      steps.dispose();
      panel?.dispose();
    },
  };
}

/** Where a run fails within the loop, that iteration is the one. */
function firstStep({ run, head }: WatchReport): number {
  const { end, iterations, behind } = run;
  const failsWithin = head !== null && end.kind === 'undefined' && behind.length === 0;
  return failsWithin ? Math.max(0, iterations.length - 1) : 0;
}

/** The page has no access to translations but these. */
function pageTexts(): Readonly<Record<string, string>> {
  const bundle: Readonly<Record<string, unknown>> = l10n.bundle ?? {};
  return Object.fromEntries(
    Object.entries(bundle).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}

/** Where a position is after changes above it. */
function moved(position: Position, changes: readonly TextDocumentContentChangeEvent[]): Position {
  const lines = changes
    .filter(
      ({ range }) =>
        range.end.line < position.line ||
        (range.end.line === position.line && range.end.character <= position.character),
    )
    .reduce((sum, { range, text }) => sum + text.split('\n').length - 1 - (range.end.line - range.start.line), 0);
  return { ...position, line: position.line + lines };
}

function protocolUri(client: BaseLanguageClient | null, uri: Uri): string | undefined {
  return client?.code2ProtocolConverter.asUri(uri);
}

function atCursor(client: BaseLanguageClient | null): DetailTarget | null {
  const editor = window.activeTextEditor;
  if (!editor || !client) return null;
  const { line, character } = editor.selection.active;
  return { uri: client.code2ProtocolConverter.asUri(editor.document.uri), position: { line, character } };
}
