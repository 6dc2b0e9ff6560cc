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
  /** Folder that is open; null: none. */
  readonly folder: string | null;
  /** Programs that the workspace names may be run. */
  readonly trusted: boolean;
  /** Settings that came along. */
  readonly settings: unknown;
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
    folder: folderOf(params),
    trusted: options.trusted === undefined || options.trusted === true,
    settings: options.settings,
  };
}

function folderOf(params: InitializeParams): string | null {
  const uri: unknown = params.workspaceFolders?.[0]?.uri ?? params.rootUri;
  if (typeof uri !== 'string') return null;
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : null;
  } catch {
    return null;
  }
}
