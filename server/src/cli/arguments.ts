/** Words on the command line -> what is asked for. Unusable arguments become a message, never an exception. */
import { parseArgs } from 'node:util';
import type { AnalysisOptions } from '../analysis/index.ts';
import { didYouMean } from '../project/index.ts';
import type { Choice, Project, Severities } from '../project/index.ts';
import { SHELLS } from './completion.ts';
import type { Shell } from './completion.ts';
import { CALLS, OPTIONS, WORDS, formatsOf, optionsOfCall } from './option-table.ts';
import type { AskingCall, Call, OptionName, OptionRow } from './option-table.ts';
import { queueAddress } from './queue-address.ts';
import { withProject } from './project-options.ts';

export type Format = (typeof OPTIONS)['format']['words'][number];

/** What a call asks for; `options` are those that were given, the analysis' own defaults stand for the others. */
export interface Demand {
  readonly call: AskingCall;
  readonly paths: readonly string[];
  /** Which files are taken of what the paths hold. */
  readonly choice: Choice;
  /** The file that standard input stands for. */
  readonly stdinName: string | null;
  readonly format: Format;
  readonly options: Partial<AnalysisOptions>;
  /** By kind of finding, where the project says it. */
  readonly severities: Severities;
  readonly jobs: number | null;
  /** Only the loop at this line; `reach` and `testgen`: the line that is asked about. */
  readonly line: number | null;
  readonly certify: boolean;
  /** `summarize`: with cases, paths and reasons. */
  readonly detail: boolean;
  readonly failOn: ReadonlySet<(typeof OPTIONS)['fail-on']['words'][number]>;
  /** `eval`: the CSV file with the parameters' values. */
  readonly inputs: string | null;
  /** Where what is printed goes, or `testgen`'s program; null: to standard output. */
  readonly output: string | null;
  /** `check`: findings that are accepted; where those of this call are written; where witnesses go. */
  readonly baseline: string | null;
  readonly writeBaseline: string | null;
  readonly witness: string | null;
  /** The document of the run that this one is compared with. */
  readonly compare: string | null;
  /** Only the files whose place in the list leaves `index - 1` when it is divided by `count`. */
  readonly shard: { readonly index: number; readonly count: number } | null;
  /** Where Redis is whose workers are to analyse the files; null: this process does. */
  readonly queue: string | null;
  /** Times are told. */
  readonly times: boolean;
}

/** What `merge` is asked for: parts of a run as one. */
export interface MergeDemand {
  readonly parts: readonly string[];
  /** null: that of the run. */
  readonly format: Format | null;
  readonly output: string | null;
}

/** A demand with all options filled in. */
export interface Request extends Demand {
  readonly options: AnalysisOptions;
}

/** What `work` is asked for. */
export interface WorkDemand {
  readonly url: string;
  readonly jobs: number | null;
  readonly cache: string | null;
  /** Milliseconds without a sign of life after which others take over a job. */
  readonly patience: number;
}

export type Arguments =
  | { readonly kind: 'demand'; readonly demand: Demand }
  | { readonly kind: 'merge'; readonly demand: MergeDemand }
  | { readonly kind: 'work'; readonly demand: WorkDemand }
  | { readonly kind: 'serve'; readonly args: readonly string[] }
  | { readonly kind: 'completion'; readonly shell: Shell }
  | { readonly kind: 'help'; readonly call: string | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'unusable'; readonly message: string; readonly call: string | null };

/** Calls that take directories, too. */
const WALKING: ReadonlySet<string> = new Set(['summarize', 'bounds', 'check', 'report', 'submit']);

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
}

/** The project file that is named, else the one that is found; null: there is none. */
export type ReadProject = (named: string | null) => Project | { readonly message: string } | null;

/** Reads the words behind `looplens`. */
export function readArguments(args: readonly string[], readProject: ReadProject = () => null): Arguments {
  const [call, ...rest] = args;
  if (call === undefined)
    return {
      kind: 'unusable',
      message: `no call given: it is one of ${Object.keys(WORDS).join(', ')}`,
      call: null,
    };
  if (call === '--help' || call === '-h' || call === 'help') return { kind: 'help', call: rest[0] ?? null };
  if (call === '--version') return { kind: 'version' };
  const asksForHelp = rest.includes('--help') || rest.includes('-h');
  if (call === 'lsp') return asksForHelp ? { kind: 'help', call } : { kind: 'serve', args: rest };
  if (call === 'completion') return asksForHelp ? { kind: 'help', call } : completionOf(rest);
  const known = CALLS.find((name) => name === call);
  if (known === undefined)
    return { kind: 'unusable', message: `no such call: ${call}${didYouMean(call, Object.keys(WORDS))}`, call: null };
  try {
    const { values, positionals } = parse(withValues(known, rest));
    if (values.help) return { kind: 'help', call };
    if (values.version) return { kind: 'version' };
    refuseForeign(known, values);
    if (known === 'merge') return { kind: 'merge', demand: mergeOf(values, positionals) };
    if (known === 'work') return { kind: 'work', demand: workOf(values, positionals) };
    const project = projectOf(values, readProject);
    return {
      kind: 'demand',
      demand: demandOf(known, project === null ? values : withProject(project, known, values), positionals, project),
    };
  } catch (error) {
    if (error instanceof Unusable || isParseError(error)) return { kind: 'unusable', message: error.message, call };
    throw error;
  }
}

function mergeOf(values: Values, parts: readonly string[]): MergeDemand {
  if (parts.length === 0) throw new Unusable('no part given: each is what a call with --shard has printed');
  return {
    parts,
    format: values.format === undefined ? null : oneOf('format', values.format, OPTIONS.format.words),
    output: values.output ?? null,
  };
}

function workOf(values: Values, named: readonly string[]): WorkDemand {
  if (named.length > 0) throw new Unusable('work takes no files: they come from the queue');
  return {
    url: queueAddress(values.queue ?? null),
    jobs: values.jobs === undefined ? null : natural('jobs', values.jobs),
    cache: values.cache ?? null,
    patience: values.patience === undefined ? 30_000 : 1000 * natural('patience', values.patience),
  };
}

function completionOf([shell = '', ...rest]: readonly string[]): Arguments {
  const known = SHELLS.find((name) => name === shell);
  if (known === undefined || rest.length > 0)
    return { kind: 'unusable', message: `completion takes one of ${SHELLS.join(', ')}`, call: 'completion' };
  return { kind: 'completion', shell: known };
}

/** Refuses options that there aren't, with the name of the one that is meant. */
function withValues(call: Call, args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  for (const word of end < 0 ? args : args.slice(0, end)) {
    const name = /^--([^=]+)/.exec(word)?.[1];
    if (name === undefined || name in OPTIONS) continue;
    const names = optionsOfCall(call).map(([option]) => `--${option}`);
    throw new Unusable(`no such option: --${name}${didYouMean(`--${name}`, names)}`);
  }
  return args;
}

function projectOf(values: Values, readProject: ReadProject): Project | null {
  if (values['no-project']) return null;
  const project = readProject(values.project ?? null);
  if (project !== null && 'message' in project) throw new Unusable(project.message);
  return project;
}

class Unusable extends Error {}

function isParseError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

function demandOf(call: AskingCall, values: Values, named: readonly string[], project: Project | null): Demand {
  const files = WALKING.has(call) && named.length === 0 ? (project?.told.files ?? []) : [];
  refusePaths(call, named, files);
  if (call === 'eval') refuseUnevaluable(values, named);
  const format = formatOf(call, values);
  const place = call === 'reach' || call === 'testgen' ? placeOf(call, named) : null;
  return {
    call,
    paths: place ? [place.file] : named,
    choice: choiceOf(values, files, project),
    stdinName: values['stdin-name'] ?? null,
    format,
    options: optionsOf(call, format, values),
    severities: project?.told.severities ?? {},
    jobs: values.jobs === undefined ? null : natural('jobs', values.jobs),
    line: place ? place.line : values.line === undefined ? null : natural('line', values.line),
    certify: values.certify ?? false,
    detail: values.detail ?? false,
    failOn: failuresOf(values['fail-on'] ?? []),
    inputs: values.inputs ?? null,
    output: values.output ?? null,
    baseline: values.baseline ?? null,
    writeBaseline: values['write-baseline'] ?? null,
    witness: values.witness ?? null,
    compare: values.compare ?? null,
    shard: shardOf(values.shard),
    queue: values.queue ?? (call === 'submit' ? queueAddress(null) : null),
    times: !values['no-times'],
  };
}

function refusePaths(call: Call, named: readonly string[], files: readonly string[]): void {
  if (named.length === 0 && files.length === 0)
    throw new Unusable(WALKING.has(call) ? 'no file or directory given' : 'no file given');
  if (named.filter((path) => path === '-').length > 1) throw new Unusable('standard input (-) can be read once');
}

function choiceOf(values: Values, files: readonly string[], project: Project | null): Choice {
  const said = project === null ? [] : [{ directory: project.directory, patterns: project.told.exclude ?? [] }];
  return {
    globs: files.length === 0 || project === null ? null : { directory: project.directory, patterns: files },
    excluded: [{ directory: '.', patterns: values.exclude ?? [] }, ...said],
    ignoring: !values['no-ignore'],
    changedSince: values['changed-since'] ?? null,
  };
}

function failuresOf(given: readonly string[]): Demand['failOn'] {
  const names = given.flatMap((text) => text.split(','));
  return new Set(names.map((name) => oneOf('fail-on', name, OPTIONS['fail-on'].words)));
}

/** Options of other calls. */
function refuseForeign(call: Call, values: Values): void {
  for (const name of Object.keys(values)) {
    const { calls, idle }: OptionRow = OPTIONS[name as OptionName];
    if (calls.includes(call) || idle?.includes(call)) continue;
    throw new Unusable(`--${name} is an option of ${calls.join(', ')} only`);
  }
}

function refuseUnevaluable(values: Values, paths: readonly string[]): void {
  if (paths.length > 1) throw new Unusable('eval takes one file');
  if (values.function === undefined) throw new Unusable('eval needs --function');
  if (values.inputs === undefined) throw new Unusable('eval needs --inputs');
}

function formatOf(call: AskingCall, { format: text, compare }: Values): Format {
  const usual = isWhole(call) && compare === undefined ? 'html' : 'text';
  const format = oneOf('format', text ?? usual, OPTIONS.format.words);
  const fits = ['text', 'json', 'markdown'].includes(format) === true || compare === undefined;
  if (!fits || (format === 'markdown' && compare === undefined))
    throw new Unusable(`--compare is printed as text, json or markdown${fits ? ', and markdown with it only' : ''}`);
  if (formatsOf(call).includes(format)) return format;
  if (call === 'eval') throw new Unusable('eval prints CSV only');
  if (call === 'testgen') throw new Unusable('testgen writes C only');
  const calls = CALLS.filter((name) => name !== 'merge' && formatsOf(name).includes(format));
  throw new Unusable(`--format ${format} is for ${calls.join(' and ')} only`);
}

/** `I/N`. */
function shardOf(text: string | undefined): Demand['shard'] {
  if (text === undefined) return null;
  const [index = 0, count = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text)?.slice(1) ?? []).map(Number);
  if (index < 1 || index > count) throw new Unusable(`--shard is I/N with I from 1 to N, not '${text}'`);
  return { index, count };
}

/** `FILE:LINE`. */
function placeOf(call: string, paths: readonly string[]): { readonly file: string; readonly line: number } {
  const [file, line] = /^(.+):(\d{1,9})$/s.exec(paths[0] ?? '')?.slice(1) ?? [];
  if (paths.length !== 1 || file === undefined || Number(line) < 1)
    throw new Unusable(`${call} takes one place in a file: FILE:LINE`);
  return { file, line: Number(line) };
}

/** Loops, assertions and findings in one. */
const isWhole = (call: Call): boolean => call === 'report' || call === 'submit';

/** `--tier`: counting alone, summaries where they can win, summaries of all. */
const CLIMBS = { 1: 'never', gain: 'gain', 2: 'always' } as const;

function optionsOf(call: AskingCall, format: Format, values: Values): Partial<AnalysisOptions> {
  const budget = milliseconds(values.timeout);
  return {
    function: values.function ?? null,
    loops: call === 'summarize' || call === 'bounds' || isWhole(call) || format === 'html',
    assertions: call === 'check' || isWhole(call),
    climb: CLIMBS[oneOf('tier', values.tier ?? (call === 'bounds' ? 'gain' : '2'), OPTIONS.tier.words)],
    ...(values.overflow === undefined ? {} : { overflow: oneOf('overflow', values.overflow, OPTIONS.overflow.words) }),
    ...(values.suspicions ? { suspicions: true } : {}),
    ...(values.witness === undefined ? {} : { invariants: true }),
    ...(call === 'summarize' ? { limits: true } : {}),
    ...(values.certify ? { secondLook: true } : {}),
    ...(values.integers === undefined ? {} : { integers: oneOf('integers', values.integers, OPTIONS.integers.words) }),
    ...(values['data-model'] === undefined
      ? {}
      : { dataModel: oneOf('data-model', values['data-model'], OPTIONS['data-model'].words) }),
    ...(values.char === undefined ? {} : { charSigned: oneOf('char', values.char, OPTIONS.char.words) === 'signed' }),
    ...(values.aliasing === undefined ? {} : { aliasing: oneOf('aliasing', values.aliasing, OPTIONS.aliasing.words) }),
    ...(budget === null ? {} : { loopBudget: budget, fileBudget: budget }),
    ...(values['assert-name'] === undefined ? {} : { assertNames: values['assert-name'] }),
    ...(values['assume-name'] === undefined ? {} : { assumeNames: values['assume-name'] }),
    ...(values.include === undefined ? {} : { includePaths: values.include }),
    ...(values.define === undefined ? {} : { defines: values.define.map((text) => macroNamed('D', text)) }),
    ...(values.undefine === undefined ? {} : { undefines: values.undefine.map((text) => macroNamed('U', text)) }),
    ...(values['compile-commands'] === undefined ? {} : { compileCommands: values['compile-commands'] }),
    ...(values.preprocess === undefined
      ? {}
      : { preprocess: oneOf('preprocess', values.preprocess, OPTIONS.preprocess.words) }),
    ...(values.cache === undefined ? {} : { cache: values.cache }),
  };
}

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((name) => name === value);
  if (found === undefined)
    throw new Unusable(`--${option} is one of ${allowed.join(', ')}, not '${value}'${didYouMean(value, allowed)}`);
  return found;
}

/** `NAME`, for `-D` also `NAME=VALUE` and `NAME(x)=VALUE`. */
function macroNamed(option: 'D' | 'U', text: string): string {
  if (!(option === 'D' ? /^[A-Za-z_$][\w$]*(\([\w$, .]*\))?(=|$)/ : /^[A-Za-z_$][\w$]*$/).test(text))
    throw new Unusable(`-${option} takes the name of a macro, not '${text}'`);
  return text;
}

function natural(option: string, text: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new Unusable(`--${option} is a number from 1 on, not '${text}'`);
  return value;
}

/** Seconds, with a fraction if need be. */
function milliseconds(text: string | undefined): number | null {
  if (text === undefined) return null;
  const seconds = /^\d+(\.\d*)?$|^\.\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds > 0 && seconds <= 86_400))
    throw new Unusable(`--timeout is a number of seconds above 0, not '${text}'`);
  return seconds * 1000;
}
