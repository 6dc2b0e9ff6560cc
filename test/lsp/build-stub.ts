/** Bundles the server with the stub worker into a temporary folder, as `scripts/build.mjs` bundles the real ones. */
import { build } from 'esbuild';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
// @ts-expect-error a script without types
import { bundleOptions } from '../../scripts/build.mjs';

export interface StubBuild {
  readonly server: string;
  readonly worker: string;
  remove(): void;
}

export async function buildStub(): Promise<StubBuild> {
  const folder = mkdtempSync(join(tmpdir(), 'looplens test ü '));
  const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  const bundle = async (entry: string, name: string): Promise<string> => {
    const outfile = join(folder, name);
    await build({ ...bundleOptions(), entryPoints: [entry], outfile });
    return outfile;
  };
  const [server, worker] = await Promise.all([
    bundle(source('../../server/src/main.ts'), 'server.cjs'),
    bundle(source('./stub-worker.ts'), 'worker.cjs'),
  ]);
  return { server, worker, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
