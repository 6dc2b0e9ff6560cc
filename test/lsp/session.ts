/** A small LSP client on a server process: enough to ask and to see what it says. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { StreamMessageReader, StreamMessageWriter, createMessageConnection } from 'vscode-languageserver/node';
import { annotate } from '../marks/annotated.ts';
import type { Shown } from '../marks/annotated.ts';
import type { Place, Span } from '../marks/marked.ts';
import type { CodeLens, Diagnostic, Hover, InitializeResult, MessageConnection } from 'vscode-languageserver/node';

export interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Session {
  readonly process: ChildProcess;
  readonly connection: MessageConnection;
  readonly initialized: InitializeResult;
  /** All that was published, in order. */
  readonly published: readonly Published[];
  readonly logs: readonly string[];
  /** Lens refreshes asked for so far. */
  readonly refreshes: number;
  open(uri: string, text: string, version?: number): void;
  /** Replaces a range or everything. */
  edit(uri: string, version: number, text: string, range?: Span): void;
  close(uri: string): void;
  hover(uri: string, place: Place): Promise<string | null>;
  lenses(uri: string): Promise<readonly string[] | null>;
  lensObjects(uri: string): Promise<readonly CodeLens[] | null>;
  /** Waits for diagnostics of a document (of a version, where given). */
  diagnostics(uri: string, version?: number): Promise<Published>;
  /** The document's text with the diagnostics of this version drawn into it (`marks/annotated.ts`). */
  diagnosed(uri: string, text: string, version?: number): Promise<string>;
  /** The same with the lenses. */
  shown(uri: string, text: string, version?: number): Promise<string>;
  end(): Promise<number | null>;
}

export interface SessionOptions {
  readonly initializationOptions?: unknown;
  readonly capabilities?: unknown;
  /** Behind and before `--stdio`. */
  readonly args?: readonly string[];
  readonly command?: readonly string[];
  /** Settings; a function gets the uri that they are asked for. */
  readonly configuration?: unknown;
  /** Further handlers, before anything is said. */
  listen?(connection: MessageConnection): void;
  readonly folders?: readonly { readonly uri: string; readonly name: string }[];
}

const CAPABILITIES = {
  workspace: { codeLens: { refreshSupport: true } },
  textDocument: {
    hover: { contentFormat: ['markdown'] },
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, versionSupport: true },
  },
};

const drawn = (diagnostics: readonly Diagnostic[]): readonly Shown[] =>
  diagnostics.map(({ range, code }) => ({ range, text: String(code) }));

export async function startSession(server: string, options: SessionOptions = {}): Promise<Session> {
  const child = spawn(process.execPath, [server, ...(options.command ?? []), '--stdio', ...(options.args ?? [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const published: Published[] = [];
  const logs: string[] = [];
  const listeners = new Set<() => void>();
  let refreshes = 0;
  connection.onNotification('textDocument/publishDiagnostics', (params: Published) => {
    published.push(params);
    for (const listener of [...listeners]) listener();
  });
  connection.onNotification('window/logMessage', ({ message }: { message: string }) => void logs.push(message));
  connection.onRequest('workspace/codeLens/refresh', () => {
    refreshes += 1;
    return null;
  });
  connection.onRequest('client/registerCapability', () => null);
  connection.onRequest('workspace/configuration', ({ items }: { items: readonly { scopeUri?: string }[] }) =>
    items.map(({ scopeUri }) => {
      const { configuration } = options;
      return (typeof configuration === 'function' ? configuration(scopeUri) : configuration) ?? null;
    }),
  );
  options.listen?.(connection);
  connection.listen();
  const initialized = await connection.sendRequest<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: null,
    ...(options.folders ? { workspaceFolders: options.folders } : {}),
    capabilities: options.capabilities ?? CAPABILITIES,
    initializationOptions: options.initializationOptions,
  });
  await connection.sendNotification('initialized', {});

  const lensObjects = (uri: string): Promise<CodeLens[] | null> =>
    connection.sendRequest('textDocument/codeLens', { textDocument: { uri } });

  const diagnosticsOf = (uri: string, version?: number): Promise<Published> =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = published.findLast(
          (one) => one.uri === uri && (version === undefined || one.version === version),
        );
        if (!found) return;
        listeners.delete(check);
        resolve(found);
      };
      listeners.add(check);
      check();
    });

  return {
    process: child,
    connection,
    initialized,
    published,
    logs,
    get refreshes() {
      return refreshes;
    },
    open: (uri, text, version = 1) =>
      void connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'c', version, text },
      }),
    edit(uri, version, text, range) {
      const change = range ? { range, text } : { text };
      void connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [change],
      });
    },
    close: (uri) => void connection.sendNotification('textDocument/didClose', { textDocument: { uri } }),
    async hover(uri, position) {
      const result = await connection.sendRequest<Hover | null>('textDocument/hover', {
        textDocument: { uri },
        position,
      });
      return result === null ? null : (result.contents as { value: string }).value;
    },
    lenses: async (uri) =>
      (await lensObjects(uri))?.map(
        (lens) => `${lens.range.start.line}:${lens.range.start.character} ${lens.command?.title}`,
      ) ?? null,
    lensObjects,
    diagnostics: diagnosticsOf,
    async diagnosed(uri, text, version = 1) {
      return annotate(text, [], drawn((await diagnosticsOf(uri, version)).diagnostics));
    },
    async shown(uri, text, version = 1) {
      const { diagnostics } = await diagnosticsOf(uri, version);
      const lenses = (await lensObjects(uri)) ?? [];
      return annotate(
        text,
        lenses.map(({ range, command }) => ({ range, text: command?.title ?? '' })),
        drawn(diagnostics),
      );
    },
    async end() {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        await connection.sendRequest('shutdown');
        await connection.sendNotification('exit');
        await gone;
      }
      connection.dispose();
      return child.exitCode;
    },
  };
}
