/** Entry of the playground's worker: answers each text that it is sent. */
import { answerAsHtml } from './web/index.ts';

interface Question {
  readonly id: number;
  readonly source: string;
}

interface WorkerScope {
  onmessage: ((event: { readonly data: Question }) => void) | null;
  postMessage(message: { readonly id: number; readonly html?: string; readonly error?: string }): void;
}

const scope = globalThis as unknown as WorkerScope;
scope.onmessage = ({ data: { id, source } }) => {
  void answerAsHtml(source).then(
    (html) => scope.postMessage({ id, html }),
    (error: unknown) => scope.postMessage({ id, error: String(error) }),
  );
};
