/** Analysis workers of a browser, for a server that runs in one itself. */
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

/** What an analysis worker is made of; the files that it loads are its first message. */
export interface WorkerParts {
  readonly analysis: Uint8Array;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** Starts workers of these parts. */
export function browserWorkers({ analysis, files }: WorkerParts): (events: WorkerEvents) => RunningWorker {
  const url = URL.createObjectURL(new Blob([analysis], { type: 'text/javascript' }));
  return (events) => {
    const worker = new Worker(url);
    worker.onmessage = ({ data }) => events.message(data as Parameters<WorkerEvents['message']>[0]);
    worker.onerror = ({ message }) => events.lost('crash', message ?? 'the worker failed');
    worker.postMessage(files);
    return { post: (request) => worker.postMessage(request), keepAlive() {}, end: () => worker.terminate() };
  };
}
