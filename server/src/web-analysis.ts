/** Entry of one analysis worker of a browser: its first message is the files that it loads, all others are jobs. */
import { analyzeInBrowser, provideFiles } from './web/index.ts';
import { serveAnalysis } from './workspace/index.ts';
import type { WorkerPort } from './workspace/index.ts';

interface WorkerScope {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(message: unknown): void;
}

const scope = globalThis as unknown as WorkerScope;
scope.onmessage = ({ data }) => {
  provideFiles(data as Readonly<Record<string, Uint8Array>>);
  const port: WorkerPort = {
    on(_, take) {
      scope.onmessage = (event) => take(event.data as Parameters<typeof take>[0]);
    },
    postMessage: (message) => scope.postMessage(message),
  };
  serveAnalysis(analyzeInBrowser, port);
};
