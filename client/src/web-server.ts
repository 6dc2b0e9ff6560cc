/**
 * The language server in a worker of the browser, and the client on it. Neither may load files by itself: the editor
 * reads them, from wherever the extension lies, and they are handed over.
 */
import { Uri, workspace } from 'vscode';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import type { MessageTransports } from 'vscode-languageclient/browser';
import { WEB_FILES } from '../../server/src/lsp/protocol.ts';
import type { WebFiles } from '../../server/src/lsp/protocol.ts';
import type { CreateClient } from './activate.ts';
import { clientOptions } from './client-options.ts';
import { tellStatus } from './client-status.ts';

/** What browsers have; the editor's types know nothing of it. */
interface WebWorker {
  postMessage(message: unknown): void;
  terminate(): void;
}
declare const Worker: new (url: string) => WebWorker;
declare const Blob: new (parts: readonly Uint8Array[], options: { readonly type: string }) => object;
declare const URL: { createObjectURL(blob: object): string };

export const createWebClient: CreateClient = (context, onStatus) => {
  const read = (...path: string[]): Thenable<Uint8Array> =>
    workspace.fs.readFile(Uri.joinPath(context.extensionUri, 'dist', ...path));
  let running: WebWorker | null = null;
  const start = async (): Promise<MessageTransports> => {
    const [server, analysis, ...wasm] = await Promise.all([
      read('web', 'server.js'),
      read('web', 'analysis.js'),
      ...WEB_FILES.map((name) => read(name)),
    ]);
    // one that was told to end goes on otherwise
    running?.terminate();
    const worker = new Worker(URL.createObjectURL(new Blob([server], { type: 'text/javascript' })));
    running = worker;
    const files = Object.fromEntries(WEB_FILES.map((name, k) => [name, wasm[k] as Uint8Array]));
    worker.postMessage({ analysis, files } satisfies WebFiles);
    const port = worker as unknown as ConstructorParameters<typeof BrowserMessageReader>[0];
    return { reader: new BrowserMessageReader(port), writer: new BrowserMessageWriter(port) };
  };
  return tellStatus(new LanguageClient('looplens', 'LoopLens', start, clientOptions(context)), onStatus);
};
