/** Every option of the command line is told on its page; the help is made from the table itself. */
import { expect, it } from 'vitest';
import { OPTIONS } from '../../server/src/cli/option-table.ts';
import type { OptionRow } from '../../server/src/cli/option-table.ts';
import { read } from '../architecture/imports.ts';

/** As they are written: `-I` where the short form is the usual one. */
const options = Object.entries<OptionRow>(OPTIONS).map(([name, { short }]) =>
  short === undefined ? `--${name}` : `-${short}`,
);

it('there are options', () => {
  expect(options).toContain('--format');
  expect(options).toContain('-I');
});

it('the page has all of them', () => {
  const text = read('docs/command-line.md');
  expect(options.filter((option) => option !== '--version' && !text.includes(option))).toEqual([]);
});
