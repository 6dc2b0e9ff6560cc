/** The command line in this process, on the real analysis. */
import { startEngines } from '../../server/src/cli/analysis-engine.ts';
import type { Engine } from '../../server/src/cli/engine-interface.ts';
import { main } from '../../server/src/cli/run-command.ts';

interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** Lines that the analysis logs. */
  readonly log: string;
}

export const looplens = (...args: string[]): Promise<Ended> => looplensOn((engine) => engine, ...args);

/** The same on engines that are changed before. */
export async function looplensOn(changed: (engine: Engine) => Engine, ...args: string[]): Promise<Ended> {
  let [out, err, log] = ['', '', ''];
  const status = await main(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    colours: false,
    columns: 100,
    progress: false,
    processors: 1,
    now: () => performance.now(),
    engines: async () => {
      const engines = await startEngines(0, (line) => {
        log += `${line}\n`;
      });
      return engines.map(changed);
    },
    serve: async () => {},
  });
  return { status, out, err, log };
}
