/**
 * The witness checker's command line: the invariants of a witness are shown inductive (inductive.ts) and watched in
 * random runs, a violation is run (check-witness.mjs). Status 0: confirmed; 1: refuted; 2: not asked properly; 3: not
 * followed, so neither.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
// @ts-expect-error a script without types
import { invariantsOf, problemOf, taskOf } from './check-witness.mjs';
import { inductive } from './inductive.ts';
import type { Stated } from './inductive.ts';
import { unload } from './smt.ts';

const USAGE = 'usage: npm run witness -- FILE.c WITNESS.yml [--runs N]\n';

type Finding = 'confirmed' | 'refuted' | 'open';

interface Task {
  readonly type: string;
  readonly dataModel: string;
  readonly hashes: Readonly<Record<string, string>>;
}

const say = (finding: Finding, text: string): Finding => {
  process.stdout.write(`${finding === 'open' ? 'not checked' : finding}: ${text}\n`);
  return finding;
};

/** Each function's invariants as a set. */
async function byInduction(
  program: string,
  stated: readonly (Stated & { readonly function: string })[],
): Promise<Finding[]> {
  const out: Finding[] = [];
  for (const name of new Set([...stated.map((s) => s.function), ...(stated.length === 0 ? ['main'] : [])])) {
    const own = stated.filter((s) => s.function === name);
    const of = `${name}: ${own.length} invariant${own.length === 1 ? '' : 's'}`;
    const answer = await inductive(program, name, own);
    if (answer.kind === 'not checked') out.push(say('open', `${of}: ${answer.reason}`));
    else if (answer.kind === 'not inductive') out.push(say('refuted', `${of}: ${answer.where} from ${answer.model}`));
    else {
      const kept = answer.alone ? '' : ', with what loops leave as it is';
      out.push(
        say(
          'confirmed',
          `${of}, inductive${kept}; the assertions ${answer.assertions ? 'follow' : 'do not follow from them alone'}`,
        ),
      );
    }
  }
  return out;
}

function byRunning(program: string, witness: string, { type }: Task, runs: number): Finding {
  try {
    const problem = (problemOf as (program: string, witness: string, runs: number) => string | null)(
      program,
      witness,
      runs,
    );
    const done = type === 'invariant_set' ? `nothing wrong in ${runs} random runs` : 'the run fails as described';
    return problem === null ? say('confirmed', done) : say('refuted', problem);
  } catch (e) {
    return say('open', `by running: ${e instanceof Error ? e.message.split('\n')[0] : e}`);
  }
}

async function main(args: readonly string[]): Promise<number> {
  const [file, witnessFile, option, count] = args;
  const runs = option === undefined ? 40 : Number(count);
  if (
    !file ||
    !witnessFile ||
    args.length > 4 ||
    (option !== undefined && option !== '--runs') ||
    !Number.isInteger(runs) ||
    runs < 1
  ) {
    process.stderr.write(USAGE);
    return 2;
  }
  let program: string;
  let witness: string;
  try {
    program = readFileSync(file, 'utf8');
    witness = readFileSync(witnessFile, 'utf8');
  } catch (e) {
    process.stderr.write(`${e instanceof Error ? e.message : e}\n`);
    return 2;
  }
  let task: Task;
  let stated: readonly (Stated & { readonly function: string })[];
  try {
    task = (taskOf as (text: string) => Task)(witness);
    stated = (invariantsOf as (text: string) => typeof stated)(witness);
  } catch {
    process.stderr.write(`${witnessFile} is not a witness of format 2.0 in YAML's block form.\n`);
    return 2;
  }
  const hash = task.hashes[basename(file)];
  if (hash === undefined) process.stdout.write(`note: the witness is about ${Object.keys(task.hashes).join(', ')}\n`);
  const findings: Finding[] = [];
  if (hash !== undefined && hash !== createHash('sha256').update(readFileSync(file)).digest('hex')) {
    return say('refuted', `${basename(file)} is not the text that the witness is about`) === 'refuted' ? 1 : 0;
  }
  if (task.type === 'invariant_set') {
    if (task.dataModel === 'LP64') findings.push(...(await byInduction(program, stated)));
    else findings.push(say('open', `by induction: the data model ${task.dataModel}`));
  }
  findings.push(byRunning(program, witness, task, runs));
  return findings.includes('refuted') ? 1 : findings.includes('confirmed') ? 0 : 3;
}

process.exitCode = await main(process.argv.slice(2));
await unload();
