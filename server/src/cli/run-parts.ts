/**
 * A run in parts, for the machines of a CI matrix: what a call with `--shard` prints, and what `merge` makes of it. A
 * part has the whole question with it, so that parts of different questions, builds or trees are never mixed.
 */
import { createHash } from 'node:crypto';
import { PART_SCHEMA } from '../report/index.ts';
import { buildId, readRegular } from '../workspace/index.ts';
import { analyzeFiles, chooseFiles } from './analyze-many.ts';
import type { Demand, MergeDemand, Request } from './arguments.ts';
import { complain } from './exit-status.ts';
import type { Status } from './exit-status.ts';
import { readSource } from './input-files.ts';
import type { Answer, Replay } from './run-answers.ts';
import type { World } from './world.ts';

/** Bytes of a part. */
const LONGEST = 1_000_000_000;

type Question = Omit<Request, 'failOn' | 'shard' | 'output' | 'jobs' | 'queue'> & {
  readonly failOn: readonly string[];
};

interface Part {
  readonly schema: typeof PART_SCHEMA;
  readonly build: string;
  readonly shard: NonNullable<Demand['shard']>;
  readonly question: Question;
  /** All of the run, not of the part alone. */
  readonly files: readonly string[];
  readonly problems: readonly string[];
  readonly answers: readonly { readonly index: number; readonly text: string | null; readonly answer: Answer }[];
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Analyses the files of one part and prints it. What is wrong in them is for `merge` to say; only a defect shows in the
 * status.
 */
export async function runPart(request: Request, world: World): Promise<Status> {
  const { shard, output: _, jobs: __, queue: ___, ...question } = request;
  if (shard === null) return 3;
  const { files, problems } = await chooseFiles(request);
  const own = files.map((_file, index) => index).filter((index) => index % shard.count === shard.index - 1);
  const answers: Part['answers'][number][] = [];
  await analyzeFiles(
    own.map((index) => files[index] ?? ''),
    request,
    world,
    {
      take: (answer, source) =>
        void answers.push({
          index: own[answers.length] ?? 0,
          text: source === null ? null : hashOf(source),
          answer,
        }),
    },
  );
  const part: Part = {
    schema: PART_SCHEMA,
    build: buildId(),
    shard,
    question: { ...question, failOn: [...request.failOn] },
    files,
    problems,
    answers,
  };
  world.out(`${JSON.stringify(part)}\n`);
  return answers.some(({ answer }) => answer.kind === 'failed') ? 3 : 0;
}

/** The question that all parts have in common, and their answers in order; or why they are not one run. */
export async function mergeParts({
  parts: paths,
  format,
  output,
}: MergeDemand): Promise<{ readonly request: Request; readonly replay: Replay } | { readonly message: string }> {
  const parts: Part[] = [];
  for (const path of paths) {
    const part = readPart(path);
    if ('message' in part) return part;
    parts.push(part);
  }
  const [first] = parts;
  if (first === undefined) return { message: 'no part given' };
  const problem = problemOf(parts, paths);
  if (problem !== null) return { message: problem };
  const answers = parts.flatMap((part) => part.answers).sort((a, b) => a.index - b.index);
  if (answers.some(({ index }, k) => index !== k) || answers.length !== first.files.length)
    return { message: 'the parts do not have an answer for each file' };
  const request = {
    ...first.question,
    format: format ?? first.question.format,
    failOn: new Set(first.question.failOn) as Request['failOn'],
    shard: null,
    output,
    jobs: null,
    queue: null,
  };
  if (request.format === 'html' && !request.options.loops)
    return { message: 'the run has no loops: its parts are made by report, or by check --format html' };
  const sources = request.format === 'html' ? await textsOf(first.files, answers) : null;
  return {
    request,
    replay: {
      problems: first.problems,
      *answers() {
        for (const { index, answer } of answers) yield { answer, source: sources?.[index] ?? null };
      },
    },
  };
}

function readPart(path: string): Part | { readonly message: string } {
  const read = readRegular(path, LONGEST);
  if (!read.ok) return { message: `${path}: ${read.problem}` };
  try {
    const part = JSON.parse(read.bytes.toString('utf8')) as Part;
    return part.schema === PART_SCHEMA ? part : { message: `${path}: is no part of a run (schema ${PART_SCHEMA})` };
  } catch (error) {
    return { message: `${path}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Why the parts are not all of one run; null: they are. */
function problemOf(parts: readonly Part[], paths: readonly string[]): string | null {
  const asked = (part: Part): string => JSON.stringify([part.question, part.files, part.problems, part.shard.count]);
  const [first] = parts;
  const count = first?.shard.count ?? 0;
  for (const [k, part] of parts.entries()) {
    if (part.build !== first?.build) return `${paths[k]}: is of another build of LoopLens than ${paths[0]}`;
    if (asked(part) !== asked(first)) return `${paths[k]}: is of another call or of other files than ${paths[0]}`;
    if (parts.findIndex(({ shard }) => shard.index === part.shard.index) !== k)
      return `${paths[k]}: part ${part.shard.index} is there twice`;
  }
  const missing = Array.from({ length: count }, (_, k) => k + 1).filter(
    (index) => !parts.some(({ shard }) => shard.index === index),
  );
  return missing.length === 0
    ? null
    : `part${missing.length === 1 ? '' : 's'} ${missing.join(', ')} of ${count} missing`;
}

/** Texts of the files, where they are still what was analysed. */
async function textsOf(files: readonly string[], answers: Part['answers']): Promise<readonly (string | null)[]> {
  return Promise.all(
    answers.map(async ({ index, text }) => {
      const source = await readSource(files[index] ?? '');
      return source.ok && hashOf(source.text) === text ? source.text : null;
    }),
  );
}

/** Says why there is no run. */
export function refuseParts(message: string, world: World): Status {
  complain(world, message);
  return 2;
}
