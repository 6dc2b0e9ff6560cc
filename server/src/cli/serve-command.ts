/** `looplens lsp`: the language server of this package, in this process. */
import { createRequire } from 'node:module';

/** Starts the server bundle that lies beside this one. It reads its transport from the process' arguments. */
export async function serve(args: readonly string[]): Promise<void> {
  const transport = /^--(stdio|node-ipc|socket|pipe)/;
  if (!args.some((arg) => transport.test(arg))) process.argv.push('--stdio');
  createRequire(import.meta.url)('./server.cjs');
}
