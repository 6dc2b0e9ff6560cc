/** Hands on what the server says of documents. */
import type { Uri } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { STATUS_NOTIFICATION } from '../../server/src/lsp/protocol.ts';
import type { StatusParams } from '../../server/src/lsp/protocol.ts';

export function tellStatus<C extends BaseLanguageClient>(client: C, tell: (uri: Uri, params: StatusParams) => void): C {
  client.onNotification(STATUS_NOTIFICATION, (params: StatusParams) =>
    tell(client.protocol2CodeConverter.asUri(params.uri), params),
  );
  return client;
}
