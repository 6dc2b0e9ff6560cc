/**
 * `npm run fuzz -- --export-cases DIR [--seed S] [--count N] [--rows N] [--class C]...`: random loops as files, for
 * whoever judges what is told of them without our code. DIR/CLASS_K.c defines `void start(...)`, which ends with a
 * loop; DIR/inputs/CLASS_K.csv has columns `in_x` (arguments) and `out_x` (values at the end, as gcc's program leaves
 * them). Runs with undefined behaviour or too many iterations have no row.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inputsFor } from '../../differential/inputs.ts';
import { execute } from '../../differential/oracle.ts';
import type { Run, Task } from '../../differential/oracle.ts';
import { random } from '../../differential/random.ts';
import { CLASSES } from '../../differential/shapes.ts';
import type { AnswerCase } from './answer-case.ts';
import { answerCase, parametersOf, plainSource } from './answer-case.ts';

/** Functions in one compiled program. */
const BATCH = 50;
const CAP = 100_000;
/** A loop that hardly any input gets through says nothing of what is told. */
const LEAST_ROWS = 3;
/** Readers of the files hold values in `long long`. */
const LIMIT = 2n ** 63n;

const { values } = parseArgs({
  options: {
    'export-cases': { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    count: { type: 'string', default: '10' },
    rows: { type: 'string', default: '60' },
    class: { type: 'string', multiple: true },
  },
});
const directory = values['export-cases'] ?? 'cases';
const rows = Number(values.rows);
const source = random(`cases ${values.seed}`);

/**
 * The k-th loop of a class; null where what was drawn is no such function. Each depends on the seed, its class and its
 * number alone.
 */
function drawn(shape: string, k: number): { readonly case: AnswerCase; readonly task: Task } | null {
  const one = answerCase(shape, `f${k}`, source.fork(`${shape} ${k}`));
  // what is behind the loop isn't reached from a return
  if (!one || one.loop.some((line) => /\breturn\b/.test(line))) return null;
  // readers of the file take its first loop
  if (one.before.some((line) => /\b(?:while|for|do)\b/.test(line))) return null;
  const whole = `int ${one.name}(${parametersOf(one)}) {\n${[...one.before, ...one.loop].join('\n')}\n  return 0;\n}\n`;
  const generated = { ...one.generated, source: whole };
  return { case: one, task: { generated, rows: inputsFor(one.generated, rows, source.fork(`rows ${shape} ${k}`)) } };
}

function table({ params, variables }: AnswerCase, task: Task, runs: readonly Run[]): readonly string[] {
  const lines = runs.flatMap((run, i) => {
    const row = task.rows[i] ?? [];
    if (!(run instanceof Map) || [...row, ...run.values()].some((v) => v >= LIMIT)) return [];
    return [[i, ...row, ...variables.map((v) => run.get(v.name))].join(',')];
  });
  const head = ['index', ...params.map((p) => `in_${p.name}`), ...variables.map((v) => `out_${v.name}`)];
  return lines.length < LEAST_ROWS ? [] : [head.join(','), ...lines];
}

async function write(shape: string, count: number): Promise<number> {
  let written = 0;
  for (let first = 0; written < count && first < 3 * count + BATCH; first += BATCH) {
    const all = Array.from({ length: BATCH }, (_, i) => drawn(shape, first + i)).filter((d) => d !== null);
    const runs =
      all.length > 0
        ? await execute(
            all.map((d) => d.task),
            CAP,
          )
        : [];
    for (const [i, { case: one, task }] of all.entries()) {
      const lines = table(one, task, runs[i] ?? []);
      if (lines.length === 0 || written === count) continue;
      const name = `${shape}_${one.name.slice(1)}`;
      writeFileSync(join(directory, `${name}.c`), plainSource({ ...one, name: 'start' }));
      writeFileSync(join(directory, 'inputs', `${name}.csv`), `${lines.join('\n')}\n`);
      written++;
    }
  }
  return written;
}

async function main(): Promise<void> {
  mkdirSync(join(directory, 'inputs'), { recursive: true });
  console.log(`cases: seed ${values.seed}`);
  const classes = values.class ?? CLASSES;
  for (const shape of classes) console.log(`${shape}: ${await write(shape, Number(values.count))}`);
}

void main();
