/**
 * The textbook as it lies on a machine with Windows: its data model, no header of the system, its line ends and drives.
 * What is told is what is told elsewhere, but for the types.
 */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { looplens } from '../cli/command-line.ts';
import { startSession } from '../lsp/session.ts';
import type { Session } from '../lsp/session.ts';
import { PROGRAMS } from './told-loops.ts';

const SERVER = fileURLToPath(new URL('../../dist/server.cjs', import.meta.url));
const names = readdirSync(PROGRAMS).filter((name) => name.endsWith('.c'));

/** As an editor on Windows saves a file, and as several editors leave it behind. */
const saved = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
const mixed = (text: string): string =>
  text
    .split('\n')
    .map((line, i) => (i % 3 === 1 ? `${line}\r` : line))
    .join('\n');

interface Loop {
  readonly line: number;
  readonly column: number;
  readonly hover: string;
}

/** `long` has 32 bits there; a limit that only a type gives is another one. */
const withoutTypes = (text: string): string =>
  text
    .replace(/\b(?:unsigned )?long(?: long)?\b|\bu?int64_t\b/g, 'long')
    .replace(/\bU?L?LONG_(M(?:AX|IN))\b/g, 'LONG_$1');

const folder = mkdtempSync(join(tmpdir(), 'looplens-windows-'));
interface Status {
  readonly uri: string;
  readonly state: string;
  readonly fresh: boolean;
}

let session: Session;
const done = new Set<string>();
let changed = (): void => {};

/** All that is to be found out about the document has been. */
async function analysed(uri: string): Promise<void> {
  while (!done.has(uri))
    await new Promise<void>((resolve) => {
      changed = resolve;
    });
}

beforeAll(async () => {
  if (!existsSync(SERVER)) throw new Error('dist/ is missing: npm run build');
  session = await startSession(SERVER, {
    capabilities: { workspace: { configuration: true }, textDocument: { hover: { contentFormat: ['markdown'] } } },
    configuration: { dataModel: 'LLP64' },
    initializationOptions: { status: true },
  });
  session.connection.onNotification('looplens/status', ({ uri, state, fresh }: Status) => {
    if (state === 'idle' && fresh) done.add(uri);
    changed();
  });
});
afterAll(async () => {
  await session.end();
  rmSync(folder, { recursive: true, force: true });
});

/** What the command line tells of a text that lies in a file with a drive in its name. */
async function toldOf(text: string, name: string): Promise<readonly Loop[]> {
  const path = join(folder, `C:\\textbook\\${name}`);
  writeFileSync(path, text);
  const { status, out, err } = await looplens(
    'summarize',
    path,
    '--detail',
    '--data-model',
    'LLP64',
    '--format',
    'json',
  );
  expect([status, err]).toEqual([0, '']);
  const { loops } = JSON.parse(out) as { readonly loops: readonly (Loop & { readonly file: string })[] };
  expect(new Set(loops.map(({ file }) => file))).toEqual(new Set([path]));
  return loops.map(({ line, column, hover }) => ({ line, column, hover: withoutTypes(hover) }));
}

const golden = (name: string): string => readFileSync(join(PROGRAMS, '../golden', name.replace(/\.c$/, '.md')), 'utf8');

test.each(names)(
  '%s',
  async (name) => {
    const text = readFileSync(join(PROGRAMS, name), 'utf8');
    const told = await toldOf(saved(text), name);
    // nothing is told in another way than on other machines
    const elsewhere = withoutTypes(golden(name));
    expect(told).toHaveLength([...elsewhere.matchAll(/^lens: /gm)].length);
    for (const { hover } of told) expect(elsewhere).toContain(hover.trim());
    const uri = `file:///c%3A/Users/J%C3%B6rg%20S/${name}`;
    session.open(uri, mixed(text));
    await analysed(uri);
    const shown: Loop[] = [];
    for (const { line, column } of told) {
      const hover = await session.hover(uri, { line: line - 1, character: column - 1 });
      shown.push({ line, column, hover: withoutTypes(hover ?? '') });
    }
    expect(shown).toEqual(told);
  },
  240_000,
);
