/** Every option of the command line is told: by `--help`, and on its page. */
import { expect, it } from 'vitest';
import { read } from '../architecture/imports.ts';

const table = /^const OPTIONS = \{\n([\s\S]*?)^\} as const;/m.exec(read('server/src/cli/arguments.ts'))?.[1] ?? '';
/** As it is written: `-I` where the short form is the usual one. */
const options = [...table.matchAll(/^ {2}'?([a-z-]+)'?: \{([^}]*)\}/gm)].map(([, name = '', row = '']) => {
  const short = /short: '([A-Z])'/.exec(row)?.[1];
  return short === undefined ? `--${name}` : `-${short}`;
});

it('there are options', () => {
  expect(options).toContain('--format');
  expect(options).toContain('-I');
});

it.each([
  ['the help', 'server/src/cli/help.ts', []],
  ['the page', 'docs/command-line.md', ['--version']],
])('%s has all of them', (_, path, but) => {
  const text = read(path);
  expect(options.filter((option) => !but.includes(option) && !text.includes(option))).toEqual([]);
});
