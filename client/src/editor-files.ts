/** Folders and files that the server can't read by itself: it asks for them. */
import { FileType, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { FOLDER_REQUEST, TEXT_REQUEST } from '../../server/src/lsp/protocol.ts';
import type { FolderEntry } from '../../server/src/lsp/protocol.ts';

/** Bytes of a file that is handed over. */
const LONGEST = 32_000_000;

/** Answers the server's requests; null where something can't be read. */
export function serveFiles<C extends BaseLanguageClient>(client: C): C {
  client.onRequest(FOLDER_REQUEST, async ({ uri }: { readonly uri: string }): Promise<FolderEntry[] | null> => {
    try {
      const entries = await workspace.fs.readDirectory(client.protocol2CodeConverter.asUri(uri));
      return entries.map(([name, type]) => ({ name, kind: kindOf(type) }));
    } catch {
      return null;
    }
  });
  client.onRequest(TEXT_REQUEST, async ({ uri }: { readonly uri: string }): Promise<string | null> => {
    try {
      const bytes = await workspace.fs.readFile(client.protocol2CodeConverter.asUri(uri));
      return bytes.length > LONGEST ? null : new TextDecoder().decode(bytes);
    } catch {
      return null;
    }
  });
  return client;
}

/** A link to a folder is not followed. */
function kindOf(type: FileType): FolderEntry['kind'] {
  if ((type & FileType.Directory) !== 0) return (type & FileType.SymbolicLink) !== 0 ? 'other' : 'folder';
  return (type & FileType.File) !== 0 ? 'file' : 'other';
}
