/** `npm run attack`: hostile inputs by class. Exit status 1 where one of them isn't borne. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { random } from '../differential/random.ts';
import { attackWithEscapes, attackWithFolders } from './folders.ts';
import { attackWithSize } from './huge.ts';
import { attackWithMessages } from './messages.ts';
import { attackWithMutants } from './mutants.ts';
import type { Source } from './mutants.ts';
import { failed } from './outcome.ts';
import type { Found } from './outcome.ts';

const CLASSES = ['mutants', 'size', 'messages', 'folders', 'escapes'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    count: { type: 'string', default: '100' },
    class: { type: 'string', multiple: true },
    size: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
});

/** A table: classes by outcomes. */
function table(found: readonly Found[]): string {
  const outcomes = [...new Set(found.map(({ outcome }) => outcome))].sort();
  const row = (name: string, cells: readonly string[]): string =>
    `${name.padEnd(10)} ${cells.map((cell) => cell.padStart(13)).join('')}`;
  return [
    row('', outcomes),
    ...CLASSES.map((name) =>
      row(
        name,
        outcomes.map((outcome) => String(found.filter((one) => one.class === name && one.outcome === outcome).length)),
      ),
    ),
  ].join('\n');
}

async function attack(): Promise<void> {
  const [dist, examples] = [__dirname, join(__dirname, '../examples')];
  const cli = join(dist, 'cli.js');
  const count = Number(values.count);
  const paths =
    positionals.length > 0
      ? positionals
      : readdirSync(examples)
          .filter((name) => name.endsWith('.c'))
          .map((name) => join(examples, name));
  const sources: readonly Source[] = paths.map((path) => ({
    name: basename(path),
    text: readFileSync(path, 'latin1'),
  }));
  const found: Found[] = [];
  let kept = 0;
  const keep = (text: string): void => {
    if (values.keep === undefined) return;
    mkdirSync(values.keep, { recursive: true });
    writeFileSync(join(values.keep, `mutant-${values.seed}-${++kept}.c`), text);
  };
  console.log(`attack: seed ${values.seed}`);
  for (const name of values.class ?? CLASSES) {
    const r = random(`${values.seed}/${name}`);
    const some = Math.max(1, Math.round(count / 20));
    const next =
      name === 'mutants'
        ? attackWithMutants(r, count, sources, cli, keep)
        : name === 'size'
          ? attackWithSize(Number(values.size), cli)
          : name === 'messages'
            ? attackWithMessages(r, count * 10, join(dist, 'server.cjs'))
            : name === 'folders'
              ? attackWithFolders(r, some, cli)
              : attackWithEscapes(r, some, cli);
    for await (const one of next) {
      found.push(one);
      if (failed(one))
        console.log(
          `${one.class}: ${one.outcome}: ${one.input}\n    ${one.detail.trim().split('\n').slice(0, 6).join('\n    ').slice(0, 1_500)}`,
        );
    }
  }
  console.log(table(found));
  if (found.some(failed)) process.exitCode = 1;
}

void attack();
