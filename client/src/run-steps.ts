/** A run in the editor: one iteration at a time, the lines that it executes marked, what is assigned beside them. */
import { DecorationRangeBehavior, Range, ThemeColor, commands, l10n, window, workspace } from 'vscode';
import type { DecorationOptions, Disposable, TextEditor, Uri } from 'vscode';
import type { RunReport } from '../../server/src/lsp/protocol.ts';
import { stepLines } from './step-lines.ts';

export interface RunSteps extends Disposable {
  /** Shows an iteration of a run of the document. Lines of the run count from 1. */
  begin(uri: Uri, run: RunReport, step: number): void;
  go(step: number): void;
  move(by: number): void;
  end(): void;
  /** Marks lines, values apart. */
  point(uri: Uri, lines: readonly number[], reveal: boolean): void;
}

const STEPPING = 'looplens.stepping';

/** `stepped`: another iteration is shown. */
export function createRunSteps(stepped: (step: number) => void): RunSteps {
  const passed = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor('editor.rangeHighlightBackground'),
    overviewRulerColor: new ThemeColor('editorOverviewRuler.rangeHighlightForeground'),
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
  const beside = window.createTextEditorDecorationType({
    after: { color: new ThemeColor('editorInlayHint.foreground'), margin: '0 0 0 2em', fontStyle: 'italic' },
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
  const ends = window.createTextEditorDecorationType({
    after: { color: new ThemeColor('editorError.foreground'), margin: '0 0 0 2em', fontStyle: 'italic' },
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
  const pointed = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor('editor.hoverHighlightBackground'),
  });
  let shown: { readonly uri: Uri; readonly run: RunReport; step: number } | null = null;

  const editorsOf = (uri: Uri): readonly TextEditor[] =>
    window.visibleTextEditors.filter(({ document }) => document.uri.toString() === uri.toString());

  function draw(reveal: boolean): void {
    if (shown === null) return;
    const { run, step, uri } = shown;
    const told = stepLines(run, step, (iteration, last) => l10n.t('iteration {0} of {1}', iteration, last));
    const lineEnd = (line: number): Range =>
      new Range(line - 1, Number.MAX_SAFE_INTEGER, line - 1, Number.MAX_SAFE_INTEGER);
    const after = (line: number, contentText: string): DecorationOptions => ({
      range: lineEnd(line),
      renderOptions: { after: { contentText } },
    });
    for (const editor of editorsOf(uri)) {
      editor.setDecorations(
        passed,
        told.lines.map(({ line }) => new Range(line - 1, 0, line - 1, 0)),
      );
      editor.setDecorations(
        beside,
        told.lines.filter((l) => l.text !== '').map((l) => after(l.line, l.text)),
      );
      editor.setDecorations(ends, told.end === null ? [] : [after(told.end.line, `⚠ ${told.end.text}`)]);
      const first = told.lines[0]?.line;
      if (reveal && first !== undefined)
        editor.revealRange(new Range(first - 1, 0, (told.end?.line ?? told.lines.at(-1)?.line ?? first) - 1, 0), 2);
    }
  }

  function clear(): void {
    for (const editor of window.visibleTextEditors)
      for (const kind of [passed, beside, ends, pointed]) editor.setDecorations(kind, []);
  }

  const steps: RunSteps = {
    begin(uri, run, step) {
      clear();
      shown = { uri, run, step };
      void commands.executeCommand('setContext', STEPPING, true);
      draw(true);
    },
    go(step) {
      if (shown === null) return;
      const next = Math.min(Math.max(0, step), Math.max(0, shown.run.iterations.length - 1));
      if (next === shown.step) return;
      shown.step = next;
      draw(true);
      stepped(next);
    },
    move(by) {
      if (shown !== null) this.go(Number.isFinite(by) ? shown.step + by : by < 0 ? 0 : shown.run.iterations.length - 1);
    },
    end() {
      shown = null;
      clear();
      void commands.executeCommand('setContext', STEPPING, false);
    },
    point(uri, lines, reveal) {
      for (const editor of editorsOf(uri)) {
        editor.setDecorations(
          pointed,
          lines.map((line) => new Range(line - 1, 0, line - 1, 0)),
        );
        const [first] = lines;
        if (reveal && first !== undefined)
          editor.revealRange(new Range(first - 1, 0, (lines.at(-1) ?? first) - 1, 0), 2);
      }
    },
    dispose() {
      for (const one of [...registered, passed, beside, ends, pointed]) one.dispose();
    },
  };
  const registered = [
    commands.registerCommand('looplens.nextIteration', () => steps.move(1)),
    commands.registerCommand('looplens.previousIteration', () => steps.move(-1)),
    commands.registerCommand('looplens.firstIteration', () => steps.move(Number.NEGATIVE_INFINITY)),
    commands.registerCommand('looplens.lastIteration', () => steps.move(Number.POSITIVE_INFINITY)),
    commands.registerCommand('looplens.endRun', () => steps.end()),
    window.onDidChangeVisibleTextEditors(() => draw(false)),
    // values of another text would be false
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && shown?.uri.toString() === document.uri.toString()) steps.end();
    }),
  ];
  return steps;
}
