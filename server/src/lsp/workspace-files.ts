/**
 * The C files of the folders that are open, as the command line takes them: what `.gitignore` and the project file leave
 * out is left out. Folders that don't lie on this machine are read by the client.
 */
import { relative, resolve, sep } from 'node:path';
import { findSources, findSourcesIn } from '../project/index.ts';
import type { SourceTree } from '../project/index.ts';
import { LONGEST_SOURCE, decode, readRegular } from '../workspace/index.ts';
import { keyOf } from './roots.ts';
import type { Root, Roots } from './roots.ts';

export interface WorkspaceSource {
  readonly uri: string;
  /** On this machine; null: elsewhere. */
  readonly path: string | null;
  readonly folder: string;
}

/** What the client reads for us; null: it can't be read. */
export interface RemoteFiles {
  entries(uri: string): ReturnType<SourceTree['entries']>;
  text(uri: string): Promise<string | null>;
}

export type SourceText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/** Folders in folders elsewhere: some file systems have circles. */
const DEEPEST = 100;

/** In the order of the folders, each file once: with the innermost folder that it lies in. */
export async function workspaceFiles(
  roots: Roots,
  remote: RemoteFiles | null,
  report: (problem: string) => void,
): Promise<readonly WorkspaceSource[]> {
  const found = new Map<string, WorkspaceSource>();
  for (const root of roots.all()) {
    const files = root.path === null ? await filesElsewhere(root, remote, report) : await filesOnDisk(root, report);
    for (const file of files)
      if (roots.of(file.uri)?.uri === root.uri && !found.has(keyOf(file.uri))) found.set(keyOf(file.uri), file);
  }
  return [...found.values()];
}

async function filesOnDisk(root: Root, report: (problem: string) => void): Promise<readonly WorkspaceSource[]> {
  const { path: folder, project } = root;
  if (folder === null) return [];
  const { files = [], exclude = [] } = project?.told ?? {};
  const directory = project?.directory ?? folder;
  const choice = {
    globs: files.length === 0 ? null : { directory, patterns: files },
    excluded: [{ directory, patterns: exclude }],
    ignoring: true,
    changedSince: null,
  };
  const paths = await findSources(files.length === 0 ? [folder] : [], choice, report);
  return paths.flatMap((path) => {
    const whole = resolve(path);
    const inside = relative(folder, whole).split(sep);
    if (inside[0] === '..' || inside[0] === '' || whole === inside.join(sep)) return [];
    return [{ uri: below(root.uri, inside), path: whole, folder: root.uri }];
  });
}

async function filesElsewhere(
  root: Root,
  remote: RemoteFiles | null,
  report: (problem: string) => void,
): Promise<readonly WorkspaceSource[]> {
  if (remote === null) {
    report(`${root.uri}: does not lie on this machine`);
    return [];
  }
  // paths in the folder, which is taken for the root
  const uriOf = (path: string): string => below(root.uri, path.split('/').filter(Boolean));
  const entries = (path: string): ReturnType<SourceTree['entries']> =>
    path.split('/').length > DEEPEST ? Promise.reject(new Error('is too deep')) : remote.entries(uriOf(path));
  const tree: SourceTree = { entries, text: (path) => remote.text(uriOf(path)) };
  const { files = [], exclude = [] } = root.project?.told ?? {};
  const paths = await findSourcesIn('/', tree, { files, excluded: exclude }, (problem) =>
    report(`${root.name}: ${problem}`),
  );
  return paths.map((path) => ({ uri: uriOf(path), path: null, folder: root.uri }));
}

/** As VS Code writes uris, so that documents are recognised. */
function below(folder: string, parts: readonly string[]): string {
  const encoded = parts.map((part) =>
    encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`),
  );
  return [folder.replace(/\/+$/, ''), ...encoded].join('/');
}

export async function sourceText({ uri, path }: WorkspaceSource, remote: RemoteFiles | null): Promise<SourceText> {
  if (path === null) {
    const text = (await remote?.text(uri)) ?? null;
    return text === null ? { ok: false, problem: "can't be read" } : { ok: true, text };
  }
  const read = readRegular(path, LONGEST_SOURCE);
  return read.ok ? { ok: true, text: decode(read.bytes) } : { ok: false, problem: read.problem };
}
