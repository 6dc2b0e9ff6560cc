/**
 * What the papers measure: tests for deep loops, targets behind searches, algorithms. The times are in docs/papers.md.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyze, reach } from '../../server/src/analysis/analyze-file.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { ROOT } from '../architecture/imports.ts';
import { compiled } from '../verify/gcc.ts';
import { DEEP, EXACT, EXACT_UNBOUNDED, TARGETS, argumentsFor, lineWith } from './lists.ts';
import { HOST, OPTIONS, agreement, functionOf, programOf } from './programs.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'looplens papers '));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  unloadSolver();
});

/** A program that includes the file and goes to the line, as `testgen` writes it. */
async function driver(file: string, source: string, line: number, text: string): Promise<string> {
  await writeFile(join(directory, file), source);
  const report = await reach(source, { line, options: OPTIONS, driver: file }, HOST);
  if ('missing' in report) throw new Error(report.missing);
  expect(report).toMatchObject({ verdict: 'reachable' });
  expect(report.undriven).toBeUndefined();
  const path = join(directory, `test-${text.replace(/\W+/g, '-')}-${file}`);
  await writeFile(path, report.driver ?? '');
  return path;
}

describe('tests for deep loops (Proteus, table 6)', () => {
  const source = programOf(ROOT, 'deep');
  test.each(DEEP)(
    '$mark',
    async ({ mark }) => {
      expect(await compiled(await driver('deep.c', source, lineWith(source, mark), mark))).toBe('SIGABRT');
    },
    120_000,
  );
  test('all of them fail', async () => {
    const { assertions } = await analyze(source, { ...OPTIONS, loops: false }, HOST);
    expect(assertions.map((a) => a.verdict)).toEqual(DEEP.map(() => 'violated'));
  }, 120_000);
});

describe('targets (APC, table 2)', () => {
  test.each(TARGETS)(
    '$file: $mark',
    async ({ file, mark, verdict }) => {
      const source = programOf(ROOT, file);
      const line = lineWith(source, `target: ${mark}`);
      if (verdict === 'unreachable') {
        expect(await reach(source, { line, options: OPTIONS }, HOST)).toMatchObject({ verdict });
        return;
      }
      // where the target is, the copy ends with a status of its own
      const path = await driver(`${file}.c`, source, line, mark);
      const lines = source.split('\n');
      lines[line - 1] = '        _Exit(42);';
      await writeFile(join(directory, `${file}.c`), `void _Exit(int);\n${lines.join('\n')}`);
      expect(await compiled(path)).toBe(42);
    },
    120_000,
  );
});

describe('algorithms (LoopSCC, section 5.3)', () => {
  const source = programOf(ROOT, 'algorithms');
  const names = [...source.matchAll(/^(?:int|unsigned) (\w+)\(/gm)].map(([, name]) => name ?? '');
  test.each(names)(
    '%s agrees with its runs',
    async (name) => {
      const rows = argumentsFor(await functionOf(source, name), 60, 11);
      const c = await agreement(source, name, rows);
      const unbounded = await agreement(source, name, rows, { ...OPTIONS, integers: 'mathematical' });
      expect([...c.wrong, ...unbounded.wrong]).toEqual([]);
      if (EXACT.includes(name)) expect(c.some + c.none).toBe(0);
      if (EXACT_UNBOUNDED.includes(name)) expect(unbounded.some + unbounded.none).toBe(0);
    },
    240_000,
  );
});
