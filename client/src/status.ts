/** The status bar item: what LoopLens knows of the C file in front, or what keeps it from knowing. */
import { MarkdownString, StatusBarAlignment, ThemeColor, l10n, window } from 'vscode';
import type { Disposable, Uri } from 'vscode';
import { State } from 'vscode-languageclient';
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
    return { text: '$(warning) LoopLens', tooltip: l10n.t('The language server is not running.'), trouble: true };
  if (server === State.Starting)
    return { text: '$(sync~spin) LoopLens', tooltip: l10n.t('The language server is starting.'), trouble: false };
  if (status === null)
    return { text: '$(sync~ignored) LoopLens', tooltip: l10n.t('This file has not been analysed.'), trouble: false };
  if (status.state === 'failed')
    return {
      text: '$(warning) LoopLens',
      tooltip: l10n.t('The analysis failed: {0}', status.message ?? ''),
      trouble: true,
    };
  return { text: `${iconOf(status)} ${loopsText(status.loops)}`, tooltip: knownText(status), trouble: false };
}

function iconOf({ state, complete, fresh, found }: StatusParams): string {
  if (state === 'analysing') return '$(sync~spin)';
  if (!complete) return '$(debug-pause)';
  if (!fresh) return '$(history)';
  return found > 0 ? '$(warning)' : '$(check)';
}

/** What is known, and what of it is not of the text as it is. */
function knownText({ state, loops, exact, violated, found, fresh, complete }: StatusParams): string {
  const parts = [
    l10n.t('{0}, {1} of them exact.', loopsText(loops), exact),
    violated === 1 ? l10n.t('1 assertion fails.') : l10n.t('{0} assertions fail.', violated),
    found - violated === 1 ? l10n.t('1 other finding.') : l10n.t('{0} other findings.', found - violated),
  ];
  if (state === 'analysing') parts.push(l10n.t('The analysis is under way.'));
  else if (!complete) parts.push(l10n.t('The analysis was given up: this is what it came to.'));
  else if (!fresh) parts.push(l10n.t('The file has changed since.'));
  return parts.join(' ');
}

const loopsText = (count: number): string => (count === 1 ? l10n.t('1 loop') : l10n.t('{0} loops', count));

function tooltip(text: string): MarkdownString {
  const links: readonly (readonly [string, string])[] = [
    [l10n.t('Analyse Now'), 'looplens.analyseNow'],
    [l10n.t('Analyse Longer'), 'looplens.analyseLonger'],
    [l10n.t('Settings'), 'looplens.openSettings'],
    [l10n.t('Output'), 'looplens.showOutput'],
    [l10n.t('Restart'), 'looplens.restartServer'],
  ];
  const markdown = new MarkdownString('**LoopLens**\n\n');
  markdown.appendText(text);
  markdown.appendMarkdown(`\n\n${links.map(([title, command]) => `[${title}](command:${command})`).join(' · ')}`);
  markdown.isTrusted = { enabledCommands: links.map(([, command]) => command) };
  return markdown;
}
