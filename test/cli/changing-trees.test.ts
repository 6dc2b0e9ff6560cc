/** Trees that change: from one branch of git to the other, and while they are read. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../server/src/cli/engine-interface.ts';
import { looplens, looplensOn } from './command-line.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'looplens changing '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): string => {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
};

const HEADER = '#define SIZE 10\nextern int table[SIZE];\n';
const FILL = '#include "table.h"\nint table[SIZE];\nvoid fill(void) { for (int i = 0; i < SIZE; i++) table[i] = i; }\n';
const SUM =
  '#include "table.h"\nint sum(void) { int s = 0; for (int i = 0; i < SIZE; i++) s += table[i]; return s; }\n';
const OTHER =
  'int a[3];\nvoid wrong(void) { for (int i = 0; i <= 3; i++) a[i] = i; }\nint f(int n) { while (n > 0) n--; return n; }\n';

describe('a regression in a branch', () => {
  const git = (...args: string[]): void => {
    const { status, stderr } = spawnSync(
      'git',
      ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'init.defaultBranch=main', ...args],
      { cwd: join(folder, 'repo'), encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(stderr);
  };
  const report = (...args: string[]): ReturnType<typeof looplens> =>
    looplens('report', join(folder, 'repo'), '--no-project', ...args);
  let old = '';

  beforeAll(async () => {
    write('repo/table.h', HEADER);
    write('repo/fill.c', FILL);
    write('repo/sum.c', SUM);
    write('repo/other.c', OTHER);
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'as it was');
    old = write('old.json', (await report('--format', 'json')).out);
    git('checkout', '-qb', 'side');
    write('repo/fill.c', `/* filled from the start */\n${FILL.replace('i < SIZE', 'i <= SIZE')}`);
    git('commit', '-qam', 'fills one more');
  }, 120_000);

  const since = ['--changed-since', 'main'];

  it('is all that the changed files are asked about', async () => {
    const { out, status } = await report(...since, '--format', 'json');
    const { files, findings } = JSON.parse(out) as { files: readonly string[]; findings: readonly { line: number }[] };
    expect([files, findings.map(({ line }) => line), status]).toEqual([[join(folder, 'repo/fill.c')], [4], 0]);
  }, 60_000);

  it('is exactly what is compared', async () => {
    for (const [args, untouched] of [
      [since, '; 2 files of the other run not looked at'],
      [[], ''],
    ] as const) {
      const { out, status } = await report(...args, '--compare', old);
      expect(out.replaceAll(folder, '').split('\n')).toEqual([
        expect.stringMatching(/^new: \/repo\/fill\.c:4: index-outside: `table\[i\]` writes element 10/),
        expect.stringMatching(/^bound changed: \/repo\/fill\.c:4: 10 iterations; now 11 iterations/),
        `1 new, 1 bound changed${untouched}`,
        '',
      ]);
      expect(status).toBe(1);
    }
  }, 120_000);

  it('may be in a header, and shows where that is included', async () => {
    git('checkout', '-q', 'main');
    git('checkout', '-qb', 'header');
    write('repo/table.h', `${HEADER}#define STOP (SIZE + 2)\n`);
    write('repo/sum.c', SUM.replace('i < SIZE', 'i < STOP'));
    git('commit', '-qam', 'goes further');
    const { out } = await report(...since, '--compare', old);
    expect(out.replaceAll(folder, '').split('\n').at(-2)).toBe(
      '1 new, 1 bound changed; 1 file of the other run not looked at',
    );
    expect(out).toMatch(/sum\.c:2: 10 iterations; now 12 iterations/);
    expect(out).not.toContain('other.c');
    // back again nothing is left of it
    git('checkout', '-q', 'main');
    expect((await report(...since, '--compare', old)).out).toBe(
      'nothing changed; 3 files of the other run not looked at\n',
    );
  }, 120_000);
});

it('a file that is gone, or is another one, before its turn', async () => {
  const [first, gone, other, folderNow] = ['a', 'b', 'c', 'd'].map((name) =>
    write(`tree/${name}.c`, 'void f(int n) { while (n > 0) n--; }\n'),
  ) as [string, string, string, string];
  /** While the first file is analysed the others change. */
  const changing = (engine: Engine): Engine => ({
    ...engine,
    analyze(source, options, path) {
      if (path === first) {
        rmSync(gone);
        writeFileSync(other, 'void g(void) { for (int i = 0; i < 7; i++) ; }\n');
        rmSync(folderNow);
        mkdirSync(folderNow);
        write('tree/e.c', 'void late(int n) { while (n > 0) n--; }\n');
      }
      return engine.analyze(source, options, path);
    },
  });
  const { out, err, status } = await looplensOn(
    changing,
    'bounds',
    join(folder, 'tree'),
    '--format',
    'json',
    '--no-project',
    '--jobs',
    '1',
  );
  const { loops } = JSON.parse(out) as { readonly loops: readonly { file: string; function: string }[] };
  expect(loops.map((loop) => [loop.file, loop.function])).toEqual([
    [first, 'f'],
    [other, 'g'],
  ]);
  expect(err).toContain(`${gone}: `);
  expect(err).toContain(`${folderNow}: `);
  expect(err.trim().split('\n')).toHaveLength(2);
  expect(status).toBe(2);
  expect(readFileSync(join(folder, 'tree/e.c'), 'utf8')).toContain('late');
}, 60_000);
