/** What the parser's loader takes of Node, in a worker of a browser: its two files lie beside the worker. */

/** Of the request that may be made without waiting, in a worker. */
interface SynchronousRequest {
  open(method: string, url: string, later: boolean): void;
  send(): void;
  responseType: string;
  readonly response: ArrayBuffer;
}
declare const XMLHttpRequest: new () => SynchronousRequest;

export function readFileSync(url: string): Uint8Array {
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.responseType = 'arraybuffer';
  request.send();
  return new Uint8Array(request.response);
}

export const existsSync = (): boolean => true;
export const fileURLToPath = (url: string): string => url;
export const dirname = (url: string): string => url.slice(0, url.lastIndexOf('/'));
/** Paths in a browser are whole. */
export const resolve = (...parts: readonly string[]): string => parts.at(-1) ?? '';
export const join = (...parts: readonly string[]): string => parts.join('/');
