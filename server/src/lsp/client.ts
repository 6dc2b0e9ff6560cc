/** What the client at the other end can do. */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { InitializeParams } from 'vscode-languageserver/node';
import { REASONS_DOC } from '../render/index.ts';
import type { InitializationOptions } from './protocol.ts';

export interface Client {
  readonly markdownHovers: boolean;
  readonly codeDescriptions: boolean;
  readonly relatedInformation: boolean;
  readonly lensRefresh: boolean;
  /** It can be asked for its settings. */
  readonly configuration: boolean;
  readonly configurationChanges: boolean;
  readonly clientCommands: readonly string[];
  readonly status: boolean;
  readonly hoversShowDiagnostics: boolean;
  /** URI of the page that explains the codes. */
  readonly reasonsPage: string;
  /** It tells about files that change on the disk, when asked to. */
  readonly watchedFiles: boolean;
  /** Folder that is open; null: none. */
  readonly folder: string | null;
  /** Programs that the workspace names may be run. */
  readonly trusted: boolean;
  /** Settings that came along. */
  readonly settings: unknown;
}

/** `root` is the folder of the package. */
export function clientOf(params: InitializeParams, root: string): Client {
  const { workspace, textDocument } = params.capabilities;
  const options = (params.initializationOptions ?? {}) as InitializationOptions;
  return {
    markdownHovers: textDocument?.hover?.contentFormat?.includes('markdown') ?? false,
    codeDescriptions: textDocument?.publishDiagnostics?.codeDescriptionSupport ?? false,
    relatedInformation: textDocument?.publishDiagnostics?.relatedInformation ?? false,
    lensRefresh: workspace?.codeLens?.refreshSupport ?? false,
    configuration: workspace?.configuration ?? false,
    configurationChanges: workspace?.didChangeConfiguration?.dynamicRegistration ?? false,
    clientCommands: options.clientCommands ?? [],
    status: options.status ?? false,
    hoversShowDiagnostics: options.hoversShowDiagnostics ?? false,
    reasonsPage: options.reasonsPage ?? pathToFileURL(join(root, REASONS_DOC)).href,
    watchedFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false,
    folder: folderOf(params),
    trusted: options.trusted ?? true,
    settings: options.settings,
  };
}

function folderOf(params: InitializeParams): string | null {
  const uri = params.workspaceFolders?.[0]?.uri ?? params.rootUri ?? '';
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : null;
  } catch {
    return null;
  }
}
