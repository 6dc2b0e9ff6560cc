/** The command line in this process, on the real analysis. */
import { startEngines } from '../../server/src/cli/analysis-engine.ts';
import { main } from '../../server/src/cli/run-command.ts';

interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** Lines that the analysis logs. */
  readonly log: string;
}

export async function looplens(...args: string[]): Promise<Ended> {
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
    engines: () =>
      startEngines(0, (line) => {
        log += `${line}\n`;
      }),
    serve: async () => {},
  });
  return { status, out, err, log };
}
