// Runs a program of dist/ and keeps the code that V8 has compiled for it by its end, for run-bundle.cjs to start from.
//   node scripts/keep-compiled-code.mjs dist/NAME ARGUMENTS...
// worker.cjs is run as a thread, through its warm-up. The build calls this; what the program prints is thrown away.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Module from 'node:module';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import { Script } from 'node:vm';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

/** Milliseconds in which a thread that did nothing has nothing left to do. */
const QUIET = 300;

/** What the process that starts a worker has set. */
const WORKER_FLAGS = Object.entries(
  JSON.parse(readFileSync(new URL('../server/src/workspace/v8-flags.json', import.meta.url), 'utf8')),
).map(([name, value]) => `--${name}=${value}`);

/** Runs the program here; what is returned writes down the code that there is by then. */
function run(program) {
  const base = program.replace(/\.\w+$/, '.code');
  const source = readFileSync(`${base}.cjs`, 'utf8');
  const script = new Script(Module.wrap(source), { filename: `${base}.cjs` });
  const module = { exports: {} };
  // Code that hasn't run for a while would be dropped. Flags are part of what V8 compares: this one is set back in the
  // end, and the program sets none. Workers are started with flags of their own.
  const { setFlagsFromString } = v8;
  if (isWorker(program)) for (const flag of WORKER_FLAGS) setFlagsFromString(flag);
  setFlagsFromString('--no-flush-bytecode');
  v8.setFlagsFromString = () => {};
  script.runInThisContext()(module.exports, createRequire(program), module, program, dirname(program));
  return () => {
    setFlagsFromString('--flush-bytecode');
    writeFileSync(`${base}.v8`, script.createCachedData());
  };
}

const isWorker = (program) => program.endsWith('worker.cjs');

async function throughWarmUp(program) {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: program });
  worker.postMessage({ kind: 'warm' });
  let before = worker.performance.eventLoopUtilization();
  for (let active = 1; active > 0; ) {
    await sleep(QUIET);
    const now = worker.performance.eventLoopUtilization();
    active = before.active === 0 ? 1 : now.active - before.active;
    before = now;
  }
  worker.postMessage({ kind: 'keep' });
}

if (!isMainThread) {
  // heard before the program hears it
  let keep;
  parentPort.on('message', ({ kind }) => {
    if (kind !== 'keep') return;
    keep();
    process.exit();
  });
  keep = run(workerData);
} else {
  const [program, ...args] = process.argv.slice(2);
  if (isWorker(program)) await throughWarmUp(resolve(program));
  else {
    process.argv = [process.argv[0], resolve(program), ...args];
    process.on('exit', run(resolve(program)));
  }
}
