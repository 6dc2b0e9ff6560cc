/** Completion scripts: bash runs its own; what the others say is in a table of their options. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { SHELLS, completionScript } from '../../server/src/cli/completion.ts';
import { helpText } from '../../server/src/cli/help.ts';
import { CALLS, WORDS, optionsOfCall } from '../../server/src/cli/option-table.ts';

/** What bash offers behind these words. */
function offered(...words: string[]): readonly string[] {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const script = `${completionScript('bash')}
compopt() { :; }
COMP_WORDS=(looplens ${quoted}); COMP_CWORD=${words.length}; _looplens; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

describe('bash', () => {
  it.each([
    [['su'], ['summarize', 'submit']],
    [['check', '--fo'], ['--format']],
    [['check', '--format', 's'], ['sarif']],
    [
      ['bounds', '--format', ''],
      ['text', 'json'],
    ],
    [['check', '--integers', '=', 'w'], ['wrapv']],
    [['completion', 'z'], ['zsh']],
    [['check', '--baseline', 'tsconf'], ['tsconfig.json']],
    [['check', 'exam'], ['examples']],
  ])('%j', (words, expected) => expect(offered(...words)).toEqual(expected));
});

describe.each(CALLS)('%s', (call) => {
  const names = optionsOfCall(call).map(([name]) => name);
  it.each(SHELLS)('every option is in the script of %s', (shell) => {
    const script = completionScript(shell);
    const part = shell === 'fish' ? script.match(new RegExp(`^.*from ${call}'.*$`, 'gm'))?.join('\n') : script;
    expect(names.filter((name) => !new RegExp(`(--|-l )${name}\\b`).test(part ?? ''))).toEqual([]);
  });
  it('and in the help', () => {
    const help = helpText(call);
    expect(names.filter((name) => !new RegExp(`--${name}\\b|-[IDU] `).test(help))).toEqual([]);
  });
});

it('every word is in the overview', () =>
  expect(Object.keys(WORDS).filter((word) => !helpText(null).includes(`looplens ${word}`))).toEqual([]));

it.each(SHELLS)('quotes in %s are closed', (shell) => {
  for (const line of completionScript(shell).split('\n'))
    if (!line.startsWith('#') && shell !== 'bash') expect((line.match(/'/g) ?? []).length % 2, line).toBe(0);
});
