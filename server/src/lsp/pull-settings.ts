/** Asks the client for its settings: those that hold outside of all folders, and those of each folder. */
import type { Connection } from 'vscode-languageserver/node';
import type { Folder } from './roots.ts';

export interface Pulled {
  /** Undefined: it has none. */
  readonly usual: unknown;
  /** By the folder's uri. */
  readonly own: ReadonlyMap<string, unknown>;
}

const SECTION = 'looplens';

/** Rejects where the client refuses. */
export async function pullSettings({ workspace }: Connection, folders: readonly Folder[]): Promise<Pulled> {
  const answers: readonly unknown[] = await workspace.getConfiguration([
    { section: SECTION },
    ...folders.map(({ uri }) => ({ section: SECTION, scopeUri: uri })),
  ]);
  return {
    usual: answers[0] ?? undefined,
    own: new Map(folders.map(({ uri }, k) => [uri, answers[k + 1] ?? undefined])),
  };
}
