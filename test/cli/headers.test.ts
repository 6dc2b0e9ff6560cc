/** Options about headers and macros, through the real analysis. */
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readArguments } from '../../server/src/cli/arguments.ts';
import { looplens } from './command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'looplens cli '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);
mkdirSync(at('inc'));
writeFileSync(at('inc/limits_of_ours.h'), '#define N 10\nstatic inline int half(int x) { return x / 2; }\n');
writeFileSync(
  at('main.c'),
  `#include "limits_of_ours.h"
#ifndef STEP
#define STEP 1
#endif
int f(void) {
  int s = 0;
  for (int i = 0; i < N; i += STEP) s += half(2);
  return s;
}
`,
);
writeFileSync(at('broken.json'), '{');

async function run(
  ...args: string[]
): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  const { status, out, err, log } = await looplens(...args);
  return { status, out, err: `${err}${log}` };
}

describe('headers on the command line', () => {
  it.each([
    [['-I', at('inc')], '10 iterations'],
    [['-I', at('inc'), '-D', 'STEP=2'], '5 iterations'],
    [['-I', at('inc'), '-DSTEP=5', '-USTEP'], '10 iterations'],
    [['-DN=3', '-DSTEP=1'], '3 iterations'],
  ])('%j', async (more, expected) => {
    const { status, out, err } = await run('bounds', at('main.c'), ...more);
    expect(out).toContain(`main.c:7:3: ${expected}`);
    expect({ status, err }).toEqual({ status: 0, err: '' });
  });

  it('the inline function of a header is looked into, and not reported', async () => {
    writeFileSync(at('in.csv'), 'x\n0\n');
    const { out } = await run('eval', at('main.c'), '--function', 'f', '--inputs', at('in.csv'), '-I', at('inc'));
    expect(out).toBe('s,i,return\n10,10,10\n');
    expect((await run('bounds', at('main.c'), '-I', at('inc'), '--function', 'half')).status).toBe(2);
  });

  it('what is wrong with the surroundings is told once, and the analysis goes on', async () => {
    const { status, out, err } = await run(
      'bounds',
      at('main.c'),
      at('main.c'),
      '-DN=3',
      '-DSTEP=1',
      '--compile-commands',
      at('broken.json'),
    );
    expect(out).toContain('3 iterations');
    expect(err.split('\n').filter((line) => line.includes('broken.json')).length).toBe(1);
    expect(status).toBe(0);
    expect(
      (await run('eval', at('main.c'), '--function', 'f', '--inputs', at('in.csv'), '--preprocess', 'compiler')).err,
    ).toContain('no compile_commands.json');
  });

  it.each([
    [['-D', '3'], "-D takes the name of a macro, not '3'"],
    [['-U', 'A=1'], "-U takes the name of a macro, not 'A=1'"],
    [['--preprocess', 'cpp'], "--preprocess is one of builtin, compiler, not 'cpp'"],
  ])('%j is unusable', (args, message) => {
    expect(readArguments(['bounds', 'a.c', ...args])).toMatchObject({ kind: 'unusable', message });
  });
});
