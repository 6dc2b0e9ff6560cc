/** Entry of the extension where Node is. */
import type { ExtensionContext } from 'vscode';
import { activateWith } from './activate.ts';
import { createClient } from './server.ts';

export { deactivate } from './activate.ts';

export const activate = (context: ExtensionContext): Promise<void> => activateWith(createClient, context);
