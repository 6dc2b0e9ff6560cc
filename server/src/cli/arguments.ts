/** Words on the command line -> what is asked for. Unusable arguments become a message, never an exception. */
import { parseArgs } from 'node:util';
import type { AnalysisOptions } from '../analysis/index.ts';
import type { DataModelName, IntegerMode } from '../machine/index.ts';

export type Format = 'text' | 'json' | 'sarif';

/** What a call asks for; `options` are those that were given, the analysis' own defaults stand for the others. */
export interface Demand {
  readonly call: 'summarize' | 'bounds' | 'check' | 'eval' | 'reach' | 'testgen';
  readonly paths: readonly string[];
  readonly format: Format;
  readonly options: Partial<AnalysisOptions>;
  readonly jobs: number | null;
  /** Only the loop at this line; `reach` and `testgen`: the line that is asked about. */
  readonly line: number | null;
  readonly certify: boolean;
  /** `summarize`: with cases, paths and reasons. */
  readonly detail: boolean;
  readonly failOn: ReadonlySet<'unknown' | 'overflow'>;
  /** `eval`: the CSV file with the parameters' values. */
  readonly inputs: string | null;
  /** `testgen`: where the file goes; null: to standard output. */
  readonly output: string | null;
  /** `check`: findings that are accepted; where those of this call are written; where witnesses go. */
  readonly baseline: string | null;
  readonly writeBaseline: string | null;
  readonly witness: string | null;
}

/** A demand with all options filled in. */
export interface Request extends Demand {
  readonly options: AnalysisOptions;
}

export type Arguments =
  | { readonly kind: 'demand'; readonly demand: Demand }
  | { readonly kind: 'serve'; readonly args: readonly string[] }
  | { readonly kind: 'help'; readonly call: string | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'unusable'; readonly message: string; readonly call: string | null };

/** Calls that take directories, too. */
const WALKING: ReadonlySet<string> = new Set(['summarize', 'bounds', 'check']);

const CALLS = ['summarize', 'bounds', 'check', 'eval', 'reach', 'testgen'] as const;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  format: { type: 'string' },
  timeout: { type: 'string' },
  jobs: { type: 'string', short: 'j' },
  integers: { type: 'string' },
  'data-model': { type: 'string' },
  char: { type: 'string' },
  aliasing: { type: 'string' },
  function: { type: 'string' },
  line: { type: 'string' },
  tier: { type: 'string' },
  certify: { type: 'boolean' },
  detail: { type: 'boolean' },
  'fail-on': { type: 'string', multiple: true },
  overflow: { type: 'string' },
  suspicions: { type: 'boolean' },
  baseline: { type: 'string' },
  'write-baseline': { type: 'string' },
  witness: { type: 'string' },
  inputs: { type: 'string' },
  output: { type: 'string', short: 'o' },
  'assert-name': { type: 'string', multiple: true },
  'assume-name': { type: 'string', multiple: true },
  include: { type: 'string', multiple: true, short: 'I' },
  define: { type: 'string', multiple: true, short: 'D' },
  undefine: { type: 'string', multiple: true, short: 'U' },
  'compile-commands': { type: 'string' },
  preprocess: { type: 'string' },
  cache: { type: 'string' },
} as const;

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
}

/** Options that only some calls take; the others all calls take. */
const ONLY: Partial<Record<keyof typeof OPTIONS, readonly string[]>> = {
  line: ['summarize'],
  tier: ['bounds'],
  certify: ['summarize'],
  detail: ['summarize'],
  'fail-on': ['check'],
  overflow: ['check'],
  suspicions: ['check'],
  baseline: ['check'],
  'write-baseline': ['check'],
  witness: ['check'],
  inputs: ['eval'],
  output: ['testgen'],
  cache: ['summarize', 'bounds', 'check'],
};

/** Reads the words behind `looplens`. */
export function readArguments(args: readonly string[]): Arguments {
  const [call, ...rest] = args;
  if (call === undefined)
    return {
      kind: 'unusable',
      message: 'no call given: it is one of summarize, bounds, check, eval, reach, testgen, lsp',
      call: null,
    };
  if (call === '--help' || call === '-h' || call === 'help') return { kind: 'help', call: rest[0] ?? null };
  if (call === '--version') return { kind: 'version' };
  if (call === 'lsp')
    return rest.includes('--help') || rest.includes('-h') ? { kind: 'help', call } : { kind: 'serve', args: rest };
  const known = CALLS.find((name) => name === call);
  if (known === undefined) return { kind: 'unusable', message: `no such call: ${call}`, call: null };
  try {
    const { values, positionals } = parse(rest);
    if (values.help) return { kind: 'help', call };
    if (values.version) return { kind: 'version' };
    return { kind: 'demand', demand: demandOf(known, values, positionals) };
  } catch (error) {
    if (error instanceof Unusable || isParseError(error)) return { kind: 'unusable', message: error.message, call };
    throw error;
  }
}

class Unusable extends Error {}

function isParseError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

function demandOf(call: Demand['call'], values: Values, paths: readonly string[]): Demand {
  refuseForeign(call, values);
  if (paths.length === 0) throw new Unusable(WALKING.has(call) ? 'no file or directory given' : 'no file given');
  if (call === 'eval') refuseUnevaluable(values, paths);
  const place = call === 'reach' || call === 'testgen' ? placeOf(call, paths) : null;
  return {
    call,
    paths: place ? [place.file] : paths,
    format: formatOf(call, values.format ?? 'text'),
    options: optionsOf(call, values),
    jobs: values.jobs === undefined ? null : natural('jobs', values.jobs),
    line: place ? place.line : values.line === undefined ? null : natural('line', values.line),
    certify: values.certify ?? false,
    detail: values.detail ?? false,
    failOn: new Set(
      (values['fail-on'] ?? [])
        .flatMap((names) => names.split(','))
        .map((name) => oneOf('fail-on', name, ['unknown', 'overflow'] as const)),
    ),
    inputs: values.inputs ?? null,
    output: values.output ?? null,
    baseline: values.baseline ?? null,
    writeBaseline: values['write-baseline'] ?? null,
    witness: values.witness ?? null,
  };
}

/** Options of other calls. */
function refuseForeign(call: Demand['call'], values: Values): void {
  for (const [name, calls] of Object.entries(ONLY)) {
    if (values[name as keyof Values] !== undefined && !calls.includes(call))
      throw new Unusable(`--${name} is an option of ${calls.join(', ')} only`);
  }
}

function refuseUnevaluable(values: Values, paths: readonly string[]): void {
  if (paths.length > 1) throw new Unusable('eval takes one file');
  if (values.function === undefined) throw new Unusable('eval needs --function');
  if (values.inputs === undefined) throw new Unusable('eval needs --inputs');
}

function formatOf(call: Demand['call'], text: string): Format {
  const format = oneOf('format', text, ['text', 'json', 'sarif'] as const);
  if (format === 'sarif' && call !== 'check' && call !== 'reach')
    throw new Unusable('--format sarif is for check and reach only');
  if (format === 'json' && call === 'eval') throw new Unusable('eval prints CSV only');
  if (format !== 'text' && call === 'testgen') throw new Unusable('testgen writes C only');
  return format;
}

/** `FILE:LINE`. */
function placeOf(call: string, paths: readonly string[]): { readonly file: string; readonly line: number } {
  const [file, line] = /^(.+):(\d{1,9})$/s.exec(paths[0] ?? '')?.slice(1) ?? [];
  if (paths.length !== 1 || file === undefined || Number(line) < 1)
    throw new Unusable(`${call} takes one place in a file: FILE:LINE`);
  return { file, line: Number(line) };
}

/** `--tier`: counting alone, summaries where they can win, summaries of all. */
const CLIMBS = { 1: 'never', gain: 'gain', 2: 'always' } as const;

function optionsOf(call: Demand['call'], values: Values): Partial<AnalysisOptions> {
  const budget = milliseconds(values.timeout);
  return {
    function: values.function ?? null,
    loops: call === 'summarize' || call === 'bounds',
    assertions: call === 'check',
    climb: call === 'bounds' ? CLIMBS[oneOf('tier', values.tier ?? 'gain', ['1', 'gain', '2'] as const)] : 'always',
    ...(values.overflow === undefined
      ? {}
      : { overflow: oneOf('overflow', values.overflow, ['off', 'must', 'can'] as const) }),
    ...(values.suspicions ? { suspicions: true } : {}),
    ...(values.witness === undefined ? {} : { invariants: true }),
    ...(values.certify ? { secondLook: true } : {}),
    ...(values.integers === undefined
      ? {}
      : { integers: oneOf<IntegerMode>('integers', values.integers, ['c', 'wrapv', 'mathematical']) }),
    ...(values['data-model'] === undefined
      ? {}
      : { dataModel: oneOf<DataModelName>('data-model', values['data-model'], ['LP64', 'ILP32', 'LLP64']) }),
    ...(values.char === undefined
      ? {}
      : { charSigned: oneOf('char', values.char, ['signed', 'unsigned'] as const) === 'signed' }),
    ...(values.aliasing === undefined
      ? {}
      : { aliasing: oneOf('aliasing', values.aliasing, ['strict', 'none'] as const) }),
    ...(budget === null ? {} : { loopBudget: budget, fileBudget: budget }),
    ...(values['assert-name'] === undefined ? {} : { assertNames: values['assert-name'] }),
    ...(values['assume-name'] === undefined ? {} : { assumeNames: values['assume-name'] }),
    ...(values.include === undefined ? {} : { includePaths: values.include }),
    ...(values.define === undefined ? {} : { defines: values.define.map((text) => macroNamed('D', text)) }),
    ...(values.undefine === undefined ? {} : { undefines: values.undefine.map((text) => macroNamed('U', text)) }),
    ...(values['compile-commands'] === undefined ? {} : { compileCommands: values['compile-commands'] }),
    ...(values.preprocess === undefined
      ? {}
      : { preprocess: oneOf('preprocess', values.preprocess, ['builtin', 'compiler'] as const) }),
    ...(values.cache === undefined ? {} : { cache: values.cache }),
  };
}

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((name) => name === value);
  if (found === undefined) throw new Unusable(`--${option} is one of ${allowed.join(', ')}, not '${value}'`);
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
