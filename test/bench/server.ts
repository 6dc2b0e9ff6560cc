/** The language server, asked by a client over standard input and output. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSession } from '../lsp/session.ts';
import type { Session } from '../lsp/session.ts';
import { median } from './measure.ts';
import type { Measurement } from './measure.ts';
import { file } from './programs.ts';

const LINES = 5000;

/** `root` is the package's folder. */
export async function measureServer(root: string, repetitions: number): Promise<readonly Measurement[]> {
  const started = performance.now();
  const session = await startSession(join(root, 'dist/server.cjs'));
  const ready = performance.now() - started;
  try {
    await opened(session, 'file:///warm.c', 'int f(int n) { int i = 0; while (i < n) i++; return i; }\n');
    const plainText = file(LINES, false);
    await opened(session, 'file:///plain.c', plainText);
    await pause(2_000);
    const idle = memory(session);
    session.close('file:///plain.c');

    const openings: number[] = [];
    for (let k = 0; k < repetitions; k++) openings.push(await opened(session, `file:///several${k}.c`, file(LINES, true, `open ${k}`)));
    for (let k = 1; k < repetitions; k++) session.close(`file:///several${k}.c`);

    const uri = 'file:///several0.c';
    const text = file(LINES, true, 'open 0');
    const lines = text.split('\n');
    const heads = lines.flatMap((line, index) => (/^\s*(for|while) \(/.test(line) ? [index] : []));
    const hovers: number[] = [];
    for (const line of heads.slice(0, 200)) {
      const asked = performance.now();
      await session.hover(uri, line, 4);
      hovers.push(performance.now() - asked);
    }

    const edits: number[] = [];
    for (let k = 0; k < repetitions * 3; k++) {
      // A constant in the middle of the file: in a loop's own function.
      const line = heads[Math.floor(heads.length / 2) + k] ?? 0;
      const edited = performance.now();
      session.edit(uri, k + 2, ' ', [line, 0, line, 0]);
      await session.diagnostics(uri, k + 2);
      await session.lenses(uri);
      edits.push(performance.now() - edited);
    }
    await pause(2_000);
    const used = memory(session);
    return [
      { name: 'server start to ready', value: ready, unit: 'ms', budget: 150 },
      { name: `open a file of ${LINES} lines to its first lenses, warm, median`, value: median(openings), unit: 'ms', budget: 200 },
      { name: 'hover on an analysed loop, median', value: median(hovers), unit: 'ms', budget: 2 },
      { name: `edit to new lenses and diagnostics, ${LINES} lines, median`, value: median(edits), unit: 'ms', budget: 100 },
      { name: `server memory, ${LINES} lines open, before the solver`, value: idle, unit: 'MB', budget: 130 },
      { name: 'server memory, with the solver', value: used, unit: 'MB', budget: 300 },
    ];
  } finally {
    await session.end();
  }
}

/** Opens a document and waits for its lenses; milliseconds. */
async function opened(session: Session, uri: string, text: string): Promise<number> {
  const started = performance.now();
  session.open(uri, text);
  await session.diagnostics(uri, 1);
  const lenses = await session.lenses(uri);
  if (!lenses || lenses.length === 0) throw new Error(`no lenses for ${uri}`);
  return performance.now() - started;
}

/** Resident memory of the server's process; 0 where the system doesn't tell. */
function memory(session: Session): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${session.process.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
