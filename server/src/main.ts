/** Entry of the language server. It ends when its client does. */
import { startServer } from './lsp/index.ts';
import { version } from './cli/index.ts';

if (!startServer(import.meta.dirname, version(), process.argv.slice(2))) {
  process.stderr.write('usage: node server.cjs --stdio | --node-ipc\n');
  process.exitCode = 2;
}
