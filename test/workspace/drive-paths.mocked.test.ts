/** Paths with drives, with the functions of Node that Windows has. */
import { expect, it, test, vi } from 'vitest';
import { DEFAULT_OPTIONS } from '../../server/src/analysis/index.ts';
import { parseDatabase } from '../../server/src/workspace/compile-commands.ts';
import { flagsOf } from '../../server/src/workspace/compiler-flags.ts';
import { compilationOf } from '../../server/src/workspace/compilation.ts';
import { headerReader, versionOf } from '../../server/src/workspace/header-files.ts';
import { createSurroundings, pathOf } from '../../server/src/workspace/surroundings.ts';
import { windowsWords } from '../../server/src/workspace/windows-words.ts';

vi.mock('node:path', async (actual) => (await actual<typeof import('node:path')>()).win32);
vi.mock('node:url', async (actual) => {
  const url = await actual<typeof import('node:url')>();
  return { ...url, fileURLToPath: (uri: string) => url.fileURLToPath(uri, { windows: true }) };
});

test.each([
  ['file:///c%3A/Users/J%C3%B6rg%20S/drain.c', 'C:\\Users\\Jörg S\\drain.c'],
  ['file:///C:/a.c', 'C:\\a.c'],
  ['file://server/share/a.c', '\\\\server\\share\\a.c'],
  ['file:///home/a.c', null],
  ['untitled:a.c', null],
])('%s', (uri, path) => {
  expect(pathOf(uri)).toBe(path);
});

const DATABASE = JSON.stringify([
  { directory: 'c:/project/build', file: '..\\src\\a.c', command: 'cc -IC:\\project\\inc -DN=3 -c ..\\src\\a.c' },
]);

it('an entry is found whichever way its drive is written', () => {
  const commands = parseDatabase(DATABASE, 'c:\\project');
  if (typeof commands === 'string') throw new Error(commands);
  const command = commands.get(pathOf('file:///c%3A/project/src/a.c') ?? '');
  expect(command?.directory).toBe('C:\\project\\build');
  expect(command && flagsOf(command).general).toEqual(['C:\\project\\inc']);
});

it('a header that is being edited stands for the one on the disk', () => {
  const around = createSurroundings();
  around.set('file:///c%3A/project/inc/a.h', '#define N 3');
  const search = { quoted: [], general: flagsOf({ directory: 'C:\\project', arguments: ['cc', '-Iinc'] }).general };
  const { read, looked } = headerReader('C:\\project\\src\\a.c', search, around.texts());
  expect(read({ name: 'a.h', quoted: true, from: null, next: false })).toMatchObject({ text: '#define N 3' });
  expect([...looked]).toEqual([
    ['C:\\project\\src\\a.h', null],
    ['C:\\project\\inc\\a.h', versionOf('#define N 3')],
  ]);
  expect(around.agree(looked)).toBe(true);
  around.set('file:///C:/project/inc/a.h', '#define N 4');
  expect(around.concerns('file:///c:/project/inc/a.h', looked)).toBe(true);
});

it('directories that are set are those of the editor’s files', () => {
  const { searched } = compilationOf('c:\\src\\a.c', { ...DEFAULT_OPTIONS, includePaths: ['c:\\inc', 'D:/inc'] });
  expect(searched?.general).toEqual(['C:\\inc', 'D:\\inc']);
});

it('commands are split as programs on Windows do', () => {
  const command = String.raw`cl "C:\Program Files\x\\" -I"C:\a b"\c  -DS=\"it's\" -DE="" C:\\two\\x.c "a\\\"b"`;
  expect(windowsWords(command)).toEqual([
    'cl',
    `${String.raw`C:\Program Files\x`}\\`,
    String.raw`-IC:\a b\c`,
    `-DS="it's"`,
    '-DE=',
    String.raw`C:\\two\\x.c`,
    String.raw`a\"b`,
  ]);
  expect(windowsWords('  ')).toEqual([]);
  expect(windowsWords('cc "" "a')).toEqual(['cc', '', 'a']);
});

const told = (compiler: string, ...words: readonly string[]) =>
  flagsOf({ directory: 'C:\\d', arguments: [compiler, ...words] });

it('options of Microsoft’s compiler', () => {
  const words = ['/nologo', '/Ione', '/I', 'two', '-Ithree', '/external:Ifour', '/DA', '/D', 'B=1', '/UC', '/J'];
  expect(told('C:\\VC\\bin\\Hostx64\\x64\\cl.exe', ...words, '/FIpre.h', '/FI', 'next.h', '/c', 'x.c')).toEqual({
    quoted: [],
    general: ['C:\\d\\one', 'C:\\d\\two', 'C:\\d\\three', 'C:\\d\\four'],
    macros: [{ define: 'A' }, { define: 'B=1' }, { undefine: 'C' }],
    before: ['pre.h', 'next.h'],
    charSigned: false,
    aliasing: null,
    dataModel: 'LLP64',
  });
  // others take a path for what it is
  expect(told('gcc', '/Inc/x.c', '/D/y.c')).toMatchObject({ general: [], macros: [] });
});

test.each([
  ['cl', [], 'LLP64'],
  ['clang-cl.exe', [], 'LLP64'],
  ['C:\\VC\\bin\\Hostx64\\x86\\cl.exe', [], 'ILP32'],
  ['/usr/bin/x86_64-w64-mingw32-gcc-12', [], 'LLP64'],
  ['x86_64-w64-mingw32-gcc', ['-m64'], 'LLP64'],
  ['x86_64-w64-mingw32-gcc', ['-m32'], 'ILP32'],
  ['i686-w64-mingw32-gcc', [], 'ILP32'],
  ['gcc', ['-m64'], 'LP64'],
  ['ncl', [], null],
  ['C:\\mingw32\\bin\\gcc.exe', [], null],
] as const)('%s %s: %s', (compiler, words, model) => {
  expect(told(compiler, ...words).dataModel).toBe(model);
});
