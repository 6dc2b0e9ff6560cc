/** Files as they come, through the real analysis: no crash, no hang, and what can be said is said. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { looplens } from './command-line.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'looplens bad ü '));
});
afterAll(() => rm(directory, { recursive: true }));

interface Document {
  readonly status: number;
  readonly loops: readonly {
    readonly function: string;
    readonly line: number;
    readonly column: number;
    readonly nested: number;
  }[];
  readonly err: string;
}

async function summarize(content: string | Uint8Array, ...more: string[]): Promise<Document> {
  const path = join(directory, `file ${Math.abs(content.length)}.c`);
  await writeFile(path, content);
  const { status, out, err } = await looplens('summarize', path, '--format', 'json', '--timeout', '2', ...more);
  return { status, err, loops: (JSON.parse(out) as Document).loops };
}

const COUNT = `int count(int n) {
  int i = 0;
  while (i < n) i++;
  return i;
}
`;

describe('bad input', () => {
  it.each([
    ['an empty file', ''],
    ['binary rubbish', Uint8Array.from({ length: 50_000 }, (_, k) => (k * 7919 + (k >> 3)) % 256)],
    ['zeros', new Uint8Array(10_000)],
    ['unbalanced braces', '}}}}{{{{ int f( { while (1) { for (;;'],
    ['only a loop', 'while (x) y++;'],
    ['braces 5000 deep', `void f() ${'{'.repeat(5_000)}${'}'.repeat(5_000)}`],
    [
      'an expression 20000 deep',
      `int f(int n) { while (n < ${'('.repeat(20_000)}1${')'.repeat(20_000)}) n++; return n; }`,
    ],
    ['a sum of 20000 terms', `int f(int n) { while (n < ${'1+'.repeat(20_000)}1) n++; return n; }`],
  ])(
    '%s',
    async (_, content) => {
      expect((await summarize(content)).status).toBe(0);
    },
    60_000,
  );

  it('10 MB on one line', async () => {
    const { status, loops } = await summarize(
      `${COUNT}/* ${'x '.repeat(5_000_000)} */ ${COUNT.replace('count', 'behind').replaceAll('\n', ' ')}`,
    );
    expect(status).toBe(0);
    expect(loops.map((loop) => loop.function)).toEqual(['count', 'behind']);
  }, 60_000);

  it('a nest 200 deep', async () => {
    const head = Array.from({ length: 200 }, (_, k) => `for (int i${k} = 0; i${k} < n; i${k}++) {`).join('\n');
    const { status, loops } = await summarize(
      `int f(int n) { int s = 0;
${head}
s++;
${'}'.repeat(200)}
return s; }`,
    );
    expect(status).toBe(0);
    expect(loops.length).toBe(200);
    expect(Math.max(...loops.map((loop) => loop.nested))).toBe(199);
  }, 120_000);

  it('a syntax error leaves the other functions alone', async () => {
    const { status, loops } = await summarize(
      `${COUNT}int broken(int n) { while (n < ) n++; return }\n${COUNT.replace('count', 'after')}`,
    );
    expect(status).toBe(0);
    expect(loops.map((loop) => loop.function)).toEqual(expect.arrayContaining(['count', 'after']));
  });
});

describe('encodings and line ends', () => {
  const place = ['count', 4, 3];
  const text = `// ä\n${COUNT}`;
  it.each([
    ['LF', Buffer.from(text)],
    ['CRLF', Buffer.from(text.replaceAll('\n', '\r\n'))],
    ['CR', Buffer.from(text.replaceAll('\n', '\r'))],
    ['a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['Latin-1', Buffer.from(text, 'latin1')],
  ])('%s', async (_, content) => {
    expect((await summarize(content)).loops.map(({ function: name, line, column }) => [name, line, column])).toEqual([
      place,
    ]);
  });

  it('columns count UTF-16 units', async () => {
    const { loops } = await summarize('int f(int n) { const char *s = "😀ä"; while (n < 9) n++; return n; }');
    expect(loops.map((loop) => loop.column)).toEqual([39]);
  });
});
