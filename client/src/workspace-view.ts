/** The view of the workspace: findings and loops of all its C files, as the server tells them, in a tree. */
import { CancellationTokenSource, ProgressLocation, commands, l10n, window, workspace } from 'vscode';
import type { CancellationToken, Disposable, ExtensionContext, Progress, Uri } from 'vscode';
import { State } from 'vscode-languageclient';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  ANALYSE_WORKSPACE,
  WORKSPACE_FILE,
  WORKSPACE_PROGRESS,
  WORKSPACE_REQUEST,
} from '../../server/src/lsp/protocol.ts';
import type {
  WorkspaceFile,
  WorkspaceOutcome,
  WorkspaceProgress,
  WorkspaceWish,
} from '../../server/src/lsp/protocol.ts';
import { chooseFilter, chooseGrouping, chooseText } from './workspace-choices.ts';
import { NO_FILTER, figuresOf, filtered, isFiltering, treeOf } from './workspace-model.ts';
import type { Filter, Grouping } from './workspace-model.ts';
import { figuresText, filterText } from './workspace-texts.ts';
import { createTree } from './workspace-tree.ts';

export interface WorkspaceView extends Disposable {
  /** To be called before the client starts. */
  listen(client: BaseLanguageClient): void;
}

const VIEW = 'looplens.workspace';
/** Milliseconds between two drawings of the tree, and at least so many times what one takes. */
const [BETWEEN, TIMES] = [300, 10];
/** Of the workspace's state. */
const [GROUPING, ANALYSED] = ['looplens.grouping', 'looplens.analysed'];

/** What the view says where the tree is empty (`viewsWelcome`). */
type Emptiness = 'none' | 'running' | 'nothing' | 'filtered';

export function createWorkspaceView(
  { workspaceState, subscriptions }: ExtensionContext,
  client: () => BaseLanguageClient | null,
): WorkspaceView {
  const files = new Map<string, WorkspaceFile>();
  const tree = createTree((uri) => client()?.protocol2CodeConverter.asUri(uri) ?? null);
  const view = window.createTreeView(VIEW, { treeDataProvider: tree, showCollapseAll: true });
  let grouping = workspaceState.get<Grouping>(GROUPING) ?? 'status';
  let filter: Filter = NO_FILTER;
  /** Of the run under way: the files that were told. */
  let told: Set<string> | null = null;
  let progress: ((progress: WorkspaceProgress) => void) | null = null;
  let stop: (() => void) | null = null;
  let drawing: ReturnType<typeof setTimeout> | null = null;
  /** Milliseconds that the last drawing took. */
  let took = 0;
  /** What was given up before it was done. */
  let missing = 0;
  let isOutdated = false;
  let isRestored = false;

  function draw(): void {
    if (drawing !== null) clearTimeout(drawing);
    drawing = null;
    const began = performance.now();
    const shown = filtered(files.values(), filter);
    const folders = (workspace.workspaceFolders ?? []).flatMap(
      ({ uri }) => client()?.code2ProtocolConverter.asUri(uri) ?? [],
    );
    tree.show(treeOf(shown, grouping, folders), grouping);
    const all = figuresOf([...files.values()].flatMap(({ items }) => items));
    const left = figuresOf(shown.flatMap(({ items }) => items));
    view.description = figuresText(all);
    view.message = messageOf(left.found + left.loops, all.found + all.loops);
    view.badge = all.found === 0 ? undefined : { value: all.found, tooltip: l10n.t('{0} found', all.found) };
    void commands.executeCommand('setContext', 'looplens.workspace', emptiness());
    void commands.executeCommand('setContext', 'looplens.workspaceFiltered', isFiltering(filter));
    void commands.executeCommand('setContext', 'looplens.workspaceRunning', told !== null);
    took = performance.now() - began;
  }

  function emptiness(): Emptiness {
    if (told !== null) return 'running';
    if (files.size === 0) return workspaceState.get<boolean>(ANALYSED) === true && isRestored ? 'nothing' : 'none';
    return isFiltering(filter) ? 'filtered' : 'nothing';
  }

  /** Empty where the tree is: what leads on from there is then said in it. */
  function messageOf(shown: number, all: number): string {
    if (shown === 0 && isFiltering(filter)) return '';
    const parts = [
      ...(isFiltering(filter) && files.size > 0 ? [filterText(filter, shown, all)] : []),
      ...(missing > 0 && told === null
        ? [missing === 1 ? l10n.t('1 file is not analysed yet.') : l10n.t('{0} files are not analysed yet.', missing)]
        : []),
      ...(isOutdated && files.size > 0 && told === null ? [l10n.t('Files or settings have changed since.')] : []),
    ];
    return parts.join('\n');
  }

  function drawSoon(): void {
    drawing ??= setTimeout(draw, Math.max(BETWEEN, TIMES * took));
  }

  function take(file: WorkspaceFile): void {
    told?.add(file.uri);
    if (JSON.stringify(files.get(file.uri)) === JSON.stringify(file)) return;
    files.set(file.uri, file);
    drawSoon();
  }

  /** Asks for all files, or only for what the cache has of them. */
  async function run(wish: WorkspaceWish, token: CancellationToken | undefined): Promise<WorkspaceOutcome | null> {
    const mine = new Set<string>();
    told = mine;
    draw();
    let outcome: WorkspaceOutcome | null = null;
    try {
      outcome = (await client()?.sendRequest<WorkspaceOutcome | null>(WORKSPACE_REQUEST, wish, token)) ?? null;
    } catch {
      // cancelled, or the server is gone: what was told stays
    }
    if (told !== mine) return null;
    told = null;
    if (outcome !== null && !outcome.cancelled) {
      isOutdated = false;
      if (!wish.keptOnly) for (const uri of [...files.keys()]) if (!mine.has(uri)) files.delete(uri);
    }
    if (outcome !== null) missing = Math.max(0, outcome.files - files.size);
    draw();
    return outcome;
  }

  async function analyse(): Promise<void> {
    if ((workspace.workspaceFolders ?? []).length === 0) {
      void window.showInformationMessage(l10n.t('LoopLens: no folder is open.'));
      return;
    }
    if (stop !== null) return;
    const ending = new CancellationTokenSource();
    stop = () => ending.cancel();
    void commands.executeCommand(`${VIEW}.focus`);
    const title = l10n.t('LoopLens: the workspace');
    const outcome = await window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable: true },
      (shown, token) => {
        token.onCancellationRequested(() => ending.cancel());
        progress = progressOn(shown);
        return run({ keptOnly: false }, ending.token);
      },
    );
    ending.dispose();
    tellOutcome(outcome);
    progress = null;
    stop = null;
    isRestored = true;
    await workspaceState.update(ANALYSED, true);
    draw();
  }

  /** What the cache has is shown when the view is first seen, where there were results before. */
  async function restore(): Promise<void> {
    if (isRestored || !view.visible || told !== null || workspaceState.get<boolean>(ANALYSED) !== true) return;
    isRestored = true;
    await window.withProgress({ location: { viewId: VIEW } }, (_, token) => run({ keptOnly: true }, token));
  }

  function forget(isGone: (file: WorkspaceFile) => boolean): void {
    for (const [uri, file] of files) if (isGone(file)) files.delete(uri);
    drawSoon();
  }

  function outdate(uri: Uri | null): void {
    // what is open is told by the server
    const isOpen = workspace.textDocuments.some((document) => document.uri.toString() === uri?.toString());
    if (isOutdated || isOpen || files.size === 0) return;
    isOutdated = true;
    drawSoon();
  }

  const watcher = workspace.createFileSystemWatcher('**/*.[cC]');
  const changed: Disposable[] = [
    watcher,
    watcher.onDidChange(outdate),
    watcher.onDidCreate(outdate),
    watcher.onDidDelete((uri) => forget((file) => file.uri === client()?.code2ProtocolConverter.asUri(uri))),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('looplens') && outdate(null)),
    workspace.onDidChangeWorkspaceFolders(({ removed }) => {
      const gone = removed.map(({ uri }) => client()?.code2ProtocolConverter.asUri(uri));
      forget(({ folder }) => gone.includes(folder));
      outdate(null);
    }),
    view.onDidChangeVisibility(() => void restore()),
  ];

  subscriptions.push(
    commands.registerCommand(ANALYSE_WORKSPACE, analyse),
    commands.registerCommand('looplens.stopWorkspace', () => stop?.()),
    commands.registerCommand('looplens.groupWorkspace', async () => {
      const chosen = await chooseGrouping(grouping);
      if (chosen === null) return;
      grouping = chosen;
      draw();
      await workspaceState.update(GROUPING, grouping);
    }),
    commands.registerCommand('looplens.filterWorkspace', async () => {
      filter = (await chooseFilter(files.values(), filter)) ?? filter;
      draw();
    }),
    commands.registerCommand('looplens.searchWorkspace', async () => {
      filter = (await chooseText(filter)) ?? filter;
      draw();
    }),
    commands.registerCommand('looplens.clearWorkspaceFilter', () => {
      filter = NO_FILTER;
      draw();
    }),
  );
  draw();

  return {
    listen(started) {
      started.onNotification(WORKSPACE_FILE, take);
      started.onNotification(WORKSPACE_PROGRESS, (news: WorkspaceProgress) => progress?.(news));
      started.onDidChangeState(({ newState }) => {
        // a new server knows of no file that it should tell of
        if (newState === State.Stopped) isRestored = false;
        if (newState === State.Running) void restore();
      });
    },
    dispose() {
      stop?.();
      if (drawing !== null) clearTimeout(drawing);
      for (const one of changed) one.dispose();
      view.dispose();
    },
  };
}

/** `12 of 300 files, 3.1 files/s, 1:33 left`. */
function progressOn(shown: Progress<{ message?: string; increment?: number }>): (news: WorkspaceProgress) => void {
  let before = 0;
  return ({ done, total, pace }) => {
    const percent = total === 0 ? 0 : (100 * done) / total;
    const files = l10n.t('{0} of {1} files', done, total);
    const message = pace === null ? files : l10n.t('{0}, {1} files/s, {2} left', files, pace.rate, pace.left);
    shown.report({ message, increment: percent - before });
    before = percent;
  };
}

function tellOutcome(outcome: WorkspaceOutcome | null): void {
  if (outcome === null) return;
  const { files, told, cancelled, problems } = outcome;
  void window.setStatusBarMessage(
    cancelled
      ? l10n.t('LoopLens: given up; {0} of {1} files are there', told, files)
      : l10n.t('LoopLens: {0} files analysed', told),
    8_000,
  );
  const [first] = problems;
  if (first === undefined) return;
  const others = problems.length > 1 ? ` ${l10n.t('({0} more)', problems.length - 1)}` : '';
  void window.showWarningMessage(`LoopLens: ${first}${others}`);
}
