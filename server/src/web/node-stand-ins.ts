/**
 * What is left of Node in a worker of a browser: files that were handed in, or (for the playground) lie beside the
 * worker. All others aren't there, and no document lies in a file.
 */

/** Of the request that may be made without waiting, in a worker. */
interface SynchronousRequest {
  open(method: string, url: string, later: boolean): void;
  send(): void;
  responseType: string;
  readonly response: ArrayBuffer;
}
declare const XMLHttpRequest: new () => SynchronousRequest;

const provided = new Map<string, Uint8Array>();

/** By name. */
export function provideFiles(files: Readonly<Record<string, Uint8Array>>): void {
  for (const [name, bytes] of Object.entries(files)) provided.set(name, bytes);
}

export function readFileSync(url: string): Uint8Array {
  const handedIn = provided.get(url.slice(url.lastIndexOf('/') + 1));
  if (handedIn !== undefined) return handedIn;
  if (!url.endsWith('.wasm')) throw new Error(`${url}: there are no files here`);
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.responseType = 'arraybuffer';
  request.send();
  return new Uint8Array(request.response);
}

export const existsSync = (path: string): boolean => path.endsWith('.wasm');
export function fileURLToPath(url: string): string {
  if (url.startsWith('file:')) throw new Error(`${url}: there are no files here`);
  return url;
}
export const pathToFileURL = (path: string): { readonly href: string } => ({ href: path });
export const statSync = (): undefined => undefined;

/** Paths as POSIX has them; of which there is no working directory. */
export const sep = '/';
export const isAbsolute = (path: string): boolean => path.startsWith('/');
export const dirname = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));
export const join = (...parts: readonly string[]): string => normal(parts.filter((part) => part !== '').join('/'));

export function resolve(...parts: readonly string[]): string {
  const last = parts.findLastIndex(isAbsolute);
  return normal(parts.slice(Math.max(last, 0)).join('/'));
}

export function relative(from: string, to: string): string {
  const [base, path] = [from, to].map((one) => resolve(one).split('/').filter(Boolean)) as [string[], string[]];
  const same = base.findIndex((part, k) => part !== path[k]);
  const shared = same < 0 ? base.length : same;
  return [...base.slice(shared).map(() => '..'), ...path.slice(shared)].join('/');
}

/** What stands before the path in an address stays as it is. */
function normal(given: string): string {
  const [origin = ''] = /^[a-z][\w+.-]*:\/\/[^/]*/i.exec(given) ?? [];
  const path = given.slice(origin.length);
  const kept: string[] = [];
  for (const part of path.split('/'))
    if (part === '..' && (isAbsolute(path) || !['..', undefined].includes(kept.at(-1)))) kept.pop();
    else if (part !== '' && part !== '.') kept.push(part);
  return `${origin}${isAbsolute(path) ? '/' : ''}${kept.join('/')}`;
}
