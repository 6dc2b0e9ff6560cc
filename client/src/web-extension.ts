/** Entry of the extension in editors that run in a browser. */
import type { ExtensionContext } from 'vscode';
import { activateWith } from './activate.ts';
import { createWebClient } from './web-server.ts';

export { deactivate } from './activate.ts';

export const activate = (context: ExtensionContext): Promise<void> => activateWith(createWebClient, context);
