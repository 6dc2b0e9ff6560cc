/**
 * The folders that are open. Each has its own settings and its own project file; what lies in none of them has the
 * user's settings.
 */
import { PROJECT_FILE_NAME, findProjectFile, parseProjectFile, readProjectFile } from '../project/index.ts';
import type { Project } from '../project/index.ts';
import { pathOf } from '../workspace/index.ts';
import { readSettings } from './user-settings.ts';
import type { Settings } from './user-settings.ts';

export interface Folder {
  readonly uri: string;
  readonly name: string;
}

export interface Root extends Folder {
  /** On this machine; null: it lies elsewhere. */
  readonly path: string | null;
  readonly settings: Settings;
  readonly project: Project | null;
}

export interface Roots {
  all(): readonly Root[];
  /** The innermost folder that a document lies in. */
  of(uri: string): Root | null;
  /** Those that hold for a document. */
  settings(uri: string): Settings;
  change(added: readonly Folder[], removed: readonly { readonly uri: string }[]): void;
  /**
   * What the client has said: of no folder (undefined: nothing, and what it said before holds), and of folders by uri
   * (undefined: the same as of none).
   */
  tell(usual: unknown, own: ReadonlyMap<string, unknown>): void;
  /** Reads the project files anew. */
  reread(): void;
  /** The text of the project file in a folder that lies elsewhere; null: there is none. */
  toldProject(uri: string, text: string | null): void;
  /** What is wrong with project files. */
  problems(): readonly string[];
}

/** What is kept of a folder. */
interface Known {
  readonly folder: Folder;
  readonly path: string | null;
  /** Settings as they came; undefined: none have come. */
  raw: unknown;
  project: Project | null;
  problem: string | null;
}

/** `trusted`: programs that the folders name may be run. */
export function createRoots(folders: readonly Folder[], trusted: boolean): Roots {
  const known = new Map<string, Known>();
  let usual: unknown;
  let all: readonly Root[] | null = null;
  let outside: Settings | null = null;

  function add(folder: Folder): void {
    const path = pathOf(folder.uri);
    known.set(keyOf(folder.uri), { folder, path, raw: undefined, ...projectOf(path) });
  }

  function settingsIn(one: Known | null): Settings {
    const opened = [...known.values()];
    const named = opened.flatMap(({ folder: { name }, path }) => (path === null ? [] : [{ name, path }]));
    const folder = one === null ? (named[0]?.path ?? null) : one.path;
    return readSettings(
      one?.raw === undefined ? usual : one.raw,
      { folder, named, trusted },
      one?.project ?? undefined,
    );
  }

  function rootsNow(): readonly Root[] {
    all ??= [...known.values()].map((one) => ({
      ...one.folder,
      path: one.path,
      project: one.project,
      settings: settingsIn(one),
    }));
    return all;
  }

  function changed(): void {
    all = null;
    outside = null;
  }

  folders.forEach(add);
  const roots: Roots = {
    all: rootsNow,
    of(uri) {
      const key = keyOf(uri);
      let found: Root | null = null;
      for (const root of rootsNow()) {
        const above = keyOf(root.uri);
        if (
          (key === above || key.startsWith(`${above}/`)) &&
          (found === null || above.length > keyOf(found.uri).length)
        )
          found = root;
      }
      return found;
    },
    settings: (uri) => roots.of(uri)?.settings ?? (outside ??= settingsIn(null)),
    change(added, removed) {
      for (const { uri } of removed) known.delete(keyOf(uri));
      added.forEach(add);
      changed();
    },
    tell(said, own) {
      if (said !== undefined) usual = said;
      for (const [uri, raw] of own) {
        const one = known.get(keyOf(uri));
        if (one !== undefined) one.raw = raw;
      }
      changed();
    },
    reread() {
      for (const one of known.values()) if (one.path !== null) Object.assign(one, projectOf(one.path));
      changed();
    },
    toldProject(uri, text) {
      const one = known.get(keyOf(uri));
      if (one === undefined || one.path !== null) return;
      const read = text === null ? null : parseProjectFile(`${uri}/${PROJECT_FILE_NAME}`, text);
      Object.assign(one, asKnown(read === null || 'message' in read ? read : { ...read, directory: '/' }));
      changed();
    },
    problems: () => [...known.values()].flatMap(({ problem }) => problem ?? []),
  };
  return roots;
}

/** The project file of a folder on this machine, or one above it as on the command line. */
function projectOf(path: string | null): Pick<Known, 'project' | 'problem'> {
  const file = path === null ? null : findProjectFile(path);
  const project = file === null ? null : readProjectFile(file);
  return asKnown(project);
}

function asKnown(read: ReturnType<typeof readProjectFile> | null): Pick<Known, 'project' | 'problem'> {
  if (read === null) return { project: null, problem: null };
  return 'message' in read ? { project: null, problem: read.message } : { project: read, problem: null };
}

/** Stands for a place; clients write the same one in several ways: `file:///c%3A/x/`, `file:///C:/x`. */
export function keyOf(uri: string): string {
  return decoded(uri)
    .replace(/^file:\/\/\/[A-Z]:/, (drive) => drive.toLowerCase())
    .replace(/\/+$/, '');
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
