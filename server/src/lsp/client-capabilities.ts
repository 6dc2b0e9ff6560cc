/** What the client at the other end can do. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InitializeParams } from 'vscode-languageserver/node';
import { REASONS_DOC } from '../render/index.ts';
import { nameOf } from './uri-names.ts';
import type { InitializationOptions } from './protocol.ts';
import type { Folder } from './roots.ts';

export interface Client {
  readonly markdownHovers: boolean;
  readonly codeDescriptions: boolean;
  readonly relatedInformation: boolean;
  readonly lensRefresh: boolean;
  readonly hintRefresh: boolean;
  /** It shows progress that the server begins. */
  readonly progress: boolean;
  /** It can be asked for its settings. */
  readonly configuration: boolean;
  readonly configurationChanges: boolean;
  readonly clientCommands: readonly string[];
  readonly status: boolean;
  /** Its hovers have links that carry out its own commands. */
  readonly commandLinks: boolean;
  readonly hoversShowDiagnostics: boolean;
  /** URI of the page that explains the codes. */
  readonly reasonsPage: string;
  /** It tells about files that change on the disk, when asked to. */
  readonly watchedFiles: boolean;
  /** Folders that are open. */
  readonly folders: readonly Folder[];
  /** It tells about folders that are added and removed. */
  readonly folderChanges: boolean;
  /** Programs that the workspace names may be run. */
  readonly trusted: boolean;
  /** It reads folders and files that lie elsewhere. */
  readonly files: boolean;
  /** A directory of its own; null: it has none, or the workspace isn't trusted. */
  readonly storage: string | null;
  /** Settings that came along, and those of folders by uri. */
  readonly settings: unknown;
  readonly folderSettings: ReadonlyMap<string, unknown>;
}

/** `root` is the folder of the package. What a client says of itself wrongly counts as not said. */
export function clientOf(params: InitializeParams, root: string): Client {
  const { workspace, textDocument } = params.capabilities;
  const options = (params.initializationOptions ?? {}) as InitializationOptions;
  const formats: unknown = textDocument?.hover?.contentFormat;
  return {
    markdownHovers: Array.isArray(formats) && formats.includes('markdown'),
    codeDescriptions: textDocument?.publishDiagnostics?.codeDescriptionSupport === true,
    relatedInformation: textDocument?.publishDiagnostics?.relatedInformation === true,
    lensRefresh: workspace?.codeLens?.refreshSupport === true,
    hintRefresh: workspace?.inlayHint?.refreshSupport === true,
    progress: params.capabilities.window?.workDoneProgress === true,
    configuration: workspace?.configuration === true,
    configurationChanges: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    clientCommands: Array.isArray(options.clientCommands) ? options.clientCommands : [],
    status: options.status === true,
    commandLinks: options.commandLinks === true,
    hoversShowDiagnostics: options.hoversShowDiagnostics === true,
    reasonsPage:
      typeof options.reasonsPage === 'string' ? options.reasonsPage : pathToFileURL(join(root, REASONS_DOC)).href,
    watchedFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    folders: foldersOf(params),
    folderChanges: workspace?.workspaceFolders === true,
    trusted: options.trusted === undefined || options.trusted === true,
    files: options.files === true,
    storage: typeof options.storage === 'string' && options.trusted !== false ? options.storage : null,
    settings: options.settings,
    folderSettings: new Map(Object.entries(options.folderSettings ?? {})),
  };
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly Folder[] {
  const listed: unknown = workspaceFolders;
  const given: readonly unknown[] = Array.isArray(listed)
    ? listed
    : typeof rootUri === 'string'
      ? [{ uri: rootUri }]
      : [];
  return given.flatMap((folder) => folderIn(folder) ?? []);
}

/** Null: it is none. */
export function folderIn(value: unknown): Folder | null {
  if (typeof value !== 'object' || value === null || !('uri' in value) || typeof value.uri !== 'string') return null;
  const { uri } = value;
  return {
    uri,
    name: 'name' in value && typeof value.name === 'string' ? value.name : nameOf(uri.replace(/\/+$/, '')),
  };
}
