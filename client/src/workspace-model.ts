/**
 * What is known of the files of the workspace, and how a tree of it is made: grouped, and with what is filtered out left
 * out. Plain data: it knows nothing of the editor.
 */
import type { ItemStatus, WorkspaceFile, WorkspaceItem } from '../../server/src/lsp/protocol.ts';

export const GROUPINGS = ['status', 'kind', 'file'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** In the order in which they are shown: what asks for attention first. */
export const STATUSES: readonly ItemStatus[] = ['found', 'never-ends', 'unknown', 'until', 'assuming', 'bounded'];

/** Kinds of a loop's count, in the order in which they are shown; kinds of findings come before these. */
const COUNTS = ['endless', 'none', 'typeLimit', 'until', 'assuming', 'structural', 'upper', 'exact'] as const;

export interface Filter {
  readonly hiddenStatuses: readonly string[];
  readonly hiddenKinds: readonly string[];
  /** Is in the text, the count, the function or the path of what is shown; case doesn't matter. */
  readonly text: string;
}

export const NO_FILTER: Filter = { hiddenStatuses: [], hiddenKinds: [], text: '' };

export const isFiltering = ({ hiddenStatuses, hiddenKinds, text }: Filter): boolean =>
  hiddenStatuses.length > 0 || hiddenKinds.length > 0 || text !== '';

interface Inner {
  /** The same in each tree that has it. */
  readonly id: string;
  readonly children: readonly Node[];
  readonly figures: Figures;
}

export type Node =
  /** A folder that is open, where there are several; its uri. */
  | (Inner & { readonly type: 'folder'; readonly uri: string })
  /** A status, or a kind. */
  | (Inner & { readonly type: 'status' | 'kind'; readonly name: string })
  | (Inner & { readonly type: 'file'; readonly file: WorkspaceFile })
  | { readonly type: 'item'; readonly id: string; readonly file: WorkspaceFile; readonly item: WorkspaceItem };

/** What lies below a node. */
export interface Figures {
  readonly found: number;
  readonly loops: number;
}

export function figuresOf(items: readonly WorkspaceItem[]): Figures {
  const found = items.filter(({ status }) => status === 'found').length;
  return { found, loops: items.length - found };
}

/** How many there are of each name. */
export function countsBy(files: Iterable<WorkspaceFile>, name: (item: WorkspaceItem) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { items } of files) for (const item of items) counts.set(name(item), (counts.get(name(item)) ?? 0) + 1);
  return counts;
}

/** Codes of findings by name, then the kinds of counts. */
export function inOrder(kinds: Iterable<string>): readonly string[] {
  const rank = (kind: string): number => (COUNTS as readonly string[]).indexOf(kind);
  return [...kinds].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** The files with what the filter leaves of them; those of which it leaves nothing are left out. */
export function filtered(files: Iterable<WorkspaceFile>, filter: Filter): readonly WorkspaceFile[] {
  const statuses = new Set(filter.hiddenStatuses);
  const kinds = new Set(filter.hiddenKinds);
  const text = filter.text.toLowerCase();
  return [...files].flatMap((file) => {
    const isNamed = decoded(file.uri.slice(file.folder.length)).toLowerCase().includes(text);
    const items = file.items.filter(
      (item) =>
        !statuses.has(item.status) &&
        !kinds.has(item.kind) &&
        (isNamed || [item.text, item.count, item.function].some((part) => part.toLowerCase().includes(text))),
    );
    const isShown = items.length > 0 || (file.failure !== undefined && isNamed);
    return isShown ? [{ ...file, items }] : [];
  });
}

/** The tree of what is left of the files. `folders`: those that are open, in their order. */
export function treeOf(
  files: readonly WorkspaceFile[],
  grouping: Grouping,
  folders: readonly string[],
): readonly Node[] {
  const sorted = [...files].sort((a, b) => (a.uri < b.uri ? -1 : 1));
  if (grouping === 'file') return folders.length > 1 ? foldersOf(sorted, folders) : fileNodes(sorted, '');
  const failed = fileNodes(
    sorted.filter(({ failure }) => failure !== undefined),
    'failed ',
  );
  const nameOf = (item: WorkspaceItem): string => (grouping === 'status' ? item.status : item.kind);
  const present = countsBy(sorted, nameOf);
  const names = grouping === 'status' ? STATUSES.filter((name) => present.has(name)) : inOrder(present.keys());
  return [
    ...names.map((name): Node => {
      const id = `${grouping} ${name}`;
      const own = sorted.flatMap((file) => {
        const items = file.items.filter((item) => nameOf(item) === name);
        return items.length === 0 ? [] : [{ ...file, items }];
      });
      return { type: grouping, id, name, ...inner(fileNodes(own, `${id} `), own) };
    }),
    ...failed,
  ];
}

function foldersOf(files: readonly WorkspaceFile[], folders: readonly string[]): readonly Node[] {
  const present = new Set(files.map(({ folder }) => folder));
  const known = folders.filter((uri) => present.has(uri));
  const ordered = [...new Set([...known, ...present])];
  return ordered.map((uri): Node => {
    const own = files.filter(({ folder }) => folder === uri);
    return { type: 'folder', id: `folder ${uri}`, uri, ...inner(fileNodes(own, ''), own) };
  });
}

const inner = (children: readonly Node[], files: readonly WorkspaceFile[]): Pick<Inner, 'children' | 'figures'> => ({
  children,
  figures: figuresOf(files.flatMap(({ items }) => items)),
});

/** `above`: what they are in, for their ids. */
function fileNodes(files: readonly WorkspaceFile[], above: string): readonly Node[] {
  return files.map((file): Node => {
    const id = `${above}${file.uri}`;
    const items = file.items.map((item, k): Node => ({ type: 'item', id: `${id} ${k}`, file, item }));
    return { type: 'file', id, file, ...inner(items, [file]) };
  });
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** A file's path in its folder. */
export const pathIn = ({ uri, folder }: WorkspaceFile): string =>
  decoded(uri.startsWith(folder) ? uri.slice(folder.length) : uri).replace(/^\/+/, '');
