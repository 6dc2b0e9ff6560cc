import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalysisOptions } from '../../server/src/analysis/analyze-file.ts';
import type { EvaluateResult } from '../../server/src/cli/engine-interface.ts';
import { decode } from '../../server/src/workspace/decode.ts';
import { main } from '../../server/src/cli/run-command.ts';
import { atLine } from '../../server/src/cli/loops-command.ts';
import type { World } from '../../server/src/cli/world.ts';
import type { FileReport } from '../../server/src/report/report.ts';
import { countedLoop, fileReport, range, violatedAssertion } from '../render/reports.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'looplens cli ä '));
});
afterAll(() => rm(directory, { recursive: true }));

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(directory, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, content);
  return path;
}

interface Seen {
  status: number;
  out: string;
  err: string;
  sources: string[];
  options: AnalysisOptions[];
}

/** Runs the command line on an analysis that answers by the source's text. */
async function run(
  args: string[],
  analysis: (source: string) => FileReport | Promise<FileReport> = () => fileReport(),
  evaluation?: EvaluateResult,
): Promise<Seen> {
  const seen: Seen = { status: -1, out: '', err: '', sources: [], options: [] };
  const world: World = {
    out: (text) => {
      seen.out += text;
    },
    err: (text) => {
      seen.err += text;
    },
    colours: false,
    columns: 100,
    progress: false,
    processors: 2,
    now: () => 0,
    engines: async (parallel) =>
      Array.from({ length: Math.max(1, parallel) }, () => ({
        analyze: async (source, options) => {
          seen.sources.push(source);
          seen.options.push(options);
          return analysis(source);
        },
        evaluate: async () => evaluation ?? { missing: ['g'] },
        reach: async (source, request) => ({ missing: `${source}:${request.line}` }),
        close: async () => {},
      })),
    queued: () =>
      Promise.reject(Object.assign(new Error('a queue is named by redis://HOST'), { name: 'QueueProblem' })),
    serve: async () => {},
  };
  seen.status = await main(args, world);
  return seen;
}

describe('arguments', () => {
  it.each([
    [[], 'no call given'],
    [['frobnicate'], 'no such call: frobnicate'],
    [['chekc', 'a.c'], 'no such call: chekc; did you mean check?'],
    [['check'], 'no file or directory given'],
    [['check', 'a.c', '--format', 'xml'], '--format is one of'],
    [['check', 'a.c', '--timeout', '-1'], "'--timeout' argument is ambiguous"],
    [['check', 'a.c', '--timeout', '0'], 'number of seconds above 0'],
    [['check', 'a.c', '--jobs', 'x'], '--jobs is a number'],
    [['check', 'a.c', '--line', '3'], 'an option of summarize only'],
    [['check', 'a.c', '--integers', 'real'], '--integers is one of'],
    [['check', 'a.c', '--bogus'], 'no such option: --bogus'],
    [['check', 'a.c', '--formt=json'], 'no such option: --formt; did you mean --format?'],
    [['check', 'a.c', '--format', 'jsn'], 'did you mean json?'],
    [['check', '-', '-'], 'standard input (-) can be read once'],
    [['check', 'a.c', '--project', 'does-not-exist.json'], 'does-not-exist.json'],
    [['completion', 'tcsh'], 'one of bash, zsh, fish'],
    [['summarize', 'a.c', '--format', 'sarif'], 'for check and reach only'],
    [['eval', 'a.c'], '--function'],
    [['eval', 'a.c', '--function', 'f'], '--inputs'],
    [['reach', 'a.c'], 'FILE:LINE'],
    [['reach', 'a.c:0'], 'FILE:LINE'],
    [['reach', 'a.c:1', 'b.c:2'], 'FILE:LINE'],
    [['reach', 'does-not-exist.c:3'], 'no such file'],
    [['testgen', 'does-not-exist.c:3', '-o', 'x'], 'no such file'],
    [['testgen', 'a.c:3', '--format', 'json'], 'testgen writes C only'],
    [['bounds', 'a.c', '--witness', 'x'], 'an option of check only'],
    [['check', 'a.c', '--shard', '3/2'], '--shard is I/N'],
    [['check', 'a.c', '--format', 'markdown'], 'with it only'],
    [['merge'], 'no part given'],
    [['work', 'a.c'], 'work takes no files'],
    [['check', 'a.c', '--queue', 'http://x'], 'redis://HOST'],
    [['check', 'a.c', '--overflow', 'may'], '--overflow is one of'],
    [['check', 'a.c', '--baseline', 'does-not-exist.json'], 'does-not-exist.json'],
  ])('%j is unusable', async (args, message) => {
    const { status, err, out } = await run(args);
    expect(err).toContain(message);
    expect(status).toBe(2);
    expect(out).toBe('');
  });

  it('reach the analysis', async () => {
    const path = await file('options.c', '');
    const { options } = await run([
      'check',
      path,
      '--integers',
      'wrapv',
      '--data-model',
      'ILP32',
      '--timeout',
      '2.5',
      '--function',
      'count',
      '--assert-name',
      'VERIFY',
    ]);
    expect(options[0]).toMatchObject({
      integers: 'wrapv',
      dataModel: 'ILP32',
      loopBudget: 2500,
      fileBudget: 2500,
      function: 'count',
      assertNames: ['VERIFY'],
      loops: false,
      assertions: true,
    });
  });

  it.each(['summarize', 'bounds', 'check', 'eval', 'lsp', 'reach', 'testgen', 'completion'])(
    '%s --help',
    async (call) => {
      const { status, out } = await run([call, '--help']);
      expect(status).toBe(0);
      expect(out).toMatch(new RegExp(`^looplens ${call} `));
    },
  );

  it('--version', async () => expect((await run(['--version'])).out).toMatch(/^looplens \d/));
});

describe('exit status', () => {
  const holds = fileReport({ assertions: [violatedAssertion({ verdict: 'holds' })] });
  const violated = fileReport({ assertions: [violatedAssertion()] });
  const unknown = fileReport({ assertions: [violatedAssertion({ verdict: 'unknown' })] });
  it.each([
    ['nothing wrong', holds, [], 0],
    ['violated', violated, [], 1],
    ['unknown', unknown, [], 0],
    ['unknown counts', unknown, ['--fail-on', 'unknown'], 1],
    ['unreadable', violated, ['does-not-exist.c'], 2],
    ['no such function', holds, ['--function', 'nowhere'], 2],
  ])('%s', async (name, report, more, status) => {
    const path = await file(`${name}.c`, 'int x;');
    const seen = await run(['check', path, ...more], () => report);
    expect(seen.status).toBe(status);
    expect(seen.out).toContain(`${name}.c:9:3`);
  });

  it('is 3 for a defect of ours, and the other files are still analysed', async () => {
    const [bad, good] = [await file('bad.c', 'bad'), await file('good.c', 'good')];
    const seen = await run(['check', bad, good], (source) => {
      if (source === 'bad') throw new Error('boom');
      return holds;
    });
    expect(seen.status).toBe(3);
    expect(seen.err).toMatch(/defect of LoopLens, met in .*bad\.c.*[\s\S]*boom/);
    expect(seen.out).toContain('good.c:9:3: holds');
  });
});

it('results come in the order of the files, however long each takes', async () => {
  const paths = await Promise.all([0, 1, 2, 3, 4].map((n) => file(`order${n}.c`, String(n))));
  const { out } = await run(['bounds', ...paths], async (source) => {
    await new Promise((resolve) => setTimeout(resolve, 20 - 4 * Number(source)));
    return fileReport({ loops: [countedLoop()] });
  });
  expect([...out.matchAll(/order(\d)\.c/g)].map((match) => match[1]).join('')).toBe('01234');
  expect(out).toContain('5 loops, 5 bounded (100.0 %)');
});

it.each(['summarize', 'bounds', 'check'])('%s walks directories, in the order given', async (call) => {
  for (const name of ['tree/b.c', 'tree/a/z.c', 'tree/.git/no.c', 'tree/notes.txt', 'alone.c']) await file(name, name);
  const { sources } = await run([call, join(directory, 'tree'), join(directory, 'alone.c'), '--jobs', '1']);
  expect(sources).toEqual(['tree/a/z.c', 'tree/b.c', 'alone.c']);
});

it('hidden directories are left out, but where they are named or nothing is ignored', async () => {
  for (const name of ['dotted/b.c', 'dotted/.pc/b.c', 'dotted/.git/b.c']) await file(name, name);
  const sourcesOf = async (...args: string[]) => (await run(['bounds', ...args, '--jobs', '1'])).sources;
  expect(await sourcesOf(join(directory, 'dotted'))).toEqual(['dotted/b.c']);
  expect(await sourcesOf(join(directory, 'dotted/.pc'))).toEqual(['dotted/.pc/b.c']);
  expect(await sourcesOf(join(directory, 'dotted'), '--no-ignore')).toEqual(['dotted/.pc/b.c', 'dotted/b.c']);
});

it.each(['eval', 'reach', 'testgen'])('%s takes one file', async (call) => {
  const { status, err } = await run(
    call === 'eval' ? [call, directory, '--function', 'f', '--inputs', directory] : [call, `${directory}:1`],
  );
  expect(status).toBe(2);
  expect(err).toContain('is a directory');
});

describe('encodings', () => {
  const utf16be = Buffer.from('\uFEFFint ä;', 'utf16le').swap16();
  it.each([
    ['UTF-8', Buffer.from('int ä;'), 'int ä;'],
    ['UTF-8 with a mark', Buffer.from('\uFEFFint ä;'), 'int ä;'],
    ['UTF-16 LE', Buffer.from('\uFEFFint ä;', 'utf16le'), 'int ä;'],
    ['UTF-16 BE', utf16be, 'int ä;'],
    ['Latin-1', Buffer.from('int ä;', 'latin1'), 'int ä;'],
    ['nothing', Buffer.alloc(0), ''],
    ['an odd number of bytes', utf16be.subarray(0, 5), 'i'],
  ])('%s', (_, bytes, text) => expect(decode(bytes)).toBe(text));

  it('rubbish is text, too', async () => {
    const path = await file(
      'rubbish.c',
      Uint8Array.from({ length: 4096 }, (_, k) => (k * 7919) % 256),
    );
    expect((await run(['summarize', path])).status).toBe(0);
  });
});

describe('eval', () => {
  const evaluation: EvaluateResult = {
    columns: ['x', 'y', 'return'],
    rows: [
      new Map([
        ['x', 10n ** 20n],
        ['y', -1n],
        ['return', 0n],
      ]),
      null,
      new Map([['x', 1n]]),
    ],
    exact: [true],
  };
  it('prints a row for each row, empty where nothing is known', async () => {
    const [source, inputs] = [
      await file('eval.c', 'int f(int x);'),
      await file('in.csv', '\uFEFFx\r\n1\r\n2\r\n3\r\n'),
    ];
    const { out, status } = await run(['eval', source, '--function', 'f', '--inputs', inputs], undefined, evaluation);
    expect(out).toBe('x,y,return\n100000000000000000000,-1,0\n,,\n1,,\n');
    expect(status).toBe(0);
  });
  it('names the functions that there are', async () => {
    const [source, inputs] = [await file('eval.c', 'int g(int x);'), await file('in.csv', 'x\n1\n')];
    const { err, status } = await run(['eval', source, '--function', 'f', '--inputs', inputs]);
    expect(err).toContain('no function f; there are g');
    expect(status).toBe(2);
  });
  it.each([
    ['x\n1.5\n', "'1.5' is not a decimal integer"],
    ['', 'is empty'],
    ['x,x\n1,1\n', 'there twice'],
    ['x,y\n1\n', 'row 1, column y'],
  ])('refuses %j', async (text, message) => {
    const [source, inputs] = [await file('eval.c', 'int f(int x);'), await file('bad.csv', text)];
    const { err, status } = await run(['eval', source, '--function', 'f', '--inputs', inputs], undefined, evaluation);
    expect(err).toContain(message);
    expect(status).toBe(2);
  });
});

it('--line takes the loop of that line, or the innermost around it', () => {
  const outer = countedLoop({ range: range(2, 1, 9, 2), head: range(2, 1, 2, 9) });
  const inner = countedLoop({ range: range(4, 3, 6, 4), head: range(4, 3, 4, 9), nested: 1 });
  expect(atLine([outer, inner], 2)).toEqual([outer]);
  expect(atLine([outer, inner], 4)).toEqual([inner]);
  expect(atLine([outer, inner], 5)).toEqual([inner]);
  expect(atLine([outer, inner], 8)).toEqual([outer]);
  expect(atLine([outer, inner], 11)).toEqual([]);
});
