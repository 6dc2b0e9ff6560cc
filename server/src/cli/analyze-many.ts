/** Analyses many files at once and hands out their results in the order in which they were asked for. */
import type { AnalysisOptions } from '../analysis/index.ts';
import type { FileResult } from '../render/index.ts';
import type { Engine } from './engine-interface.ts';
import { findSources, readSource } from './input-files.ts';
import { complain, defectMessage } from './exit-status.ts';
import type { World } from './world.ts';

export interface Sweep {
  readonly results: readonly FileResult[];
  /** Files that could not be read: status 2. */
  readonly unreadable: boolean;
  /** The analysis failed on a file, or on a function of one: status 3. */
  readonly defect: boolean;
}

/** Analyses all files and those below directories, at most `jobs` at a time; `each` gets every result, in order, as soon as those before it are there. */
export async function sweep(
  paths: readonly string[],
  options: AnalysisOptions,
  jobs: number | null,
  world: World,
  each: (result: FileResult) => void,
): Promise<Sweep> {
  let unreadable = false;
  const files = await findSources(paths, (message) => {
    unreadable = true;
    complain(world, message);
  });
  const parallel = Math.max(1, Math.min(jobs ?? world.processors, files.length));
  const engines = await world.engines(files.length < 2 ? 0 : parallel);
  const progress = progressLine(files.length, world);
  const waiting = new Map<number, FileResult | null>();
  const results: FileResult[] = [];
  /** What is wrong with many files is said once. */
  const told = new Set<string>();
  let defect = false;
  let taken = 0;
  let handedOut = 0;

  const finish = (index: number, result: FileResult | null): void => {
    waiting.set(index, result);
    for (let next = waiting.get(handedOut); next !== undefined; next = waiting.get(handedOut)) {
      waiting.delete(handedOut++);
      if (next === null) continue;
      results.push(next);
      progress.clear();
      for (const message of next.report.messages ?? []) if (!told.has(message)) tell(message);
      for (const message of next.report.messages ?? []) told.add(message);
      for (const found of next.report.defects ?? []) {
        defect = true;
        world.err(defectMessage(new Error(`in ${found.function}: ${found.message}`), next.file));
      }
      each(next);
    }
    progress.show(handedOut);
  };
  const tell = (message: string): void => {
    progress.clear();
    complain(world, message);
  };
  /** All else is still answered. */
  const failed = (error: unknown, where: string): void => {
    defect = true;
    progress.clear();
    world.err(defectMessage(error, where));
  };
  const run = async (engine: Engine): Promise<void> => {
    while (taken < files.length) {
      const index = taken++;
      const file = files[index] ?? '';
      const source = await readSource(file);
      if (!source.ok) {
        unreadable = true;
        tell(source.message);
        finish(index, null);
        continue;
      }
      try {
        const report = await engine.analyze(source.text, options, file);
        for (const { function: name, message } of report.defects ?? []) failed(message, `${file}, in ${name}`);
        finish(index, { file, report });
      } catch (error) {
        failed(error, file);
        finish(index, null);
      }
    }
  };
  try {
    await Promise.all(engines.map(run));
  } finally {
    progress.clear();
    await Promise.all(engines.map((engine) => engine.close()));
  }
  return { results, unreadable, defect };
}

/** `[12/300]` on a line of its own that comes and goes. Nothing where standard error is no terminal, or for a single file. */
function progressLine(total: number, world: World): { show(done: number): void; clear(): void } {
  let shown = false;
  return {
    show(done) {
      if (!world.progress || total < 2 || done >= total) return;
      world.err(`\r[${done}/${total}]\u001b[K`);
      shown = true;
    },
    clear() {
      if (shown) world.err('\r\u001b[K');
      shown = false;
    },
  };
}
