import { describe, expect, it } from 'vitest';
import { readSettings } from '../../server/src/lsp/user-settings.ts';

const options = (raw: unknown, trusted = true) => readSettings(raw, { folder: '/project', trusted }).workspace.options;

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
