/** Questions about the line at the cursor: whether it can be reached, and a program that gets there. */
import { commands, l10n, window, workspace } from 'vscode';
import type { Disposable } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { GENERATE_TEST, REACH, REACH_REQUEST, TEST_REQUEST } from '../../server/src/lsp/protocol.ts';
import type { DetailTarget, ReachResult, TestResult } from '../../server/src/lsp/protocol.ts';

type Position = DetailTarget['position'];

/** Registers both commands. Without arguments they are about the cursor. */
export function registerQuestions(client: () => BaseLanguageClient | null): Disposable[] {
  async function ask<T>(request: string, uri: string | undefined, position: Position | undefined): Promise<T | null> {
    const target = uri !== undefined && position !== undefined ? { uri, position } : atCursor(client());
    if (target === null) {
      void window.setStatusBarMessage(l10n.t('LoopLens: no C file here'), 4_000);
      return null;
    }
    return (await client()?.sendRequest<T>(request, target)) ?? null;
  }

  return [
    commands.registerCommand(REACH, async (uri?: string, position?: Position) => {
      const result = await ask<ReachResult>(REACH_REQUEST, uri, position);
      if (result === null) return;
      const [answer = '', ...detail] = result.message.split('\n');
      const choice = await window.showInformationMessage(
        [answer, ...detail].join('  '),
        ...(result.verdict === 'reachable' ? [l10n.t('Generate Test')] : []),
      );
      if (choice !== undefined) await commands.executeCommand(GENERATE_TEST, uri, position);
    }),
    commands.registerCommand(GENERATE_TEST, async (uri?: string, position?: Position) => {
      const result = await ask<TestResult>(TEST_REQUEST, uri, position);
      if (result === null) return;
      if (result.text === null) {
        void window.showWarningMessage(result.message);
        return;
      }
      const document = await workspace.openTextDocument({ language: 'c', content: result.text });
      await window.showTextDocument(document, { preview: false });
      void window.setStatusBarMessage(result.message, 10_000);
    }),
  ];
}

function atCursor(client: BaseLanguageClient | null): DetailTarget | null {
  const editor = window.activeTextEditor;
  if (!editor || !client || editor.document.languageId !== 'c') return null;
  const { line, character } = editor.selection.active;
  return { uri: client.code2ProtocolConverter.asUri(editor.document.uri), position: { line, character } };
}
