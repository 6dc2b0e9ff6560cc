/**
 * Real files with something broken in them: bytes, tokens or lines lost, doubled, exchanged, or taken from elsewhere.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Random } from '../differential/random.ts';
import { failed, runCli } from './outcome.ts';
import type { Found } from './outcome.ts';

export interface Source {
  readonly name: string;
  readonly text: string;
}

const RUBBISH: readonly string[] = [
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  ';',
  ',',
  '#',
  '\\\n',
  '"',
  "'",
  '/*',
  '*/',
  '//',
  '\0',
  '\u00ff',
  '??/',
  '%:',
  '<%',
  '...',
  '->',
  '::',
  '@',
  '`',
  '$',
  '\r',
  '\f',
  '\u202e',
  '😀',
  '0x',
  '1e',
  '08',
  '0b2',
  "'abcdefghi'",
  'L"',
  'u8',
  '__attribute__((',
  '_Generic(',
  '_Static_assert(',
  '__extension__',
  'typeof(',
  'asm volatile("',
  'goto *',
  '&&label',
  '({',
  '})',
  'case 1 ... 0:',
  'default:',
  'break;',
  'continue;',
  'return',
  'struct {',
  'union',
  'enum {',
  'typedef',
  'sizeof',
  'static',
  'inline',
  '_Alignas(',
  '_Atomic(',
  'int (*',
  '[*]',
  '[static 3]',
  '= {',
  '[0 ... 9] =',
  '.x =',
  '\n#define f f\n',
  '\n#define int\n',
  '\n#define while(x) for(;;)\n',
  '\n#if\n',
  '\n#else\n',
  '\n#endif\n',
  '\n#include __FILE__\n',
  '\n#include\n',
  '\n#line 0\n',
  '\n#error x\n',
  '\n#pragma once\n',
  '\n#undef while\n',
  '18446744073709551616',
  '-9223372036854775808',
  '1 << 64',
  '1 / 0',
  '% 0',
];

function mutate(r: Random, text: string, others: readonly Source[]): string {
  let now = text;
  for (let left = r.int(1, 5); left > 0; left--) now = once(r, now, others);
  return now;
}

function once(r: Random, text: string, others: readonly Source[]): string {
  const at = r.int(0, text.length);
  const cut = (from: number, to: number, by: string): string => text.slice(0, from) + by + text.slice(to);
  const tokens = (): RegExpMatchArray[] => [...text.matchAll(/\w+|[^\s\w]+/g)];
  const token = (): { readonly from: number; readonly to: number; readonly text: string } => {
    const all = tokens();
    const match = all.length === 0 ? null : r.pick(all);
    return match === null
      ? { from: at, to: at, text: '' }
      : { from: match.index ?? 0, to: (match.index ?? 0) + match[0].length, text: match[0] };
  };
  const lines = text.split('\n');
  const line = r.int(0, lines.length - 1);
  switch (r.int(0, 11)) {
    case 0:
      return cut(at, at + 1, '');
    case 1:
      return cut(at, at, String.fromCharCode(r.int(0, 255)));
    case 2:
      return cut(at, at, r.pick(RUBBISH));
    case 3: {
      const { from, to } = token();
      return cut(from, to, '');
    }
    case 4: {
      const { from, to, text: word } = token();
      return cut(from, to, `${word} ${word}`);
    }
    case 5: {
      const { from, to } = token();
      return cut(from, to, token().text);
    }
    case 6: {
      const { from, to } = token();
      return cut(from, to, r.pick(RUBBISH));
    }
    case 7:
      return lines.filter((_, k) => k !== line).join('\n');
    case 8:
      return lines.flatMap((one, k) => (k === line ? [one, one] : [one])).join('\n');
    case 9: {
      const other = r.pick(others).text.split('\n');
      const from = r.int(0, other.length - 1);
      return [...lines.slice(0, line), ...other.slice(from, from + r.int(1, 30)), ...lines.slice(line)].join('\n');
    }
    case 10:
      return cut(at, at + r.int(1, 400), '');
    default: {
      const from = r.int(0, text.length);
      return cut(at, at, text.slice(from, from + r.int(1, 200)).repeat(r.int(1, 20)));
    }
  }
}

const BATCH = 10;
const SECONDS = 90;

/**
 * Runs the command line over mutants, some at a time; those of a batch that fails one by one. `keep` gets each program
 * that fails.
 */
export async function* attackWithMutants(
  r: Random,
  count: number,
  sources: readonly Source[],
  cli: string,
  keep: (text: string) => void,
): AsyncGenerator<Found> {
  for (let from = 0; from < count; from += BATCH) {
    const folder = mkdtempSync(join(tmpdir(), 'looplens-attack-'));
    try {
      const mutants = Array.from({ length: Math.min(BATCH, count - from) }, (_, k) => {
        const source = r.pick(sources);
        return {
          file: `m${k}.c`,
          input: `mutant ${from + k} of ${source.name}`,
          text: mutate(r.fork(`mutant ${from + k}`), source.text, sources),
        };
      });
      for (const { file, text } of mutants) writeFileSync(join(folder, file), text, r.chance(0.1) ? 'latin1' : 'utf8');
      const call = r.pick([['check'], ['bounds'], ['summarize', '--certify'], ['check', '--overflow', 'can']]);
      const args = [...call, '--timeout', '1', '--format', 'json'];
      const all = await runCli(cli, [...args, ...mutants.map(({ file }) => file)], folder, { cpu: SECONDS });
      const whole = { class: 'mutants', input: '', outcome: all.outcome, detail: all.err };
      let alone = false;
      for (const { file, input, text } of mutants) {
        const ran = failed(whole) ? await runCli(cli, [...args, file], folder, { cpu: SECONDS }) : all;
        const one: Found = {
          class: 'mutants',
          input: `${input}: ${args.join(' ')}`,
          outcome: ran.outcome,
          detail: ran.err,
        };
        yield one;
        if (!failed(one)) continue;
        keep(text);
        alone = true;
      }
      // one that fails in company only
      if (failed(whole) && !alone)
        yield { ...whole, input: `mutants ${from} to ${from + mutants.length - 1} together: ${args.join(' ')}` };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
