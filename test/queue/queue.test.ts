/**
 * The queue on a real Redis of its own: three workers, one of which is killed, a Redis that is restarted. What comes
 * out is what one process prints, byte for byte.
 */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CLI = resolve('dist/cli.js');
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

let folder = '';
let port = 0;
const started = new Set<ChildProcess>();

function start(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}

/** Resolves when the process has said so. */
function says(child: ChildProcess, words: string): Promise<void> {
  return new Promise((done, failed) => {
    let told = '';
    const look = (data: Buffer): void => {
      told += data.toString();
      if (told.includes(words)) done();
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', () => failed(new Error(told)));
  });
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done(child.exitCode);
    else child.once('exit', done);
  });

async function redis(...more: readonly string[]): Promise<ChildProcess> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const child = start('redis-server', [...options, '--appendonly', 'yes', '--appendfsync', 'always', ...more]);
  await says(child, 'Ready to accept connections');
  return child;
}

const queue = (): string => `redis://127.0.0.1:${port}`;

async function worker(): Promise<ChildProcess> {
  const child = start(process.execPath, [CLI, 'work', '--queue', queue(), '--jobs', '1', '--patience', '5']);
  await says(child, 'at work');
  return child;
}

const looplens = (...args: string[]) =>
  spawnSync(process.execPath, [CLI, ...args, '--no-project'], { cwd: folder, encoding: 'utf8' });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'looplens queue '));
  mkdirSync(join(folder, 'src'));
  for (let k = 0; k < 30; k++)
    writeFileSync(
      join(folder, 'src', `f${k}.c`),
      `int a[${k + 1}];
void f(int n) { for (int i = 0; i < n; i += ${k + 1}) ; for (int i = 0; i <= ${k + 1}; i++) a[i] = ${k}; }
`,
    );
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  port = (server.address() as AddressInfo).port;
  await new Promise((done) => server.close(done));
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await Promise.all([...started].map(ended));
  rmSync(folder, { recursive: true, force: true });
});

describe.runIf(hasRedis)('with Redis', () => {
  it('a killed worker and a restarted Redis change nothing in what comes out', async () => {
    const alone = looplens('report', 'src', '--no-times', '--format', 'json');
    let server = await redis();
    const workers = [await worker(), await worker(), await worker()];
    const out = ['--format', 'json', '-o', 'queued.json', '--no-project'];
    const submit = start(process.execPath, [CLI, 'submit', 'src', '--no-times', '--queue', queue(), ...out]);
    workers[0]?.kill('SIGKILL');
    const done = ended(submit);
    server.kill('SIGTERM');
    await ended(server);
    server = await redis();
    await worker();
    expect(await done).toBe(alone.status);
    expect(readFileSync(join(folder, 'queued.json'), 'utf8')).toBe(alone.stdout);
    // a worker that is told to stop does so
    workers[1]?.kill('SIGTERM');
    expect(await ended(workers[1] as ChildProcess)).toBe(0);
    // so does one that has lost its Redis
    server.kill('SIGKILL');
    await ended(server);
    workers[2]?.kill('SIGTERM');
    expect(await ended(workers[2] as ChildProcess)).toBe(0);
  }, 600_000);
});

describe.runIf(hasRedis)('a Redis', () => {
  const ask = (...words: string[]): string =>
    spawnSync('redis-cli', ['-p', String(port), ...words], { encoding: 'utf8' }).stdout.trim();
  const all = async (...processes: readonly ChildProcess[]): Promise<void> => {
    for (const child of processes) {
      child.kill('SIGTERM');
      await ended(child);
    }
  };

  it('that is full says so', async () => {
    const server = await redis('--maxmemory', '1mb', '--maxmemory-policy', 'noeviction');
    const { status, stderr } = looplens('submit', 'src/f1.c', '--queue', queue());
    expect(stderr).toContain('f1.c: Redis is full: it has used all the memory that it may (maxmemory)');
    expect(status).toBe(2);
    await all(server);
  }, 60_000);

  it('in which others have put something keeps that, and the run is the same', async () => {
    const server = await redis();
    const working = await worker();
    const [name = ''] = ask('keys', 'bull:looplens-*:meta').split('\n');
    const own = name.replace(/:meta$/, '');
    expect(own).toMatch(/^bull:looplens-[0-9a-f]{16}$/);
    // of another build, of a version with other jobs, and nothing that a queue understands
    ask('rpush', 'bull:looplens-0000000000000000:wait', 'its job');
    ask('hset', `${own}:older`, 'name', 'analyze', 'data', '{"text":"int x;"}', 'timestamp', '1', 'opts', '{}');
    ask('hset', `${own}:broken`, 'name', 'analyze', 'data', 'no JSON', 'timestamp', '1');
    ask('rpush', `${own}:wait`, 'older', 'broken', 'nothing');
    const args = ['report', 'src/f1.c', 'src/f2.c', '--no-times', '--format', 'json'];
    const queued = looplens(...args, '--queue', queue());
    const alone = looplens(...args);
    expect([queued.status, queued.stdout]).toEqual([alone.status, alone.stdout]);
    expect(ask('lrange', 'bull:looplens-0000000000000000:wait', '0', '-1')).toBe('its job');
    expect(ask('hget', `${own}:older`, 'failedReason')).toBe('a job that is none of this version');
    await all(working, server);
  }, 60_000);
});

describe.each(['submit', 'work'])('%s without', (call) => {
  it.each([
    ['redis://127.0.0.1:1', "can't be reached"],
    ['http://127.0.0.1', 'redis://HOST'],
  ])(
    '%s is refused',
    (url, message) => {
      const args = call === 'work' ? [call] : [call, 'src'];
      const { status, stderr } = spawnSync(process.execPath, [CLI, ...args, '--queue', url], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(stderr).toContain(message);
      expect(status).toBe(2);
    },
    60_000,
  );
});
