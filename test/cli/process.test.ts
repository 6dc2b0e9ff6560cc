/**
 * The command line as a process of its own: bundled, with worker threads, pipes and exit statuses. The analysis is a
 * stand-in.
 */
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error a script without types
import { bundleOptions } from '../../scripts/build.mjs';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
let directory: string;

/** Puts the stand-in in the place of the analysis, in all imports but its own. */
const standIn: Plugin = {
  name: 'stand-in',
  setup(b) {
    b.onResolve({ filter: /\/analysis\/index\.ts$/ }, ({ importer }) =>
      importer.includes('/test/') ? undefined : { path: here('./stub-analysis.ts') },
    );
  },
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'looplens process '));
  const bundle = (entry: string, outfile: string): Promise<unknown> =>
    build({
      ...bundleOptions(),
      plugins: [...bundleOptions().plugins, standIn],
      entryPoints: [here(`../../server/src/${entry}`)],
      outfile: join(directory, outfile),
    });
  await Promise.all([bundle('cli.ts', 'cli.cjs'), bundle('worker.ts', 'worker.cjs')]);
});
afterAll(() => rm(directory, { recursive: true }));

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function looplens(...args: string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(directory, 'cli.cjs'), ...args], { cwd: directory });
    let [out, err] = ['', ''];
    child.stdout.on('data', (data) => {
      out += data;
    });
    child.stderr.on('data', (data) => {
      err += data;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, out, err }));
  });
}

async function file(name: string, text: string): Promise<string> {
  await writeFile(join(directory, name), text);
  return name;
}

const loopIn = (name: string, body = 'while (i < n) i++;'): string => `void ${name}(int n) {
  ${body}
}
`;

describe('the process', () => {
  it('ends with the status, in this thread for one file', async () => {
    await file('bad.c', loopIn('f', 'assert(bad);'));
    expect(await looplens('check', 'bad.c')).toMatchObject({
      status: 1,
      err: '',
      out: expect.stringContaining('bad.c:2:3: violated'),
    });
  });

  it('analyses many files on worker threads, in order, and ends', async () => {
    const names = await Promise.all(
      Array.from({ length: 30 }, (_, k) => file(`many${String(k).padStart(2, '0')}.c`, loopIn(`f${k}`))),
    );
    const { status, out, err } = await looplens('bounds', ...names, '--jobs', '2');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect([...out.matchAll(/^many(\d\d)/gm)].map((match) => Number(match[1]))).toEqual(
      Array.from({ length: 30 }, (_, k) => k),
    );
    expect(out).toContain('30 loops, 30 bounded');
  });

  it('leaves out a function that hangs or dies, with a reason, and keeps the others', async () => {
    const names = [
      await file('a.c', loopIn('fine')),
      await file('h.c', loopIn('before') + loopIn('hang') + loopIn('after')),
      await file('d.c', loopIn('die')),
    ];
    const { status, out } = await looplens('summarize', ...names, '--timeout', '0.1', '--format', 'json');
    const loops = JSON.parse(out).loops as { function: string; exactness: string; reasons: { code: string }[] }[];
    expect(loops.map((loop) => [loop.function, loop.exactness, loop.reasons[0]?.code])).toEqual([
      ['fine', 'exact', undefined],
      ['before', 'exact', undefined],
      ['hang', 'unknown', 'timeout'],
      ['after', 'exact', undefined],
      ['die', 'unknown', 'timeout'],
    ]);
    expect(status).toBe(0);
  }, 180_000);

  it('reports a defect with status 3, and the other files’ results', async () => {
    const names = [await file('defect.c', loopIn('defect')), await file('good.c', loopIn('good'))];
    const { status, out, err } = await looplens('summarize', ...names);
    expect(status).toBe(3);
    expect(err).toContain('met in defect.c');
    expect(out).toContain('good.c:2:3');
  });

  it('reports a defect in one function with status 3, which beats all others, and everything else', async () => {
    const names = [
      await file('flaw.c', loopIn('before') + loopIn('flaw') + loopIn('after', 'assert(bad);')),
      await file('good.c', loopIn('good')),
      'gone.c',
    ];
    for (const jobs of ['1', '2']) {
      const { status, out, err } = await looplens('check', ...names, '--jobs', jobs);
      expect(status).toBe(3);
      expect(err).toMatch(/met in flaw\.c, in flaw\. Please report it, with the file and the following:\na flaw\n/);
      expect(out).toContain('flaw.c:8:3: violated');
    }
    const { status, out } = await looplens('bounds', 'flaw.c');
    expect(status).toBe(3);
    expect(out).toContain('2 loops');
  });

  it('writes everything into a pipe', async () => {
    await file('eval.c', 'int f(int n);');
    const rows = Array.from({ length: 20_000 }, (_, k) => (k === 7 ? '-1' : String(10n ** 30n + BigInt(k))));
    await file('in.csv', `n\n${rows.join('\n')}\n`);
    const { status, out } = await looplens('eval', 'eval.c', '--function', 'f', '--inputs', 'in.csv');
    expect(status).toBe(0);
    expect(out).toBe(`n\n${rows.map((row) => (row === '-1' ? '' : row)).join('\n')}\n`);
  });

  it('survives a reader that goes away', async () => {
    const names = await Promise.all(Array.from({ length: 5 }, (_, k) => file(`pipe${k}.c`, loopIn('f').repeat(500))));
    const child = spawn('sh', ['-c', `"${process.execPath}" cli.cjs bounds ${names.join(' ')} | head -1`], {
      cwd: directory,
    });
    let err = '';
    child.stderr.on('data', (data) => {
      err += data;
    });
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
    expect(err).toBe('');
  });

  it.runIf(existsSync('/dev/full'))(
    'says so where nothing can be written, with status 2; not where the reader has gone',
    async () => {
      await file('full.c', loopIn('f', 'assert(bad);'));
      for (const [call, status, err] of [
        ['check full.c > /dev/full', 2, 'looplens: standard output: no space left\n'],
        ['check full.c --format json > /dev/full', 2, 'looplens: standard output: no space left\n'],
        ['--help > /dev/full', 2, 'looplens: standard output: no space left\n'],
        ['check full.c gone.c 2> /dev/full', 2, ''],
        ['check full.c | true; exit 0', 0, ''],
        ['check full.c >&-', 1, ''],
      ] as const) {
        const { status: found, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" cli.cjs ${call}`], {
          cwd: directory,
          encoding: 'utf8',
        });
        expect([call, found, stderr]).toEqual([call, status, err]);
      }
    },
  );

  it('says 2 for a missing file, and analyses the others', async () => {
    await file('here.c', loopIn('f', 'assert(bad);'));
    expect(await looplens('check', 'gone.c', 'here.c')).toMatchObject({
      status: 2,
      err: 'looplens: gone.c: no such file or directory\n',
      out: expect.stringContaining('here.c:2:3: violated'),
    });
  });
});
