/** Analysis workers of a browser, for a server that runs in one itself. */
import type { WebFiles } from '../lsp/index.ts';
import type { RunningWorker, WorkerEvents } from '../workspace/index.ts';

interface WebWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}
declare const Worker: new (url: string) => WebWorker;
declare const Blob: new (parts: readonly Uint8Array[], options: { readonly type: string }) => object;
declare const URL: { createObjectURL(blob: object): string };

/** Starts workers of these parts; the files that they load are their first message. */
export function browserWorkers({ analysis, files }: WebFiles): (events: WorkerEvents) => RunningWorker {
  const url = URL.createObjectURL(new Blob([analysis], { type: 'text/javascript' }));
  return (events) => {
    const worker = new Worker(url);
    worker.onmessage = ({ data }) => events.message(data as Parameters<WorkerEvents['message']>[0]);
    worker.onerror = ({ message }) => events.lost('crash', message ?? 'the worker failed');
    worker.postMessage(files);
    return { post: (request) => worker.postMessage(request), keepAlive() {}, end: () => worker.terminate() };
  };
}
