/** The status bar item: what LoopLens knows of the C file in front, or what keeps it from knowing. */
import { MarkdownString, StatusBarAlignment, ThemeColor, window } from 'vscode';
import type { Disposable, Uri } from 'vscode';
import { State } from 'vscode-languageclient/node';
import type { StatusParams } from '../../server/src/lsp/protocol.ts';

export interface Status extends Disposable {
  report(uri: Uri, params: StatusParams): void;
  serverState(state: State): void;
  /** The server can't be used, and why. */
  failed(message: string): void;
  forget(uri: Uri): void;
  reset(): void;
  /** The editor in front has changed. */
  update(): void;
}

export function createStatus(): Status {
  const item = window.createStatusBarItem('looplens.status', StatusBarAlignment.Right, 50);
  item.name = 'LoopLens';
  const known = new Map<string, StatusParams>();
  let server: State = State.Starting;
  let failure: string | null = null;

  function update(): void {
    const document = window.activeTextEditor?.document;
    if (document?.languageId !== 'c') {
      item.hide();
      return;
    }
    const shown = appearance(known.get(document.uri.toString()) ?? null, server, failure);
    item.text = shown.text;
    item.tooltip = tooltip(shown.tooltip);
    item.command = shown.trouble ? 'looplens.showOutput' : 'workbench.actions.view.problems';
    item.backgroundColor = shown.trouble ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
  }

  return {
    report(uri, params) {
      // While an analysis runs, what was known stays in sight.
      const before = known.get(uri.toString());
      known.set(uri.toString(), params.state === 'analysing' && before ? { ...before, state: 'analysing' } : params);
      update();
    },
    serverState(state) {
      server = state;
      if (state === State.Running) failure = null;
      update();
    },
    failed(message) {
      failure = message;
      update();
    },
    forget: (uri) => void known.delete(uri.toString()),
    reset() {
      known.clear();
      failure = null;
      update();
    },
    update,
    dispose: () => item.dispose(),
  };
}

interface Appearance {
  readonly text: string;
  readonly tooltip: string;
  readonly trouble: boolean;
}

function appearance(status: StatusParams | null, server: State, failure: string | null): Appearance {
  if (failure !== null) return { text: '$(warning) LoopLens', tooltip: failure, trouble: true };
  if (server === State.Stopped)
    return { text: '$(warning) LoopLens', tooltip: 'The language server is not running.', trouble: true };
  if (server === State.Starting)
    return { text: '$(sync~spin) LoopLens', tooltip: 'The language server is starting.', trouble: false };
  if (status === null)
    return { text: '$(sync~ignored) LoopLens', tooltip: 'This file has not been analysed.', trouble: false };
  if (status.state === 'failed')
    return { text: '$(warning) LoopLens', tooltip: `The analysis failed: ${status.message ?? ''}`, trouble: true };
  const counts = `${plural(status.loops, 'loop')}, ${status.exact} exact, ${plural(status.violated, 'failing assertion')}`;
  const icon = status.state === 'analysing' ? '$(sync~spin)' : status.violated > 0 ? '$(error)' : '$(check)';
  const when = status.fresh ? '' : ' The file has changed since.';
  return { text: `${icon} ${plural(status.loops, 'loop')}`, tooltip: `${counts}.${when}`, trouble: false };
}

function tooltip(text: string): MarkdownString {
  const markdown = new MarkdownString('**LoopLens**\n\n');
  markdown.appendText(text);
  markdown.appendMarkdown(
    '\n\n[Analyse now](command:looplens.analyseNow) · [Settings](command:looplens.openSettings) · [Output](command:looplens.showOutput) · [Restart](command:looplens.restartServer)',
  );
  markdown.isTrusted = {
    enabledCommands: ['looplens.analyseNow', 'looplens.openSettings', 'looplens.showOutput', 'looplens.restartServer'],
  };
  return markdown;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
