/** Folders with what isn't meant to be read, and names and texts that aren't meant for a terminal. */
import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Random } from '../differential/random.ts';
import { runCli } from './outcome.ts';
import type { Found } from './outcome.ts';

const LOOP = '#include <assert.h>\nint f(int n) { while (n > 0) n--; assert(n != -3); return n; }\n';
const TARGETS = [
  '/dev/zero',
  '/dev/random',
  '/dev/tty',
  '/dev/full',
  '/dev/null',
  '/dev/stdin',
  '/proc/kmsg',
  '/proc/kcore',
  '/proc/self/mem',
  '/sys/kernel/debug',
  'nowhere',
  '.',
  '..',
  'loop.c',
  'pipe',
  '/',
];
const SECONDS = 60;
/** Nothing of this may get to a terminal. */
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

async function inFolder(run: (folder: string) => Promise<Found>): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'looplens-attack-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The plain file in it has to be answered, whatever lies beside it. */
export async function* attackWithFolders(r: Random, count: number, cli: string): AsyncGenerator<Found> {
  for (let k = 0; k < count; k++) {
    yield await inFolder(async (folder) => {
      const at = (name: string): string => join(folder, name);
      spawnSync('mkfifo', [at('pipe'), at('pipe.c')]);
      symlinkSync('loop.c', at('loop.c'));
      const targets = TARGETS.filter(() => r.chance(0.5));
      for (const [i, target] of targets.entries()) symlinkSync(target, at(`link${i}.c`));
      mkdirSync(at('folder.c'));
      mkdirSync(at('deep/'.repeat(r.int(1, 50))), { recursive: true });
      writeFileSync(at('huge.c'), '');
      truncateSync(at('huge.c'), r.int(1, 3) * 1_000_000_000);
      writeFileSync(at('plain.c'), LOOP);
      // headers that include themselves under other names, and a file that is what its macro says
      writeFileSync(
        at('self.h'),
        '#include "./self.h"\n#include "other.h"\n#include "here/self.h"\n#include "same.h"\n',
      );
      symlinkSync('self.h', at('other.h'));
      symlinkSync('.', at('here'));
      linkSync(at('self.h'), at('same.h'));
      writeFileSync(
        at('itself.c'),
        `#include "self.h"\n#include "here/other.h"\n#define ME __FILE__\n#include ME\n${LOOP}`,
      );
      writeFileSync(
        at('folder.c/headers.c'),
        `${TARGETS.map((target) => `#include "${target}"\n`).join('')}#include "../huge.c"\n${LOOP}`,
      );
      const ran = await runCli(cli, ['bounds', '.', '--timeout', '2'], folder, { cpu: SECONDS });
      const right =
        ran.outcome !== 'status 2' ||
        (ran.out.includes('plain.c:2') && ran.out.includes('itself.c:6') && ran.out.includes('headers.c:'));
      return {
        class: 'folders',
        input: targets.join(' '),
        outcome: right ? ran.outcome : 'wrong output',
        detail: right ? ran.err : ran.out + ran.err,
      };
    });
  }
}

/** A record is a line, and nothing in it is unseen; JSON gives back what was put in. */
export async function* attackWithEscapes(r: Random, count: number, cli: string): AsyncGenerator<Found> {
  const nasty = (): string =>
    Array.from({ length: r.int(1, 12) }, () =>
      r.pick([
        '\u001b[31m',
        '\u001b]0;x\u0007',
        '\n',
        '\r',
        '\t',
        '\u007f',
        '\u009b2J',
        '\u202e',
        '\u2066',
        '\u200f',
        '\u2028',
        '"',
        "'",
        '\\',
        ' ',
        'x',
        '`',
        '*',
        '<b>',
        '|',
        '$(x)',
        '%s',
        'é',
        '😀',
      ]),
    ).join('');
  for (let k = 0; k < count; k++) {
    yield await inFolder(async (folder) => {
      const name = `${nasty().replaceAll('/', '')}.c`;
      const text = nasty().replace(/["\\\r\n]/g, '');
      writeFileSync(join(folder, name), LOOP.replace('n != -3', `n != -3 && "${text}"`));
      const shown = await runCli(cli, ['check', name, `no${name}`], folder, { cpu: SECONDS });
      const records = shown.out.split('\n').filter((line) => !line.startsWith('    '));
      const json = await runCli(cli, ['check', name, '--format', 'json'], folder, { cpu: SECONDS });
      const input = JSON.stringify({ name, text });
      if (shown.outcome !== 'status 2' || json.outcome !== 'status 1')
        return {
          class: 'escapes',
          input,
          outcome: shown.outcome === 'status 2' ? json.outcome : shown.outcome,
          detail: shown.err + json.err,
        };
      const file = (JSON.parse(json.out) as { readonly results: readonly { readonly file: string }[] }).results[0]
        ?.file;
      const right =
        records.length === 3 &&
        ![shown.out, shown.err, json.out].some((all) => UNSEEN.test(all)) &&
        shown.err.split('\n').length === 2 &&
        file === name;
      return {
        class: 'escapes',
        input,
        outcome: right ? shown.outcome : 'wrong output',
        detail: right ? '' : JSON.stringify({ shown, file }),
      };
    });
  }
}
