/** Entry of the language server in a browser. */
import { serveInBrowser } from './web/index.ts';
import type { WorkerScope } from './web/index.ts';

/** Put in when it is bundled. */
declare const LOOPLENS_VERSION: string;

serveInBrowser(globalThis as unknown as WorkerScope, LOOPLENS_VERSION);
