/** Entry of the language server. It ends when its client does. */
import { startServer } from './lsp/index.ts';
import { version } from './cli/version.ts';

const TRANSPORTS = /^--(stdio|node-ipc|socket|pipe)/;

if (process.argv.some((argument) => TRANSPORTS.test(argument))) {
  startServer(import.meta.dirname, version());
} else {
  process.stderr.write('usage: node server.cjs --stdio | --node-ipc\n');
  process.exitCode = 2;
}
