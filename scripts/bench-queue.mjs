// Processor time of the queue: the same call by threads of one process, and by two workers (`looplens work`) on a Redis
// of its own; both in turns, so that what else the machine does concerns them alike. Needs redis-server and dist/.
//   npm run bench:queue -- [--rounds N] CALL PATH... [options]     e.g. bounds src
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist/cli.js');
const given = process.argv.slice(2);
const rounds = given[0] === '--rounds' ? Number(given.splice(0, 2)[1]) : 3;
const TICKS = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout);
const folder = mkdtempSync(join(tmpdir(), 'looplens-bench-'));

/** Seconds of a running process with all its threads, those of the system for it among them. */
function secondsOf({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

const said = (child, words) =>
  new Promise((done, failed) => {
    let told = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        told += data;
        if (told.includes(words)) done();
      });
    child.once('exit', () => failed(new Error(told)));
  });
const start = (command, args) => spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
const stop = (child) =>
  new Promise((done) => {
    child.once('exit', done);
    child.kill('SIGTERM');
  });

/** Seconds of a process that has come to its end, and what it has printed. */
function ran(...args) {
  const words = [
    '-c',
    'TIMEFORMAT="%U %S"; time "$@"',
    'bash',
    process.execPath,
    CLI,
    ...args,
    '--no-times',
    '--no-project',
  ];
  const { stdout, stderr } = spawnSync('bash', words, { encoding: 'utf8', maxBuffer: 1e9 });
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { seconds: user + system, stdout };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

const port = await freePort();
const redis = start('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']);
await said(redis, 'Ready to accept connections');
const queue = `redis://127.0.0.1:${port}`;

try {
  for (let k = 0; k < rounds; k++) {
    const threads = ran(...given, '--jobs', '2');
    const before = secondsOf(redis);
    const workers = [1, 2].map(() => start(process.execPath, [CLI, 'work', '--queue', queue, '--jobs', '1']));
    await Promise.all(workers.map((worker) => said(worker, 'at work')));
    const begun = workers.map(secondsOf);
    const submitted = ran(...given, '--queue', queue);
    const spent = workers.map(secondsOf);
    const served = secondsOf(redis) - before;
    await Promise.all(workers.map(stop));
    const all = submitted.seconds + spent[0] + spent[1];
    const more = (100 * all) / threads.seconds - 100;
    const list = (numbers) => numbers.map((seconds) => seconds.toFixed(2)).join(' + ');
    console.log(
      `threads ${threads.seconds.toFixed(2)} s; queue ${all.toFixed(2)} s (${more.toFixed(1)} % more): ` +
        `handing in ${submitted.seconds.toFixed(2)}, workers ${list(spent)} (to begin with ${list(begun)}); ` +
        `Redis ${served.toFixed(2)}` +
        `${submitted.stdout === threads.stdout ? '' : '; NOT THE SAME BYTES'}`,
    );
  }
} finally {
  await stop(redis);
  rmSync(folder, { recursive: true, force: true });
}
