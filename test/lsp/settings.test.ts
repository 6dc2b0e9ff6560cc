import { describe, expect, it } from 'vitest';
import type { Project } from '../../server/src/project/project-file.ts';
import { readSettings } from '../../server/src/lsp/user-settings.ts';

const options = (raw: unknown, trusted = true) => readSettings(raw, { folder: '/project', trusted }).workspace.options;

describe('the project file', () => {
  const told: Project['told'] = {
    dataModel: 'ILP32',
    char: 'unsigned',
    defines: ['P'],
    includePaths: ['inc'],
    timeout: 20,
    compileCommands: 'db',
  };
  const both = (raw: unknown) =>
    readSettings(raw, { folder: '/project/sub', trusted: true }, { directory: '/project', told }).workspace.options;

  it('counts where a setting has its default', () =>
    expect(
      both({ dataModel: 'LP64', charSigned: true, defines: ['A'], includePaths: ['own'], loopBudget: 10_000 }),
    ).toMatchObject({
      dataModel: 'ILP32',
      charSigned: false,
      defines: ['P', 'A'],
      includePaths: ['/project/inc', '/project/sub/own'],
      compileCommands: '/project/db',
      loopBudget: 20_000,
    }));
  it('comes behind what is set', () =>
    expect(both({ dataModel: 'LLP64', compileCommands: 'build', loopBudget: 500 })).toMatchObject({
      dataModel: 'LLP64',
      compileCommands: '/project/sub/build',
      loopBudget: 500,
    }));
});

it('a path may begin in another folder that is open', () => {
  const place = { folder: '/a', named: [{ name: 'B', path: '/elsewhere/b' }], trusted: true };
  expect(
    readSettings({ includePaths: ['${workspaceFolder:B}/inc', '${workspaceFolder:C}/inc'] }, place).workspace.options
      .includePaths,
  ).toEqual(['/elsewhere/b/inc', '/a/${workspaceFolder:C}/inc']);
});

describe('settings about headers', () => {
  it('paths are relative to the folder that is open', () => {
    expect(options({ includePaths: ['inc', '/usr/include', '${workspaceFolder}/x', 3, ''] }).includePaths).toEqual([
      '/project/inc',
      '/usr/include',
      '/project/x',
    ]);
    expect(options({ compileCommands: 'build' }).compileCommands).toBe('/project/build');
    expect(options({ compileCommands: '' }).compileCommands).toBe(null);
  });

  it('macros that are none are left out', () => {
    expect(options({ defines: ['A', 'B=1 2', 'F(x)=x', '3', '-DX', null] }).defines).toEqual(['A', 'B=1 2', 'F(x)=x']);
    expect(options({ undefines: ['A', 'B=1'] }).undefines).toEqual(['A']);
    expect(options({ defines: 'A', undefines: 4, includePaths: {} })).toMatchObject({
      defines: [],
      undefines: [],
      includePaths: [],
    });
  });

  it('the compiler is run only where the workspace is trusted', () => {
    expect(options({ preprocess: 'compiler' }).preprocess).toBe('compiler');
    expect(options({ preprocess: 'compiler' }, false).preprocess).toBe('builtin');
    expect(options({ preprocess: 'rm' }).preprocess).toBe('builtin');
  });
});
