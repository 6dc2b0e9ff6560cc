/** Headers on the disk, compile_commands.json, and the compiler's own preprocessor, in temporary directories. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { AnalysisOptions } from '../../server/src/analysis/analyze-file.ts';
import type { FileReport } from '../../server/src/report/report.ts';
import { compilationOf, preprocess } from '../../server/src/workspace/compilation.ts';
import { compileCommand, parseDatabase, splitCommand } from '../../server/src/workspace/compile-commands.ts';
import { flagsOf } from '../../server/src/workspace/compiler-flags.ts';
import { preprocessorArguments } from '../../server/src/workspace/compiler-preprocessor.ts';

const root = mkdtempSync(join(tmpdir(), 'looplens-headers-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folder = '';
let made = 0;
beforeEach(() => {
  folder = join(root, String(++made));
  mkdirSync(folder);
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

async function report(
  source: string,
  options: Partial<AnalysisOptions> = {},
  open: Readonly<Record<string, string>> = {},
  file = 'main.c',
): Promise<FileReport> {
  const texts = new Map(Object.entries(open).map(([name, text]) => [join(folder, name), text]));
  const path = join(folder, file);
  const preprocessed = await preprocess(path, source, { ...DEFAULT_OPTIONS, ...options })?.result;
  return analyze(
    source,
    { ...DEFAULT_OPTIONS, assertions: false, ...options },
    {
      now: () => 0,
      cancelled: () => false,
      compilation: (_, all) =>
        compilationOf(path, all, { open: texts, ...(preprocessed === undefined ? {} : { preprocessed }) }),
    },
  );
}

/** Bounds of all loops, and messages with the folder left out. */
async function bounds(...args: Parameters<typeof report>): Promise<string> {
  const { loops, messages = [] } = await report(...args);
  return [
    loops.map((loop) => loop.bound?.text ?? '?').join(', '),
    ...messages.map((message) => message.replaceAll(folder, '.')),
  ].join(' | ');
}

const LOOP = 'void f(void) { for (int i = 0; i < N; i++) ; }';

describe('headers are found', () => {
  it('beside the file, and beside the header that includes them', async () => {
    write({ 'a.h': '#include "sub/b.h"', 'sub/b.h': '#include "c.h"', 'sub/c.h': '#define N 3' });
    expect(await bounds(`#include "a.h"\n${LOOP}`)).toBe('3');
  });

  it('in the folders of the project around the file, where nothing else tells', async () => {
    write({ configure: '', 'include/a.h': '#define N 4', 'lib/b.h': '#define M N', 'deep/er/main.c': '' });
    const source = `#include "a.h"\n#include <b.h>\nvoid f(void) { for (int i = 0; i < M; i++) ; }`;
    expect(await bounds(source, {}, {}, 'deep/er/main.c')).toBe('4');
    rmSync(join(folder, 'configure'));
    mkdirSync(join(folder, 'deep/other'));
    expect(await bounds(source, {}, {}, 'deep/other/main.c')).not.toBe('4');
  });

  it('in what a build makes, for files that ask for it', async () => {
    write({ 'config.h.in': '#undef STEP\n#define LIMIT 7\n' });
    const loop = (limit: string): string => `void f(int n) { for (int i = 0; i < ${limit}; i++) n++; }`;
    const asked = `#ifdef HAVE_CONFIG_H\n#include "config.h"\n#endif\n#ifdef LIMIT\n${loop('LIMIT')}\n#endif`;
    const counted = async (source: string, options: Partial<AnalysisOptions> = {}): Promise<readonly string[]> =>
      (await report(source, { climb: 'never', ...options })).loops.map(({ count }) => count.sentence);
    expect(await counted(asked)).toEqual(['7 iterations']);
    expect(await counted(asked, { undefines: ['HAVE_CONFIG_H'] })).toEqual([]);
  });

  it('in the project that a part of it lies in', async () => {
    write({ configure: '', 'a.h': '#define M 4', 'more/part/configure.ac': '', 'more/part/main.c': '' });
    const source = `#include "a.h"\nvoid f(void) { for (int i = 0; i < M; i++) ; }`;
    expect(await bounds(source, {}, {}, 'more/part/main.c')).toBe('4');
    mkdirSync(join(folder, 'more/part/.git'));
    mkdirSync(join(folder, 'more/part/other'));
    expect(await bounds(source, {}, {}, 'more/part/other/main.c')).not.toBe('4');
  });

  it('in include paths, in order', async () => {
    write({ 'one/a.h': '#define N 1', 'two/a.h': '#define N 2', 'two/b.h': '#include <a.h>' });
    const includePaths = ['one', 'two'].map((name) => join(folder, name));
    expect(await bounds(`#include <a.h>\n${LOOP}`, { includePaths })).toBe('1');
    expect(await bounds(`#include <a.h>\n${LOOP}`, { includePaths: [...includePaths].reverse() })).toBe('2');
    // quoted names first beside the header
    expect(await bounds(`#include "b.h"\n${LOOP}`, { includePaths })).toBe('1');
  });

  it('but names in angle brackets are not looked for beside the file', async () => {
    write({ 'a.h': '#define N 1' });
    expect(await bounds(`#define N 5\n#include <a.h>\n${LOOP}`)).toBe('5');
  });

  it('#include_next goes on where the search had come to', async () => {
    write({ 'one/a.h': '#include_next <a.h>\n#define N (M + 1)', 'two/a.h': '#define M 5\n#include_next <a.h>\n' });
    expect(await bounds(`#include <a.h>\n${LOOP}`, { includePaths: [join(folder, 'one'), join(folder, 'two')] })).toBe(
      '6',
    );
  });

  it('as they are being edited', async () => {
    write({ 'a.h': '#define N 1' });
    expect(await bounds(`#include "a.h"\n${LOOP}`)).toBe('1');
    expect(await bounds(`#include "a.h"\n${LOOP}`, {}, { 'a.h': '#define N 22' })).toBe('22');
    expect(await bounds(`#include "b.h"\n${LOOP}`, {}, { 'b.h': '#define N 4' })).toBe('4');
    expect(await bounds(`#include "a.h"\n${LOOP}`)).toBe('1');
  });

  it('and read again when they have changed', async () => {
    write({ 'a.h': '#define N 1' });
    expect(await bounds(`#include "a.h"\n${LOOP}`)).toBe('1');
    write({ 'a.h': '#define N 2' });
    utimesSync(join(folder, 'a.h'), 1_000_000, 1_000_000);
    expect(await bounds(`#include "a.h"\n${LOOP}`)).toBe('2');
  });

  it('and told', async () => {
    write({ 'a.h': '#include "b.h"', 'b.h': '' });
    expect((await report(`#include "a.h"\n${LOOP}`)).headers).toEqual([join(folder, 'a.h'), join(folder, 'b.h')]);
  });
});

describe('headers that can’t be used', () => {
  it.each([
    ['a directory', '#include "d"', ''],
    ['nothing', '#include ""', ''],
    ['a name that is too long', `#include "${'x'.repeat(5000)}.h"`, ''],
    ['a file as a directory', '#include "main.c/x.h"', ''],
    ['a picture', '#include "picture.h"', 'picture.h` is not a text file'],
  ])('%s', async (_, directive, problem) => {
    write({ 'd/x.h': '', 'main.c': '', 'picture.h': '\u0089PNG\0\0\0' });
    const { loops, syntaxErrors } = await report(`${directive}\n#define N 4\n${LOOP}`);
    expect(loops.map((loop) => loop.bound?.text)).toEqual(['4']);
    expect(syntaxErrors.length).toBe(problem === '' ? 0 : 1);
    if (problem !== '') expect(syntaxErrors[0]!.message).toContain(problem);
  });
});

describe('compile_commands.json', () => {
  it.each([
    ['command', { command: 'cc -I../inc "-DTEXT=a b" -DN=3 -c src/main.c' }],
    ['arguments', { arguments: ['cc', '-I', '../inc', '-DN=3', '-c', 'src/main.c'] }],
  ])('with `%s` and a relative directory', async (_, entry) => {
    write({
      'build/compile_commands.json': JSON.stringify([{ directory: '../build', file: '../src/main.c', ...entry }]),
      'inc/a.h': '#define M 2',
    });
    expect(
      await bounds(`#include <a.h>\nvoid f(void) { for (int i = 0; i < N * M; i++) ; }`, {}, {}, 'src/main.c'),
    ).toBe('6');
  });

  it('is found in directories above, or named', async () => {
    const database = JSON.stringify([{ directory: folder, file: 'deep/er/main.c', command: 'cc -DN=7' }]);
    write({
      'compile_commands.json': database,
      'deep/er/x': '',
      'other/compile_commands.json': database.replace('N=7', 'N=8'),
    });
    expect(await bounds(LOOP, {}, {}, 'deep/er/main.c')).toBe('7');
    expect(await bounds(LOOP, { compileCommands: join(folder, 'other') }, {}, 'deep/er/main.c')).toBe('8');
    expect(
      await bounds(LOOP, { compileCommands: join(folder, 'other', 'compile_commands.json') }, {}, 'deep/er/main.c'),
    ).toBe('8');
  });

  it('tells of -U, -include, -funsigned-char and -m32', async () => {
    write({
      'compile_commands.json': JSON.stringify([
        {
          directory: folder,
          file: 'main.c',
          arguments: ['cc', '-U__GNUC__', '-include', 'pre.h', '-funsigned-char', '-m32'],
        },
      ]),
      'pre.h': '#define N sizeof(long)',
    });
    expect(await bounds(`#ifndef __GNUC__\n${LOOP}\n#endif\nvoid g(void) { for (char c = 0; c < 200; c++) ; }`)).toBe(
      '4, 200',
    );
  });

  it('what is set goes behind what the database says', async () => {
    write({ 'compile_commands.json': JSON.stringify([{ directory: folder, file: 'main.c', command: 'cc -DN=7' }]) });
    expect(await bounds(LOOP, { defines: ['N=9'] })).toBe('9');
    expect(
      await bounds(
        `#define X 1\n#ifdef N\n#undef X\n#define X 2\n#endif\nvoid f(void) { for (int i = 0; i < X; i++) ; }`,
        { undefines: ['N'] },
      ),
    ).toBe('1');
  });

  it.each([
    ['no JSON', '[{ "directory"', /is malformed/],
    ['no list', '{ "file": "main.c" }', /is malformed: it is not a list/],
    [
      'odd entries',
      '[null, 1, "x", {}, { "file": 3 }, { "file": "main.c" }, { "file": "main.c", "arguments": "x", "command": 4 }]',
      null,
    ],
  ])('with %s', async (_, text, problem) => {
    write({ 'compile_commands.json': text });
    const { loops, messages = [] } = await report(`#define N 4\n${LOOP}`);
    expect(loops.map((loop) => loop.bound?.text)).toEqual(['4']);
    if (problem === null) expect(messages).toEqual([]);
    else expect(messages[0]).toMatch(problem);
  });

  it('that isn’t where it is said to be', async () => {
    expect(await bounds(`#define N 4\n${LOOP}`, { compileCommands: join(folder, 'nowhere') })).toBe(
      '4 | ./nowhere: there is no compile_commands.json',
    );
  });

  it('is read once as long as it stays the same', () => {
    write({ 'compile_commands.json': JSON.stringify([{ directory: '.', file: 'main.c', command: 'cc' }]) });
    const first = compileCommand(join(folder, 'main.c'), null);
    const second = compileCommand(join(folder, 'main.c'), null);
    expect(first.kind === 'found' && second.kind === 'found' && first.command === second.command).toBe(true);
    expect(compileCommand(join(folder, 'other.c'), null).kind).toBe('missing');
  });

  it('splits commands like a shell', () => {
    expect(splitCommand(`cc  -DA='x y' -DB=\\"q\\" "-DC=\\"z\\" $" -D'E'=1 '' a\\ b`)).toEqual([
      'cc',
      '-DA=x y',
      '-DB="q"',
      '-DC="z" $',
      '-DE=1',
      '',
      'a b',
    ]);
    expect(splitCommand('cc "unclosed')).toEqual(['cc', 'unclosed']);
  });

  it('keeps the first of several entries', () => {
    const commands = parseDatabase('[{"file":"a.c","command":"one"},{"file":"a.c","command":"two"}]', '/x');
    expect(typeof commands === 'string' ? commands : commands.get('/x/a.c')?.arguments).toEqual(['one']);
  });

  it('reads flags in both spellings', () => {
    const flags = flagsOf({
      directory: '/d',
      arguments: [
        'cc',
        '-Ione',
        '-I',
        'two',
        '-isystem',
        'three',
        '-isystemfour',
        '-iquote',
        '/five',
        '-D',
        'A',
        '-DB=1',
        '-U',
        'C',
        '-o',
        '-Inot',
        'x.c',
      ],
    });
    expect(flags.general).toEqual(['/d/one', '/d/two', '/d/three', '/d/four']);
    expect(flags.quoted).toEqual(['/five']);
    expect(flags.macros).toEqual([{ define: 'A' }, { define: 'B=1' }, { undefine: 'C' }]);
  });
});

describe('the compiler’s preprocessor', () => {
  const gcc = spawnSync('gcc', ['--version']).status === 0;
  const database = (command: string): void =>
    write({
      'compile_commands.json': JSON.stringify([{ directory: '.', file: 'main.c', command }]),
      'main.c': 'int lies_on_the_disk;',
    });
  const instead = 'the preprocessor that is built in is used instead';

  it('is run without what would write files', () => {
    expect(
      preprocessorArguments(
        '/d/x.c',
        ['-O2', '-c', '-o', 'x.o', '-MD', '-MF', 'x.d', '-Wp,-MD,y.d', '-I', 'inc', 'x.c', '-DX', '-save-temps'],
        '/d',
      ),
    ).toEqual(['-iquote', '/d', '-O2', '-I', 'inc', '-DX', '-E', '-x', 'c', '-']);
  });

  it.runIf(gcc)('is taken where it is asked for, with places in the file', async () => {
    database('gcc -DN=6 -c main.c -o main.o');
    write({
      'a.h': `
          #define EACH(i, n) for (i = 0; i < (n); i++)
          static inline int twice(int x) { return 2 * x; }
          typedef unsigned char byte;`,
    });
    const source = `#include "a.h"
#include <stddef.h>
/* one
   two */ int f(int *p) {
  int i, s = 0; EACH(i, twice(N)) s++;   for (byte b = 0; b < 3; b++) s++;
  if (p != NULL) { while (s > 0) s--; }
  EACH(i,
    4) { s++; }
  switch (s) { case 1 ... 3: return 1; default: return 0; }
}
`;
    const { loops, messages, headers, syntaxErrors } = await report(source, { preprocess: 'compiler' });
    expect(messages).toBeUndefined();
    expect(syntaxErrors).toEqual([]);
    expect(headers).toContain(join(folder, 'a.h'));
    expect(loops.map((l) => `${l.kind} ${l.head.start.line}:${l.head.start.column} ${l.bound?.text}`)).toEqual([
      'for 5:17 12',
      'for 5:42 3',
      'while 6:20 15',
      'for 7:3 4',
    ]);
  });

  it.runIf(gcc)('places an assertion at its macro', async () => {
    database('gcc -c main.c');
    const { assertions } = await report(
      `#include <assert.h>
int f(int n) {
  assert(n * 0 == 0 && "text, too");
  return n;
}
`,
      { preprocess: 'compiler', assertions: true },
    );
    expect(assertions.map((a) => `${a.range.start.line}:${a.range.start.column} ${a.verdict} ${a.assertion}`)).toEqual([
      '3:3 holds n * 0 == 0 && "text, too"',
    ]);
  });

  it.each([
    [
      'isn’t there',
      'no-such-compiler-at-all -c main.c',
      /the compiler `no-such-compiler-at-all` was not found: the preprocessor that is built in is used instead/,
    ],
    ['fails', 'false -c main.c', /`false -E` failed with status 1: the preprocessor that is built in/],
  ])('that %s', async (_, command, message) => {
    database(command);
    const { loops, messages = [] } = await report(`#define N 4\n${LOOP}`, { preprocess: 'compiler' });
    expect(loops.map((loop) => loop.bound?.text)).toEqual(['4']);
    expect(messages.join('\n')).toMatch(message);
  });

  it.runIf(gcc)('that doesn’t find a header', async () => {
    database('gcc -c main.c');
    const { loops, messages = [] } = await report(`#include "nowhere.h"\n#define N 4\n${LOOP}`, {
      preprocess: 'compiler',
    });
    expect(loops.map((loop) => loop.bound?.text)).toEqual(['4']);
    expect(messages.join('\n')).toMatch(/nowhere\.h/);
  });

  /** A compiler that is a shell script. */
  const script = (name: string, text: string): void => {
    write({ [name]: `#!/bin/sh\n${text}\n` });
    chmodSync(join(folder, name), 0o755);
    database(`${join(folder, name)} -c main.c`);
  };
  /** Whether a process of this number still runs: one that nobody has asked about since its end doesn't. */
  const lives = (file: string): boolean =>
    /^[^Z\s]/.test(
      spawnSync('ps', ['-o', 'stat=', '-p', readFileSync(join(folder, file), 'utf8').trim()], { encoding: 'utf8' })
        .stdout,
    );
  const posix = process.platform !== 'win32';

  it.runIf(posix)(
    'that hangs, with a child, is given up after its time, with all that it has started, and not asked again at once',
    async () => {
      script('hanging', `sleep 600 & echo $! > ${join(folder, 'child')}; echo $$ > ${join(folder, 'self')}; sleep 600`);
      const began = performance.now();
      expect(await bounds(`#define N 4\n${LOOP}`, { preprocess: 'compiler' })).toBe(
        `4 | \`./hanging -E\` took longer than 5 s: ${instead}`,
      );
      expect(performance.now() - began).toBeLessThan(9_000);
      await expect.poll(() => [lives('child'), lives('self')]).toEqual([false, false]);
      const again = performance.now();
      expect(await bounds(`#define N 5\n${LOOP}`, { preprocess: 'compiler' })).toBe(
        `5 | \`./hanging -E\` took longer than 5 s: ${instead}`,
      );
      expect(performance.now() - again).toBeLessThan(3_000);
    },
    20_000,
  );

  it.runIf(posix)('that leaves something behind which keeps its output open', async () => {
    script('leaving', `sleep 600 & echo $! > ${join(folder, 'child')}; cat`);
    expect(
      await bounds(`#define N 4\nvoid f(void) { for (int i = 0; i < 4; i++) ; }`, { preprocess: 'compiler' }),
    ).toBe('4');
    await expect.poll(() => lives('child')).toBe(false);
  });

  it.runIf(posix)('whose result isn’t wanted any more is gone', async () => {
    script('waiting', `echo $$ > ${join(folder, 'self')}; sleep 600`);
    const run = preprocess(join(folder, 'main.c'), LOOP, { ...DEFAULT_OPTIONS, preprocess: 'compiler' });
    await expect.poll(() => existsSync(join(folder, 'self'))).toBe(true);
    run?.abort();
    expect(await run?.result).toMatchObject({ ok: false });
    await expect.poll(() => lives('self')).toBe(false);
  });

  it.runIf(posix).each([
    ['crashes', 'kill -SEGV $$', /failed with status SIGSEGV/],
    [
      'puts out without end',
      'yes 0123456789012345678901234567890123456789012345678901234567890123456789',
      /puts out too much/,
    ],
    ['complains without end', 'yes error: no 1>&2 & sleep 0.3; kill $!; exit 1', /failed: error: no/],
    ['closes its input and fails', 'exec 0<&-; exit 3', /failed with status 3/],
  ])(
    'that %s',
    async (_, text, message) => {
      script('odd', text);
      const { loops, messages = [] } = await report(`#define N 4\n${LOOP}/*${'x'.repeat(300_000)}*/`, {
        preprocess: 'compiler',
      });
      expect(loops.map((loop) => loop.bound?.text)).toEqual(['4']);
      expect(messages.join('\n')).toMatch(message);
    },
    20_000,
  );

  it('whose directory is gone', async () => {
    write({
      'compile_commands.json': JSON.stringify([
        { directory: 'nowhere', file: '../main.c', command: 'gcc -c ../main.c' },
      ]),
      'main.c': '',
    });
    expect(await bounds(`#define N 4\n${LOOP}`, { preprocess: 'compiler' })).toBe(
      `4 | ./nowhere, which compile_commands.json names, does not exist: ${instead}`,
    );
  });

  it('without a database', async () => {
    expect(await bounds(`#define N 4\n${LOOP}`, { preprocess: 'compiler' })).toBe(
      `4 | there is no compile_commands.json for the file: ${instead}`,
    );
    write({ 'compile_commands.json': '[]' });
    expect(await bounds(`#define N 4\n${LOOP}`, { preprocess: 'compiler' })).toBe(
      `4 | ./compile_commands.json has no entry for the file: ${instead}`,
    );
    write({ 'compile_commands.json': '[[' });
    expect(await bounds(`#define N 4\n${LOOP}`, { preprocess: 'compiler' })).toMatch(
      /^4 \| \.\/compile_commands\.json: is malformed/,
    );
  });
});

it('a text that lies in no file has the macros of the settings', () => {
  const { read, macros } = compilationOf(null, { ...DEFAULT_OPTIONS, defines: ['A'], undefines: ['B'] });
  expect(read).toBe(null);
  expect(macros).toEqual([{ define: 'A' }, { undefine: 'B' }]);
});
