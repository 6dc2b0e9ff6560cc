/** The language server, asked by a client over standard input and output. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSession } from '../lsp/session.ts';
import type { Session } from '../lsp/session.ts';
import { median } from './measure.ts';
import type { Measurement } from './measure.ts';
import { file } from './programs.ts';

const LINES = 5000;
/**
 * Loops with several paths take their time; after so many milliseconds a file with some of them is no longer waited
 * for.
 */
const PATIENCE = 30_000;

/** `root` is the package's folder. */
export async function measureServer(root: string, repetitions: number): Promise<readonly Measurement[]> {
  const server = join(root, 'dist/server.cjs');
  const starts: number[] = [];
  for (let k = 0; k < repetitions; k++) {
    const started = performance.now();
    const session = await startSession(server);
    starts.push(performance.now() - started);
    await session.end();
  }
  const { first, edits, lines, hovers, idle, all } = await plain(server, repetitions);
  const several = await openSeveral(server);
  return [
    { name: 'server start to ready, median', value: median(starts), unit: 'ms', budget: 150 },
    {
      name: `open a file of ${LINES} lines to its first lenses, warm, median`,
      value: median(first),
      unit: 'ms',
      budget: 200,
    },
    { name: 'the same, to all its lenses (455 loops)', value: median(all), unit: 'ms', budget: null },
    {
      name: 'the same with a loop in ten of several paths, first lenses',
      value: several.first,
      unit: 'ms',
      budget: 200,
    },
    {
      name: `the same with a loop in ten of several paths, all (at most ${PATIENCE} ms)`,
      value: several.all,
      unit: 'ms',
      budget: null,
    },
    { name: 'hover on an analysed loop, median', value: median(hovers), unit: 'ms', budget: 2 },
    {
      name: `edit to new lenses and diagnostics, ${LINES} lines, median`,
      value: median(edits),
      unit: 'ms',
      budget: 100,
    },
    { name: 'the same where lines move, median', value: median(lines), unit: 'ms', budget: 100 },
    { name: `server memory, ${LINES} lines open, before the solver`, value: idle, unit: 'MB', budget: 130 },
    { name: 'server memory, with loops of several paths', value: several.memory, unit: 'MB', budget: 300 },
  ];
}

async function plain(server: string, repetitions: number) {
  const session = await warmed(server);
  try {
    const [first, all]: [number[], number[]] = [[], []];
    let idle = 0;
    for (let k = 0; k < repetitions; k++) {
      const uri = `file:///plain${k}.c`;
      const opened = await open(session, uri, file(LINES, false, `open${k}`), PATIENCE);
      first.push(opened.first);
      all.push(opened.all);
      if (k === 0) {
        await pause(2_000);
        idle = memory(session);
      }
      session.close(uri);
    }
    const uri = 'file:///edited.c';
    const text = file(LINES, false, 'edited');
    await open(session, uri, text, PATIENCE);
    const heads = text.split('\n').flatMap((line, index) => (/^\s*(for|while) \(/.test(line) ? [index] : []));
    const hovers: number[] = [];
    for (const line of heads.slice(0, 200)) hovers.push(await timed(() => session.hover(uri, { line, character: 4 })));

    let version = 1;
    const edit = async (insert: string, k: number): Promise<number> => {
      // In the middle of the file, in a loop's own function.
      const line = heads[Math.floor(heads.length / 2) + k] ?? 0;
      version += 1;
      await pause(60);
      return timed(async () => {
        session.edit(uri, version, insert, { start: { line, character: 0 }, end: { line, character: 0 } });
        await session.diagnostics(uri, version);
        await session.lenses(uri);
      });
    };
    const edits: number[] = [];
    for (let k = 0; k < repetitions * 3; k++) edits.push(await edit(' ', k));
    const lines: number[] = [];
    for (let k = 0; k < repetitions * 3; k++) lines.push(await edit('\n', -k));
    return { first, all, idle, hovers, edits, lines };
  } finally {
    await session.end();
  }
}

async function openSeveral(server: string) {
  const session = await warmed(server);
  try {
    const opened = await open(session, 'file:///several.c', file(LINES, true, 'several'), PATIENCE);
    return { ...opened, memory: memory(session) };
  } finally {
    await session.end();
  }
}

/** How far each document is, as the server says. */
const states = new Map<string, string>();

/** A server that has seen a file before. */
async function warmed(server: string): Promise<Session> {
  const session = await startSession(server, { initializationOptions: { status: true } });
  session.connection.onNotification(
    'looplens/status',
    ({ uri, state }: { uri: string; state: string }) => void states.set(uri, state),
  );
  await open(session, 'file:///warm.c', file(LINES / 10, false, 'warm'), PATIENCE);
  await pause(3_000);
  return session;
}

/** Opens a document: milliseconds to its first lenses and to all of them. */
async function open(
  session: Session,
  uri: string,
  text: string,
  patience: number,
): Promise<{ readonly first: number; readonly all: number }> {
  const started = performance.now();
  states.delete(uri);
  session.open(uri, text);
  const first = await timed(async () => {
    const lenses = await session.lenses(uri);
    if (!lenses || lenses.length === 0) throw new Error(`no lenses for ${uri}`);
  });
  while (states.get(uri) !== 'idle' && performance.now() - started < patience) await pause(5);
  return { first, all: performance.now() - started };
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

/** Resident memory of the server's process; 0 where the system doesn't tell. */
function memory(session: Session): number {
  try {
    return (
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${session.process.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    );
  } catch {
    return 0;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
