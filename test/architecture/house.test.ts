import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { read, sources, withoutComments } from './imports.ts';

const all = [...sources('server/src'), ...sources('client/src'), ...sources('client/webview')];

describe('house rules', () => {
  it('types are not let go', () => {
    expect(
      all.filter(
        (path) => /\bas any\b|: any\b/.test(withoutComments(read(path))) || /@ts-(ignore|nocheck)/.test(read(path)),
      ),
    ).toEqual([]);
  });

  it('every file says in its first lines what it is', () => {
    expect(all.filter((path) => !path.endsWith('.d.ts') && !/^(\/\*\*|\/\/)/.test(read(path)))).toEqual([]);
  });

  // all others share one copy of the program's modules
  it('tests that put other modules in the place of the program’s have a name that says so', () => {
    const named = sources('test').filter((path) => path.endsWith('.mocked.test.ts'));
    const mocking = sources('test').filter((path) => /\bvi\.(mock|doMock|resetModules)\(/.test(read(path)));
    expect(mocking.sort()).toEqual(named.sort());
  });

  // a link of that name is no folder to an ignore rule, and checking it out takes the place of what is installed
  it('what is installed or built is not committed', () => {
    expect(spawnSync('git', ['ls-files', 'node_modules', 'dist', '*.o'], { encoding: 'utf8' }).stdout.trim()).toBe('');
  });
});

it('the lock file has what is needed on every platform, or `npm ci` refuses it', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
  };
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
    .filter((name) => !locked.has(name));
  expect(missing).toEqual([]);
});
