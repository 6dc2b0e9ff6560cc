/** What the client tells every server of itself. */
import { Uri, workspace } from 'vscode';
import type { ExtensionContext } from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient';
import {
  ANALYSE_LONGER,
  ANALYSE_NOW,
  ANALYSE_WORKSPACE,
  COPY,
  GENERATE_TEST,
  REACH,
  SHOW_DETAIL,
  SHOW_RUN,
} from '../../server/src/lsp/protocol.ts';
import type { InitializationOptions } from '../../server/src/lsp/protocol.ts';

/** Where C sources come from. Not the two sides of a comparison: what they show isn't what is being worked on. */
const SCHEMES = ['file', 'untitled', 'vscode-vfs', 'vscode-remote', 'vscode-test-web', 'ssh', 'sftp', 'ftp', 'memfs'];

export function clientOptions(context: ExtensionContext): LanguageClientOptions {
  return {
    documentSelector: [
      ...SCHEMES.map((scheme) => ({ language: 'c', scheme })),
      { scheme: 'file', pattern: '**/*.{h,H,hh,inc,def}' },
    ],
    synchronize: { configurationSection: 'looplens' },
    initializationOptions: (): InitializationOptions => ({
      settings: plain(workspace.getConfiguration('looplens', null)),
      folderSettings: Object.fromEntries(
        (workspace.workspaceFolders ?? []).map(({ uri }) => [
          uri.toString(),
          plain(workspace.getConfiguration('looplens', uri)),
        ]),
      ),
      clientCommands: [
        SHOW_DETAIL,
        ANALYSE_NOW,
        ANALYSE_LONGER,
        ANALYSE_WORKSPACE,
        REACH,
        GENERATE_TEST,
        COPY,
        SHOW_RUN,
      ],
      status: true,
      commandLinks: true,
      hoversShowDiagnostics: true,
      trusted: workspace.isTrusted,
      files: true,
      ...storageOf(context),
      reasonsPage: Uri.joinPath(context.extensionUri, 'docs', 'reasons.md').toString(),
    }),
    // hovers link to the detail, and to nothing else
    markdown: { isTrusted: { enabledCommands: [SHOW_DETAIL, SHOW_RUN] }, supportHtml: false },
  };
}

/** Results of the workspace are kept there: it lies outside of the workspace, and nobody else writes to it. */
function storageOf({ storageUri }: ExtensionContext): Pick<InitializationOptions, 'storage'> {
  if (!workspace.isTrusted || storageUri?.scheme !== 'file') return {};
  return { storage: Uri.joinPath(storageUri, 'results').fsPath };
}

/** A configuration object is full of accessors and functions. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
