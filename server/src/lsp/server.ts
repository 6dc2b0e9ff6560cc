/** Requests in, protocol objects out: one handler for each, on the workspace's results. */
import {
  CancellationToken,
  CodeActionKind,
  CodeLensRefreshRequest,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  InlayHintRefreshRequest,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import type {
  CodeLens,
  Connection,
  Hover,
  InitializeResult,
  InlayHint,
  Position,
  Range,
} from 'vscode-languageserver/node';
import type { FileReport } from '../report/index.ts';
import { PROJECT_FILE_NAME } from '../project/index.ts';
import { createWorkspace, pathOf } from '../workspace/index.ts';
import type { DocumentStatus, Pool, Results, Waiting, Workspace } from '../workspace/index.ts';
import { createAnalysisProgress } from './analysis-progress.ts';
import { clientOf, folderIn } from './client-capabilities.ts';
import type { Client } from './client-capabilities.ts';
import { hover, loopAt } from './hover-request.ts';
import { createLensRefresh } from './lens-refresh.ts';
import {
  ANALYSE_LONGER,
  ANALYSE_NOW,
  ANALYSE_WORKSPACE,
  COPY,
  DETAIL_REQUEST,
  GENERATE_TEST,
  REACH,
  REACH_REQUEST,
  SHOW_DETAIL,
  SHOW_RUN,
  STATUS_NOTIFICATION,
  TEST_REQUEST,
  WATCH_REQUEST,
  WORKSPACE_REQUEST,
} from './protocol.ts';
import type {
  DetailResult,
  DetailTarget,
  StatusParams,
  WatchResult,
  WatchTarget,
  WorkspaceOutcome,
  WorkspaceWish,
} from './protocol.ts';
import { codeActions, generateTest, reachLine } from './line-questions.ts';
import { createRoots } from './roots.ts';
import type { Roots } from './roots.ts';
import { pullSettings } from './pull-settings.ts';
import { nameOf } from './uri-names.ts';
import type { SlowTurns } from './slow-turns.ts';
import { createRunHovers } from './run-hover.ts';
import { createOpenTexts } from './open-texts.ts';
import { toCodeLenses, toDetailResult, toDiagnostics, toInlayHints, withRun } from './to-protocol.ts';
import { watchLoop } from './watch-request.ts';
import { createWorkspaceRequests, remoteFiles } from './workspace-requests.ts';
import type { WorkspaceRequests } from './workspace-requests.ts';

export interface ServerEnvironment {
  readonly version: string;
  /** Folder of the package. */
  readonly root: string;
  readonly turns?: SlowTurns;
  pool(log: (line: string) => void): Pool;
}

/**
 * Milliseconds that a request waits for results, where none are there and where older ones are. An editor goes on
 * showing its old lenses as long as it waits, and would otherwise show outdated ones for a moment.
 */
const HOVER_WAIT: Waiting = { first: 10_000, update: 500 };
const LENS_WAIT: Waiting = { first: 10_000, update: 1_000 };
/** For clients that can't be asked to fetch lenses again. */
const PATIENT_LENS_WAIT: Waiting = { first: 30_000, update: 3_000 };

/** Milliseconds of analysis before progress is shown. */
const PATIENCE = 1_500;

/** How many times the usual work a question gets that is to be looked at longer. */
const LONGER = 10;

/** The protocol's name for the language that is read here. */
const LANGUAGE_C = 'c';

/** Sets up all handlers on a connection, and listens. */
export function serve(connection: Connection, environment: ServerEnvironment): void {
  const log = (line: string): void => connection.console.info(line);
  const texts = createOpenTexts();
  const published = new Set<string>();
  const told = new Set<string>();
  /**
   * Open documents in other languages. They are watched for those that include them (editors take headers for C++), not
   * analysed themselves.
   */
  const foreign = new Set<string>();
  let client: Client = clientOf({ processId: null, rootUri: null, capabilities: {} }, environment.root);
  let roots: Roots = createRoots([], true);
  let configured = '';
  let pulls = 0;
  /** Settings and project files that were asked for are there. */
  let known: Promise<unknown> = Promise.resolve();
  let workspace: Workspace | null = null;
  let whole: WorkspaceRequests | null = null;

  const refresh = createLensRefresh(
    () => connection.sendRequest(CodeLensRefreshRequest.type),
    () => client.lensRefresh,
  );

  const hintRefresh = createLensRefresh(
    () => connection.sendRequest(InlayHintRefreshRequest.type),
    () => client.hintRefresh && roots.all().some(({ settings }) => settings.hints),
  );

  const progress = createAnalysisProgress({
    create: () => (client.progress ? connection.window.createWorkDoneProgress() : null),
    giveUp(uri) {
      workspace?.giveUp(uri);
      refresh.all();
    },
    nameOf,
    patience: PATIENCE,
  });

  const runs = createRunHovers(
    () => workspace,
    () => client,
  );

  function start(): Workspace {
    const pool = environment.pool(log);
    pool.warm();
    return createWorkspace(pool, (uri) => roots.settings(uri).workspace, {
      results(uri, _, report) {
        environment.turns?.begin('new results');
        // what only counts underlines nothing, and what isn't complete takes nothing back
        const { complete, isFirst } = workspace?.results(uri) ?? { complete: true, isFirst: true };
        if (complete || (isFirst && !isOnlyCounted(report))) publish(uri, report);
        tell(report.messages ?? []);
        for (const { function: name, message } of report.defects ?? [])
          log(`a defect of LoopLens, met in ${name} of ${uri}: ${message}`);
        if (complete) whole?.edited(uri, report);
        refresh.arrived(uri, report);
        hintRefresh.arrived(uri, report);
      },
      status(uri, status) {
        progress.state(uri, status.kind === 'analysing');
        if (client.status) void connection.sendNotification(STATUS_NOTIFICATION, statusParams(uri, status));
      },
      advance: (uri, done, total) => progress.advance(uri, done, total),
    });
  }

  /** The report is of the text as it is. */
  function publish(uri: string, report: FileReport): void {
    const { diagnostics: isShown, severities } = roots.settings(uri);
    const diagnostics = isShown ? toDiagnostics(uri, report, client, severities) : [];
    const version = texts.version(uri);
    void connection.sendDiagnostics({ uri, ...(version === undefined ? {} : { version }), diagnostics });
    published.add(uri);
  }

  /** What is wrong with the surroundings of documents is said once. */
  function tell(messages: readonly string[]): void {
    for (const message of messages) {
      if (told.has(message)) continue;
      told.add(message);
      void connection.sendNotification('window/showMessage', {
        type: MessageType.Warning,
        message: `LoopLens: ${message}`,
      });
    }
  }

  /** Settings may be other ones: of the client, of project files, or since folders have come or gone. */
  function configure(): void {
    tell(roots.problems());
    const now = JSON.stringify([roots.settings(''), roots.all()]);
    if (now === configured) return;
    configured = now;
    if (workspace === null) return;
    workspace.configure();
    refresh.all();
    hintRefresh.all();
    for (const uri of published) {
      const results = workspace.results(uri);
      if (results?.fresh) publish(uri, results.report);
      else if (!roots.settings(uri).diagnostics) void connection.sendDiagnostics({ uri, diagnostics: [] });
    }
  }

  /** Asks the client for its settings; what was asked for before is then no longer waited for. */
  async function askForSettings(): Promise<void> {
    if (!client.configuration) return;
    const asked = ++pulls;
    try {
      const { usual, own } = await pullSettings(connection, roots.all());
      if (asked !== pulls) return;
      roots.tell(usual, own);
      configure();
    } catch {
      log('the client did not tell its settings');
    }
  }

  /** Project files of folders that the client reads for us. */
  async function askForProjects(): Promise<void> {
    const remote = remoteFiles(connection, client);
    const elsewhere = roots.all().filter(({ path }) => path === null);
    if (remote === null || elsewhere.length === 0) return;
    for (const { uri } of elsewhere)
      roots.toldProject(uri, await remote.text(`${uri}/${PROJECT_FILE_NAME}`).catch(() => null));
    configure();
  }

  connection.onInitialize((params): InitializeResult => {
    client = clientOf(params, environment.root);
    roots = createRoots(client.folders, client.trusted);
    roots.tell(client.settings, client.folderSettings);
    workspace = start();
    whole = createWorkspaceRequests(connection, client, {
      roots,
      workspace,
      openText: texts.text,
      remote: remoteFiles(connection, client),
      storage: client.storage,
    });
    return {
      serverInfo: { name: 'looplens', version: environment.version },
      capabilities: {
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        codeLensProvider: { resolveProvider: false },
        inlayHintProvider: { resolveProvider: false },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.Source] },
        executeCommandProvider: {
          commands: [SHOW_DETAIL, ANALYSE_NOW, ANALYSE_LONGER, ANALYSE_WORKSPACE, REACH, GENERATE_TEST].filter(
            (command) => !client.clientCommands.includes(command),
          ),
        },
      },
    };
  });

  connection.onInitialized(() => {
    configure();
    const unwatched = (): void => log('the client does not tell about changes');
    if (client.configurationChanges)
      void connection.client
        .register(DidChangeConfigurationNotification.type, { section: 'looplens' })
        .catch(unwatched);
    if (client.watchedFiles) {
      const watchers = ['**/*.{h,H,hh,inc,def}', '**/compile_commands.json', `**/${PROJECT_FILE_NAME}`].map(
        (globPattern) => ({ globPattern }),
      );
      void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(unwatched);
    }
    if (client.folderChanges)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        roots.change(
          added.flatMap((folder) => folderIn(folder) ?? []),
          removed,
        );
        configure();
        known = Promise.all([askForSettings(), askForProjects()]);
      });
    known = Promise.all([client.settings === undefined ? askForSettings() : null, askForProjects()]);
  });

  connection.onDidChangeConfiguration(({ settings: pushed }: { settings: unknown }) => {
    const section =
      typeof pushed === 'object' && pushed !== null ? (pushed as Record<string, unknown>)['looplens'] : undefined;
    if (section !== undefined) {
      roots.tell(section, new Map());
      // where folders have their own, these are asked for below
      if (!client.configuration) configure();
    }
    known = askForSettings();
  });

  connection.onDidChangeWatchedFiles(({ changes }) => {
    if (changes.some(({ uri }) => uri.endsWith(`/${PROJECT_FILE_NAME}`))) {
      roots.reread();
      configure();
      known = askForProjects();
    }
    const others = changes.filter(({ uri }) => !uri.endsWith(`/${PROJECT_FILE_NAME}`));
    const paths = others.flatMap(({ uri }) => pathOf(uri) ?? []);
    const listed = others.some(
      ({ uri, type }) => type !== FileChangeType.Changed || uri.endsWith('/compile_commands.json'),
    );
    workspace?.filesChanged(paths, listed);
  });

  connection.onShutdown(() => {
    whole?.dispose();
    workspace?.dispose();
    workspace = null;
  });

  /** Nothing is known of the document any more, and nothing of it is shown. */
  function forget(uri: string): void {
    if (foreign.delete(uri)) workspace?.header(uri, null);
    else workspace?.close(uri);
    progress.state(uri, false);
    refresh.forget(uri);
    hintRefresh.forget(uri);
    if (published.delete(uri)) void connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
    // a document can be opened again in another language
    forget(uri);
    const edition = texts.open(uri, languageId, version, text);
    if (languageId !== LANGUAGE_C) {
      foreign.add(uri);
      workspace?.header(uri, text);
    } else workspace?.open(uri, edition, text);
  });

  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const change = texts.change(uri, version, contentChanges);
    if (change && foreign.has(uri)) workspace?.header(uri, change.text);
    else if (change) workspace?.change(uri, change.edition, change.text, change.edits);
  });

  connection.onDidSaveTextDocument(({ textDocument }) => workspace?.save(textDocument.uri));

  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    texts.close(uri);
    forget(uri);
  });

  /** The results to answer a request from; an error where it was cancelled. */
  async function resultsFor(
    uri: string,
    wait: Waiting,
    token: CancellationToken,
    enough?: (results: Results) => boolean,
  ): Promise<Results | null | ResponseError<void>> {
    const cancelled = new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
    const results = (await workspace?.whenCurrent(uri, wait, cancelled, enough)) ?? null;
    return token.isCancellationRequested ? new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled') : results;
  }

  connection.onHover(async ({ textDocument, position }, token): Promise<Hover | null | ResponseError<void>> => {
    const { uri } = textDocument;
    const question = {
      uri,
      position,
      name: texts.nameAt(uri, position),
      part: (range: Range) => texts.part(uri, range),
    };
    const at = (results: Results | null): Hover | null =>
      hover(results, question, client, roots.settings(uri).diagnostics);
    const isEnough = (known: Results): boolean => at(known) !== null && loopAt(known.report, position)?.tier !== 1;
    const results = await resultsFor(uri, HOVER_WAIT, token, isEnough);
    if (results instanceof ResponseError) return results;
    const told = at(results);
    const run = results?.fresh ? await runs.at(uri, texts.edition(uri), results.report, position) : null;
    return run === null || token.isCancellationRequested ? told : withRun(told, run);
  });

  connection.onCodeLens(async ({ textDocument: { uri } }, token): Promise<CodeLens[] | null | ResponseError<void>> => {
    if (!roots.settings(uri).lens) return [];
    const results = await resultsFor(
      uri,
      client.lensRefresh ? LENS_WAIT : PATIENT_LENS_WAIT,
      token,
      () => client.lensRefresh,
    );
    if (results instanceof ResponseError) return results;
    refresh.served(uri, results?.report ?? null);
    return results && toCodeLenses(uri, results, workspace?.awaits(uri) === true);
  });

  connection.languages.inlayHint.on(
    async ({ textDocument: { uri }, range }, token): Promise<InlayHint[] | null | ResponseError<void>> => {
      if (!roots.settings(uri).hints) return [];
      const results = await resultsFor(
        uri,
        client.hintRefresh ? LENS_WAIT : PATIENT_LENS_WAIT,
        token,
        () => client.hintRefresh,
      );
      if (results instanceof ResponseError) return results;
      hintRefresh.served(uri, results?.report ?? null);
      return results && toInlayHints(results, range);
    },
  );

  async function detail(target: DetailTarget, token: CancellationToken): Promise<DetailResult | null> {
    const results = await resultsFor(target.uri, HOVER_WAIT, token);
    if (results === null || results instanceof ResponseError) return null;
    const loop = loopAt(results.report, target.position);
    return loop && toDetailResult(loop, results.fresh);
  }

  connection.onRequest(DETAIL_REQUEST, (target: DetailTarget, token: CancellationToken) => detail(target, token));

  connection.onRequest(REACH_REQUEST, (target: DetailTarget) => reachLine(workspace, target));
  connection.onRequest<WatchResult, void>(WATCH_REQUEST, (target: WatchTarget) => watchLoop(workspace, target));
  connection.onRequest(TEST_REQUEST, (target: DetailTarget) => generateTest(workspace, target));
  connection.onRequest(
    WORKSPACE_REQUEST,
    async (wish: WorkspaceWish, token: CancellationToken): Promise<WorkspaceOutcome | null> => {
      await known;
      return (await whole?.analyse(wish, token)) ?? null;
    },
  );
  connection.onCodeAction(({ textDocument: { uri }, range, context }) =>
    codeActions(uri, range, context, {
      results: workspace?.results(uri) ?? null,
      text: texts.text(uri),
      copies: client.clientCommands.includes(COPY),
      runs: client.clientCommands.includes(SHOW_RUN),
    }),
  );

  connection.onExecuteCommand(async ({ command, arguments: given }, token): Promise<string | null> => {
    const [uri, position] = (given ?? []) as [string | undefined, Position | undefined];
    if (command === ANALYSE_NOW) workspace?.analyseNow(uri);
    if (command === ANALYSE_WORKSPACE) void known.then(() => whole?.publish(publish));
    if (command === ANALYSE_LONGER && uri !== undefined) workspace?.analyseLonger(uri, LONGER);
    if ((command === REACH || command === GENERATE_TEST) && uri !== undefined && position !== undefined) {
      const asked = { uri, position };
      const told = command === REACH ? await reachLine(workspace, asked) : await generateTest(workspace, asked);
      void connection.sendNotification('window/showMessage', { type: MessageType.Info, message: told.message });
      return 'text' in told ? told.text : told.message;
    }
    if (command !== SHOW_DETAIL || uri === undefined || position === undefined) return null;
    const found = await detail({ uri, position }, token);
    // Clients that know nothing of this command forget its result: show it as well.
    if (found)
      void connection.sendNotification('window/showMessage', { type: MessageType.Info, message: found.markdown });
    return found?.markdown ?? null;
  });

  connection.listen();
}

/** Its loops are counted, and nothing else is known yet. */
const isOnlyCounted = ({ loops, assertions }: FileReport): boolean =>
  assertions.length === 0 && loops.every((loop) => loop.tier === 1);

const diagnosed = (report: FileReport | undefined): number =>
  (report?.findings ?? []).filter((f) => !f.accepted && f.kind !== 'suspicion' && f.kind !== 'unreachable').length +
  (report?.assertions ?? []).filter((a) => a.verdict === 'violated' && !a.accepted).length;

function statusParams(uri: string, status: DocumentStatus): StatusParams {
  const results = status.kind === 'idle' ? status.results : null;
  const loops = results?.report.loops ?? [];
  return {
    uri,
    state: status.kind,
    loops: loops.length,
    exact: loops.filter((loop) => loop.exactness === 'exact').length,
    violated: results?.report.assertions.filter((assertion) => assertion.verdict === 'violated').length ?? 0,
    found: diagnosed(results?.report),
    fresh: results?.fresh ?? false,
    complete: results?.complete ?? false,
    ...(status.kind === 'failed' ? { message: status.message } : {}),
  };
}
