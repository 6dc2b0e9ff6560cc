/**
 * `looplens.json`, the project file: what is said of a project once instead of at every call. What is given on the
 * command line goes before it. It can't name a program to run or a place to write to: a repository that was only just
 * downloaded has one, too.
 */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { en } from 'zod/v4/locales';
import * as z from 'zod/mini';
import { FINDING_RULES } from '../render/index.ts';
import { readRegular } from '../workspace/index.ts';
import { didYouMean } from './did-you-mean.ts';
import { ALIASING, CHAR_SIGNS, DATA_MODELS, FAILURES, INTEGER_MODES, OVERFLOWS } from './project-words.ts';

// what is said of a wrong value
z.config(en());

export const PROJECT_FILE_NAME = 'looplens.json';
/** Bytes that are read of it. */
const LONGEST = 1_000_000;

const told = (description: string) => z.meta({ description });
const words = (description: string) => z.optional(z.array(z.string().check(z.minLength(1))).check(told(description)));
const identifiers = (description: string) =>
  z.optional(z.array(z.string().check(z.regex(/^[A-Za-z_]\w*$/))).check(told(description)));
const path = (description: string) => z.optional(z.string().check(z.minLength(1), told(description)));
const oneOf = <T extends string>(names: readonly T[], description: string) =>
  z.optional(z.enum(names as readonly [T, ...T[]]).check(told(description)));

/** The one place that says what may stand in it; `schemas/looplens.schema.json` is made of it. */
export const PROJECT_FILE = z
  .strictObject({
    $schema: z.optional(z.string().check(told('Where the schema of this file is.'))),
    files: words('Files, directories and globs that are analysed where a call names none. Relative to this file.'),
    exclude: words('What is left out, in the notation of .gitignore. Relative to this file.'),
    integers: oneOf(
      INTEGER_MODES,
      'How integer arithmetic is read: signed overflow is undefined, wraps around, or there are no widths.',
    ),
    dataModel: oneOf(DATA_MODELS, "The widths of C's types."),
    char: oneOf(CHAR_SIGNS, 'The sign of plain char.'),
    aliasing: oneOf(
      ALIASING,
      'Whether objects are only read and written as what they are, or through pointers to any type.',
    ),
    assertNames: identifiers('Further functions that assert their argument.'),
    assumeNames: identifiers('Further functions that assume their argument.'),
    includePaths: words('Directories that are searched for headers. Relative to this file.'),
    defines: words('Macros that are defined: NAME or NAME=VALUE.'),
    undefines: identifiers('Macros that are not defined.'),
    compileCommands: path('compile_commands.json, or its directory. Relative to this file.'),
    timeout: z.optional(
      z
        .number()
        .check(
          z.positive(),
          z.maximum(86_400),
          told('Seconds of processor time for each loop, or for each file in check.'),
        ),
    ),
    overflow: oneOf(OVERFLOWS, 'Signed overflow that is reported.'),
    suspicions: z.optional(z.boolean().check(told('Also what is not wrong, but seldom meant.'))),
    severities: z.optional(
      z
        .partialRecord(
          z.enum(FINDING_RULES.map(({ id }) => id)),
          z.enum(['off', 'hint', 'information', 'warning', 'error']),
        )
        .check(told('How severe findings of a kind are: off leaves them out, error makes the exit status 1.')),
    ),
    failOn: z.optional(
      z.array(z.enum(FAILURES)).check(told('What else makes the exit status of check 1; never: nothing does.')),
    ),
    baseline: path('Findings that are accepted. Relative to this file.'),
  })
  .check(told('What LoopLens is told about a project.'));

export type ProjectFile = z.infer<typeof PROJECT_FILE>;
export type Severities = NonNullable<ProjectFile['severities']>;

export interface Project {
  readonly directory: string;
  readonly told: ProjectFile;
}

/** The project file from this directory upwards; the one that holds `.git` is the last to be looked in. */
export function findProjectFile(from: string): string | null {
  for (let directory = resolve(from); ; directory = dirname(directory)) {
    const path = join(directory, PROJECT_FILE_NAME);
    if (existsSync(path)) return path;
    if (existsSync(join(directory, '.git')) || dirname(directory) === directory) return null;
  }
}

/** Reads it; what is wrong with it becomes a message. */
export function readProjectFile(path: string): Project | { readonly message: string } {
  const content = readRegular(path, LONGEST);
  if (!content.ok) return { message: `${path}: ${content.problem}` };
  return parseProjectFile(path, content.bytes.toString('utf8'));
}

/** The same of a text; `path` is where it lies. */
export function parseProjectFile(path: string, text: string): Project | { readonly message: string } {
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { message: `${path}: ${error instanceof Error ? error.message : String(error)}` };
  }
  const read = PROJECT_FILE.safeParse(document);
  if (read.success) return { directory: dirname(resolve(path)), told: read.data };
  return { message: `${path}: ${read.error.issues.map(problemOf).join('; ')}` };
}

function problemOf(issue: z.core.$ZodIssue): string {
  const place = issue.path.length === 0 ? '' : `${issue.path.map(String).join('.')}: `;
  if (issue.code !== 'unrecognized_keys') return `${place}${issue.message}`;
  const known = issue.path.length === 0 ? Object.keys(PROJECT_FILE.shape) : [];
  return issue.keys.map((key) => `${place}nothing is called ${key}${didYouMean(key, known)}`).join('; ');
}
