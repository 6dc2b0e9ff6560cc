/** A short run of `npm run attack` with a fresh seed, and small versions of the huge inputs. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { random } from '../differential/random.ts';
import { attackWithEscapes, attackWithFolders } from './folders.ts';
import { attackWithSize } from './huge.ts';
import { attackWithMessages } from './messages.ts';
import { attackWithMutants } from './mutants.ts';
import { failed } from './outcome.ts';
import type { Found } from './outcome.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const [cli, server, examples] = [here('../../dist/cli.js'), here('../../dist/server.cjs'), here('../../examples/')];
const seed = String(Date.now() % 1_000_000_000);
const r = random(seed);
const sources = readdirSync(examples)
  .filter((name) => name.endsWith('.c'))
  .map((name) => ({ name, text: readFileSync(`${examples}${name}`, 'latin1') }));

async function failures(attack: AsyncIterable<Found>): Promise<readonly Found[]> {
  const all: Found[] = [];
  for await (const one of attack) all.push(one);
  expect(all.length).toBeGreaterThan(0);
  return all.filter(failed);
}

describe.runIf(process.platform === 'linux')(`hostile inputs (seed ${seed})`, () => {
  it('dist/ is there: npm run build', () => expect(existsSync(cli) && existsSync(server)).toBe(true));
  it(
    'mutated files',
    async () => expect(await failures(attackWithMutants(r.fork('mutants'), 20, sources, cli, () => {}))).toEqual([]),
    180_000,
  );
  it(
    'messages',
    async () => expect(await failures(attackWithMessages(r.fork('messages'), 200, server))).toEqual([]),
    180_000,
  );
  it('folders', async () => expect(await failures(attackWithFolders(r.fork('folders'), 1, cli))).toEqual([]), 180_000);
  it('escapes', async () => expect(await failures(attackWithEscapes(r.fork('escapes'), 2, cli))).toEqual([]), 180_000);
  it('size', async () => {
    const some = [
      'cases',
      'declarations',
      'braces',
      'structs in structs',
      'a chain of macros with parameters',
      'lines of an initialiser',
      'zeros',
      'what refers to itself',
    ];
    expect(await failures(attackWithSize(0.05, cli, some))).toEqual([]);
  }, 180_000);
});
