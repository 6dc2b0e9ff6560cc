/** `looplens.json`: what it says reaches the call, what is given goes before, what can't be one is refused. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArguments } from '../../server/src/cli/arguments.ts';
import type { Demand } from '../../server/src/cli/arguments.ts';
import { withSeverities } from '../../server/src/cli/finding-severities.ts';
import { PROJECT_FILE, findProjectFile, readProjectFile } from '../../server/src/project/project-file.ts';
import { fileReport, range } from '../render/reports.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'looplens project '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (text: string): string => {
  const path = join(folder, 'looplens.json');
  writeFileSync(path, text);
  return path;
};

function demand(document: object, ...args: string[]): Demand {
  const path = written(JSON.stringify(document));
  const read = readArguments(args, () => readProjectFile(path));
  if (read.kind !== 'demand') throw new Error(JSON.stringify(read));
  return read.demand;
}

it('the schema that editors are given is that of the reader', () =>
  expect(`${JSON.stringify(z.toJSONSchema(PROJECT_FILE), null, 2)}\n`).toMatchFileSnapshot(
    '../../schemas/looplens.schema.json',
  ));

describe('what it says', () => {
  const all = {
    integers: 'wrapv',
    dataModel: 'ILP32',
    char: 'unsigned',
    aliasing: 'none',
    assertNames: ['VERIFY'],
    includePaths: ['include'],
    defines: ['A=1'],
    undefines: ['B'],
    timeout: 2.5,
    overflow: 'can',
    suspicions: true,
  };
  it('reaches the analysis', () => {
    expect(demand(all, 'check', 'a.c').options).toMatchObject({
      integers: 'wrapv',
      dataModel: 'ILP32',
      charSigned: false,
      aliasing: 'none',
      assertNames: ['VERIFY'],
      includePaths: [join(folder, 'include')],
      defines: ['A=1'],
      undefines: ['B'],
      fileBudget: 2500,
      overflow: 'can',
      suspicions: true,
    });
  });
  it('is no option of calls that have none of that name', () =>
    expect(demand(all, 'bounds', 'a.c').options).not.toHaveProperty('suspicions'));
  it.each([
    [['--integers', 'c'], { integers: 'c' }],
    [['-I', 'own'], { includePaths: [join('', 'own')] }],
    [['-D', 'A=2'], { defines: ['A=1', 'A=2'] }],
  ])('%j beats it, or comes behind it', (args, options) => {
    const found = demand(all, 'check', 'a.c', ...args).options;
    const paths = found.includePaths?.filter((path) => !path.startsWith(folder));
    expect(args[0] === '-I' ? { includePaths: paths } : found).toMatchObject(options);
  });
  it('names the files where the call names none', () => {
    expect(demand({ files: ['src'] }, 'check').choice.globs).toEqual({ directory: folder, patterns: ['src'] });
    expect(demand({ files: ['src'] }, 'check', 'a.c').choice.globs).toBe(null);
  });
  it('is read from no file with --no-project', () => {
    const read = readArguments(['check', 'a.c', '--no-project'], () => ({ message: 'was read' }));
    expect(read.kind).toBe('demand');
  });
});

it.each([
  ['[]', 'expected object'],
  ['{', 'looplens.json'],
  ['{ "exclud": [] }', 'nothing is called exclud; did you mean exclude?'],
  ['{ "timeout": 0 }', 'timeout'],
  ['{ "integers": "real" }', 'integers'],
  ['{ "defines": "A" }', 'defines'],
  ['{ "preprocess": "compiler" }', 'nothing is called preprocess'],
  ['{ "cache": "/" }', 'nothing is called cache'],
  ['{ "severities": { "index-outside": "fatal" } }', 'severities.index-outside'],
])('%s is refused', (text, message) => {
  const read = readProjectFile(written(text));
  expect('message' in read ? read.message : read).toContain(message);
});

it('is looked for upwards, but not beyond the repository', () => {
  const path = written('{}');
  const inner = join(folder, 'a', 'b');
  mkdirSync(inner, { recursive: true });
  expect(findProjectFile(inner)).toBe(path);
  mkdirSync(join(folder, 'a', '.git'));
  expect(findProjectFile(inner)).toBe(null);
});

it('findings are as severe as it says', () => {
  const finding = (kind: 'division-by-zero' | 'suspicion') => ({
    kind,
    function: 'f',
    range: range(1, 1, 1, 2),
    text: 'a',
    message: 'a',
    related: [],
  });
  const report = fileReport({ findings: [finding('division-by-zero'), finding('suspicion')] });
  expect(withSeverities(report, {}).findings).toEqual(report.findings);
  expect(withSeverities(report, { 'division-by-zero': 'error', suspicion: 'off' }).findings).toEqual([
    { ...finding('division-by-zero'), severity: 'error' },
  ]);
});
