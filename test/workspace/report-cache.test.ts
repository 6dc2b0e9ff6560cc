/** Reports that are kept on disk: when they are taken, and what becomes of folders and entries that are no good. */
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { AnalysisOptions } from '../../server/src/analysis/analyze-file.ts';
import type { FileReport } from '../../server/src/report/report.ts';
import { analyzeThroughCache } from '../../server/src/workspace/analyze-through-cache.ts';
import type { CacheableJob } from '../../server/src/workspace/analyze-through-cache.ts';
import { compilationOf } from '../../server/src/workspace/compilation.ts';
import { forgetUnused } from '../../server/src/workspace/report-cache.ts';

const root = mkdtempSync(join(tmpdir(), 'looplens-cache-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folder = '';
let made = 0;
beforeEach(() => {
  folder = join(root, String(++made));
  write({ 'a.c': SOURCE, 'near/limit.h': '#define LIMIT 10\n', 'far/limit.h': '#define LIMIT 20\n' });
  rmSync(join(folder, 'near/limit.h'));
});

const SOURCE = `#include "limit.h"
int up(void) {
  int i = 0;
  while (i < LIMIT) i++;
  return i;
}
`;

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Nothing else is asked, of other files. */
function written(files: Readonly<Record<string, string>>): Asked {
  write(files);
  return {};
}

const entries = (): string[] =>
  readdirSync(join(folder, 'cache'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, 'cache', name))
    .filter((path) => statSync(path).isFile());

interface Asked extends Partial<Omit<CacheableJob, 'options'>> {
  readonly options?: Partial<AnalysisOptions>;
  /** What becomes of the report before it is kept. */
  readonly change?: (report: FileReport) => FileReport;
}

/** The report, and whether it was made or found. */
async function ask({ options = {}, change = (r) => r, ...job }: Asked = {}) {
  const all: AnalysisOptions = {
    ...DEFAULT_OPTIONS,
    cache: join(folder, 'cache'),
    includePaths: [join(folder, 'near'), join(folder, 'far')],
    ...options,
  };
  const whole = { source: SOURCE, path: join(folder, 'a.c'), open: new Map(), skip: [], saved: true, ...job };
  let found = true;
  const compilation = compilationOf(whole.path, all, { open: whole.open });
  const { report } = await analyzeThroughCache({ ...whole, options: all, compilation }, async () => {
    found = false;
    const host = { now: () => 0, cancelled: () => false, compilation: () => compilation };
    const made = await analyze(whole.source, all, host);
    return { report: change(made), looked: compilation.looked };
  });
  return { found, report, bound: report.loops[0]?.bound?.text, messages: report.messages ?? [] };
}

describe('what is kept', () => {
  it('is the same report', async () => {
    const first = await ask();
    const second = await ask();
    expect([first.found, second.found, first.bound]).toEqual([false, true, '20']);
    expect(JSON.stringify(second.report)).toBe(JSON.stringify(first.report));
  });

  it.each<[string, () => Asked, string]>([
    ['the text', () => ({ source: SOURCE.replace('i++', 'i += 2') }), '10'],
    ['an option', () => ({ options: { integers: 'wrapv' } }), '20'],
    ['a macro', () => ({ options: { defines: ['UNUSED'] } }), '20'],
    ['the place of the file', () => ({ path: join(folder, 'b.c') }), '20'],
    ['a header', () => written({ 'far/limit.h': '#define LIMIT 30\n' }), '30'],
    ['a header of the same length', () => written({ 'far/limit.h': '#define LIMIT 40\n' }), '40'],
    ['a header earlier in the search path', () => written({ 'near/limit.h': '#define LIMIT 5\n' }), '5'],
    [
      'a header that is open in the editor',
      () => ({ open: new Map([[join(folder, 'far/limit.h'), '#define LIMIT 7\n']]) }),
      '7',
    ],
    [
      'flags',
      () =>
        written({ 'compile_commands.json': `[{"directory": "${folder}", "file": "a.c", "command": "cc -DX a.c"}]` }),
      '20',
    ],
  ])('is not taken when there is another %s', async (_, other, bound) => {
    await ask();
    const asked = other();
    expect(await ask(asked)).toMatchObject({ found: false, bound });
    expect(await ask(asked)).toMatchObject({ found: true, bound });
  });

  it.each<[string, Asked]>([
    ['what is not saved', { saved: false }],
    ['what left functions out', { skip: ['up'] }],
    ['an answer about a line', { options: { question: { line: 4 } } }],
    ['defects', { change: (r) => ({ ...r, defects: [{ function: 'up', message: 'failed' }] }) }],
    [
      'what took too long',
      {
        change: (r) => ({
          ...r,
          loops: r.loops.map((l) => ({ ...l, reasons: [{ code: 'timeout', message: 'too long', range: null }] })),
        }),
      },
    ],
  ])('is not %s', async (_, asked) => {
    await ask(asked);
    expect(existsSync(join(folder, 'cache')) ? entries() : []).toEqual([]);
  });
});

describe('an entry that is no good is made again', () => {
  it.each<[string, (text: string) => string]>([
    ['empty', () => ''],
    ['cut off', (text) => text.slice(0, -10)],
    ['with another number', (text) => text.replace('"20"', '"21"')],
    ['with something behind it', (text) => `${text} `],
    ['of another format', (text) => text.replace('report 1', 'report 2')],
    ['of another key', (text) => text.replace(/\n[0-9a-f]{64}\n\{/, (key) => key.replace(/\d/, 'a'))],
    ['that is not text', () => '\0\xff\0'],
  ])('%s', async (_, spoil) => {
    await ask();
    const [file = ''] = entries();
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, spoil(text));
    expect(await ask()).toMatchObject({ found: false, bound: '20', messages: [] });
    expect(entries()).toEqual([file]);
    expect(await ask()).toMatchObject({ found: true, bound: '20' });
  });

  it('a folder in its place', async () => {
    await ask();
    const [file = ''] = entries();
    rmSync(file);
    mkdirSync(join(file, 'x'), { recursive: true });
    const again = await ask();
    expect(again).toMatchObject({ found: false, bound: '20' });
    expect(again.messages).toHaveLength(1);
  });
});

describe('a folder that nothing can be written to', () => {
  it.each([
    ['a file', 'a.c'],
    ['below a file', 'a.c/x'],
    ['of the kernel', '/proc/looplens'],
  ])('%s: one message, and the report', async (_, name) => {
    const cache = name.startsWith('/') ? name : join(folder, name);
    const { found, bound, messages } = await ask({ options: { cache } });
    expect([found, bound, messages.length]).toEqual([false, '20', 1]);
    expect(messages[0]).toContain("results can't be kept");
  });
});

it('a full folder loses its oldest entries, and what was never finished', async () => {
  await ask();
  const [file = ''] = entries();
  const old = new Date(0);
  for (let i = 0; i < 200; i++) writeFileSync(join(dirname(file), String(i).padStart(62, '0')), 'x');
  writeFileSync(`${file}.lost.tmp`, 'x');
  utimesSync(`${file}.lost.tmp`, old, old);
  rmSync(file);
  expect((await ask()).found).toBe(false);
  expect(readdirSync(dirname(file)).length).toBeLessThanOrEqual(128);
  expect(existsSync(`${file}.lost.tmp`)).toBe(false);
  expect((await ask()).found).toBe(true);
});

it('an entry that was not used for long is taken out; one that is used counts as new', async () => {
  await ask();
  await ask({ options: { charSigned: false } });
  for (const file of entries()) utimesSync(file, new Date(0), new Date(0));
  expect((await ask()).found).toBe(true);
  await forgetUnused(join(folder, 'cache'), 3_600_000);
  expect(entries()).toHaveLength(1);
  expect((await ask()).found).toBe(true);
  expect((await ask({ options: { charSigned: false } })).found).toBe(false);
  await forgetUnused(join(folder, 'nowhere'), 0);
});

describe('the command line', () => {
  const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
  const run = (...args: string[]): Promise<{ out: string; err: string; status: number | null }> =>
    new Promise((done, reject) => {
      const child = spawn(process.execPath, [CLI, ...args], { cwd: folder });
      const seen = { out: '', err: '' };
      child.stdout.on('data', (data) => (seen.out += data));
      child.stderr.on('data', (data) => (seen.err += data));
      child.on('error', reject);
      child.on('close', (status) => done({ ...seen, status }));
    });
  /** Without what took how long. */
  const timeless = (text: string): string => text.replace(/"(ms|seconds)": ?[\d.e-]+/g, '');
  const files = Array.from({ length: 6 }, (_, i) => `f${i}.c`);
  const all = ['-I', 'far', '--format', 'json', ...files];

  beforeEach(() => {
    for (const [i, name] of files.entries()) write({ [name]: SOURCE.replace('i++', `i += ${i + 1}`) });
  });

  it.each(['bounds', 'summarize', 'check'])('%s prints the same with and without it', async (call) => {
    const plain = await run(call, ...all);
    for (let i = 0; i < 2; i++) {
      const { out, err, status } = await run(call, '--cache', 'cache', ...all);
      expect([timeless(out), err, status]).toEqual([timeless(plain.out), plain.err, plain.status]);
    }
    expect(entries()).toHaveLength(files.length);
  });

  it('two processes share one', async () => {
    const [a, b] = await Promise.all([
      run('bounds', '--cache', 'cache', ...all),
      run('bounds', '--cache', 'cache', ...all),
    ]);
    const later = await run('bounds', '--cache', 'cache', ...all);
    expect(timeless(a.out)).toBe(timeless(later.out));
    expect(timeless(b.out)).toBe(timeless(later.out));
    expect(entries()).toHaveLength(files.length);
  });

  it('says once that nothing can be kept', async () => {
    const plain = await run('bounds', ...all);
    const { out, err, status } = await run('bounds', '--cache', 'f0.c', ...all);
    expect([timeless(out), status]).toEqual([timeless(plain.out), plain.status]);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});
